// The oracle's collection over several planes against numbers derived by hand: scopes (collection.scope), a block
// shared with the host (collection.active), moves to another plane of the die (collection.same_die). Latencies are
// those of figures.single, as in oracle_test.cpp. Times are in ns.
#include <gtest/gtest.h>

#include "tests/oracle/oracle.h"

namespace ssd::oracle {
namespace {

constexpr Time kCommand = 7 * 25, kPage = 2112 * 25, kRead = 20'000, kProgram = 200'000, kErase = 1'500'000;
constexpr Time kWrite = kCommand + kPage + kProgram;       // 252'975
constexpr Time kMove = kCommand + kRead + kPage + kWrite;  // 325'950
constexpr Time kCollection = kMove + kCommand + kErase;    // of a block with one valid page
constexpr Time kMillisecond = 1'000'000;

using Map = std::map<std::int64_t, std::int64_t>;
using Erases = std::vector<std::int64_t>;
using ByCause = std::array<Time, 2>;

// Even logical pages go to plane 0 (physical pages 0 to 7), odd ones to plane 1 (8 to 15); the planes are of one die,
// or of two channels.
Drive two_planes(bool one_die) {
  Drive drive;
  drive.channels = one_die ? 1 : 2, drive.planes = one_die ? 2 : 1, drive.blocks = 4, drive.pages = 2,
  drive.logical_pages = 10;
  drive.read = kRead, drive.program = kProgram, drive.erase = kErase, drive.command = kCommand;
  drive.place = [one_die](std::int64_t lpn) { return one_die ? Place{0, 0, 0, lpn % 2} : Place{lpn % 2, 0, 0, 0}; };
  return drive;
}

std::function<bool(std::int64_t, std::int64_t, const Around&)> free_pages_at_most(std::int64_t most) {
  return [most](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages <= most; };
}

std::function<bool(std::int64_t, std::int64_t, const Around&)> free_pages_at_least(std::int64_t least) {
  return [least](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages >= least; };
}

// Write i arrives after i ms.
Outcome run(const Drive& drive, const std::vector<std::int64_t>& lpns) {
  Workload workload;
  for (const std::int64_t lpn : lpns)
    workload.requests.push_back({workload.requests.size() * kMillisecond, lpn * 4, 4});
  return simulate(drive, workload);
}

// Plane 1: 1 3 | 1. The write of page 0 leaves 12 free pages in the die. The only victim is block 4, whose page 3 goes
// to block 6.
TEST(OracleScope, CollectsTheBestVictimOfTheScope) {
  Drive drive = two_planes(true);
  drive.scope = Scope::kDie, drive.trigger = free_pages_at_most(12);
  for (const bool at_issue : {false, true}) {
    drive.preempt_page = at_issue;
    const Outcome outcome = run(drive, {1, 3, 1, 0});
    EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, 10}, {3, 12}}));
    EXPECT_EQ(outcome.block_erases, (Erases{0, 0, 0, 0, 1, 0, 0, 0}));
    EXPECT_EQ(outcome.end, 3 * kMillisecond + kWrite + kCollection);
  }
  // 8 pages of plane 1: block 4 is full with the second write, and has an invalid page with the third.
  drive.scope = Scope::kPlane;
  EXPECT_EQ(run(drive, {1, 3, 1, 0}).end, 2 * kMillisecond + kWrite + kCollection + kWrite);
}

// 0 2 | 0 and 1 3 | 1: equal victims, block 0 and block 4.
TEST(OracleScope, TakesTheLowerPlaneOfEquals) {
  Drive drive = two_planes(true);
  drive.scope = Scope::kChip, drive.trigger = free_pages_at_most(10);
  for (const bool at_issue : {false, true}) {
    for (const bool free_of_cost : {false, true}) {
      drive.preempt_page = at_issue, drive.cost_zero = free_of_cost, drive.stop = nullptr;
      EXPECT_EQ(run(drive, {0, 2, 0, 1, 3, 1}).block_erases, (Erases{1, 0, 0, 0, 0, 0, 0, 0}));
      drive.stop = free_pages_at_least(12);
      EXPECT_EQ(run(drive, {0, 2, 0, 1, 3, 1}).block_erases, (Erases{1, 0, 0, 0, 1, 0, 0, 0}));
    }
  }
}

