// The oracle's blocks that wear out (wear.retirement, wear.end_of_life) and its snapshots (start.snapshot) against
// numbers derived by hand; latencies as in oracle_test.cpp. Times are in ns.
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "tests/oracle/oracle.h"

namespace ssd::oracle {
namespace {

constexpr Time kCommand = 7 * 25, kPage = 2112 * 25, kRead = 20'000, kProgram = 200'000, kErase = 1'500'000;
constexpr Time kWrite = kCommand + kPage + kProgram;  // 252'975
constexpr Time kWholeErase = kCommand + kErase;

using Map = std::map<std::int64_t, std::int64_t>;
using Erases = std::vector<std::int64_t>;

Drive one_plane(std::int64_t blocks, std::int64_t pages) {
  Drive drive;
  drive.blocks = blocks, drive.pages = pages, drive.logical_pages = 100;
  drive.read = kRead, drive.program = kProgram, drive.erase = kErase, drive.command = kCommand;
  drive.place = [](std::int64_t) { return Place{0, 0, 0, 0}; };
  return drive;
}

// Write i arrives at i * interval.
Outcome run(const Drive& drive, const std::vector<std::int64_t>& lpns, Time interval = 0) {
  Workload workload;
  for (const std::int64_t lpn : lpns) workload.requests.push_back({workload.requests.size() * interval, lpn * 4, 4});
  return simulate(drive, workload);
}

// Placed at admission, at issue, dynamically.
void for_each_class(Drive drive, const std::function<void(const Drive&)>& check) {
  check(drive);
  drive.preempt_page = true;
  check(drive);
  drive.placement = Placement::kDynamicOrder;
  check(drive);
}

// 4 blocks x 2 pages, 0 1 again and again. A block retires with its first erase: the seventh write finds one free
// block, and collecting blocks 0 and 1 makes no other.
TEST(OracleWearout, EndsWhenWornOutBlocksLeaveNoPage) {
  Drive drive = one_plane(4, 2);
  drive.endurance = 1;
  for_each_class(drive, [](const Drive& d) {
    const Outcome outcome = run(d, {0, 1, 0, 1, 0, 1, 0, 1, 0, 1});
    EXPECT_TRUE(outcome.end_of_life);
    EXPECT_FALSE(outcome.drive_full);
    EXPECT_EQ(outcome.completion[5], 6 * kWrite);
    EXPECT_EQ(outcome.completion[6], kNotComplete);
    EXPECT_EQ(outcome.host_programs, 6);
    EXPECT_EQ(outcome.erases, 2);
    EXPECT_EQ(outcome.retired_blocks, 2);
    EXPECT_EQ(outcome.block_erases, (Erases{1, 1, 0, 0}));
    EXPECT_EQ(outcome.end, 6 * kWrite + 2 * kWholeErase);
    EXPECT_EQ(outcome.map, (Map{{0, 4}, {1, 5}}));
  });
  // Blocks 0, 1, 2 and 3 are erased in turn before writes 7, 9, 11 and 13; then blocks 0 and 1 retire.
  drive.endurance = 2;
  for_each_class(drive, [](const Drive& d) {
    const Outcome outcome = run(d, {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1});
    EXPECT_TRUE(outcome.end_of_life);
    EXPECT_EQ(outcome.host_programs, 14);
    EXPECT_EQ(outcome.block_erases, (Erases{2, 2, 1, 1}));
    EXPECT_EQ(outcome.retired_blocks, 2);
  });
}

// The same writes. Of blocks that are wholly invalid the one of the lowest number is the victim: blocks 0, 1, 2, 0 and
// 1 are erased before writes 7, 9, 11, 13 and 15.
TEST(OracleWearout, ProjectsTheLifeFromTheErasesOfTheRun) {
  Drive drive = one_plane(4, 2);
  drive.endurance = 100;
  drive.energy = {.read = 5, .program = 70, .erase = 900, .byte_on_bus = 3, .idle = 2};
  for_each_class(drive, [](const Drive& d) {
    const std::vector<std::int64_t> lpns{0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0};
    const Outcome first = run(d, lpns);
    EXPECT_EQ(first.block_erases, (Erases{2, 2, 1, 0}));
    EXPECT_EQ(first.written_bytes, 15 * 2048);
    EXPECT_EQ(first.projected_bytes_mean, 15 * 2048 * 100 * 4 / 5);
    EXPECT_EQ(first.projected_bytes_most_worn, 15 * 2048 * 100 / 2);
    EXPECT_TRUE(first.energy.program == 15 * 70);
    EXPECT_TRUE(first.energy.erase == 5 * 900);
    EXPECT_TRUE(first.energy.transfer == 15 * 2112 * 3);
    // Two more writes, of which one needs an erase: the first run's erases do not count.
    const Outcome second = simulate(d, {.requests = {{0, 4, 4}, {kWholeErase + 2 * kWrite, 0, 4}}}, &first.snapshot);
    EXPECT_EQ(second.block_erases, (Erases{2, 2, 2, 0}));
    EXPECT_EQ(second.projected_bytes_mean, 2 * 2048 * 100 * 4);
    EXPECT_EQ(second.projected_bytes_most_worn, 2 * 2048 * 100);
  });
}

TEST(OracleWearout, IsAFullDriveWhereNoBlockIsGone) {
  Drive drive = one_plane(4, 2);
  drive.endurance = 1;
  for_each_class(drive, [](const Drive& d) { EXPECT_TRUE(run(d, {0, 1, 2, 3, 4, 5, 6}).drive_full); });
}

// 3 blocks x 4 pages. The ninth write forces a collection that moves the valid pages of block 0 into block 2, and block
// 0 retires. Then block 1 has three valid pages, for which there is room only if at most one page was moved.
TEST(OracleWearout, CollectsNoBlockWhosePagesHaveNoPlaceToGo) {
  Drive drive = one_plane(3, 4);
  drive.endurance = 1;
  for_each_class(drive, [](const Drive& d) {
    const Outcome without_room = run(d, {0, 1, 2, 3, 0, 1, 4, 4, 5}, 10 * kWrite);
    EXPECT_EQ(without_room.map, (Map{{0, 4}, {1, 5}, {2, 8}, {3, 9}, {4, 7}}));
    EXPECT_EQ(without_room.retired_blocks, 1);
    EXPECT_TRUE(without_room.end_of_life);
    const Outcome with_room = run(d, {0, 1, 2, 3, 0, 1, 2, 2, 5}, 10 * kWrite);
    EXPECT_EQ(with_room.map, (Map{{0, 9}, {1, 10}, {2, 11}, {3, 8}}));
    EXPECT_EQ(with_room.retired_blocks, 2);
    EXPECT_TRUE(with_room.end_of_life);
  });
}

// A request of three pages of which the second finds no place: the first is programmed, and nothing is done for the
// third, nor for the read that comes later.
TEST(OracleWearout, StopsInTheMiddleOfARequest) {
  Drive drive = one_plane(4, 2);
  drive.endurance = 1;
  Workload workload;
  for (const std::int64_t lpn : {0, 1, 0, 1, 0}) workload.requests.push_back({0, lpn * 4, 4});
  workload.requests.push_back({0, 4, 12});
  workload.requests.push_back({20 * kWrite, 0, 4, true});
  const Outcome outcome = simulate(drive, workload);
  EXPECT_TRUE(outcome.end_of_life);
  EXPECT_EQ(outcome.host_programs, 6);
  EXPECT_EQ(outcome.flash_reads, 0);
  EXPECT_EQ(outcome.completion[5], kNotComplete);
  EXPECT_EQ(outcome.completion[6], kNotComplete);
  EXPECT_EQ(outcome.map, (Map{{0, 4}, {1, 5}}));
}

// 0 1 | 0 2 | 3, and a trim of page 2.
TEST(OracleSnapshot, HasTheMapAndTheFlash) {
  Workload workload;
  for (const std::int64_t lpn : {0, 1, 0, 2, 3}) workload.requests.push_back({0, lpn * 4, 4});
  workload.requests.push_back({10 * kWrite, 8, 4, false, true});
  workload.requests.push_back({10 * kWrite, 18, 1});
  const Drive drive = one_plane(6, 2);
  const Snapshot snapshot = simulate(drive, workload).snapshot;
  constexpr std::int64_t kFree = Snapshot::kFree, kInvalid = Snapshot::kInvalid;
  EXPECT_EQ(snapshot.pages,
            (std::vector<std::int64_t>{kInvalid, 1, 0, kInvalid, 3, 4, kFree, kFree, kFree, kFree, kFree, kFree}));
  EXPECT_EQ(snapshot.written_sectors, (std::map<std::int64_t, std::set<std::int64_t>>{
                                          {0, {0, 1, 2, 3}}, {1, {0, 1, 2, 3}}, {3, {0, 1, 2, 3}}, {4, {2}}}));
  EXPECT_EQ(snapshot.block_ages,
            (std::vector<Time>{11 * kWrite, 11 * kWrite, kWrite, 11 * kWrite, 11 * kWrite, 11 * kWrite}));
  EXPECT_EQ(snapshot.planes.at(0).free_blocks, (std::vector<std::int64_t>{3, 4, 5}));
  EXPECT_EQ(snapshot.planes.at(0).host, (std::vector<std::optional<Snapshot::Active>>{std::nullopt}));
  // A write of another sector of page 4 reads the one that is there; a write of a sector of page 2 reads nothing.
  const Outcome outcome = simulate(drive, {{{0, 16, 1}, {0, 8, 1}}}, &snapshot);
  EXPECT_EQ(outcome.rmw_reads, 1);
  EXPECT_EQ(outcome.map, (Map{{0, 2}, {1, 1}, {2, 7}, {3, 4}, {4, 6}}));
}

// A run that follows another one equals the run from the snapshot of that one. Nothing is in buffers and slots, nothing
// happens in the background, and no page is read before it is written, so only the clock differs.
TEST(OracleSnapshot, LetsARunGoOnAsIfItHadNotEnded) {
  std::int64_t collections = 0, wear = 0, retired = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    std::mt19937 random(seed);
    const auto below = [&](std::int64_t n) { return static_cast<std::int64_t>(random() % n); };
    Drive drive = one_plane(7, 1 + below(4));
    drive.channels = 1 + below(2), drive.dies = 1 + below(2), drive.planes = 1 + below(2), drive.interleave = below(2);
    const std::int64_t planes = drive.channels * drive.dies * drive.planes;
    drive.place = [d = drive](std::int64_t i) {
      return Place{i % d.channels, 0, i / d.channels % d.dies, i / d.channels / d.dies % d.planes};
    };
    drive.logical_pages = planes * drive.pages * 2, drive.read_unwritten_as_written = false;
    drive.placement = std::array{Placement::kStatic, Placement::kWriteOrder, Placement::kDynamicOrder}[below(3)];
    drive.multiplane = std::array{Willing::kNo, Willing::kWise, Willing::kBlind}[below(3)];
    drive.streams = 1 + below(2), drive.active_shared = below(2), drive.migrate_same_die = below(2);
    drive.stream = [n = drive.streams](const RequestView& r) { return r.lpn % n; };
    drive.scope = std::array{Scope::kPlane, Scope::kDie, Scope::kDevice}[below(3)];
    drive.wear = std::array{Wear::kNone, Wear::kStatic, Wear::kDynamic}[below(3)];
    drive.wear_threshold = below(2), drive.preempt_page = below(2), drive.endurance = below(2) * 20;
    if (below(2)) drive.victim = [](const BlockView& b) { return b.age / 1000 * b.invalid + b.random % 7; };
    drive.trigger = [low = below(4)](std::int64_t, std::int64_t free_blocks, const Around&) {
      return free_blocks <= low;
    };
    const auto requests = [&](Time from, int count) {
      std::vector<HostRequest> list;
      for (int i = 0; i < count; ++i) {
        list.push_back(
            {from + i * Time{70'000}, below(drive.logical_pages * 4 - 6), 1 + below(6), below(3) == 0, below(20) == 0});
      }
      return list;
    };
    const auto before = requests(0, 200);
    const Outcome first = simulate(drive, {before});
    if (first.drive_full || first.end_of_life) continue;
    auto later = requests(first.end, 200), together = before;
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
    EXPECT_EQ(first.collection_programs + second.collection_programs, whole.collection_programs);
    EXPECT_EQ(second.retired_blocks, whole.retired_blocks);
    collections += second.collections, wear += second.wear_collections, retired += second.retired_blocks;
  }
  for (const std::int64_t count : {collections, wear, retired}) EXPECT_GT(count, 0);
}

}  // namespace
}  // namespace ssd::oracle
