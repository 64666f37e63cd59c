// Random small drives whose planes read by themselves (command.plane_reads): the oracle's own checks (which throw)
// hold, the runs end, and the reported numbers add up. Where a die has one plane, or nothing is read, the key changes
// nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "tests/unit/oracle_random_drives.h"

namespace ssd::oracle {
namespace {

using Busy = std::vector<std::array<Time, 2>>;

// Whatever the rule goes together with. Of times some agree, so that phases of several units end together.
Drive drive_of_planes(unsigned seed) {
  Dice dice(seed);
  Drive drive = random_drive(dice);
  choose_collection(dice, drive);
  drive.interleave = drive.independent_plane_reads = true;
  drive.cache = false, drive.any_idle_slots = drive.replicas = 0;
  Dice for_host(2000 + seed);
  if (seed % 2) choose_host(for_host, drive);
  Dice more(3000 + seed);
  if (more.below(3) == 0) drive.suspend_on = true, drive.suspend_limit = more.below(3);
  drive.suspend = more.one_of({0, 5'000}), drive.resume = more.one_of({0, 5'000});
  if (more.below(3) == 0) drive.hard = [](std::int64_t pages, std::int64_t, const Around&) { return pages % 3 == 0; };
  drive.priority = [kind = more.below(3)](const OpView& o) -> std::int64_t {
    if (kind == 2) return (o.waited / 100'000 + o.unit.busy_for / 50'000 + o.pages) % 3;
    return kind == 1 ? o.is_read && o.is_host : 0;
  };
  if (more.below(2)) drive.command = 0, drive.read = 25'000, drive.bus_numerator = 12, drive.spare_bytes = 0;
  return drive;
}

Workload workload_of_planes(unsigned seed, const Drive& drive) {
  Dice dice(4000 + seed);
  Workload workload = random_workload(dice, drive);
  const Time gap = dice.one_of({5'000, 25'000, 90'000});
  for (std::size_t i = 0; i < workload.requests.size(); ++i) {
    workload.requests[i].is_read = dice.below(3) > 0 && !workload.requests[i].is_trim;
    if (workload.closed == 0) workload.requests[i].arrival = i / 4 * gap * 4;
  }
  return workload;
}

Time sum_of(const Busy& busy, int cause) {
  return std::accumulate(busy.begin(), busy.end(), Time{0},
                         [&](Time total, const std::array<Time, 2>& part) { return total + part[cause]; });
}

std::int64_t count_reads(const Outcome& outcome) {
  std::int64_t count = 0;
  for (const auto& [kind, number] : outcome.commands) {
    if (kind.command == Command::kRead) count += number;
  }
  return count;
}

void expect_sums(const Drive& drive, const Outcome& outcome) {
  if (!drive.suspend_on && !drive.cost_zero && drive.multiplane == Willing::kNo) {
    EXPECT_EQ(sum_of(outcome.plane_array, 0), outcome.host_programs * drive.program + outcome.flash_reads * drive.read);
  }
  // Each read is a command of its own.
  EXPECT_EQ(count_reads(outcome), outcome.flash_reads + (drive.cost_zero ? 0 : outcome.collection_reads));
  for (std::int64_t die = 0; die < std::ssize(outcome.die_array); ++die) {
    Time most = 0, all = 0;
    for (std::int64_t plane = die * drive.planes; plane < (die + 1) * drive.planes; ++plane) {
      const Time busy = outcome.plane_array[plane][0] + outcome.plane_array[plane][1];
      most = std::max(most, busy), all += busy;
    }
    const Time busy = outcome.die_array[die][0] + outcome.die_array[die][1];
    EXPECT_GE(busy, most);
    EXPECT_LE(busy, all);
    EXPECT_LE(busy, outcome.unit_shares[die].array) << "a unit is a die";
  }
  EXPECT_TRUE(outcome.end_of_life ||
              std::count(outcome.completion.begin(), outcome.completion.end(), kNotComplete) == 0);
}

TEST(OraclePlaneReadsRandom, ReportWhatAddsUp) {
  std::int64_t overlaps = 0, suspends = 0, collections = 0, background = 0, rmw = 0, ahead = 0, dynamic = 0, full = 0;
  for (unsigned seed = 0; seed < 90; ++seed) {
    SCOPED_TRACE(seed);
    const Drive drive = drive_of_planes(seed);
    const Outcome outcome = simulate(drive, workload_of_planes(seed, drive));
    full += outcome.drive_full;
    if (outcome.drive_full) continue;
    expect_sums(drive, outcome);
    overlaps += drive.multiplane == Willing::kNo && sum_of(outcome.die_array, 0) < sum_of(outcome.plane_array, 0);
    suspends += outcome.suspends, collections += outcome.collections, background += outcome.background_collections;
    rmw += outcome.rmw_reads, ahead += outcome.readaheads;
    dynamic += drive.placement == Placement::kDynamicOrder;
  }
  for (const std::int64_t count : {overlaps, suspends, collections, background, rmw, ahead, dynamic})
    EXPECT_GT(count, 10);
  EXPECT_LT(full, 30);
}

auto parts(const Split& s) {
  return std::tuple(s.queue, s.firmware, s.link, s.buffer, s.unit, s.collection, s.channel, s.transfer, s.array,
                    s.controller);
}

auto parts(const SlotWait& w) { return std::tuple(w.unit, w.collection, w.channel, w.transfer, w.array); }

auto parts(const UnitShares& u) { return std::tuple(u.array, u.bus, u.contention, u.idle); }

auto counts(const Outcome& o) {
  return std::tuple(o.host_programs, o.collection_programs, o.flash_reads, o.collection_reads, o.erases, o.collections,
                    o.forced_collections, o.rmw_reads, o.buffer_reads, o.wasted_multiplane, o.suspends, o.evictions,
                    o.flushes, o.readaheads, o.conflicts, o.idle_collections, o.begun_in_idle_drive, o.time_beside,
                    o.idle_beside, o.wear_collections, o.background_collections, o.end_of_life, o.end);
}

void expect_same(const Outcome& one, const Outcome& other) {
  ASSERT_EQ(one.drive_full, other.drive_full);
  EXPECT_EQ(one.full_plane, other.full_plane);
  EXPECT_EQ(one.arrival, other.arrival);
  EXPECT_EQ(one.completion, other.completion);
  ASSERT_EQ(one.split.size(), other.split.size());
  for (std::size_t i = 0; i < one.split.size(); ++i) {
    EXPECT_EQ(parts(one.split[i]), parts(other.split[i])) << "request " << i;
    EXPECT_EQ(parts(one.slot_wait[i]), parts(other.slot_wait[i])) << "request " << i;
  }
  ASSERT_EQ(one.unit_shares.size(), other.unit_shares.size());
  for (std::size_t i = 0; i < one.unit_shares.size(); ++i)
    EXPECT_EQ(parts(one.unit_shares[i]), parts(other.unit_shares[i])) << "unit " << i;
  EXPECT_EQ(counts(one), counts(other));
  EXPECT_EQ(std::tie(one.channel_bus, one.plane_array, one.die_array, one.chip_array, one.commands, one.bus_bytes),
            std::tie(other.channel_bus, other.plane_array, other.die_array, other.chip_array, other.commands,
                     other.bus_bytes));
  EXPECT_EQ(one.map, other.map);
  EXPECT_TRUE(one.snapshot == other.snapshot);
}

// Returns what the run came to.
Outcome expect_no_change(Drive drive, const Workload& workload) {
  const Outcome alone = simulate(drive, workload);
  drive.independent_plane_reads = false;
  expect_same(alone, simulate(drive, workload));
  return alone;
}

TEST(OraclePlaneReadsRandom, OfOnePlaneADieAreReads) {
  std::int64_t suspends = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Drive drive = drive_of_planes(seed);
    const std::int64_t dies = drive.dies * drive.planes;
    drive.place = [place = drive.place, planes = drive.planes](std::int64_t i) {
      const Place p = place(i);
      return Place{p.channel, p.chip, p.die * planes + p.plane, 0};
    };
    drive.dies = dies, drive.planes = 1;
    suspends += expect_no_change(drive, workload_of_planes(seed, drive)).suspends;
  }
  EXPECT_GT(suspends, 100);
}

TEST(OraclePlaneReadsRandom, AreNoneWhereNothingIsRead) {
  std::int64_t programs = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    Drive drive = drive_of_planes(seed);
    drive.read_modify_write = false;
    Workload workload = workload_of_planes(seed, drive);
    for (HostRequest& request : workload.requests) request.is_read = false;
    const Outcome outcome = expect_no_change(drive, workload);
    EXPECT_EQ(outcome.flash_reads, 0);
    programs += outcome.host_programs;
  }
  EXPECT_GT(programs, 5'000);
}

}  // namespace
}  // namespace ssd::oracle
