// The oracle's collection by stream (collection.active) against numbers derived by hand.
#include <gtest/gtest.h>

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
