// Fields of the oracle's records against numbers derived by hand: the page, queue and bytes of an operation
// (bus.priority), and when a block was last written (space.last_write).
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "tests/unit/oracle_example_drive.h"

namespace ssd::oracle {
namespace {

using Ints = std::vector<std::int64_t>;

// Two chips, of which the first has the even logical pages.
Drive two_chips() {
  Drive drive = example_drive(16);
  drive.chips = 2, drive.blocks = 16;
  drive.place = [](std::int64_t lpn) { return Place{0, lpn % 2, 0, 0}; };
  return drive;
}

HostRequest sectors_of(Time arrival, std::int64_t sector, std::int64_t sectors, bool is_read) {
  return {arrival * kUs, sector, sectors, is_read};
}

// What the priority has seen of the operations of the host.
struct Seen {
  std::set<std::tuple<bool, std::int64_t, std::int64_t, std::int64_t>> host;   // is_read, lpn, queue, bytes
  std::set<std::tuple<std::int64_t, std::int64_t, std::int64_t>> collections;  // lpn, queue, bytes
};
void watch(Drive& drive, Seen& seen) {
  drive.priority = [&seen](const OpView& op) {
    if (op.is_host)
      seen.host.emplace(op.is_read, op.lpn, op.queue, op.bytes);
    else
      seen.collections.emplace(op.lpn, op.queue, op.bytes);
    return std::int64_t{0};
  };
}

TEST(OracleFields, OperationsHaveTheBytesThatTheyTransfer) {
  Drive drive = two_chips();
  drive.priority = [](const OpView& op) -> std::int64_t { return op.bytes < 2048; };
  EXPECT_EQ(run(drive, {read(0, 0), sectors_of(0, 4, 1, true)}).completion, (Times{83'500, 33'500}));
  drive.priority = nullptr;
  EXPECT_EQ(run(drive, {read(0, 0), sectors_of(0, 4, 1, true)}).completion, (Times{71'000, 83'500}));
}

// A write of one sector to a page that was wholly written reads the other three, and programs four, also where whole
// pages cross the bus.
TEST(OracleFields, OperationsHaveTheirPage) {
  for (const bool sectors : {false, true}) {
    Drive drive = two_chips();
    drive.program_moves_sectors = sectors, drive.read_moves_page = !sectors;
    Seen seen;
    watch(drive, seen);
    run(drive, {write(0, 3), sectors_of(1'000, 14, 1, false), read(2'000, 3)});
    EXPECT_EQ(seen.host, (decltype(seen.host){{false, 3, 0, 2048}, {true, 3, 0, 1536}, {true, 3, 0, 2048}}));
  }
}

// Requests go to the queues in turn. The read of a read-modify-write has the queue of its write; what leaves the buffer
// has none.
TEST(OracleFields, OperationsHaveTheQueueOfTheirRequest) {
  Drive drive = two_chips();
  drive.queues = 3;
  Seen seen;
  watch(drive, seen);
  run(drive, {write(0, 0), write(1'000, 1), sectors_of(2'000, 5, 1, false)});
  EXPECT_EQ(seen.host,
            (decltype(seen.host){{false, 0, 0, 2048}, {false, 1, 1, 2048}, {true, 1, 2, 1536}, {false, 1, 2, 2048}}));
  drive.buffer_slots = 1;
  drive.flush = Flush::kEager;
  seen = {};
  run(drive, {write(0, 0), write(1'000, 1), write(2'000, 2)});
  EXPECT_EQ(seen.host, (decltype(seen.host){{false, 0, 0, 2048}, {false, 1, 0, 2048}, {false, 2, 0, 2048}}));
}

// Six blocks of two pages. The writes fill block 0 at 1, block 1 at 3, block 2 at 5, and the one at 7 chooses a victim.
Drive collecting() {
  Drive drive = example_drive(100);
  drive.blocks = 6, drive.pages = 2;
  drive.place = [](std::int64_t) { return Place{0, 0, 0, 0}; };
  drive.trigger = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages <= 4; };
  return drive;
}
std::vector<HostRequest> overwrites() {
  std::vector<HostRequest> requests;
  for (const std::int64_t lpn : {0, 1, 2, 3, 4, 5, 2, 4}) requests.push_back(write(requests.size(), lpn));
  return requests;
}

TEST(OracleFields, LastWriteIsTheTimeOfTheLastPage) {
  Drive drive = collecting();
  Ints seen;
  drive.victim = [&](const BlockView& b) { return seen.push_back(b.last_write / 1'000), -b.last_write; };
  EXPECT_EQ(run(drive, overwrites()).block_erases, (Ints{0, 1, 0, 0, 0, 0}));
  EXPECT_EQ(seen, (Ints{3, 5}));
}

TEST(OracleFields, LastWriteAndAgeMakeTheTimeOfTheEvent) {
  Drive drive = collecting();
  std::set<std::int64_t> sums;
  drive.victim = [&](const BlockView& b) { return sums.insert(b.last_write + b.age), b.invalid; };
  run(drive, overwrites());
  EXPECT_EQ(sums, (std::set<std::int64_t>{7'000}));
}

// A free block that never was full has 0, and one that was erased keeps its time. The writes from 100 on overwrite what
// blocks 0 and 1 held, so that blocks 0, 1 and 2, which became full at 1, 3 and 5, are erased and free.
TEST(OracleFields, LastWriteOfFreeBlocksIsThatBeforeTheErase) {
  Drive drive = collecting();
  std::set<std::int64_t> seen;
  drive.allocate = [&](const BlockView& b) { return seen.insert(b.last_write / 1'000), b.erases; };
  auto requests = overwrites();
  for (int i = 0; i < 4; ++i) requests.push_back(write(100 + i, i));
  run(drive, requests);
  EXPECT_EQ(seen, (std::set<std::int64_t>{0, 1, 3, 5}));
}

TEST(OracleFields, LastWriteOfASnapshotIsNegative) {
  Drive drive = collecting();
  drive.trigger = [](std::int64_t, std::int64_t, const Around&) { return false; };
  const Outcome first = run(drive, {write(0, 0), write(1, 1), write(2, 0), write(3, 2)});
  ASSERT_FALSE(first.snapshot.block_ages.empty());
  drive = collecting();
  Ints seen;
  drive.victim = [&](const BlockView& b) { return seen.push_back(b.last_write), b.invalid; };
  simulate(drive, {{write(5, 3), write(6, 4), write(7, 5), write(8, 3)}}, &first.snapshot);
  ASSERT_FALSE(seen.empty());
  EXPECT_EQ(seen.front(), -static_cast<std::int64_t>(first.snapshot.block_ages.front()));
  EXPECT_LT(seen.front(), 0);
}

// Collections, and what belongs to one, have none of the three.
TEST(OracleFields, CollectionsHaveNoPage) {
  Drive drive = collecting();
  Seen seen;
  watch(drive, seen);
  run(drive, overwrites());
  EXPECT_EQ(seen.collections, (decltype(seen.collections){{0, 0, 0}}));
}

}  // namespace
}  // namespace ssd::oracle