// The same on two channels, each with a victim when page 4 comes. A scope collects one block after another; with scope
// `plane` both are collected at once.
TEST(OracleScope, RunsOneJobOfTheSeriesAtATime) {
  Drive drive = two_planes(false);
  drive.preempt_page = true;
  constexpr Time kBegin = 6 * kMillisecond + kWrite;
  drive.scope = Scope::kDevice, drive.trigger = free_pages_at_most(9);
  EXPECT_EQ(run(drive, {0, 2, 0, 1, 3, 1, 4}).end, kBegin + kCollection);
  EXPECT_EQ(run(drive, {0, 2, 0, 1, 3, 1, 4}).block_erases, (Erases{1, 0, 0, 0, 0, 0, 0, 0}));
  drive.stop = free_pages_at_least(11);
  EXPECT_EQ(run(drive, {0, 2, 0, 1, 3, 1, 4}).end, kBegin + 2 * kCollection);
  EXPECT_EQ(run(drive, {0, 2, 0, 1, 3, 1, 4}).block_erases, (Erases{1, 0, 0, 0, 1, 0, 0, 0}));
}

// Three commands, each on both planes. The second leaves an invalid copy of page 1 in block 4. With the third,
// `trigger` holds once plane 0 has taken its page. If block 4 was collected then, its page would take the place in
// block 5 that plane 1's part of the command is about to take.
TEST(OracleScope, CollectsInNoTimeOnlyAfterTheWholeCommand) {
  Drive drive = two_planes(true);
  drive.placement = Placement::kDynamicOrder, drive.multiplane = Willing::kWise;
  drive.scope = Scope::kDie, drive.active_shared = true, drive.cost_zero = true, drive.trigger = free_pages_at_most(11);
  const Outcome outcome =
      simulate(drive, {{{0, 0, 8}, {kMillisecond, 8, 4}, {kMillisecond, 4, 4}, {2 * kMillisecond, 12, 8}}});
  EXPECT_EQ(outcome.commands, (std::map<CommandKind, std::int64_t>{{{Command::kProgram, 2, false}, 3}}));
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, 11}, {2, 1}, {3, 2}, {4, 10}}));
  EXPECT_EQ(outcome.collections, 1);
}

// Two dies of one plane; each pair of writes is one command of the chip. The third pair leaves 5 free pages in each
// plane: page 4 in die 0, where no page is invalid yet, and then page 0 in die 1, which makes one invalid in die 0.
TEST(OracleScope, OfOnePlaneDoesNotWaitForTheWholeCommand) {
  Drive drive = two_planes(true);
  drive.dies = 2, drive.planes = 1, drive.chip_commands = true;
  drive.placement = Placement::kDynamicOrder, drive.cost_zero = true;
  const Workload workload{{{0, 0, 4},
                           {0, 4, 4},
                           {kMillisecond, 8, 4},
                           {kMillisecond, 12, 4},
                           {2 * kMillisecond, 16, 4},
                           {2 * kMillisecond, 0, 4}}};
  drive.scope = Scope::kChip, drive.trigger = free_pages_at_most(10);
  EXPECT_EQ(simulate(drive, workload).collections, 1);
  for (const Scope scope : {Scope::kPlane, Scope::kDie}) {
    drive.scope = scope, drive.trigger = free_pages_at_most(5);
    EXPECT_EQ(simulate(drive, workload).collections, 0);
  }
}

// One plane of 4 blocks x 2 pages: 0 1 | 0 leaves 5 free pages, and page 1 joins page 0 in block 1.
TEST(OracleShared, MovesPagesIntoTheHostsBlock) {
  Drive drive = two_planes(true);
  drive.place = [](std::int64_t) { return Place{0, 0, 0, 0}; };
  drive.trigger = free_pages_at_most(5);
  EXPECT_EQ(run(drive, {0, 1, 0}).map, (Map{{0, 2}, {1, 4}}));
  drive.active_shared = true;
  for (const bool at_issue : {false, true}) {
    drive.preempt_page = at_issue;
    EXPECT_EQ(run(drive, {0, 1, 0}).map, (Map{{0, 2}, {1, 3}}));
  }
}

