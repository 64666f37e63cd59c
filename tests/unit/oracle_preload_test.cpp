// The oracle's collections before time 0 (start.preload_collects), block by block, by hand. Blocks have four pages; kX
// is an invalid page, kF a free one.
#include <gtest/gtest.h>

#include "tests/oracle/oracle.h"

namespace ssd::oracle {
namespace {

constexpr std::int64_t kF = Snapshot::kFree, kX = Snapshot::kInvalid;
constexpr Time kAge = 5'000;

using Map = std::map<std::int64_t, std::int64_t>;
using Numbers = std::vector<std::int64_t>;
using Blocks = std::vector<Numbers>;

Drive one_plane(std::int64_t blocks) {
  Drive drive;
  drive.blocks = blocks, drive.pages = 4, drive.logical_pages = 100;
  drive.read = 20'000, drive.program = 200'000, drive.erase = 1'500'000, drive.command = 175;
  drive.place = [](std::int64_t) { return Place{0, 0, 0, 0}; };
  return drive;
}

// A drive of one plane in which every block became full `kAge` ago; block b was erased b times.
Snapshot state_of(const Blocks& blocks, const Numbers& free_blocks, std::int64_t streams = 1) {
  Snapshot s;
  for (const Numbers& block : blocks) {
    s.block_erases.push_back(std::ssize(s.block_erases));
    for (const std::int64_t page : block) {
      s.pages.push_back(page);
      if (page >= 0) s.written_sectors[page] = {0, 1, 2, 3};
    }
  }
  s.block_ages.assign(blocks.size(), kAge);
  s.retired.assign(blocks.size(), false);
  s.planes.push_back({.free_blocks = free_blocks, .host = {}, .collection = {std::nullopt}});
  s.planes.back().host.resize(static_cast<std::size_t>(streams));
  s.writes_given = {0};
  return s;
}

Workload reads(const Numbers& lpns) {
  Workload workload;
  for (const std::int64_t lpn : lpns) workload.requests.push_back({0, lpn * 4, 4, true});
  return workload;
}

// Where the flash holds each page at the end. A run that only reads leaves the drive as it was at time 0.
Map map_after(const Drive& drive, const Numbers& lpns, const Snapshot& start) {
  return simulate(drive, reads(lpns), &start).map;
}

// All pages of block 1 are invalid; block 0 holds only page 0.
Drive filled_drive(std::int64_t blocks) {
  Drive drive = one_plane(blocks);
  drive.filled = true, drive.valid_parts = 1'000'000 / (4 * blocks), drive.invalid_parts = 7 * drive.valid_parts;
  return drive;
}

// Pages 1 to 4 fill block 2. Then only block 3 is free, so block 1 is erased and becomes free behind it, and pages 5 to
// 8 go to block 3.
TEST(OraclePreload, ErasesABlockWithoutValidPages) {
  const Outcome outcome = simulate(filled_drive(4), reads({1, 2, 3, 4, 5, 6, 7, 8}));
  ASSERT_FALSE(outcome.drive_full);
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, 8}, {2, 9}, {3, 10}, {4, 11}, {5, 12}, {6, 13}, {7, 14}, {8, 15}}));
  EXPECT_EQ(outcome.snapshot.planes[0].free_blocks, Numbers{1});
  EXPECT_EQ(outcome.preloaded, 8);
  EXPECT_EQ(outcome.collections_before_time_0, 1);
  EXPECT_EQ(outcome.moves_before_time_0, 0);
}

