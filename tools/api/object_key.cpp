// See object_key.h.
#include "tools/api/object_key.h"

#include "compiler/jit/origin.h"

namespace ssd {

cache::Key object_key(const Plan& plan, Pass pass) {
  const jit::Origin origin = jit::origin(plan, pass);
  return cache::key_of({origin.design, origin.engine, origin.machine, origin.compiler});
}

std::string_view engine_digest() { return jit::engine_digest(); }

}  // namespace ssd
