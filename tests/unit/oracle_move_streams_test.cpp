// The oracle's streams of moved pages (collection.stream): which drives and start states they are for, and random
// drives.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <stdexcept>

#include "tests/oracle/oracle.h"

namespace ssd::oracle {
namespace {

// One plane of eight blocks of two pages, two streams; a moved page goes to the stream after that of its block.
Drive example() {
  Drive drive;
  drive.blocks = 8, drive.pages = 2, drive.logical_pages = 12;
  drive.read = 20'000, drive.program = 200'000, drive.erase = 1'000'000;
  drive.place = [](std::int64_t) { return Place{0, 0, 0, 0}; };
  drive.streams = 2;
  drive.collects_by_stream = true;
  drive.move_stream = [](const MoveView& m) { return (m.stream + 1) % 2; };
  return drive;
}

Workload writes(const std::vector<std::int64_t>& lpns) {
  Workload workload;
  for (const std::int64_t lpn : lpns) workload.requests.push_back({.sector = lpn * 4, .sectors = 4});
  return workload;
}

void expect_refused(const Drive& drive, const Snapshot* start = nullptr) {
  EXPECT_THROW(simulate(drive, writes({0}), start), std::invalid_argument);
}

TEST(OracleMoveStreams, AreForDrivesPlacedAtAdmissionThatKeepStreamsApart) {
  EXPECT_NO_THROW(simulate(example(), writes({0})));
  Drive drive = example();
  drive.collects_by_stream = false;
  expect_refused(drive);
  drive = example();
  drive.endurance = 5;
  expect_refused(drive);
  drive = example();
  drive.copyback = Willing::kWise;
  expect_refused(drive);
  drive = example();
  drive.preempt_page = true;
  expect_refused(drive);
}

TEST(OracleMoveStreams, TablesAreForDrivesPlacedAtAdmission) {
  Drive drive = example();
  drive.move_stream = nullptr;
  drive.tables = {{}};
  EXPECT_NO_THROW(simulate(drive, writes({0})));
  drive.preempt_page = true;
  expect_refused(drive);
  drive.tables.clear();
  EXPECT_NO_THROW(simulate(drive, writes({0})));
  drive.on_trim = [](const TrimEvent&, Tables&) {};
  expect_refused(drive);
}

// Twelve pages fill six blocks, and two are free; thirteen fill seven, one is free, and the reserve is two. An
// ordinary drive may start so.
TEST(OracleMoveStreams, AFilledDriveHasTheReserve) {
  Drive drive = example();
  drive.filled = true;
  drive.valid_parts = 687'500, drive.invalid_parts = 62'500;  // 11 and 1 of 16
  EXPECT_NO_THROW(simulate(drive, writes({0})));
  drive.invalid_parts = 125'000;
  expect_refused(drive);
  drive.move_stream = nullptr;
  EXPECT_NO_THROW(simulate(drive, writes({0})));
}

// The last two blocks are the reserve, so seven pages begin six blocks: two pages in block 0, one in each other. Block
// 1 is the first that the host opens. Without the function seven blocks get one page each.
TEST(OracleMoveStreams, AnEvenStartLeavesTheReserve) {
  Drive drive = example();
  drive.filled = drive.filled_even = true, drive.valid_parts = 437'500;
  EXPECT_EQ(simulate(drive, writes({0})).map.at(0), 3);
  drive.move_stream = nullptr;
  EXPECT_EQ(simulate(drive, writes({0})).map.at(0), 1);
}

// Without the function the host leaves one block free: of the thirteen writes twelve fill six blocks, and the last
// opens block 6. One block is free, and no block of collection is open: that is less than the reserve of two. With the
// function the last write collects a block and leaves two, and a run can go on from there.
TEST(OracleMoveStreams, ASnapshotHasTheReserve) {
  Drive drive = example();
  const Workload load = writes({0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  const Snapshot own = simulate(drive, load).snapshot;
  EXPECT_EQ(own.planes[0].free_blocks.size(), 2u);
  EXPECT_NO_THROW(simulate(drive, load, &own));
  drive.move_stream = nullptr;
  const Snapshot other = simulate(drive, load).snapshot;
  EXPECT_EQ(other.planes[0].free_blocks.size(), 1u);
  EXPECT_NO_THROW(simulate(drive, load, &other));
  expect_refused(example(), &other);
}

// The physical page of page `index` of a block of the map (superblock.group).
std::int64_t physical_page(const Drive& drive, std::int64_t number, std::int64_t index) {
  if (drive.superblock == Scope::kPlane) return number * drive.pages + index;
  const std::int64_t planes = drive.channels * drive.planes;
  const Place at = drive.place(index % planes);
  return ((at.channel * drive.planes + at.plane) * drive.blocks + number) * drive.pages + index / planes;
}

// A drive as full as drive.capacity allows: at most (blocks - (3 streams - 1)) x pages - 1 logical pages a plane. Its
// tables: where each page lies by its last event, the stream of that, and the number of events.
Drive random_drive(std::mt19937& random) {
  const auto below = [&random](unsigned n) { return static_cast<std::int64_t>(random() % n); };
  Drive drive = example();
  drive.channels = 1 + below(2), drive.planes = 1 + below(2), drive.pages = 1 + below(4);
  drive.streams = 1 + below(4), drive.blocks = 3 * drive.streams + 1 + below(6);
  const std::int64_t planes = drive.channels * drive.planes;
  const std::int64_t blocks = drive.blocks - 3 * drive.streams + 1;
  drive.logical_pages = planes * std::max<std::int64_t>(blocks * drive.pages - 1, 1);
  drive.place = [c = drive.channels, p = drive.planes](std::int64_t i) { return Place{i % c, 0, 0, i / c % p}; };
  drive.stream = [n = drive.streams](const RequestView& r) { return r.page * 7 % n; };
  drive.stream_reads_page = true;
  // Any stream, but the same whenever the run is repeated.
  drive.move_stream = [n = drive.streams, salt = below(1000)](const MoveView& m) {
    return (m.lpn * 31 + m.block * 17 + m.tables->at(2).at(0) * salt) % n;
  };
  if (below(3) == 0) {
    drive.placement = Placement::kWriteOrder, drive.superblock = Scope::kDevice;
    drive.order = {Level::kChannel, Level::kPlane, Level::kDie, Level::kChip};
  } else {
    drive.filled_even = drive.filled = below(4) == 0;
    drive.valid_parts = 300'000;
    drive.wear = below(2) == 0 ? Wear::kStatic : Wear::kNone;
    drive.wear_threshold = below(3);
  }
  if (below(2) == 0)
    drive.trigger = [low = below(6)](std::int64_t, std::int64_t free, const Around&) { return free <= low; };
  drive.tables = {{TableSpec::Of::kLpn, -1}, {TableSpec::Of::kLpn, -1}, {TableSpec::Of::kDrive, 0}};
  const auto note = [](Tables& tables, std::int64_t lpn, std::int64_t page, std::int64_t stream) {
    tables[0].at(lpn) = page;
    tables[1].at(lpn) = stream;
    ++tables[2][0];
  };
  drive.on_write = [note, drive](const WriteEvent& w, Tables& tables) {
    EXPECT_EQ(w.stream, w.lpn * 7 % drive.streams);
    note(tables, w.lpn, physical_page(drive, w.block, w.index), w.stream);
  };
  drive.on_move = [note, drive](const MoveEvent& m, Tables& tables) {
    note(tables, m.lpn, physical_page(drive, m.to, m.index), m.to_stream);
  };
  return drive;
}

// Every run ends, every page lies where its last event says, in a block of the stream that this says, and a run that
// goes on from the middle with snapshot and tables ends as the whole run.
TEST(OracleMoveStreams, PagesLieInBlocksOfTheirStream) {
  std::int64_t moved = 0, levelled = 0, changed = 0, of_superblocks = 0;
  for (unsigned seed = 1; seed <= 120; ++seed) {
    std::mt19937 random(seed);
    const Drive drive = random_drive(random);
    const auto pages = static_cast<unsigned>(drive.logical_pages);
    std::vector<std::int64_t> lpns;
    for (int i = 0; i < 300; ++i)
      lpns.push_back(static_cast<std::int64_t>(random() % (random() % 4 == 0 ? pages : 1 + pages / 3)));
    const Outcome whole = simulate(drive, writes(lpns));
    ASSERT_FALSE(whole.drive_full) << seed;
    for (const auto& [lpn, page] : whole.map) {
      const std::int64_t stream = whole.tables[1].at(lpn);
      if (stream < 0) continue;  // it lies where the start has put it
      ASSERT_EQ(whole.tables[0].at(lpn), page) << seed << ", LPN " << lpn;
      ASSERT_EQ(whole.snapshot.block_streams.at(page / drive.pages), stream) << seed << ", LPN " << lpn;
      changed += stream != lpn * 7 % drive.streams;
    }
    moved += whole.collection_programs;
    if (drive.superblock != Scope::kPlane) of_superblocks += whole.collection_programs;
    levelled += whole.wear_collections;
    const std::vector<std::int64_t> first(lpns.begin(), lpns.begin() + 150), second(lpns.begin() + 150, lpns.end());
    const Outcome before = simulate(drive, writes(first));
    const Outcome after = simulate(drive, writes(second), &before.snapshot, &before.tables);
    ASSERT_EQ(after.tables, whole.tables) << seed;
    ASSERT_EQ(after.map, whole.map) << seed;
    ASSERT_EQ(after.snapshot.planes, whole.snapshot.planes) << seed;
  }
  EXPECT_GT(moved, 2'000);
  EXPECT_GT(of_superblocks, 500);
  EXPECT_GT(levelled, 100);
  EXPECT_GT(changed, 200);
}

}  // namespace
}  // namespace ssd::oracle
