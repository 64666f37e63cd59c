// Loads a specialised engine into this process (ORC). The header includes no LLVM.
#pragma once
#include <memory>
#include <string_view>

#include "compiler/codegen/features.h"
#include "runtime/engine/engine.h"

namespace ssd::jit {

// A loaded object. Its entry points are valid as long as it exists.
class Loaded {
 public:
  // `object` is the result of codegen::specialise() for a design with these features; the engine runs the design that
  // the numbers are of. Throws std::bad_alloc if there is not enough memory, and
  // std::logic_error if it cannot be loaded for another reason, which is a bug of ssdc.
  Loaded(std::string_view object, const codegen::Numbers& numbers);
  ~Loaded();
  Loaded(Loaded&&) noexcept;
  Loaded& operator=(Loaded&&) noexcept;
  const EngineEntry& entry() const;

 private:
  struct Session;
  std::unique_ptr<Session> session_;
};

}  // namespace ssd::jit
