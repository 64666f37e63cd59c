// Which passes a run makes: all, or the functional one alone (`--only ftl`), which designs can be run so, and the configuration for each. Where it is
// known how the plain loops will advance channels, the engine need not contain the other way.
#pragma once
#include <string>

#include "compiler/design/design.h"

namespace ssd::design {

enum class Pass : std::uint8_t { kAll, kAllIndependent, kAllCoupled, kFunctional };

// Why the functional pass alone cannot tell what a whole run would do with the map; empty `what`: it can.
struct Obstacle {
  std::string what;     // in a few words, with the key
  std::string way_out;  // what to write so that it can
  bool by_time = true;  // where pages lie depends on the clock; else this pass only does not know how to do it
};
// `leaves_state`: another run begins with the drive as this one leaves it.
Obstacle functional_obstacle(const Design& design, bool closed_loop, bool leaves_state);

// The numbers that the engine reads in such a run. With kFunctional only where nothing is in the way.
Config config(const Design& design, Pass pass);

}  // namespace ssd::design
