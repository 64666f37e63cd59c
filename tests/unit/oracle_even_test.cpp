// The oracle's start state of blocks that all begin alike (start.even), against timelines derived by hand. One plane of
// 5 blocks of 4 pages, unless a test says otherwise. 10 pages are valid: blocks 0 and 1 have three of them, 2 and 3
// have two, block 4 is free. So the host fills pages 3, 7, 10, 11, 14, 15. A program takes 251 us, the move of a page
// 322, an erase 1001.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "tests/oracle/oracle.h"

namespace ssd::oracle {
namespace {

constexpr Time kUs = 1000, kWrite = 251 * kUs, kMove = 322 * kUs, kErase = 1001 * kUs;

Drive even_drive() {
  Drive drive;
  drive.blocks = 5, drive.logical_pages = 14, drive.spare_bytes = 0;
  drive.bus_numerator = 3125, drive.bus_denominator = 128;  // 50 us for 2 KiB
  drive.read = 20 * kUs, drive.program = 200 * kUs, drive.erase = 1000 * kUs, drive.command = kUs;
  drive.place = [](std::int64_t) { return Place{0, 0, 0, 0}; };
  drive.filled = drive.filled_even = true, drive.valid_parts = 500'000, drive.fill_seed = 7;
  return drive;
}

HostRequest write(Time arrival, std::int64_t lpn) { return {arrival, lpn * 4, 4, false}; }

// All at 0.
Outcome write_pages(const Drive& drive, const std::vector<std::int64_t>& pages) {
  Workload workload;
  for (const std::int64_t lpn : pages) workload.requests.push_back(write(0, lpn));
  return simulate(drive, workload);
}

// Where the last write of each page went, if none was moved.
std::vector<std::int64_t> places(const Drive& drive, const std::vector<std::int64_t>& pages) {
  const Outcome outcome = write_pages(drive, pages);
  std::vector<std::int64_t> at;
  for (const std::int64_t lpn : pages) at.push_back(outcome.map.at(lpn));
  return at;
}

TEST(OracleEven, FillsBegunBlocksInAscendingOrder) {
  EXPECT_EQ(places(even_drive(), {10, 11, 12, 13}), (std::vector<std::int64_t>{3, 7, 10, 11}));
  // One free block is left after six writes. The seventh one has to wait for collections: block 2 has two valid pages,
  // then 0 and 1 three each, and what they gain are blocks 0 and 1. The host opens block 0.
  std::vector<std::int64_t> pages{10, 11, 10, 11, 10, 11};
  const Outcome six = write_pages(even_drive(), pages);
  EXPECT_EQ(six.collections, 0);
  EXPECT_EQ(six.map.at(10), 14);
  EXPECT_EQ(six.map.at(11), 15);
  EXPECT_EQ(six.completion.back(), 6 * kWrite);
  EXPECT_EQ(six.snapshot.planes[0].free_blocks, (std::vector<std::int64_t>{4}));
  pages.push_back(10);
  const Outcome seven = write_pages(even_drive(), pages);
  EXPECT_EQ(seven.forced_collections, 3);
  EXPECT_EQ(seven.completion.back(), 6 * kWrite + 8 * kMove + 3 * kErase + kWrite);
  EXPECT_EQ(seven.map.at(10), 0);
  EXPECT_EQ(seven.map.at(11), 15);
}

TEST(OracleEven, BeginsAllBlocksButTheLastAlike) {
  Drive drive = even_drive();
  drive.invalid_parts = 100'000;  // two pages, so that every block has three
  const Snapshot even = write_pages(drive, {}).snapshot;
  for (const std::int64_t page : {3, 7, 11, 15, 16, 17, 18, 19}) EXPECT_EQ(even.pages[page], Snapshot::kFree) << page;
  EXPECT_EQ(std::ranges::count(even.pages, Snapshot::kInvalid), 2);
  EXPECT_EQ(even.planes[0].free_blocks, (std::vector<std::int64_t>{4}));
  EXPECT_EQ(even.planes[0].host[0], std::nullopt);
  // The items are those of `random`, in its order.
  drive.filled_even = false, drive.filled_random = true;
  std::vector<std::int64_t> random = write_pages(drive, {}).snapshot.pages, dense;
  random.resize(12);
  for (const std::int64_t page : {0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14}) dense.push_back(even.pages[page]);
  EXPECT_EQ(dense, random);
}

TEST(OracleEven, LeavesBlocksWithoutPagesFreeAndOthersFull) {
  Drive drive = even_drive();
  drive.valid_parts = 100'000;  // pages 0 and 4
  EXPECT_EQ(write_pages(drive, {}).snapshot.planes[0].free_blocks, (std::vector<std::int64_t>{2, 3, 4}));
  EXPECT_EQ(places(drive, {2, 3, 4, 5, 6, 7, 8}), (std::vector<std::int64_t>{1, 2, 3, 5, 6, 7, 8}));
  drive.logical_pages = 16, drive.valid_parts = 750'000;  // blocks 0 to 2 have four, block 3 has three
  EXPECT_EQ(places(drive, {15}), (std::vector<std::int64_t>{15}));
  drive.valid_parts = 800'000;
  EXPECT_EQ(write_pages(drive, {}).snapshot.planes[0].free_blocks, (std::vector<std::int64_t>{4}));
}

TEST(OracleEven, RefusesWhatLeavesNoReserve) {
  Drive drive = even_drive();
  drive.valid_parts = 650'000, drive.invalid_parts = 200'000;
  EXPECT_THROW(write_pages(drive, {}), std::invalid_argument);
  drive.logical_pages = 12;  // no 17 items, because there are only 12 valid ones
  EXPECT_EQ(std::ranges::count(write_pages(drive, {}).snapshot.pages, Snapshot::kFree), 4);
  Drive super = even_drive();
  super.placement = Placement::kWriteOrder, super.superblock = Scope::kDie;
  EXPECT_THROW(write_pages(super, {}), std::invalid_argument);
}

// The write of the page in block 0, page 0 takes page 3. Block 0 is full then, 9 pages are free, and its three valid
// pages go to block 4. The next write goes on in block 1.
TEST(OracleEven, OpensBegunBlocksForTheHostOnly) {
  Drive drive = even_drive();
  drive.trigger = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages == 9; };
  const std::int64_t first = write_pages(drive, {}).snapshot.pages[0];
  EXPECT_EQ(places(drive, {first, 10}), (std::vector<std::int64_t>{18, 7}));
  const Outcome outcome = write_pages(drive, {first, 10});
  EXPECT_EQ(outcome.collections, 1);
  EXPECT_EQ(outcome.completion.back(), kWrite + 3 * kMove + kErase + kWrite);
  EXPECT_EQ(outcome.snapshot.planes[0].free_blocks, (std::vector<std::int64_t>{0}));
  // In the host's own block the last page of block 4 goes to the host, then it opens block 1.
  drive.active_shared = true;
  EXPECT_EQ(places(drive, {first, 10, 11, 12}), (std::vector<std::int64_t>{18, 19, 7, 10}));
}

// Two planes on two channels, both begun alike. The collection of block 0 in plane 0 holds it from 251 us on, and the
// read meets that. In plane 1 its replica can have no page, because one free block is the reserve. But if the host has
// opened the begun block 2 there, whose page 10 it takes, the replica takes page 11 of the block that they share.
TEST(OracleEven, OpensNoBegunBlockForACopy) {
  Drive drive = even_drive();
  drive.channels = 2, drive.logical_pages = 28, drive.replicas = 1, drive.active_shared = true;
  drive.place = [](std::int64_t lpn) { return Place{lpn % 2, 0, 0, 0}; };
  const std::int64_t first = write_pages(drive, {}).snapshot.pages[0];
  drive.trigger = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages == 9; };
  const HostRequest meets{300 * kUs, first * 4, 4, true};
  const Outcome closed = simulate(drive, {{write(0, first), meets}});
  EXPECT_EQ(closed.completion[1], kWrite + 3 * kMove + kErase + 71 * kUs);
  EXPECT_EQ(closed.replica_programs, 0);
  const Outcome open = simulate(drive, {{write(0, first), write(0, 21), write(0, 23), write(0, 25), meets}});
  EXPECT_EQ(open.map.at(25), 20 + 10);
  EXPECT_EQ(open.replica_programs, 1);
  EXPECT_EQ(open.snapshot.pages[20 + 11], Snapshot::kInvalid);
}

