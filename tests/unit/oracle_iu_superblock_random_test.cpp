// Random small drives with superblocks beside indirection units and word lines (iu.superblock): the oracle's own checks
// (which throw) hold, the runs end, and counts and times add up. A group of one plane is a drive without superblocks.
// In the map a group is a plane with larger blocks.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "tests/unit/oracle_random_units.h"

namespace ssd::oracle {
namespace {

using random_units::one_in;

// Groups of one to sixteen planes. An ORDER of `plane` or of `channel` first.
Drive random_superblocks(unsigned seed) {
  Drive d = random_units::random_case(seed, 1 + seed % 3, seed % 3 == 0 ? 2 : 1 + seed / 3 % 2).drive;
  Dice dice(5'000 + seed);
  d.chips = 1 + dice.below(2), d.dies = 1 + dice.below(2), d.interleave = dice.below(4) > 0;
  d.placement = Placement::kWriteOrder;
  d.superblock = dice.one_of({Scope::kDie, Scope::kChip, Scope::kDevice, Scope::kDevice});
  d.multiplane = dice.one_of({Willing::kNo, Willing::kWise});
  d.scope = Scope::kPlane;
  d.preempt = nullptr, d.preempt_page = d.idle_on = false;
  d.reorder_fifo = one_in(dice, 4);
  const bool channels_first = dice.below(2);
  d.place = [c = d.channels, w = d.chips, e = d.dies, p = d.planes, channels_first](std::int64_t i) {
    if (channels_first) return Place{i % c, i / c % w, i / c / w % e, i / c / w / e % p};
    return Place{i / p / e / w % c, i / p / e % w, i / p % e, i % p};
  };
  if (one_in(dice, 3)) d.gather_programs = 2, d.gather_time = 300'000;
  if (one_in(dice, 3)) d.trigger = nullptr, d.stop = nullptr;  // forced collections only
  if (one_in(dice, 5)) d.endurance = 3;
  // Too few blocks are free for what the preload needs.
  if (one_in(dice, 3)) d.filled = d.filled_random = d.read_unwritten_as_written = true;
  if (d.read_unwritten_as_written) d.valid_parts = 200'000, d.invalid_parts = 650'000;
  return d;
}

std::int64_t planes_of_drive(const Drive& d) { return d.channels * d.chips * d.dies * d.planes; }

std::int64_t planes_of_group(const Drive& d) {
  if (d.superblock == Scope::kDie) return d.planes;
  return d.superblock == Scope::kChip ? d.planes * d.dies : planes_of_drive(d);
}

// drive.capacity: of what it allows, 60 to 95 %.
void choose_capacity(Drive& d, unsigned seed) {
  Dice dice(6'000 + seed);
  const std::int64_t kept = d.collects_by_stream ? 2 * d.streams : 1 + d.streams, group = planes_of_group(d);
  const std::int64_t of_group = (d.blocks - kept) * (group * d.places() - d.word_line() + 1);
  d.logical_pages = of_group * (planes_of_drive(d) / group) * (60 + dice.below(36)) / 100;
  d.logical_pages -= d.logical_pages % d.subpages;
}

// iu.account, iu.word_line 6, account.streams.
void expect_sums(const Drive& d, const Outcome& outcome) {
  const std::int64_t programs = outcome.host_programs + outcome.collection_programs;
  EXPECT_EQ(d.subpages * programs, outcome.held_units + outcome.moved_units + outcome.padding);
  EXPECT_EQ(outcome.array_programs, programs);
  EXPECT_EQ(outcome.array_erases, outcome.erases);
  EXPECT_EQ(outcome.erases, outcome.collections * planes_of_group(d));
  std::int64_t of_host = 0, moved = 0;
  for (const StreamPages& stream : outcome.stream_pages) of_host += stream.host, moved += stream.moved;
  EXPECT_EQ(of_host, outcome.host_programs);
  EXPECT_EQ(moved, outcome.collection_programs);
  std::array<Time, 2> arrays{};
  for (const auto& [host, collection] : outcome.plane_array) arrays[0] += host, arrays[1] += collection;
  const Time of_collections = outcome.collection_programs / d.program_unit * d.program +
                              outcome.collection_reads * d.read + outcome.erases * d.erase;
  EXPECT_EQ(arrays[0], outcome.host_programs / d.program_unit * d.program + outcome.flash_reads * d.read);
  EXPECT_EQ(arrays[1], d.cost_zero ? 0 : of_collections);
}

// The blocks of a superblock are erased together; what is taken of it is whole word lines, of which each plane has as
// many as another one, or one more.
void expect_even_groups(const Drive& d, const Outcome& outcome) {
  const std::int64_t group = planes_of_group(d), line = d.word_line();
  const auto taken = [&](std::int64_t plane, std::int64_t block) {
    const auto first = outcome.snapshot.pages.begin() + (plane * d.blocks + block) * d.places();
    return d.places() - std::count(first, first + d.places(), Snapshot::kFree);
  };
  for (std::int64_t plane = 0; plane < planes_of_drive(d); ++plane) {
    const std::int64_t lowest = plane / group * group;
    for (std::int64_t block = 0; block < d.blocks; ++block) {
      EXPECT_EQ(outcome.block_erases[plane * d.blocks + block], outcome.block_erases[lowest * d.blocks + block]);
      EXPECT_EQ(taken(plane, block) % line, 0);
      EXPECT_LE(std::abs(taken(plane, block) - taken(lowest, block)), line);
    }
  }
}

TEST(OracleUnitSuperblocksRandom, CountsAddUp) {
  std::int64_t full = 0, ended = 0, collections = 0, forced = 0, before = 0, moved_before = 0, suspends = 0;
  UnitsReached reached;
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    Drive drive = random_superblocks(seed);
    choose_capacity(drive, seed);
    Workload workload = random_units::random_workload(seed, drive);
    if (seed % 3 == 0) workload = with_flushes(with_forced(workload, seed, 5), seed, 12);
    const Outcome outcome = simulate(drive, workload);
    full += outcome.drive_full, ended += outcome.end_of_life;
    if (outcome.drive_full) continue;
    expect_sums(drive, outcome);
    expect_even_groups(drive, outcome);
    collections += outcome.collections, forced += outcome.forced_collections, suspends += outcome.suspends;
    before += outcome.collections_before_time_0, moved_before += outcome.moves_before_time_0;
    reached.padded_collections += outcome.units_reached.padded_collections;
    reached.two_last_programs += outcome.units_reached.two_last_programs;
    reached.padded_programs += outcome.units_reached.padded_programs;
  }
  EXPECT_LT(full, 10);
  EXPECT_GT(ended, 0);
  EXPECT_GT(collections, 1'000);
  EXPECT_GT(forced, 100);
  EXPECT_GT(suspends, 10);
  EXPECT_GT(before, 10);
  EXPECT_GT(moved_before, 10);
  EXPECT_GT(reached.padded_collections, 500);
  EXPECT_GT(reached.two_last_programs, 20);
}

// Of everything that is compared with engines, what the group can change.
auto results(const Outcome& o) {
  return std::tie(o.completion, o.end, o.map, o.snapshot, o.block_erases, o.commands, o.plane_array, o.channel_bus,
                  o.padding, o.moved_units, o.collections, o.end_of_life, o.drive_full);
}

TEST(OracleUnitSuperblocksRandom, OfOnePlaneAreBlocks) {
  std::int64_t collections = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Drive drive = random_superblocks(seed);
    drive.planes = 1, drive.superblock = Scope::kDie;
    drive.place = [c = drive.channels, w = drive.chips, e = drive.dies](std::int64_t i) {
      return Place{i % c, i / c % w, i / c / w % e, 0};
    };
    choose_capacity(drive, seed);
    Drive plain = drive;
    plain.superblock = Scope::kPlane;
    const Workload workload = random_units::random_workload(seed, drive);
    const Outcome one = simulate(drive, workload), other = simulate(plain, workload);
    EXPECT_TRUE(results(one) == results(other));
    collections += one.collections;
  }
  EXPECT_GT(collections, 300);
}

std::int64_t score_of(const BlockView& b) {
  return b.invalid * 3 + b.random % 7 + b.random_rank - b.erases * 2 + b.pages - b.valid * b.age_rank;
}

// Entries leave the buffer for want of a slot alone.
Drive quiet(Drive d, unsigned seed) {
  Dice dice(7'000 + seed);
  d.superblock = Scope::kDevice;
  d.flush = Flush::kFull, d.readahead_trigger = 0, d.filled = d.read_unwritten_as_written = false;
  d.cost_zero = dice.below(2);
  if (dice.below(2)) d.victim = score_of;
  return d;
}

Drive as_one_plane(const Drive& d) {
  const std::int64_t planes = planes_of_drive(d);
  Drive one = d;
  one.superblock = Scope::kPlane, one.channels = one.chips = one.dies = one.planes = 1, one.pages = d.pages * planes;
  one.place = [](std::int64_t) { return Place{0, 0, 0, 0}; };
  return one;
}

// Requests of one unit at most, each when all before it have ended: so the buffer does the same, however many planes
// there are.
Workload one_unit_at_a_time(unsigned seed, const Drive& d) {
  Workload workload = random_units::random_workload(seed, d);
  workload.closed = 0;
  Time arrival = 0;
  for (HostRequest& request : workload.requests) {
    request.arrival = arrival += 1'000'000'000;
    request.sectors = std::min(request.sectors, d.unit_sectors() - request.sector % d.unit_sectors());
  }
  return workload;
}

// Where the place of the large plane is.
std::int64_t place_in_group(const Drive& d, std::int64_t place) {
  const std::int64_t planes = planes_of_drive(d), block = place / (planes * d.places());
  const std::int64_t index = place % (planes * d.places()), program = index / d.word_line();
  const Place at = d.place(program % planes);
  const std::int64_t plane = ((at.channel * d.chips + at.chip) * d.dies + at.die) * d.planes + at.plane;
  return (plane * d.blocks + block) * d.places() + program / planes * d.word_line() + index % d.word_line();
}

TEST(OracleUnitSuperblocksRandom, AreBlocksOfALargePlaneForTheMap) {
  std::int64_t collections = 0, padding = 0, compared = 0;
  for (unsigned seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE(seed);
    Drive group = quiet(random_superblocks(seed), seed);
    const std::int64_t planes = planes_of_drive(group), low = 1 + seed % 3, high = seed / 3 % 3;
    if (planes == 1) continue;
    choose_capacity(group, seed);
    Drive plane = as_one_plane(group);
    const auto at_most = [](std::int64_t most) {
      return [most](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks <= most; };
    };
    const auto more_than = [](std::int64_t most) {
      return [most](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks > most; };
    };
    group.trigger = at_most(low * planes), group.stop = more_than((low + high) * planes);
    plane.trigger = at_most(low), plane.stop = more_than(low + high);
    const Workload workload = one_unit_at_a_time(seed, group);
    const Outcome expected = simulate(plane, workload), outcome = simulate(group, workload);
    ASSERT_EQ(outcome.drive_full, expected.drive_full);
    ASSERT_EQ(outcome.end_of_life, expected.end_of_life);
    if (outcome.drive_full) continue;
    std::map<std::int64_t, std::int64_t> map;
    for (const auto& [lpn, place] : expected.map) map[lpn] = place_in_group(group, place);
    EXPECT_EQ(outcome.map, map);
    EXPECT_EQ(outcome.erases, expected.erases * planes);
    EXPECT_EQ(std::tie(outcome.collections, outcome.forced_collections, outcome.collection_programs,
                       outcome.collection_reads, outcome.moved_units, outcome.padding, outcome.host_programs),
              std::tie(expected.collections, expected.forced_collections, expected.collection_programs,
                       expected.collection_reads, expected.moved_units, expected.padding, expected.host_programs));
    collections += outcome.collections, padding += outcome.padding, ++compared;
  }
  EXPECT_GT(compared, 50);
  EXPECT_GT(collections, 300);
  EXPECT_GT(padding, 1'000);
}

}  // namespace
}  // namespace ssd::oracle
