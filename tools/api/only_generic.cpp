// make_simulator() of simulator.h and cached_simulator.h in a build without the compiler: every run takes the generic
// engine.
#include "tools/api/cached_simulator.h"

namespace ssd {

Simulator make_simulator(const Plan&, EngineChoice, std::uint64_t, Pass) { return run::generic_simulator(); }

CachedSimulator make_simulator(const Plan&, EngineChoice, std::uint64_t, const KnownObjects&, Pass) {
  return {.simulator = run::generic_simulator()};
}

}  // namespace ssd
