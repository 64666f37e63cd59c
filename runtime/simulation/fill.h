// The drive before time 0 if the design says `start: filled` (rule 39): pages that a host wrote before, with data or without.
#pragma once
#include "compiler/design/design.h"
#include "runtime/engine/state.h"

namespace ssd::simulation {

// The arena is fresh (all erased). Afterwards no block is partly programmed: the last one used in a plane is topped up with invalid pages.
// sema leaves room for what the engine needs free.
void fill(State& s, const Config& c, const design::Design& design);

}  // namespace ssd::simulation
