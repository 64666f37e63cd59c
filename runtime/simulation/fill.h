// The drive before time 0 if the design says `start: filled` (rule 39): pages that a host wrote before, with data or without.
#pragma once
#include "compiler/design/design.h"
#include "runtime/engine/state.h"
#include "runtime/simulation/simulation.h"

namespace ssd::simulation {

// The arena is fresh (all erased). Afterwards no block is partly programmed: the last one used in a plane is topped up with invalid pages.
// sema leaves room for what the engine needs free.
// False, and a drive filled in part, if `making` says so.
bool fill(State& s, const Config& c, const design::Design& design, const Making& making);

// Valid and invalid ones of so many planes.
u64 pages_filled(const design::Design& design, u64 planes);

}  // namespace ssd::simulation
