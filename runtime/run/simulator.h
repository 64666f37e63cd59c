// An engine for a Plan, wherever it comes from: the generic one, one that was compiled for the Plan, or one that is
// linked into the program.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "runtime/engine/engine.h"

namespace ssd::run {

// Keeps alive whatever the entry points need.
struct Simulator {
  EngineEntry entry;
  std::string engine;            // "generic", "jit", or "built" by `ssdc build`
  std::shared_ptr<void> loaded;  // the JIT's memory, if any, or the thread that makes it
  // If given: a faster engine is being made meanwhile; tells it once it can be used from there on (Options::faster).
  std::function<const EngineEntry*()> faster;
};

inline Simulator generic_simulator() {
  return {.entry = generic_engine(), .engine = "generic", .loaded = nullptr, .faster = {}};
}

}  // namespace ssd::run
