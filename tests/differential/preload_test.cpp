// Drives that are collected before time 0 (start.preload_collects), on the oracle alone: it never contradicts itself
// (it would throw), these collections leave no trace in the counts, and the random cases have the features on which the
// engine should be compared.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "tests/differential/environment.h"
#include "tests/differential/preload_case.h"
#include "tests/differential/superblocks.h"

namespace ssd::differential {
namespace {

using oracle::Drive;
using oracle::Outcome;
using oracle::Placement;

bool has_superblocks(const Drive& d) { return d.superblock != oracle::Scope::kPlane; }

// Another feature of drives that are collected before time 0, and the percentage of cases that must have it.
struct Class {
  const char* name;
  int percent;
  bool (*has)(const Drive& d, const Outcome& o);
};
constexpr Class kClasses[] = {
    {"any", 50, [](const Drive&, const Outcome&) { return true; }},
    {"moves", 25, [](const Drive&, const Outcome& o) { return o.moves_before_time_0 > 0; }},
    {"many collections", 10, [](const Drive&, const Outcome& o) { return o.collections_before_time_0 > 20; }},
    {"superblocks", 15, [](const Drive& d, const Outcome&) { return has_superblocks(d); }},
    {"streams", 6, [](const Drive& d, const Outcome&) { return d.streams > 1; }},
    {"streams of superblocks", 1, [](const Drive& d, const Outcome&) { return d.streams > 1 && has_superblocks(d); }},
    {"a shared block", 8, [](const Drive& d, const Outcome&) { return d.active_shared; }},
    {"a block shared with another stream", 1,
     [](const Drive& d, const Outcome&) { return d.active_shared && d.shared_stream > 0; }},
    {"static", 6, [](const Drive& d, const Outcome&) { return d.placement == Placement::kStatic; }},
    {"write_order", 15, [](const Drive& d, const Outcome&) { return d.placement == Placement::kWriteOrder; }},
    {"write_order without superblocks", 3,
     [](const Drive& d, const Outcome&) { return d.placement == Placement::kWriteOrder && !has_superblocks(d); }},
    {"dynamic by order", 7, [](const Drive& d, const Outcome&) { return d.placement == Placement::kDynamicOrder; }},
    {"dynamic by cost", 3, [](const Drive& d, const Outcome&) { return d.placement == Placement::kDynamicCost; }},
    {"free blocks by score", 12, [](const Drive& d, const Outcome&) { return d.allocate != nullptr; }},
    {"dynamic wear levelling", 6, [](const Drive& d, const Outcome&) { return d.wear == oracle::Wear::kDynamic; }},
    {"an endurance", 4, [](const Drive& d, const Outcome&) { return d.endurance > 0; }},
    {"the end of life in the run", 2, [](const Drive&, const Outcome& o) { return o.end_of_life; }},
};

// The drive has room for all its pages. Blocks erased before time 0 do not count as erased in the run. The run may also
// collect, if at its beginning a plane can give no page to some stream (collection.jobs).
void expect_no_trace(const RandomCase& c, const Drive& d) {
  RandomCase reading = c;
  std::erase_if(reading.workload.requests, [](const oracle::HostRequest& r) { return !r.is_read; });
  const Outcome outcome = oracle::simulate(d, reading.workload);
  ASSERT_FALSE(outcome.drive_full);
  ASSERT_EQ(outcome.host_programs, 0);
  ASSERT_EQ(std::accumulate(outcome.block_erases.begin(), outcome.block_erases.end(), int64_t{0}), outcome.erases);
  ASSERT_LE(std::ranges::max(outcome.snapshot.block_ages), outcome.end);  // nothing is older than the run
  const int64_t pages = d.blocks * d.pages;
  for (const auto& [lpn, page] : outcome.map) {
    if (has_superblocks(d) || d.any_idle_slots > 0 || d.migrate_same_die) return;
    const oracle::Place p = d.place(lpn);
    ASSERT_EQ(page / pages, ((p.channel * d.chips + p.chip) * d.dies + p.die) * d.planes + p.plane);
  }
}

TEST(Preload, CasesAreCollectedBeforeTimeZero) {
  const Slice slice = slice_of(1, 240);
  std::array<int, std::size(kClasses)> seen{};
  for (std::uint64_t seed = slice.first; seed < slice.end() && !testing::Test::HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const RandomCase c = preload_case(seed);
    const Drive drive = c.drive();
    const Outcome outcome = oracle::simulate(drive, c.workload);
    if (outcome.drive_full || outcome.collections_before_time_0 == 0) continue;
    for (std::size_t k = 0; k < seen.size(); ++k) seen[k] += kClasses[k].has(drive, outcome);
    expect_no_trace(c, drive);
  }
  for (std::size_t k = 0; k < seen.size() && !sliced(); ++k) {
    EXPECT_GE(seen[k] * 100, kClasses[k].percent * static_cast<int>(slice.cases))
        << kClasses[k].name << ": " << seen[k];
  }
}

// Drives with retired blocks that are collected before time 0, some with superblocks, and some that are full all the
// same.
TEST(Preload, DrivesWithoutSomeBlocksAreCollectedBeforeTimeZero) {
  const Slice slice = slice_of(1, 300);
  int collected = 0, full = 0;
  for (std::uint64_t seed = slice.first; seed < slice.end(); ++seed) {
    SCOPED_TRACE(seed);
    const RandomCase c = worn_start_case(seed), next = reading_after(c);
    const Outcome before = oracle::simulate(c.drive(), c.workload);
    if (before.drive_full || before.end_of_life || before.retired_blocks == 0) continue;
    const Outcome after = oracle::simulate(next.drive(), next.workload, &before.snapshot);
    collected += after.collections_before_time_0 > 0;
    full += after.drive_full;
  }
  if (sliced()) return;
  EXPECT_GT(collected, 8);
  EXPECT_GT(full, 3);
}

}  // namespace
}  // namespace ssd::differential
