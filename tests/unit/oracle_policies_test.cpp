// The oracle's policies of collection and wear against numbers derived by hand (collection.victim, collection.preempt,
// space.free_block, wear.static, collection.cost_zero). The drive has the latencies of figures.single, as in
// oracle_test.cpp. Times are in ns.
#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "tests/oracle/oracle.h"

namespace ssd::oracle {
namespace {

constexpr Time kCommand = 7 * 25, kPage = 2112 * 25, kRead = 20'000, kProgram = 200'000, kErase = 1'500'000;
constexpr Time kWrite = kCommand + kPage + kProgram;       // 252'975
constexpr Time kWholeRead = kCommand + kRead + 2048 * 25;  // 71'375
constexpr Time kMove = kCommand + kRead + kPage + kWrite;  // 325'950
constexpr Time kWholeErase = kCommand + kErase;

Drive one_plane(std::int64_t blocks, std::int64_t pages) {
  Drive drive;
  drive.blocks = blocks, drive.pages = pages, drive.logical_pages = 100;
  drive.read = kRead, drive.program = kProgram, drive.erase = kErase, drive.command = kCommand;
  drive.place = [](std::int64_t) { return Place{0, 0, 0, 0}; };
  return drive;
}

HostRequest read(Time arrival, std::int64_t lpn) { return {arrival, lpn * 4, 4, true}; }

// Write i arrives at i * interval.
std::vector<HostRequest> writes(const std::vector<std::int64_t>& lpns, Time interval = 0) {
  std::vector<HostRequest> requests;
  for (const std::int64_t lpn : lpns) requests.push_back({requests.size() * interval, lpn * 4, 4, false});
  return requests;
}

Outcome run(const Drive& drive, std::vector<HostRequest> requests) { return simulate(drive, {std::move(requests)}); }

using Map = std::map<std::int64_t, std::int64_t>;
using Erases = std::vector<std::int64_t>;
using Ages = std::vector<std::int64_t>;

// 6 blocks x 2 pages: 0 1 | 2 3 | 4 5 | 2 4, so blocks 1 and 2 hold one valid page each, and 4 pages are free.
const std::vector<std::int64_t> kTwoVictims{0, 1, 2, 3, 4, 5, 2, 4};

Drive drive_with_two_victims() {
  Drive drive = one_plane(6, 2);
  drive.trigger = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages <= 4; };
  return drive;
}

TEST(OraclePolicies, CollectsTheBlockOfHighestScoreAndTheLowerOfEquals) {
  Drive drive = drive_with_two_victims();
  const auto erases = [&] { return run(drive, writes(kTwoVictims, 1'000)).block_erases; };
  drive.victim = [](const BlockView& b) { return b.age; };
  EXPECT_EQ(erases(), (Erases{0, 1, 0, 0, 0, 0}));
  drive.victim = [](const BlockView& b) { return -b.age; };
  EXPECT_EQ(erases(), (Erases{0, 0, 1, 0, 0, 0}));
  drive.victim = [](const BlockView&) { return 7; };
  EXPECT_EQ(erases(), (Erases{0, 1, 0, 0, 0, 0}));
}

// The write at 3'000 fills block 1, that at 5'000 block 2; the write at 7'000 chooses the victim. Only these arrivals
// count (space.time), whenever the write is admitted.
TEST(OraclePolicies, CountsAgesInArrivalsWherePagesArePlacedAtAdmission) {
  Drive drive = drive_with_two_victims();
  Ages ages;
  drive.victim = [&](const BlockView& b) {
    EXPECT_EQ(std::tuple(b.valid, b.invalid, b.free, b.written, b.pages, b.erases), std::tuple(1, 1, 0, 2, 2, 0));
    ages.push_back(b.age);
    return b.age;
  };
  run(drive, writes(kTwoVictims, 1'000));
  EXPECT_EQ(ages, (Ages{4'000, 2'000}));
  ages.clear();
  drive.queue = 1;
  run(drive, writes(kTwoVictims, 1'000));
  EXPECT_EQ(ages, (Ages{4'000, 2'000}));
}

// The second queue is faster: the write that arrives at 20 fills block 1 before the write that arrives at 10 causes the
// next choice of a victim.
TEST(OraclePolicies, NeverCountsANegativeAge) {
  Drive drive = one_plane(4, 1);
  drive.queues = 2, drive.queue = 1, drive.read_unwritten_as_written = false;
  drive.trigger = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages <= 1; };
  Ages ages;
  drive.victim = [&](const BlockView& b) { return ages.push_back(b.age), b.age; };
  run(drive, {{0, 0, 4, false}, {0, 20, 4, true}, {10, 0, 4, false}, {20, 0, 4, false}});
  EXPECT_EQ(ages, (Ages{10, 0}));
}

// The fourth write is granted at 3 kWrite, the sixth at 5 kWrite; the job starts after the eighth.
TEST(OraclePolicies, CountsAgesByTheClockWherePagesArePlacedAtIssue) {
  Drive drive = drive_with_two_victims();
  drive.preempt_page = true;
  Ages ages;
  drive.victim = [&](const BlockView& b) { return ages.push_back(b.age), b.age; };
  run(drive, writes(kTwoVictims, 1'000));
  ASSERT_GE(ages.size(), 2);
  EXPECT_EQ(Ages(ages.end() - 2, ages.end()), (Ages{5 * kWrite, 3 * kWrite}));
}

TEST(OraclePolicies, AsksTheSameScoreForForcedCollections) {
  // 0 1 | 0 2 | 1 2: block 0 holds no valid page, block 1 one page; only the reserve is left.
  Drive drive = one_plane(4, 2);
  drive.victim = [](const BlockView& b) { return b.valid; };
  const Outcome outcome = run(drive, writes({0, 1, 0, 2, 1, 2, 3}));
  // One collection is not enough: the page of block 1 opens the reserve.
  EXPECT_EQ(outcome.block_erases, (Erases{1, 1, 0, 0}));
  EXPECT_EQ(outcome.map.at(0), 6);
  EXPECT_EQ(outcome.forced_collections, 2);
}

// 5 blocks x 4 pages. After six writes pages 2 and 3 of block 0 are moved; the collection begins at kStart with 14 free
// pages.
constexpr Time kStart = 6 * kWrite;

Outcome read_during_two_moves(std::function<bool(const CollectionView&)> preempt,
                              std::function<bool(std::int64_t, std::int64_t, const Around&)> hard) {
  Drive drive = one_plane(5, 4);
  drive.trigger = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages <= 14; };
  drive.preempt = std::move(preempt), drive.hard = std::move(hard);
  auto requests = writes({0, 1, 2, 3, 0, 1});
  requests.push_back(read(kStart + 1'000, 0));
  return run(drive, requests);
}

TEST(OraclePolicies, OpensTheUnitWhereThePredicateHolds) {
  using View = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>;
  std::set<View> seen;
  const Outcome late = read_during_two_moves(
      [&](const CollectionView& g) {
        seen.emplace(g.moved, g.left, g.waiting_host, g.free_pages);
        return g.left == 0;
      },
      nullptr);
  EXPECT_EQ(late.completion.back(), kStart + 2 * kMove + kWholeRead);
  EXPECT_EQ(late.split.back().collection, 2 * kMove - 1'000);
  EXPECT_EQ(late.end, kStart + 2 * kMove + kWholeRead + kWholeErase);
  EXPECT_EQ(seen, (std::set<View>{{1, 1, 1, 13}, {2, 0, 1, 12}, {2, 0, 0, 12}}));
  const auto always = [](const CollectionView&) { return true; };
  EXPECT_EQ(read_during_two_moves(always, nullptr).completion.back(), kStart + kMove + kWholeRead);
  const auto never = [](const CollectionView&) { return false; };
  EXPECT_EQ(read_during_two_moves(never, nullptr).completion.back(), kStart + 2 * kMove + kWholeErase + kWholeRead);
}

TEST(OraclePolicies, KeepsTheUnitClosedUnderTheHardLimit) {
  const auto always = [](const CollectionView&) { return true; };
  const auto at_13 = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages <= 13; };
  EXPECT_EQ(read_during_two_moves(always, at_13).completion.back(), kStart + 2 * kMove + kWholeErase + kWholeRead);
  const auto at_12 = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages <= 12; };
  EXPECT_EQ(read_during_two_moves(always, at_12).completion.back(), kStart + kMove + kWholeRead);
  const auto at_2_blocks = [](std::int64_t, std::int64_t free_blocks, const Around&) {
    return free_blocks <= 2;
  };  // block 2 of the three is open
  EXPECT_EQ(read_during_two_moves(always, at_2_blocks).completion.back(),
            kStart + 2 * kMove + kWholeErase + kWholeRead);
}

// 3 blocks x 4 pages: after eight writes only the reserve is left, and pages 2 and 3 of block 0 are moved there.
TEST(OraclePolicies, ReplacesTheDefaultHardLimitByTheOneGiven) {
  Drive drive = one_plane(3, 4);
  drive.preempt_page = true;
  auto requests = writes({0, 1, 2, 3, 0, 1, 4, 5});
  requests.push_back(read(8 * kWrite + 1'000, 0));
  EXPECT_EQ(run(drive, requests).completion.back(), 8 * kWrite + 2 * kMove + kWholeErase + kWholeRead);
  drive.hard = [](std::int64_t, std::int64_t, const Around&) { return false; };
  EXPECT_EQ(run(drive, requests).completion.back(), 8 * kWrite + kMove + kWholeRead);
}

// 4 blocks of one page. Page 9 stays in block 0 while page 0 goes through the others: 1 2 3 1 2 3, which are erased 2 1
// 1 times in the end. Then page 9 goes to block 1, and when block 0 is erased for the first time, block 2, erased
// twice, is the longest free.
TEST(OraclePolicies, OpensTheBlockOfFewestErasesWithDynamicWearLevelling) {
  Drive drive = one_plane(4, 1);
  const auto requests = writes({9, 0, 0, 0, 0, 0, 0, 9, 0});
  const Outcome none = run(drive, requests);
  EXPECT_EQ(none.map, (Map{{0, 2}, {9, 1}}));
  EXPECT_EQ(none.block_erases, (Erases{1, 2, 2, 1}));
  drive.wear = Wear::kDynamic;
  EXPECT_EQ(run(drive, requests).map, (Map{{0, 0}, {9, 1}}));
  drive.wear = Wear::kNone;
  drive.allocate = [](const BlockView& b) { return -b.erases; };
  EXPECT_EQ(run(drive, requests).map, (Map{{0, 0}, {9, 1}}));
}

// 3 blocks x 2 pages: 0 1 | 0 1, then block 0 is erased and is chosen again, of two free blocks.
TEST(OraclePolicies, OpensTheFreeBlockOfHighestScore) {
  Drive drive = one_plane(3, 2);
  drive.wear = Wear::kDynamic;  // has no effect beside `allocate`
  Ages ages;
  drive.allocate = [&](const BlockView& b) {
    EXPECT_EQ(std::tuple(b.valid, b.invalid, b.free, b.written, b.pages), std::tuple(0, 0, 2, 0, 2));
    ages.push_back(b.age);
    return b.erases;
  };
  auto requests = writes({0, 1, 0, 1}, 1'000);
  requests.push_back({5'000, 8, 4, false});
  EXPECT_EQ(run(drive, requests).map, (Map{{0, 2}, {1, 3}, {2, 0}}));
  // At the last choice, block 2 was never full; block 0 became full at 1'000.
  EXPECT_EQ(std::set(ages.end() - 2, ages.end()), (std::set<std::int64_t>{5'000, 4'000}));
}

// 4 blocks x 2 pages, 8 9 | 0 1 | 0 1: the seventh write forces the collection of block 1, which has no valid page.
// Then block 0 lags: 8 and 9 go to block 1, and 0 to block 3.
const std::vector<std::int64_t> kColdBlock{8, 9, 0, 1, 0, 1, 0};

Drive levelling_drive(std::int64_t blocks) {
  Drive drive = one_plane(blocks, 2);
  drive.wear = Wear::kStatic;
  return drive;
}

TEST(OraclePolicies, MovesColdDataToTheMostWornBlock) {
  Drive drive = levelling_drive(4);
  const Outcome outcome = run(drive, writes(kColdBlock));
  EXPECT_EQ(outcome.completion.back(), 7 * kWrite + 2 * kWholeErase + 2 * kMove);
  EXPECT_EQ(outcome.map, (Map{{0, 6}, {1, 5}, {8, 2}, {9, 3}}));
  EXPECT_EQ(outcome.block_erases, (Erases{1, 1, 0, 0}));
  EXPECT_EQ(outcome.collections, 2);
  EXPECT_EQ(outcome.forced_collections, 1);
  EXPECT_EQ(outcome.wear_collections, 1);
  EXPECT_EQ(outcome.wasted_wear, 0);
  EXPECT_EQ(outcome.collection_programs, 2);
  drive.copyback = Willing::kWise;
  const Outcome copied = run(drive, writes(kColdBlock));
  EXPECT_EQ(copied.copybacks, 2);
  EXPECT_EQ(copied.completion.back(), 7 * kWrite + 2 * kWholeErase + 2 * (kCommand + kRead + kProgram));
  drive.wear_threshold = 1;
  EXPECT_EQ(run(drive, writes(kColdBlock)).completion.back(), 7 * kWrite + kWholeErase);
}

// 5 blocks x 2 pages, 0 1 | 9 8 | 0 9 | 1 0: block 0 is erased, then 8, the only page of block 1, goes to page 0 of
// block 0, and page 1 of that block is skipped. The parity differs, so the page goes over the bus whatever `copyback`
// is.
TEST(OraclePolicies, SkipsTheRestOfTheBlockThatItFills) {
  Drive drive = levelling_drive(5);
  drive.copyback = Willing::kBlind;
  const Outcome outcome = run(drive, writes({0, 1, 9, 8, 0, 9, 1, 0, 1}));
  EXPECT_EQ(outcome.completion.back(), 9 * kWrite + 2 * kWholeErase + kMove);
  EXPECT_EQ(outcome.map, (Map{{0, 7}, {1, 8}, {8, 0}, {9, 5}}));
  EXPECT_EQ(outcome.wasted_wear, 1);
  EXPECT_EQ(outcome.wasted_copyback, 0);
  EXPECT_EQ(outcome.copybacks, 0);
}

// Placed at issue, the forced collection begins after the sixth write, and the wear collection after the seventh, which
// waited before the wear collection was created. Nothing interrupts it.
TEST(OraclePolicies, LevelsAfterTheErasePlacedAtIssue) {
  Drive drive = levelling_drive(4);
  drive.preempt_page = true;
  auto requests = writes(kColdBlock);
  const Time begin = 7 * kWrite + kWholeErase, end = begin + 2 * kMove + kWholeErase;
  requests.push_back(read(begin + 1'000, 1));
  const Outcome outcome = run(drive, requests);
  EXPECT_EQ(outcome.completion[6], begin);
  EXPECT_EQ(outcome.completion[7], end + kWholeRead);
  EXPECT_EQ(outcome.split[7].collection, end - begin - 1'000);
  EXPECT_EQ(outcome.map, (Map{{0, 6}, {1, 5}, {8, 2}, {9, 3}}));
  EXPECT_EQ(outcome.wear_collections, 1);
}

// 4 blocks x 4 pages: the sixth write leaves 10 free pages, and two valid ones in block 0.
Drive drive_without_cost() {
  Drive drive = one_plane(4, 4);
  drive.trigger = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages <= 10; };
  drive.cost_zero = true;
  return drive;
}

TEST(OraclePolicies, CollectsInNoTimeAtZeroCost) {
  Drive drive = drive_without_cost();
  for (const Placement placement : {Placement::kStatic, Placement::kDynamicOrder}) {
    drive.placement = placement;
    const Outcome outcome = run(drive, writes({0, 1, 2, 3, 0, 1}));
    EXPECT_EQ(outcome.end, 6 * kWrite);
    EXPECT_EQ(outcome.map, (Map{{0, 4}, {1, 5}, {2, 8}, {3, 9}}));
    EXPECT_EQ(outcome.collections, 1);
    EXPECT_EQ(outcome.erases, 1);
    EXPECT_EQ(outcome.block_erases, (Erases{1, 0, 0, 0}));
    EXPECT_EQ(outcome.collection_programs, 2);
    EXPECT_EQ(outcome.collection_reads, 2);
    EXPECT_EQ(outcome.plane_array[0][1] + outcome.channel_bus[0][1], 0);
    EXPECT_EQ(outcome.commands, (std::map<CommandKind, std::int64_t>{{{Command::kProgram, 1, false}, 6}}));
  }
}

// The same as CostZero.MovesAPageWhileItsProgramRuns of the engine.
TEST(OraclePolicies, MovesAPageWhileItsProgramRuns) {
  Drive drive = one_plane(6, 4);
  drive.placement = Placement::kDynamicOrder, drive.cost_zero = true;
  drive.trigger = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages <= 20; };
  constexpr Time kWhileItRuns = 3 * kWrite + 100'000;
  auto requests = writes({0, 0, 2, 1});
  requests.push_back(read(kWhileItRuns, 1));
  requests.push_back({kWhileItRuns, 4, 1});
  const Outcome outcome = run(drive, requests);
  EXPECT_EQ(outcome.buffer_reads, 1);
  EXPECT_EQ(outcome.rmw_reads, 0);
  EXPECT_EQ(outcome.flash_reads, 1);
  EXPECT_EQ(outcome.completion[3], 4 * kWrite);
  EXPECT_EQ(outcome.completion[4], 4 * kWrite + kWholeRead);
  EXPECT_EQ(outcome.completion[5], 5 * kWrite + kWholeRead);
}

TEST(OraclePolicies, ForcesCollectionsInNoTimeAtZeroCost) {
  Drive drive = levelling_drive(4);
  drive.cost_zero = true;
  for (const bool preempt : {false, true}) {
    for (const Placement placement : {Placement::kStatic, Placement::kDynamicOrder}) {
      drive.placement = placement, drive.preempt_page = preempt;
      const Outcome outcome = run(drive, writes(kColdBlock));
      EXPECT_EQ(outcome.completion.back(), 7 * kWrite);
      EXPECT_EQ(outcome.map, (Map{{0, 6}, {1, 5}, {8, 2}, {9, 3}}));
      EXPECT_EQ(outcome.forced_collections, 1);
      EXPECT_EQ(outcome.wear_collections, 1);
      EXPECT_EQ(outcome.collections, 2);
    }
  }
}

}  // namespace
}  // namespace ssd::oracle
