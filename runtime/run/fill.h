// The drive before time 0 if the design says `start: filled` (rule 39): pages that a host wrote before, with data or
// without.
#pragma once
#include "runtime/abi/plan.h"
#include "runtime/engine/state.h"
#include "runtime/run/simulation.h"

namespace ssd::run {

// The arena is fresh (all erased). Afterwards no block is partly programmed: the last one used in a plane is topped up
// with invalid pages. The checker leaves room for what the engine needs free. False, and a drive filled in part, if
// `making` says so.
bool fill(State& s, const Config& c, const Plan& plan, const Making& making);

// Valid and invalid ones of so many planes.
u64 pages_filled(const Plan& plan, u64 planes);

}  // namespace ssd::run