// 3 blocks x 4 pages, 0 1 2 3 | 0 4 5 6: the next write forces a collection that moves 1 2 3 into the last block, in
// which one page is left. With a block of its own for collection, the host could not use that page.
TEST(OracleShared, GivesTheHostTheRestOfABlockThatCollectionOpened) {
  Drive drive = two_planes(true);
  drive.place = [](std::int64_t) { return Place{0, 0, 0, 0}; };
  drive.blocks = 3, drive.pages = 4;
  EXPECT_TRUE(run(drive, {0, 1, 2, 3, 0, 4, 5, 6, 7}).drive_full);
  drive.active_shared = true;
  const Outcome outcome = run(drive, {0, 1, 2, 3, 0, 4, 5, 6, 7});
  EXPECT_EQ(outcome.map, (Map{{0, 4}, {1, 8}, {2, 9}, {3, 10}, {4, 5}, {5, 6}, {6, 7}, {7, 11}}));
  EXPECT_EQ(outcome.forced_collections, 1);
  // Now one block is free, none is open, and there is nothing to collect.
  EXPECT_TRUE(run(drive, {0, 1, 2, 3, 0, 4, 5, 6, 7, 8}).drive_full);
}

// Stream 1 (pages from 20 on) has block 0 open when page 1, in stream 0's block 1, is moved.
TEST(OracleShared, SharesTheBlockOfOneStream) {
  Drive drive = two_planes(true);
  drive.place = [](std::int64_t) { return Place{0, 0, 0, 0}; };
  drive.blocks = 6, drive.streams = 2, drive.logical_pages = 30;
  drive.stream = [](const RequestView& r) -> std::int64_t { return r.lpn >= 20; };
  drive.active_shared = true, drive.shared_stream = 1, drive.trigger = free_pages_at_most(8);
  EXPECT_EQ(run(drive, {20, 0, 1, 0}).map, (Map{{0, 4}, {1, 1}, {20, 0}}));
  drive.shared_stream = 0;
  EXPECT_EQ(run(drive, {20, 0, 1, 0}).map, (Map{{0, 4}, {1, 5}, {20, 0}}));
}

// Plane 0: 0 2 | 0 leaves 5 free pages; plane 1 has 8, so page 2 goes there.
TEST(OracleSameDie, MovesToThePlaneWithMostRoom) {
  Drive drive = two_planes(true);
  drive.migrate_same_die = true, drive.copyback = Willing::kBlind, drive.trigger = free_pages_at_most(5);
  const Outcome outcome = run(drive, {0, 2, 0});
  EXPECT_EQ(outcome.map, (Map{{0, 2}, {2, 8}}));
  EXPECT_EQ(outcome.plane_array[0], (ByCause{3 * kProgram, kRead + kErase}));
  EXPECT_EQ(outcome.plane_array[1], (ByCause{0, kProgram}));
  EXPECT_EQ(outcome.copybacks, 0);
  EXPECT_EQ(outcome.end, 2 * kMillisecond + kWrite + kCollection);
  // With 5 free pages in plane 1 the page stays in its plane; because of the other parity it goes over the bus.
  const Outcome tied = run(drive, {1, 3, 5, 0, 2, 0});
  EXPECT_EQ(tied.map, (Map{{0, 2}, {1, 8}, {2, 4}, {3, 9}, {5, 10}}));
  EXPECT_EQ(tied.copybacks + tied.wasted_copyback, 0);
}

// Plane 1: 1 1, 6 free pages. The page that it takes from plane 0 leaves it 5. So after that collection it is collected
// itself, and its page 1 goes to plane 0, which then has 7 free pages.
TEST(OracleSameDie, LooksAtThePlanesThatGavePages) {
  Drive drive = two_planes(true);
  drive.migrate_same_die = true, drive.trigger = free_pages_at_most(5);
  const Outcome outcome = run(drive, {1, 1, 0, 2, 0});
  EXPECT_EQ(outcome.map, (Map{{0, 2}, {1, 4}, {2, 10}}));
  EXPECT_EQ(outcome.collections, 2);
  EXPECT_EQ(outcome.end, 4 * kMillisecond + kWrite + 2 * kCollection);
}

// Collections without cost move within the plane, as if same_die was not given.
TEST(OracleSameDie, HasNoPartInCollectionsWithoutCost) {
  Drive drive = two_planes(true);
  drive.trigger = free_pages_at_most(5), drive.cost_zero = true;
  const Outcome plain = run(drive, {1, 1, 0, 2, 0});
  drive.migrate_same_die = true;
  EXPECT_EQ(run(drive, {1, 1, 0, 2, 0}).map, plain.map);
  EXPECT_GT(plain.collections, 0);
}

}  // namespace
}  // namespace ssd::oracle
