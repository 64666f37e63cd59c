// Loads a specialised engine into this process.
#pragma once
#include <memory>
#include <string_view>

#include "compiler/jit/features.h"
#include "compiler/jit/linked_object.h"
#include "runtime/engine/engine.h"

namespace ssd::jit {

// A loaded object. Its entry points are valid as long as it exists.
class Loaded {
 public:
  // `object` is the result of codegen::specialise() for a design with these features; the engine runs the design that
  // the numbers are of. Throws std::bad_alloc if there is not enough memory, and std::logic_error if it cannot be
  // loaded for another reason, which is a bug of ssdc.
  Loaded(std::string_view object, const Numbers& numbers);
  const EngineEntry& entry() const { return entry_; }

 private:
  LinkedObject object_;
  EngineEntry entry_;
};

}  // namespace ssd::jit
