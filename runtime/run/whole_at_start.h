// Parts of the whole-drive loop's state at time 0, before anything has happened. The arena allocates them first.
#pragma once
#include "runtime/engine/state.h"

namespace ssd::run {

// All units and channels are idle and have no wish.
void start_units(const Config& c, whole::Whole& w);

// The plane's index in ORDER (place.order): a mixed-radix number whose first level varies fastest.
u32 index_in_order(const Config& c, PlaneId plane);

// Nothing waits in a plane; each has its place in ORDER.
void start_planes(const Config& c, whole::Whole& w);

// The planes of a group in ORDER, which is the same in every group (superblock.group).
void start_stripes(const Config& c, State& s);

// No page is held (copies.any_idle), and no page has a replica (copies.replicate).
void start_copies(const Config& c, whole::Whole& w);

}  // namespace ssd::run
