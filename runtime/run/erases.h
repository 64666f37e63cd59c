// The erases of the flash's blocks, plane by plane, and those that a run does not count: the ones before time 0, or
// before the end of a warm-up (account.phases).
#pragma once
#include <vector>

#include "runtime/engine/state.h"
#include "runtime/results/lifetime.h"
#include "runtime/run/drive_state.h"

namespace ssd::run {

// Of every block, from the drive's beginning; the blocks of a superblock share one count (superblock.space).
std::vector<u32> erase_counts(const State& s, const Config& c);
// Those before time 0; empty if the drive was new.
std::vector<u32> erases_before(const DriveState* start, const Config& c);
// The erases of each plane since `before`, which is empty or has those of every block.
std::vector<u64> plane_erases(const State& s, const Config& c, const std::vector<u32>& before);
results::Lifetime lifetime_of(const State& s, const Config& c, const std::vector<u32>& before, bool ended);

}  // namespace ssd::run
