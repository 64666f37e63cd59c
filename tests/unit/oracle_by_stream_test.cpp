// The oracle's collection by stream (collection.active) against numbers derived by hand.
#include <gtest/gtest.h>

#include <random>
#include <stdexcept>

#include "tests/oracle/oracle.h"

namespace ssd::oracle {
namespace {

// One plane of eight blocks of two pages, six logical pages, streams 0 (LPN 0 to 3) and 1 (LPN 4 and 5); less than four
// free blocks are collected.
Drive example() {
  Drive drive;
  drive.blocks = 8, drive.pages = 2, drive.logical_pages = 6;
  drive.read = 20'000, drive.program = 200'000, drive.erase = 1'000'000;
  drive.place = [](std::int64_t) { return Place{0, 0, 0, 0}; };
  drive.streams = 2;
  drive.stream = [](const RequestView& r) { return r.lpn < 4 ? std::int64_t{0} : 1; };
  drive.trigger = [](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks < 4; };
  drive.collects_by_stream = true;
  return drive;
}

Workload writes(const std::vector<std::int64_t>& lpns) {
  Workload workload;
  for (const std::int64_t lpn : lpns) workload.requests.push_back({.sector = lpn * 4, .sectors = 4});
  return workload;
}

const std::vector<std::int64_t> kWrites{0, 1, 4, 5, 0, 4, 2, 3};

TEST(OracleByStream, MovesPagesToTheBlockOfTheirStream) {
  const Outcome outcome = simulate(example(), writes(kWrites));
  EXPECT_EQ(outcome.collections, 2);
  EXPECT_EQ(outcome.map, (std::map<std::int64_t, std::int64_t>{{0, 4}, {1, 10}, {2, 5}, {3, 8}, {4, 6}, {5, 12}}));
  const Snapshot& left = outcome.snapshot;
  EXPECT_EQ(left.block_streams, (std::vector<std::int64_t>{0, 0, 0, 1, 0, 0, 1, 0}));
  EXPECT_EQ(left.planes[0].collection, (std::vector{std::optional(Snapshot::Active{5, 1}), {Snapshot::Active{6, 1}}}));
  EXPECT_EQ(left.planes[0].free_blocks, (std::vector<std::int64_t>{7, 0, 1}));
}

TEST(OracleByStream, SeparateFillsOneBlock) {
  Drive drive = example();
  drive.collects_by_stream = false;
  const Outcome outcome = simulate(drive, writes(kWrites));
  EXPECT_EQ(outcome.map.at(1), 10);
  EXPECT_EQ(outcome.map.at(5), 11);
  EXPECT_EQ(outcome.snapshot.planes[0].free_blocks, (std::vector<std::int64_t>{6, 7, 0, 1}));
  EXPECT_TRUE(outcome.snapshot.block_streams.empty());
}

// The run that goes on from the state makes the choices of the run that was not interrupted.
TEST(OracleByStream, ASnapshotKnowsTheStreamsOfBlocks) {
  const std::vector<std::int64_t> more{0, 5, 1, 4, 2, 0, 5, 3, 1};
  std::vector<std::int64_t> all = kWrites;
  all.insert(all.end(), more.begin(), more.end());
  const Drive drive = example();
  const Outcome first = simulate(drive, writes(kWrites)), whole = simulate(drive, writes(all));
  const Outcome second = simulate(drive, writes(more), &first.snapshot);
  EXPECT_EQ(second.map, whole.map);
  EXPECT_EQ(second.snapshot.block_streams, whole.snapshot.block_streams);
  EXPECT_EQ(second.snapshot.planes, whole.snapshot.planes);
}

// A superblock of all planes is a block of one large plane.
TEST(OracleByStream, OfTheWholeDriveIsThatOfALargePlane) {
  Drive wide = example();
  wide.channels = 2, wide.pages = 1;
  wide.placement = Placement::kWriteOrder;
  wide.superblock = Scope::kDevice;
  wide.place = [](std::int64_t n) { return Place{n % 2, 0, 0, 0}; };
  wide.trigger = [](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks < 8; };
  const Outcome outcome = simulate(wide, writes(kWrites));
  EXPECT_EQ(outcome.collections, 2);
  // Page k of superblock b is block b of plane k.
  EXPECT_EQ(outcome.map, (std::map<std::int64_t, std::int64_t>{{0, 2}, {1, 5}, {2, 10}, {3, 4}, {4, 3}, {5, 6}}));
}

// One plane of four blocks of two pages that wear out with their first erase.
Drive worn_drive(std::int64_t streams) {
  Drive drive = example();
  drive.blocks = 4, drive.logical_pages = 3, drive.endurance = 1, drive.streams = streams;
  drive.stream = nullptr, drive.trigger = nullptr;
  return drive;
}

// Block 0: LPN 0 and an invalid page, full. Block 1: the collection block of stream 0, with LPN 1 in its first page.
// Block 2 is retired, or the collection block of stream 1 with an invalid page; block 3 is retired.
Snapshot worn_state(std::int64_t streams, bool other_is_open) {
  Snapshot state;
  state.pages = {0,
                 Snapshot::kInvalid,
                 1,
                 Snapshot::kFree,
                 Snapshot::kInvalid,
                 other_is_open ? Snapshot::kFree : Snapshot::kInvalid,
                 Snapshot::kInvalid,
                 Snapshot::kInvalid};
  for (const std::int64_t lpn : {0, 1}) state.written_sectors[lpn] = {0, 1, 2, 3};
  state.block_erases = {0, 0, other_is_open ? 0 : 1, 1};
  state.block_ages = {0, 0, 0, 0};
  state.retired = {false, false, !other_is_open, true};
  state.block_streams = {0, 0, other_is_open ? 1 : 0, 0};
  Snapshot::Plane plane;
  plane.host.resize(static_cast<std::size_t>(streams));
  plane.collection.resize(static_cast<std::size_t>(streams));
  plane.collection[0] = Snapshot::Active{1, 1};
  if (other_is_open) plane.collection[1] = Snapshot::Active{2, 1};
  state.planes = {plane};
  state.writes_given = {0};
  return state;
}

// LPN 0 would fit behind LPN 1, but the least rest is that of stream 1 (collection.active).
TEST(OracleByStream, CountsTheLeastRest) {
  const Workload one = writes({2});
  Snapshot state = worn_state(2, false);
  EXPECT_EQ(simulate(worn_drive(2), one, &state).collections, 0);
  state = worn_state(1, false);
  EXPECT_EQ(simulate(worn_drive(1), one, &state).collections, 1);
  state = worn_state(2, true);
  const Outcome outcome = simulate(worn_drive(2), one, &state);
  EXPECT_EQ(outcome.collections, 1);
  EXPECT_EQ(outcome.map.at(0), 3);
  state.block_streams[0] = 1;  // the page goes where its block belongs
  EXPECT_EQ(simulate(worn_drive(2), one, &state).map.at(0), 5);
}

TEST(OracleByStream, PreloadedPagesAreOfStream0) {
  Drive drive = example();
  drive.stream = [](const RequestView&) { return std::int64_t{1}; };
  Workload workload = writes({1});
  workload.requests.insert(workload.requests.begin(), {.sector = 0, .sectors = 4, .is_read = true});
  const Outcome outcome = simulate(drive, workload);
  EXPECT_EQ(outcome.preloaded, 1);
  EXPECT_EQ(outcome.snapshot.block_streams, (std::vector<std::int64_t>{0, 1, 0, 0, 0, 0, 0, 0}));
}

// start.even: seven blocks get one page of two each.
TEST(OracleByStream, ABegunBlockBelongsToTheStreamThatOpensIt) {
  Drive drive = example();
  drive.logical_pages = 7, drive.filled = drive.filled_even = true, drive.valid_parts = 437'500;
  drive.trigger = nullptr;
  drive.stream = [](const RequestView& r) { return r.lpn == 0 ? std::int64_t{1} : 0; };
  const Outcome outcome = simulate(drive, writes({0, 1}));
  EXPECT_EQ(outcome.map.at(0), 1);
  EXPECT_EQ(outcome.map.at(1), 3);
  EXPECT_EQ(outcome.snapshot.block_streams, (std::vector<std::int64_t>{1, 0, 0, 0, 0, 0, 0, 0}));
}

// Random drives: where a page's stream never changes, a block holds pages of its own stream only.
TEST(OracleByStream, BlocksHoldPagesOfTheirStreamOnly) {
  std::int64_t moved = 0, levelled = 0;
  for (unsigned seed = 1; seed <= 150; ++seed) {
    std::mt19937 random(seed);
    const auto below = [&random](unsigned n) { return static_cast<std::int64_t>(random() % n); };
    Drive drive = example();
    drive.channels = 1 + below(2), drive.planes = 1 + below(2), drive.pages = 1 + below(4), drive.blocks = 12;
    drive.streams = 2 + below(2);
    drive.stream = [n = drive.streams](const RequestView& r) { return r.lpn % n; };
    drive.place = [c = drive.channels, p = drive.planes](std::int64_t i) { return Place{i % c, 0, 0, i / c % p}; };
    drive.logical_pages = drive.channels * drive.planes * drive.pages * (12 - 2 * drive.streams) * 3 / 4;
    drive.wear = below(2) == 0 ? Wear::kStatic : Wear::kNone;
    drive.wear_threshold = below(3);
    drive.trigger = [low = 2 + below(3)](std::int64_t, std::int64_t free, const Around&) { return free <= low; };
    std::vector<std::int64_t> lpns;
    for (int i = 0; i < 300; ++i)
      lpns.push_back(below(static_cast<unsigned>(below(4) == 0 ? drive.logical_pages : 1 + drive.logical_pages / 3)));
    const Outcome outcome = simulate(drive, writes(lpns));
    ASSERT_FALSE(outcome.drive_full) << seed;
    for (const auto& [lpn, page] : outcome.map) {
      ASSERT_EQ(outcome.snapshot.block_streams[static_cast<std::size_t>(page / drive.pages)], lpn % drive.streams)
          << seed << ", LPN " << lpn;
    }
    moved += outcome.collection_programs;
    levelled += outcome.wear_collections;
  }
  EXPECT_GT(moved, 1000);
  EXPECT_GT(levelled, 50);
}

TEST(OracleByStream, IsRefusedWithCopiesWithoutAStream) {
  Drive drive = example();
  drive.migrate_same_die = true;
  EXPECT_THROW(simulate(drive, writes(kWrites)), std::invalid_argument);
  drive = example();
  drive.replicas = 4;
  EXPECT_THROW(simulate(drive, writes(kWrites)), std::invalid_argument);
}

}  // namespace
}  // namespace ssd::oracle
