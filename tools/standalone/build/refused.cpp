// build_program() in a build without the compiler.
#include "compiler/codegen/has_compiler.h"
#include "tools/standalone/build/build_program.h"

namespace ssd::standalone {

std::optional<Built> build_program(Environment& environment, const check::Checked&, const design::Design&,
                                   const check::Options&, const BuildOptions&) {
  codegen::has_compiler("`ssdc build`", "", environment.sink);
  return std::nullopt;
}

}  // namespace ssd::standalone