TEST(OracleEven, GivesEachStreamABegunBlock) {
  Drive drive = even_drive();
  drive.streams = 2;
  drive.stream = [](const RequestView& r) { return r.lpn % 2; };
  EXPECT_EQ(places(drive, {11, 13, 10, 12}), (std::vector<std::int64_t>{3, 7, 10, 11}));
  EXPECT_EQ(places(drive, {10, 11, 12, 13}), (std::vector<std::int64_t>{3, 7, 10, 14}));
}

// place.cost: without the pages of begun blocks the plane, with one free block, would have no room.
TEST(OracleEven, CountsBegunBlocksAsRoom) {
  Drive drive = even_drive();
  drive.placement = Placement::kDynamicCost;
  drive.cost = [](const UnitView&) { return 0; };
  const Outcome outcome = write_pages(drive, {10, 11, 10, 11, 10, 11});
  EXPECT_FALSE(outcome.drive_full);
  EXPECT_EQ(outcome.completion.back(), 6 * kWrite);
}

// command.skip: plane 1 has 8 pages, so its block 0 has two of them and goes on at page 2, that of plane 0 at page 3.
TEST(OracleEven, SkipsPagesOfBegunBlocks) {
  Drive drive = even_drive();
  drive.planes = 2, drive.multiplane = Willing::kBlind, drive.logical_pages = 20;
  drive.place = [](std::int64_t lpn) { return Place{0, 0, 0, lpn < 12 ? 0 : 1}; };
  const Outcome outcome = write_pages(drive, {10, 19});
  EXPECT_EQ(outcome.map.at(10), 3);
  EXPECT_EQ(outcome.map.at(19), 20 + 3);
  EXPECT_EQ(outcome.wasted_multiplane, 1);
}

TEST(OracleEven, GoesOnFromASnapshot) {
  const Drive drive = even_drive();
  const Outcome first = write_pages(drive, {10, 11, 12});
  const Outcome next = simulate(drive, {{write(0, 13), write(0, 10)}}, &first.snapshot);
  EXPECT_EQ(next.map.at(13), 11);
  EXPECT_EQ(next.map.at(10), 14);
}

TEST(OracleEven, TakesPreloadedPagesAsTheHostDoes) {
  const Outcome outcome = simulate(even_drive(), {{{0, 11 * 4, 4, true}, write(0, 10), write(0, 12)}});
  EXPECT_EQ(outcome.preloaded, 1);
  EXPECT_EQ(outcome.map.at(11), 3);
  EXPECT_EQ(outcome.map.at(10), 7);
  EXPECT_EQ(outcome.map.at(12), 10);
}

}  // namespace
}  // namespace ssd::oracle
