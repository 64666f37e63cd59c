// Parts of the whole-drive loop's state as they are at time 0, before anything has happened: the arena puts them in
// their places.
#pragma once
#include "runtime/engine/state.h"

namespace ssd::run {

// Units and channels do nothing and want nothing.
void start_units(const Config& c, whole::Whole& w);

// Where a plane stands in ORDER (S26): its mixed-radix number, the first level varying fastest.
u32 index_in_order(const Config& c, PlaneId plane);

// S71: the planes of a group in ORDER, which is the same in every group.
void start_stripes(const Config& c, whole::Whole& w);

// No page is held (S60), none has a replica (S61).
void start_copies(const Config& c, whole::Whole& w);

}  // namespace ssd::run
