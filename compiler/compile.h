// The whole way from a .ssd file to a simulator, as functions between values: what a program that embeds the compiler calls.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "compiler/design/passes.h"
#include "runtime/engine/engine.h"

namespace ssd {

enum class EngineChoice { kAuto, kGeneric, kJit };

// A design with an engine for it. Keeps alive whatever the entry points need.
struct Simulator {
  EngineEntry entry;
  std::string engine;            // "generic" or "jit"
  std::shared_ptr<void> loaded;  // the JIT's memory, if any, or the thread that makes it
  // If given: a faster engine is being made meanwhile; tells it once it can be used from there on (simulation::Options::faster).
  std::function<const EngineEntry*()> faster;
};

// Host pages from which on a design is specialised while it runs: when that is done, after some 0.7 s, the generic engine has gone through the better
// part of them (docs/performance.md).
inline constexpr std::uint64_t kWorthSpecialising = 10'000'000;

// `expected_pages`: pages that the host will touch, for kAuto: long runs begin with the generic engine and go on with the specialised one when that is
// made, so that no run waits for it.
// The engine makes the passes asked for, and must be run with the same (simulation::Options::pass).
Simulator make_simulator(const design::Design& design, EngineChoice choice, std::uint64_t expected_pages, design::Pass pass = design::Pass::kAll);

}  // namespace ssd
