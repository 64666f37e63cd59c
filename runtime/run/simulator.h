// An engine for a Plan, whatever its origin: the generic engine, one that was compiled for the Plan, or one that is
// linked into the program.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "runtime/engine/engine.h"
#include "runtime/results/object_from.h"

namespace ssd::run {

// Keeps alive everything that the entry points need.
struct Simulator {
  EngineEntry entry;
  std::string engine;            // "generic", "jit", or "built" by `ssdc build`
  std::shared_ptr<void> loaded;  // the JIT's memory, if there is any, or the thread that compiles
  // Set while a faster engine is being compiled; returns it once it can be used, until then null (Options::faster).
  std::function<const EngineEntry*()> faster;
  ObjectFrom from = ObjectFrom::kCompiled;
};

inline Simulator generic_simulator() {
  return {.entry = generic_engine(), .engine = "generic", .loaded = nullptr, .faster = {}};
}

}  // namespace ssd::run
