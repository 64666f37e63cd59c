// The drive before time 0 of a design with `start: filled` (start.filled): pages that a host wrote earlier, with data
// or without.
#pragma once
#include "runtime/abi/plan.h"
#include "runtime/engine/state.h"
#include "runtime/run/simulation.h"

namespace ssd::run {

// Fills a fresh arena (all erased). Afterwards no block is partly programmed, because the last block used in a plane is
// topped up with invalid pages; but with `layout: even` (start.even) most blocks are begun. The checker ensures that
// enough blocks stay free for the engine. Returns false, and leaves the drive partly filled, if `making` returns false.
bool fill(State& s, const Config& c, const Plan& plan, const Making& making);

// The valid and invalid pages that are filled in `planes` planes.
u64 pages_filled(const Plan& plan, u64 planes);

}  // namespace ssd::run
