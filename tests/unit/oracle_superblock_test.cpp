// The oracle's superblocks (superblock.group to superblock.collection) against numbers derived by hand, and against one
// plane with larger blocks, to which they must be equal. Latencies as in oracle_test.cpp. Times are in ns.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "tests/oracle/oracle.h"

namespace ssd::oracle {
namespace {

constexpr Time kCommand = 7 * 25, kPage = 2112 * 25, kRead = 20'000, kProgram = 200'000, kErase = 1'500'000;
constexpr Time kWrite = kCommand + kPage + kProgram;  // 252'975
constexpr Time kReadOut = kCommand + kRead + kPage;   // 72'975
constexpr Time kWholeErase = kCommand + kErase;
constexpr Time kMillisecond = 1'000'000;

using Map = std::map<std::int64_t, std::int64_t>;
using Erases = std::vector<std::int64_t>;
using Commands = std::map<CommandKind, std::int64_t>;

// Two planes, of one die or of two channels, with 4 blocks of 2 pages each. Superblock b has pages 2b, 8 + 2b, 2b + 1,
// 9 + 2b.
Drive two_planes(bool one_die) {
  Drive drive;
  drive.channels = one_die ? 1 : 2, drive.planes = one_die ? 2 : 1, drive.blocks = 4, drive.pages = 2,
  drive.logical_pages = 30;
  drive.read = kRead, drive.program = kProgram, drive.erase = kErase, drive.command = kCommand;
  drive.placement = Placement::kWriteOrder, drive.superblock = Scope::kDevice;
  drive.place = [one_die](std::int64_t write) {
    return one_die ? Place{0, 0, 0, write % 2} : Place{write % 2, 0, 0, 0};
  };
  return drive;
}

std::function<bool(std::int64_t, std::int64_t, const Around&)> free_pages_at_most(std::int64_t most) {
  return [most](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages <= most; };
}

// Write i arrives at i * interval.
Workload writes(const std::vector<std::int64_t>& lpns, Time interval = kMillisecond) {
  Workload workload;
  for (const std::int64_t lpn : lpns) workload.requests.push_back({workload.requests.size() * interval, lpn * 4, 4});
  return workload;
}

// Pages from 20 on belong to stream 1. The turn does not decide where in the group a page goes.
TEST(OracleSuperblock, GivesEachStreamTheNextPageOfItsOwn) {
  Drive drive = two_planes(true);
  drive.streams = 2;
  drive.stream = [](const RequestView& r) -> std::int64_t { return r.lpn >= 20; };
  EXPECT_EQ(simulate(drive, writes({20, 0, 1, 2, 21, 3, 4})).map,
            (Map{{0, 2}, {1, 10}, {2, 3}, {3, 11}, {4, 4}, {20, 0}, {21, 8}}));
}

// Two channels of two planes, plane > channel: planes 0 1, then 2 3. Write 1 has plane 1's turn, and write 2 plane 2's.
TEST(OracleSuperblock, IsOneOfTheGroupWhoseTurnItIs) {
  Drive drive = two_planes(true);
  drive.channels = 2, drive.streams = 2;
  drive.stream = [](const RequestView& r) -> std::int64_t { return r.lpn >= 20; };
  drive.place = [](std::int64_t write) { return Place{write / 2 % 2, 0, 0, write % 2}; };
  drive.superblock = Scope::kDie;
  EXPECT_EQ(simulate(drive, writes({20, 0, 1, 2})).map, (Map{{0, 2}, {1, 16}, {2, 24}, {20, 0}}));
  drive.superblock = Scope::kDevice;
  EXPECT_EQ(simulate(drive, writes({20, 0, 1, 2})).map, (Map{{0, 2}, {1, 10}, {2, 18}, {20, 0}}));
  drive.place = [](std::int64_t write) { return Place{write % 2, 0, 0, write / 2 % 2}; };  // channel > plane
  EXPECT_EQ(simulate(drive, writes({20, 0, 1, 2})).map, (Map{{0, 2}, {1, 18}, {2, 10}, {20, 0}}));
}

// 0 1 2 3 | 0 leaves 11 free pages, and pages 1, 2, 3 go to superblock 2: from channel 1 to 0, 0 to 1, 1 to 0. Channel
// 1 reads pages 1 and 3 while channel 0 programs the host's page. Then channel 0 reads page 2, and programs pages 1 and
// 3 while channel 1 programs page 2.
TEST(OracleSuperblock, MovesPagesOneByOneAndErasesTogether) {
  Drive drive = two_planes(false);
  drive.trigger = free_pages_at_most(11);
  const Outcome outcome = simulate(drive, writes({0, 1, 2, 3, 0}));
  EXPECT_EQ(outcome.map, (Map{{0, 2}, {1, 4}, {2, 12}, {3, 5}}));
  EXPECT_EQ(outcome.block_erases, (Erases{1, 0, 0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(outcome.end, 4 * kMillisecond + kWrite + kReadOut + 2 * kWrite + kWholeErase);
  EXPECT_EQ(outcome.collections, 1);
  EXPECT_EQ(outcome.forced_collections, 0);
  EXPECT_EQ(outcome.idle_collections, 1);
  EXPECT_EQ(outcome.collection_reads, 3);
  EXPECT_EQ(outcome.collection_programs, 3);
  EXPECT_EQ(outcome.erases, 2);
  EXPECT_EQ(outcome.commands, (Commands{{{Command::kRead, 1, false}, 3},
                                        {{Command::kProgram, 1, false}, 8},
                                        {{Command::kErase, 1, false}, 2}}));
  EXPECT_EQ(outcome.plane_array, (std::vector<std::array<Time, 2>>{{3 * kProgram, kRead + 2 * kProgram + kErase},
                                                                   {2 * kProgram, 2 * kRead + kProgram + kErase}}));
}

// The same in one die: everything one after another, the reads first, because they are ready first. Only the erases go
// together.
TEST(OracleSuperblock, CombinesNoMoves) {
  Drive drive = two_planes(true);
  drive.trigger = free_pages_at_most(11), drive.cache = true;
  constexpr Time kMoved = 4 * kMillisecond + kWrite + 3 * kReadOut + 3 * kWrite;
  EXPECT_EQ(simulate(drive, writes({0, 1, 2, 3, 0})).end, kMoved + 2 * kWholeErase);
  drive.multiplane = Willing::kWise;
  const Outcome outcome = simulate(drive, writes({0, 1, 2, 3, 0}));
  EXPECT_EQ(outcome.end, kMoved + 2 * kCommand + kErase);
  EXPECT_EQ(outcome.commands, (Commands{{{Command::kRead, 1, false}, 3},
                                        {{Command::kProgram, 1, false}, 8},
                                        {{Command::kErase, 2, false}, 1}}));
  drive.block_and_page = true;
  EXPECT_EQ(simulate(drive, writes({0, 1, 2, 3, 0})).end, kMoved + 2 * kWholeErase);
}

// All writes at once: channel 0 programs 0, 2, 0 and channel 1 programs 1, 3 before anything is moved. Page 2 is read
// last, on channel 0 (it is ready after 2 writes, but behind the third); then the programs follow as above.
TEST(OracleSuperblock, ReadsAPageOnceTheFlashHasIt) {
  Drive drive = two_planes(false);
  drive.trigger = free_pages_at_most(11);
  const Outcome outcome = simulate(drive, writes({0, 1, 2, 3, 0}, 0));
  EXPECT_EQ(outcome.completion, (std::vector<Time>{kWrite, kWrite, 2 * kWrite, 2 * kWrite, 3 * kWrite}));
  EXPECT_EQ(outcome.end, 3 * kWrite + kReadOut + 2 * kWrite + kWholeErase);
  EXPECT_EQ(outcome.idle_collections, 1);  // when page 1 is read first, all writes are granted
  // If reads of collection go before everything else, pages 1 and 2 are read as soon as they are programmed, and the
  // host's 3 and 0 wait.
  drive.priority = [](const OpView& o) -> std::int64_t { return o.is_gc && o.is_read; };
  const Outcome other = simulate(drive, writes({0, 1, 2, 3, 0}, 0));
  EXPECT_EQ(other.completion,
            (std::vector<Time>{kWrite, kWrite, 2 * kWrite, 2 * kWrite + kReadOut, 3 * kWrite + kReadOut}));
  EXPECT_EQ(other.end, 5 * kWrite + kReadOut + kWholeErase);
  EXPECT_EQ(other.idle_collections, 0);
}

// 0 1 2 3 | 0 1 2 3 leaves superblock 0 without a valid page: it is erased at once, while the last page is programmed
// on channel 1.
TEST(OracleSuperblock, ErasesWithoutMovesAtOnce) {
  Drive drive = two_planes(false);
  drive.trigger = free_pages_at_most(8);
  const Outcome outcome = simulate(drive, writes({0, 1, 2, 3, 0, 1, 2, 3}));
  EXPECT_EQ(outcome.end, 7 * kMillisecond + kWrite + kWholeErase);
  EXPECT_EQ(outcome.plane_array[0][1], kErase);
  EXPECT_EQ(outcome.collections, 1);
  EXPECT_EQ(outcome.erases, 2);
}

// 0 1 2 3 | 0 1 2 4 | 0 1 2 5: at the next write one superblock is free. Superblocks 0 and 1 have one page each to
// move.
TEST(OracleSuperblock, IsCollectedForAHostPage) {
  const Drive drive = two_planes(true);
  const Outcome outcome = simulate(drive, writes({0, 1, 2, 3, 0, 1, 2, 4, 0, 1, 2, 5, 6}));
  EXPECT_EQ(outcome.map, (Map{{0, 4}, {1, 12}, {2, 5}, {3, 6}, {4, 14}, {5, 13}, {6, 0}}));
  EXPECT_EQ(outcome.forced_collections, 2);
  EXPECT_EQ(outcome.collections, 2);
  EXPECT_EQ(outcome.erases, 4);
  EXPECT_EQ(outcome.block_erases, (Erases{1, 1, 0, 0, 1, 1, 0, 0}));
  // Nothing to collect: the write of page 12 has plane 0's turn.
  const Outcome full = simulate(drive, writes({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
  EXPECT_TRUE(full.drive_full);
  EXPECT_EQ(full.full_plane, 0);
}

// Superblock 0 is full at 3 ms; its pages 1, 2, 3 are valid at 4 ms.
TEST(OracleSuperblock, IsOneBlockForAScore) {
  Drive drive = two_planes(true);
  std::vector<BlockView> seen;
  drive.trigger = [](std::int64_t free_pages, std::int64_t free_blocks, const Around&) {
    return free_pages == 11 && free_blocks == 4;
  };
  drive.victim = [&](const BlockView& b) { return seen.push_back(b), 0; };
  EXPECT_EQ(simulate(drive, writes({0, 1, 2, 3, 0})).collections, 1);
  ASSERT_EQ(seen.size(), 1U);
  EXPECT_EQ(seen[0].valid, 3);
  EXPECT_EQ(seen[0].invalid, 1);
  EXPECT_EQ(seen[0].free, 0);
  EXPECT_EQ(seen[0].written, 4);
  EXPECT_EQ(seen[0].pages, 4);
  EXPECT_EQ(seen[0].erases, 0);
  EXPECT_EQ(seen[0].age, 1'000'000);
}

// Plane 0 is filled with pages 0 2 4, plane 1 with 1 3: superblock 1 counts as full all the same.
TEST(OracleSuperblock, IsFullWhereTheStartHasBegunIt) {
  Drive drive = two_planes(true);
  drive.logical_pages = 5, drive.filled = true, drive.valid_parts = 375'000;
  std::vector<BlockView> seen;
  drive.trigger = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages == 7; };
  drive.victim = [&](const BlockView& b) { return seen.push_back(b), b.invalid; };
  const Outcome outcome = simulate(drive, writes({0}));
  EXPECT_EQ(outcome.map, (Map{{0, 4}, {1, 8}, {2, 1}, {3, 9}, {4, 6}}));  // page 4 was moved from page 2
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[0].valid, 3);
  EXPECT_EQ(seen[1].valid, 1);
  EXPECT_EQ(seen[1].invalid, 3);
  EXPECT_EQ(outcome.block_erases, (Erases{0, 1, 0, 0, 0, 1, 0, 0}));
}

// Blocks of one page: 0 1 again and again. Like oracle_wearout_test.cpp, with two blocks each time.
TEST(OracleSuperblock, RetiresAsOne) {
  Drive drive = two_planes(true);
  drive.pages = 1, drive.endurance = 1;
  const Outcome outcome = simulate(drive, writes({0, 1, 0, 1, 0, 1, 0, 1}));
  EXPECT_TRUE(outcome.end_of_life);
  EXPECT_EQ(outcome.host_programs, 6);
  EXPECT_EQ(outcome.completion[6], kNotComplete);
  EXPECT_EQ(outcome.block_erases, (Erases{1, 1, 0, 0, 1, 1, 0, 0}));
  EXPECT_EQ(outcome.retired_blocks, 4);
  EXPECT_EQ(outcome.erases, 4);
}

// Like MovesPagesOneByOneAndErasesTogether. A read of page 0 (channel 0) that comes while page 1 is programmed there
// waits for the end of that program, and goes before the program of page 3. One that comes during the erase suspends
// it.
TEST(OracleSuperblock, SuspendsItsErasesOnly) {
  Drive drive = two_planes(false);
  drive.trigger = free_pages_at_most(11), drive.suspend_on = true, drive.suspend = drive.resume = 1'000;
  drive.priority = [](const OpView& o) -> std::int64_t { return o.is_read && o.is_host; };
  constexpr Time kBegin = 4 * kMillisecond + kWrite + kReadOut, kHostRead = kCommand + kRead + 2048 * 25;
  Workload workload = writes({0, 1, 2, 3, 0});
  workload.requests.push_back({kBegin + 100'000, 0, 4, true});
  const Outcome one = simulate(drive, workload);
  EXPECT_EQ(one.suspends, 0);
  EXPECT_EQ(one.end, kBegin + kWrite + kHostRead + kWrite + kWholeErase);
  EXPECT_EQ(one.conflicts, 1);
  EXPECT_EQ(one.completion[5], kBegin + kWrite + kHostRead);
  EXPECT_EQ(one.split[5].collection, kWrite - 100'000);
  workload.requests.push_back({one.end - 500'000, 0, 4, true});
  const Outcome other = simulate(drive, workload);
  EXPECT_EQ(other.suspends, 1);
  EXPECT_EQ(other.end, one.end + 1'000 + kHostRead + 1'000);
}

// Reads of collection go before everything, programs of collection behind everything: page 2 is read before the host's
// program of the same instant.
TEST(OracleSuperblock, HasMovesOfTwoKinds) {
  Drive drive = two_planes(false);
  drive.trigger = free_pages_at_most(11);
  std::vector<OpView> seen;
  drive.priority = [&](const OpView& o) -> std::int64_t {
    if (o.is_gc) seen.push_back(o);
    return o.is_gc && o.is_read ? 2 : o.is_host ? 1 : 0;
  };
  const Outcome outcome = simulate(drive, writes({0, 1, 2, 3, 0}));
  EXPECT_EQ(outcome.completion[4], 4 * kMillisecond + kReadOut + kWrite);
  EXPECT_EQ(outcome.end, 4 * kMillisecond + kReadOut + 3 * kWrite + kWholeErase);
  EXPECT_EQ(outcome.idle_collections, 0);  // the write is ready when the first page is read
  EXPECT_TRUE(std::ranges::any_of(seen, &OpView::is_read));
  EXPECT_TRUE(std::ranges::any_of(seen, &OpView::is_write));
  for (const OpView& o : seen) {
    EXPECT_FALSE(o.is_host);
    EXPECT_FALSE(o.is_read && o.is_write);
    EXPECT_EQ(o.pages, 1);
  }
}

TEST(OracleSuperblock, OfOnePlaneIsABlock) {
  Drive drive = two_planes(false);
  drive.superblock = Scope::kDie, drive.trigger = free_pages_at_most(5), drive.copyback = Willing::kBlind;
  Drive plain = drive;
  plain.superblock = Scope::kPlane;
  const Workload workload = writes({0, 1, 2, 3, 0, 1, 4, 5, 6, 7, 0, 1, 2, 3, 6});
  const Outcome one = simulate(drive, workload), other = simulate(plain, workload);
  EXPECT_EQ(one.completion, other.completion);
  EXPECT_EQ(one.end, other.end);
  EXPECT_GT(one.copybacks, 0);
  EXPECT_TRUE(one.snapshot == other.snapshot);
}

struct Dice {
  std::mt19937 random;
  std::int64_t below(std::int64_t bound) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(bound));
  }
};

std::int64_t score_of(const BlockView& b) {
  return b.age / 1'000'000 * b.invalid + b.random % 7 + b.random_rank - b.erases * 2 + b.pages - b.valid * b.age_rank;
}

// A few planes, all in one group, in one of two ORDERs.
Drive random_drive(Dice& dice) {
  Drive d = two_planes(true);
  d.channels = 1 + dice.below(2), d.dies = 1 + dice.below(2), d.planes = 1 + dice.below(3), d.pages = 1 + dice.below(3),
  d.blocks = 6;
  d.logical_pages = d.channels * d.dies * d.planes * d.pages * (3 + dice.below(2));
  const bool channels_first = dice.below(2);
  d.place = [=](std::int64_t i) {
    if (channels_first) return Place{i % d.channels, 0, i / d.channels % d.dies, i / d.channels / d.dies % d.planes};
    return Place{i / d.planes / d.dies % d.channels, 0, i / d.planes % d.dies, i % d.planes};
  };
  d.streams = 1 + dice.below(2), d.stream = [n = d.streams](const RequestView& r) { return r.lpn % n; };
  d.wear = dice.below(2) ? Wear::kDynamic : Wear::kNone, d.endurance = dice.below(2) * 9;
  if (dice.below(2)) d.victim = score_of;
  if (dice.below(3) == 0) d.allocate = [](const BlockView& b) { return b.random % 5 - b.age / 1'000'000 + b.free; };
  d.read_unwritten_as_written = false;
  return d;
}

std::vector<HostRequest> random_requests(Dice& dice, const Drive& d, Time from, int count) {
  std::vector<HostRequest> requests;
  for (int i = 0; i < count; ++i) {
    requests.push_back({from + static_cast<Time>(i) * 70'000, dice.below(d.logical_pages * 4 - 6), 1 + dice.below(6),
                        dice.below(3) == 0, dice.below(20) == 0});
  }
  return requests;
}

// In the map a group equals a plane with larger blocks.
TEST(OracleSuperblock, IsForTheMapABlockOfALargePlane) {
  std::int64_t collections = 0, full = 0, ends = 0;
  for (unsigned seed = 0; seed < 30; ++seed) {
    Dice dice{std::mt19937(seed)};
    Drive group = random_drive(dice);
    const std::int64_t planes = group.channels * group.dies * group.planes, low = dice.below(4), high = dice.below(3);
    if (planes == 1) continue;
    group.trigger = [=](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks <= low * planes; };
    group.stop = [=](std::int64_t, std::int64_t free_blocks, const Around&) {
      return free_blocks > (low + high) * planes;
    };
    Drive plane = group;
    plane.superblock = Scope::kPlane, plane.channels = plane.dies = plane.planes = 1,
    plane.pages = group.pages * planes, plane.cost_zero = true;
    plane.place = [](std::int64_t) { return Place{0, 0, 0, 0}; };
    plane.trigger = [=](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks <= low; };
    plane.stop = [=](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks > low + high; };
    const Workload workload{random_requests(dice, group, 0, 120)};
    const Outcome expected = simulate(plane, workload);
    SCOPED_TRACE(seed);
    for (const bool free_of_cost : {true, false}) {
      group.cost_zero = free_of_cost;
      const Outcome outcome = simulate(group, workload);
      ASSERT_EQ(outcome.drive_full, expected.drive_full);
      ASSERT_EQ(outcome.end_of_life, expected.end_of_life);
      if (outcome.drive_full) continue;
      Map map;
      for (const auto& [lpn, page] : expected.map) {
        const std::int64_t block = page / plane.pages, index = page % plane.pages;
        const Place at = group.place(index % planes);
        map[lpn] =
            (((at.channel * group.dies + at.die) * group.planes + at.plane) * group.blocks + block) * group.pages +
            index / planes;
      }
      ASSERT_EQ(outcome.map, map);
      ASSERT_EQ(outcome.collections, expected.collections);
      ASSERT_EQ(outcome.forced_collections, expected.forced_collections);
      ASSERT_EQ(outcome.collection_programs, expected.collection_programs);
      ASSERT_EQ(outcome.collection_reads, expected.collection_reads);
      ASSERT_EQ(outcome.erases, expected.erases * planes);
      ASSERT_EQ(outcome.retired_blocks, expected.retired_blocks * planes);
      collections += outcome.collections, ends += outcome.end_of_life;
    }
    full += expected.drive_full;
  }
  EXPECT_GT(collections, 300);
  EXPECT_GT(ends, 0);
  EXPECT_LT(full, 15);
}

// Like oracle_wearout_test.cpp: a run that follows another one equals the run from the snapshot of that one.
TEST(OracleSuperblock, GoesOnFromASnapshot) {
  std::int64_t collections = 0, retired = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    Dice dice{std::mt19937(seed)};
    Drive drive = random_drive(dice);
    drive.superblock = std::array{Scope::kDie, Scope::kChip, Scope::kDevice}[dice.below(3)], drive.endurance *= 3;
    drive.multiplane = dice.below(2) ? Willing::kWise : Willing::kNo, drive.cache = dice.below(2),
    drive.interleave = dice.below(2);
    drive.trigger = [low = dice.below(4)](std::int64_t, std::int64_t free_blocks, const Around&) {
      return free_blocks <= low;
    };
    const auto before = random_requests(dice, drive, 0, 150);
    const Outcome first = simulate(drive, {before});
    if (first.drive_full || first.end_of_life) continue;
    auto later = random_requests(dice, drive, first.end, 150), together = before;
    together.insert(together.end(), later.begin(), later.end());
    for (HostRequest& request : later) request.arrival -= first.end;
    SCOPED_TRACE(seed);
    const Outcome second = simulate(drive, {later}, &first.snapshot), whole = simulate(drive, {together});
    ASSERT_EQ(second.drive_full, whole.drive_full);
    ASSERT_EQ(second.end_of_life, whole.end_of_life);
    if (second.drive_full) continue;
    ASSERT_TRUE(second.snapshot == whole.snapshot);
    for (std::size_t i = 0; i < later.size(); ++i) {
      ASSERT_EQ(second.completion[i] == kNotComplete ? kNotComplete : second.completion[i] + first.end,
                whole.completion[before.size() + i]);
    }
    EXPECT_EQ(first.collections + second.collections, whole.collections);
    collections += second.collections, retired += second.retired_blocks;
  }
  EXPECT_GT(collections, 100);
  EXPECT_GT(retired, 0);
}

TEST(OracleSuperblock, IsRefusedWhereItHasNoRule) {
  const auto refused = [](const std::function<void(Drive&)>& change) {
    Drive drive = two_planes(true);
    change(drive);
    EXPECT_THROW(simulate(drive, writes({0})), std::invalid_argument);
  };
  refused([](Drive& d) { d.placement = Placement::kStatic; });
  refused([](Drive& d) { d.scope = Scope::kDie; });
  refused([](Drive& d) { d.preempt_page = true; });
  refused([](Drive& d) { d.wear = Wear::kStatic; });
  refused([](Drive& d) { d.multiplane = Willing::kBlind; });
}

}  // namespace
}  // namespace ssd::oracle