// For page 9, block 0 gives its page to block 1. That leaves one free block, and blocks 2 and 3 have no invalid page.
TEST(OraclePreload, EndsWhereNothingIsInvalid) {
  const Outcome outcome = simulate(filled_drive(4), reads({1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_TRUE(outcome.drive_full);
  EXPECT_EQ(outcome.full_plane, 0);
  EXPECT_FALSE(simulate(filled_drive(5), reads({1, 2, 3, 4, 5, 6, 7, 8, 9})).drive_full);
}

// Pages 7 to 10 fill block 3. For page 11, block 1 (one valid page) and then block 0 (two) are collected into block 4;
// block 1 is opened.
TEST(OraclePreload, MovesThePagesOfTheFullBlockOfFewest) {
  const Snapshot start =
      state_of({{kX, 0, kX, 1}, {kX, kX, kX, 2}, {3, 4, 5, 6}, {kF, kF, kF, kF}, {kF, kF, kF, kF}}, {3, 4});
  const Outcome outcome = simulate(one_plane(5), reads({7, 8, 9, 10, 11}), &start);
  EXPECT_EQ(outcome.snapshot.pages, (Numbers{kF, kF, kF, kF, 11, kF, kF, kF, 3, 4, 5, 6, 7, 8, 9, 10, 2, 0, 1, kF}));
  EXPECT_EQ(outcome.snapshot.planes[0].free_blocks, Numbers{0});
  EXPECT_EQ(outcome.snapshot.planes[0].host[0], (Snapshot::Active{1, 1}));
  EXPECT_EQ(outcome.snapshot.planes[0].collection[0], (Snapshot::Active{4, 3}));
  EXPECT_EQ(outcome.collections_before_time_0, 2);
  EXPECT_EQ(outcome.moves_before_time_0, 3);
}

// Blocks 0 and 1 hold one page each: the lower one is collected first.
TEST(OraclePreload, TakesTheLowerBlockOfEquals) {
  Snapshot start = state_of({{kX, kX, kX, 0}, {1, kX, kX, kX}, {2, kX, kX, 3}, {4, kF, kF, kF}, {kF, kF, kF, kF}}, {4});
  start.planes[0].collection[0] = Snapshot::Active{3, 1};
  // Page 5: page 0 goes to the rest of block 3, and there are two free blocks: 4, which is opened, and 0.
  EXPECT_EQ(map_after(one_plane(5), {5}, start), (Map{{0, 13}, {1, 4}, {2, 8}, {3, 11}, {4, 12}, {5, 16}}));
  // Pages 5 to 8 fill block 4. For page 9, page 1 goes to block 3, and block 0 is opened.
  EXPECT_EQ(map_after(one_plane(5), {5, 6, 7, 8, 9}, start),
            (Map{{0, 13}, {1, 14}, {2, 8}, {3, 11}, {4, 12}, {5, 16}, {6, 17}, {7, 18}, {8, 19}, {9, 0}}));
}

// A page that fills the collection block closes it, and the next one goes to the reserve: pages 1 and 2 of block 0.
TEST(OraclePreload, OpensTheReserveForMoves) {
  Snapshot start = state_of({{kX, 1, 2, kX}, {3, 4, 5, kX}, {6, 7, 8, kF}, {9, 10, 11, 12}, {kF, kF, kF, kF}}, {4});
  start.planes[0].collection[0] = Snapshot::Active{2, 3};
  // One free block is left, 0. Block 1 gives pages 3, 4 and 5 to the rest of block 4, and block 0 is opened.
  const Outcome outcome = simulate(one_plane(5), reads({13}), &start);
  EXPECT_EQ(outcome.snapshot.pages, (Numbers{13, kF, kF, kF, kF, kF, kF, kF, 6, 7, 8, 1, 9, 10, 11, 12, 2, 3, 4, 5}));
  EXPECT_EQ(outcome.snapshot.planes[0].free_blocks, Numbers{1});
  EXPECT_FALSE(outcome.snapshot.planes[0].collection[0].has_value());
}

// Neither counts nor erases of blocks change; a block that was filled has its age from time 0, also if moves filled it.
TEST(OraclePreload, LeavesNoTrace) {
  Snapshot start = state_of({{kX, 1, 2, kX}, {3, 4, 5, kX}, {6, 7, 8, kF}, {9, 10, 11, 12}, {kF, kF, kF, kF}}, {4});
  start.planes[0].collection[0] = Snapshot::Active{2, 3};
  const Outcome outcome = simulate(one_plane(5), reads({13}), &start);
  EXPECT_EQ(outcome.block_erases, (Numbers{0, 1, 2, 3, 4}));
  EXPECT_EQ(outcome.snapshot.block_ages,
            (std::vector<Time>{outcome.end + kAge, outcome.end + kAge, outcome.end, outcome.end + kAge, outcome.end}));
  EXPECT_EQ(outcome.end, 175U + 20'000 + 2048 * 25);  // one read
  EXPECT_EQ(outcome.preloaded, 1);
  EXPECT_EQ(outcome.collections + outcome.forced_collections + outcome.idle_collections + outcome.wear_collections, 0);
  EXPECT_EQ(
      outcome.collection_reads + outcome.collection_programs + outcome.copybacks + outcome.erases + outcome.conflicts,
      0);
  EXPECT_EQ(outcome.host_programs + outcome.wasted_copyback, 0);
  EXPECT_EQ(outcome.plane_array[0][1], 0U);
  EXPECT_EQ(outcome.commands.size(), 1U);
}

// A policy that would choose another victim, a threshold that wear has passed, copyback that would skip a page, an
// endurance for which block 1 has one erase left: none of them has an effect. The first page that the host writes is
// the first page of all for the policies.
TEST(OraclePreload, AsksNoPolicyOfCollection) {
  const Snapshot start =
      state_of({{kX, 0, kX, 1}, {kX, kX, kX, 2}, {3, 4, 5, 6}, {kF, kF, kF, kF}, {kF, kF, kF, kF}}, {3, 4});
  const Map expected = map_after(one_plane(5), {7, 8, 9, 10, 11}, start);
  Drive drive = one_plane(5);
  int asked = 0;
  drive.victim = [&](const BlockView& b) { return ++asked, b.valid; };
  drive.trigger = [](std::int64_t, std::int64_t, const Around&) { return true; };
  drive.wear = Wear::kStatic, drive.wear_threshold = 0, drive.copyback = Willing::kBlind, drive.endurance = 10;
  EXPECT_EQ(map_after(drive, {7, 8, 9, 10, 11}, start), expected);
  EXPECT_EQ(asked, 0);
  std::vector<double> amplifications;
  drive.trigger = [&](std::int64_t, std::int64_t, const Around& a) {
    return amplifications.push_back(a.write_amplification), false;
  };
  Workload workload = reads({7, 8, 9, 10, 11});
  workload.requests.push_back({0, 12 * 4, 4});
  const Outcome outcome = simulate(drive, workload, &start);
  EXPECT_EQ(outcome.map.at(12), 5);
  EXPECT_EQ(amplifications, std::vector<double>{1.0});
}

// Block 4 was erased less often than block 5, and block 0 less than both: block 0 is opened once it is free.
TEST(OraclePreload, OpensTheBlockThatTheDesignWouldOpen) {
  Snapshot start = state_of(
      {{0, kX, kX, kX}, {1, kX, kX, kX}, {2, 3, 4, 5}, {6, kF, kF, kF}, {kF, kF, kF, kF}, {kF, kF, kF, kF}}, {5, 4});
  start.planes[0].collection[0] = Snapshot::Active{3, 1};
  Drive drive = one_plane(6);
  EXPECT_EQ(map_after(drive, {7, 8, 9, 10, 11}, start).at(7), 20);
  EXPECT_EQ(map_after(drive, {7, 8, 9, 10, 11}, start).at(11), 16);
  drive.wear = Wear::kDynamic;
  EXPECT_EQ(map_after(drive, {7, 8, 9, 10, 11}, start).at(7), 16);
  EXPECT_EQ(map_after(drive, {7, 8, 9, 10, 11}, start).at(11), 0);
}

// Collection and stream 0 share a block. Pages 4 and 5 fill block 2. For page 6, page 0 goes to block 3, where the host
// may continue because block 0 is free; for page 9, page 1 goes to block 0.
TEST(OraclePreload, MovesToTheSharedBlock) {
  Snapshot start = state_of({{kX, kX, 0, kX}, {kX, kX, kX, 1}, {2, 3, kF, kF}, {kF, kF, kF, kF}}, {3});
  start.planes[0].host[0] = Snapshot::Active{2, 2};
  Drive drive = one_plane(4);
  drive.active_shared = true;
  EXPECT_EQ(map_after(drive, {4, 5}, start), (Map{{0, 2}, {1, 7}, {2, 8}, {3, 9}, {4, 10}, {5, 11}}));
  const Outcome outcome = simulate(drive, reads({4, 5, 6, 7, 8, 9}), &start);
  EXPECT_EQ(outcome.snapshot.pages, (Numbers{1, 9, kF, kF, kF, kF, kF, kF, 2, 3, 4, 5, 0, 6, 7, 8}));
  EXPECT_EQ(outcome.snapshot.planes[0].host[0], (Snapshot::Active{0, 2}));
  EXPECT_EQ(outcome.snapshot.planes[0].free_blocks, Numbers{1});
}

// The shared block is that of stream 1: page 0 goes there, and page 4 to a block of stream 0.
TEST(OraclePreload, MovesToTheSharedBlockOfAnotherStream) {
  Snapshot start = state_of({{kX, kX, 0, kX}, {kX, 1, kX, 5}, {2, 3, kF, kF}, {kF, kF, kF, kF}}, {3}, 2);
  start.planes[0].host[1] = Snapshot::Active{2, 2};
  Drive drive = one_plane(4);
  drive.streams = 2, drive.active_shared = true, drive.shared_stream = 1;
  const Outcome outcome = simulate(drive, reads({4}), &start);
  EXPECT_EQ(outcome.snapshot.pages, (Numbers{kF, kF, kF, kF, kX, 1, kX, 5, 2, 3, 0, kF, 4, kF, kF, kF}));
  EXPECT_EQ(outcome.snapshot.planes[0].host[0], (Snapshot::Active{3, 1}));
  EXPECT_EQ(outcome.snapshot.planes[0].host[1], (Snapshot::Active{2, 3}));
}

// Block 1 has one erase left. Its erase before time 0 does not count.
TEST(OraclePreload, RetiresNoBlock) {
  Snapshot start = state_of({{0, 2, 3, 4}, {kX, kX, kX, kX}, {kF, kF, kF, kF}}, {2});
  Drive drive = one_plane(3);
  drive.endurance = 2, start.block_erases = {1, 1, 1};
  const Outcome outcome = simulate(drive, reads({5}), &start);
  EXPECT_EQ(outcome.map.at(5), 8);
  EXPECT_EQ(outcome.retired_blocks, 0);
  EXPECT_EQ(outcome.block_erases, (Numbers{1, 1, 1}));
}

// Blocks 3 and 4 are retired, no block is free, and the collection block has room for one page: that of block 1, not
// the two of block 0. Then block 1 takes the pages of block 0, and only block 0 is free.
TEST(OraclePreload, KnowsBlocksThatAreGone) {
  Snapshot start = state_of({{0, kX, kX, 1}, {kX, kX, 2, kX}, {3, 4, 5, kF}, {kX, kX, kX, kX}, {kX, kX, kX, kX}}, {});
  start.block_erases = {1, 1, 1, 2, 2}, start.retired = {false, false, false, true, true};
  start.planes[0].collection[0] = Snapshot::Active{2, 3};
  Drive drive = one_plane(5);
  drive.endurance = 2;
  EXPECT_TRUE(simulate(drive, reads({6}), &start).drive_full);
  // If block 4 is not retired, it is the first free block, and block 1 the next.
  start.retired[4] = false, start.block_erases[4] = 1;
  EXPECT_EQ(map_after(drive, {6}, start).at(6), 16);
  // One page too many for the rest of the collection block, although many pages are invalid.
  Snapshot narrow = state_of({{0, kX, kX, 1}, {kX, 7, 2, kX}, {3, 4, 5, kF}, {kX, kX, kX, kX}, {kX, kX, kX, kX}}, {});
  narrow.block_erases = {1, 1, 1, 2, 2}, narrow.retired = {false, false, false, true, true};
  narrow.planes[0].collection[0] = Snapshot::Active{2, 3};
  EXPECT_TRUE(simulate(drive, reads({6}), &narrow).drive_full);
}

// Two planes in turn. Only plane 1 is full of invalid pages, and only it is collected, whatever the placement of writes
// and the scope.
TEST(OraclePreload, CollectsThePlaneThatIsShort) {
  Drive drive = filled_drive(4);
  drive.channels = 2, drive.place = [](std::int64_t lpn) { return Place{lpn % 2, 0, 0, 0}; },
  drive.scope = Scope::kDevice;
  const Map expected{{0, 0}, {1, 16}, {2, 8}, {3, 24}, {5, 25}, {7, 26}, {9, 27}, {11, 28}};
  for (const Placement placement : {Placement::kStatic, Placement::kWriteOrder, Placement::kDynamicOrder}) {
    drive.placement = placement;
    const Outcome outcome = simulate(drive, reads({2, 3, 5, 7, 9, 11}));
    EXPECT_EQ(outcome.map, expected);
    EXPECT_EQ(outcome.snapshot.planes[0].free_blocks, Numbers{3});
    EXPECT_EQ(outcome.snapshot.planes[1].free_blocks, Numbers{5});
  }
}

// Superblock b of two planes has pages 2b, 10 + 2b, 2b + 1, 11 + 2b. Superblock 0 holds page 1 in its second page, and
// page 0 in its third.
Snapshot superblocks() {
  const Numbers plane_0{kX, 0, kX, kX, 3, 5, kF, kF, kF, kF}, plane_1{1, kX, kX, 2, 4, 6, kF, kF, kF, kF};
  Snapshot s = state_of({plane_0, plane_1}, {3, 4});
  s.block_erases.assign(10, 7), s.block_ages.assign(10, kAge), s.retired.assign(10, false);
  s.planes.push_back({.free_blocks = {8, 9}, .host = {std::nullopt}, .collection = {std::nullopt}});
  s.writes_given = {0, 0};
  return s;
}

// Pages 7 to 10 fill superblock 3. For page 11, superblock 1 is collected (page 2), then 0, in the order of its pages;
// superblock 1 is opened.
TEST(OraclePreload, CollectsSuperblocks) {
  Drive drive = one_plane(5);
  drive.channels = 2, drive.pages = 2, drive.placement = Placement::kWriteOrder, drive.superblock = Scope::kDevice;
  drive.place = [](std::int64_t write) { return Place{write % 2, 0, 0, 0}; };
  const Snapshot start = superblocks();
  const Outcome outcome = simulate(drive, reads({7, 8, 9, 10, 11}), &start);
  EXPECT_EQ(outcome.snapshot.pages, (Numbers{kF, kF, 11, kF, 3, 5, 7, 9, 2, 0, kF, kF, kF, kF, 4, 6, 8, 10, 1, kF}));
  EXPECT_EQ(outcome.snapshot.planes[1].free_blocks, Numbers{5});
  EXPECT_EQ(outcome.snapshot.planes[1].collection[0], (Snapshot::Active{9, 1}));
  EXPECT_EQ(outcome.block_erases, Numbers(10, 7));
  EXPECT_EQ(outcome.erases, 0);
  EXPECT_EQ(outcome.collections_before_time_0, 2);
  // Pages 11 to 14 fill superblock 1. Then only 0 is free, and nothing is invalid. The plane that is named is the one
  // in which the page would lie.
  Numbers more{7, 8, 9, 10, 11, 12, 13, 14, 17};
  EXPECT_EQ(simulate(drive, reads(more), &start).full_plane, 1);
  more.back() = 16;
  EXPECT_EQ(simulate(drive, reads(more), &start).full_plane, 0);
}

// Collections without cost do the same before time 0.
TEST(OraclePreload, IsTheSameWhereCollectionCostsNothing) {
  const Snapshot start =
      state_of({{kX, 0, kX, 1}, {kX, kX, kX, 2}, {3, 4, 5, 6}, {kF, kF, kF, kF}, {kF, kF, kF, kF}}, {3, 4});
  Drive drive = one_plane(5);
  const Map expected = map_after(drive, {7, 8, 9, 10, 11}, start);
  drive.cost_zero = true;
  EXPECT_EQ(map_after(drive, {7, 8, 9, 10, 11}, start), expected);
}

// Page 2 is moved before time 0, and is overwritten and trimmed in the run like any other.
TEST(OraclePreload, LeavesPagesThatTheRunCanUse) {
  const Snapshot start =
      state_of({{kX, 0, kX, 1}, {kX, kX, kX, 2}, {3, 4, 5, 6}, {kF, kF, kF, kF}, {kF, kF, kF, kF}}, {3, 4});
  Workload workload = reads({7, 8, 9, 10, 11, 2});
  workload.requests.push_back({0, 2 * 4, 4});
  workload.requests.push_back({0, 0, 4, false, true});
  const Outcome outcome = simulate(one_plane(5), workload, &start);
  EXPECT_EQ(outcome.flash_reads, 6);
  EXPECT_EQ(outcome.snapshot.pages, (Numbers{kF, kF, kF, kF, 11, 2, kF, kF, 3, 4, 5, 6, 7, 8, 9, 10, kX, kX, 1, kF}));
}

}  // namespace
}  // namespace ssd::oracle
