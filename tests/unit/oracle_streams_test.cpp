// Collections of the oracle that are streams (copies.any_idle, copies.write_back), what their slots absorb
// (copies.absorb), and how long they hold pages (copies.held_time), against timelines derived by hand.
#include <gtest/gtest.h>

#include <utility>

#include "tests/unit/oracle_holding.h"

namespace ssd::oracle {
namespace {

TEST(OracleStreams, StaysAStreamAndWaitsForWritesWithoutAPlace) {
  // Pages 15, 16, 17 follow each other in unit 1 from kBegin + 10'000 on; the last one is granted 2 x 252'975 later. So
  // at the second move, kBegin + 325'950, a write without a place is ready, and page 3 goes to a slot. It is held until
  // no such write waits and unit 1 is idle.
  const Time first = kBegin + 10'000;
  const Outcome outcome = hold(2, {write(first, 15), write(first, 16), write(first, 17)}, false);
  EXPECT_EQ(outcome.completion[13], first + 3 * kWrite);
  EXPECT_EQ(outcome.map, map_with({{2, 8}, {3, 24}, {15, 21}, {16, 22}, {17, 23}}));
  EXPECT_EQ(outcome.held_times, std::vector<Time>{first + 4 * kWrite - kBegin - kMove - kReadOut});
  // Page 16 waits when the collection begins, and no longer at its second move.
  const Outcome stream = hold(2, {write(10 * kMillisecond + 30'000, 15), write(10 * kMillisecond + 31'000, 16)}, false);
  EXPECT_EQ(stream.completion[12], 10 * kMillisecond + 30'000 + 2 * kWrite);
  EXPECT_EQ(stream.buffered_moves, 2);
  EXPECT_EQ(stream.streams, 1);
}

TEST(OracleStreams, IsAlwaysAStreamIfAskedTo) {
  Drive drive = holding_drive(2);
  drive.any_idle_always = true;
  const Outcome outcome = hold_in(drive, {}, false);
  EXPECT_EQ(outcome.end, kErased);
  EXPECT_EQ(outcome.map, map_with({{2, 24}, {3, 25}}));
  EXPECT_EQ(outcome.streams, 1);
  EXPECT_EQ(outcome.conflicting_collections, 0);
  EXPECT_EQ(outcome.idle_collections, 1);
  EXPECT_EQ(outcome.begun_in_idle_drive, 1);
  EXPECT_EQ(outcome.time_beside, 0);
}

TEST(OracleStreams, BeginsInAnIdleDriveIfNoOtherChipIsBusyOrWanted) {
  const Time before = 10 * kMillisecond + 100'000;
  EXPECT_EQ(hold(2, {}, false).begun_in_idle_drive, 1);
  EXPECT_EQ(hold(2, {read(before, 10)}, false).begun_in_idle_drive, 1) << "it has ended";
  const Outcome beside = hold(2, {write(before, 15)}, false);  // in unit 1
  EXPECT_EQ(beside.idle_collections, 1);
  EXPECT_EQ(beside.begun_in_idle_drive, 0);
  // Two chips of one channel. The read of page 10 and the collection are ready at the same decision; the collection has
  // waited longer and gets the bus.
  Drive chips = holding_drive(2);
  chips.channels = 1, chips.chips = 2;
  chips.place = [](std::int64_t lpn) { return Place{0, lpn % 2, 0, 0}; };
  const Outcome wanted = hold_in(chips, {read(kBegin, 10)}, false);
  EXPECT_EQ(wanted.idle_collections, 1);
  EXPECT_EQ(wanted.begun_in_idle_drive, 0);
}

TEST(OracleStreams, AbsorbsPartialWrites) {
  // The old sectors of page 2 come from the slot, and then the write is absorbed.
  const Outcome outcome = hold(2, {{kBegin + 100'000, 2 * 4, 1, false}});
  EXPECT_EQ(outcome.completion[12], kBegin + 101'000);
  EXPECT_EQ(outcome.split[12].controller, 1'000);
  EXPECT_EQ(outcome.absorbed_writes, 1);
  EXPECT_EQ(outcome.buffered_reads, 1);
  EXPECT_EQ(outcome.rmw_reads, 0);
  EXPECT_EQ(outcome.host_programs, 11);
  EXPECT_EQ(outcome.map, map_with({{2, 24}, {3, 25}}));
  EXPECT_EQ(outcome.held_times, (std::vector<Time>{kReadOut + kWrite, 2 * kWrite}));
}

TEST(OracleStreams, AbsorbsPartialWritesWhoseReadTookPlaceInFlash) {
  // A preemptible collection opens the unit after page 2, for the reads of page 0 and of three old sectors of page 3.
  // These are in the controller 100'000 after the data out. Meanwhile page 3 goes to its slot.
  Drive drive = holding_drive(2);
  drive.preempt_page = true, drive.ecc = 100'000;
  const Outcome outcome = hold_in(drive, {{kBegin + 50'000, 3 * 4, 1, false}});
  const Time opened = kBegin + kReadOut, old_read = opened + kWholeRead + kCommand + kRead + 1536 * 25;
  EXPECT_EQ(outcome.completion[11], opened + kWholeRead + 100'000);
  EXPECT_EQ(outcome.completion[12], old_read + 100'000 + 500);
  EXPECT_EQ(outcome.absorbed_writes, 1);
  EXPECT_EQ(outcome.rmw_reads, 1);
  EXPECT_EQ(outcome.host_programs, 11);
  EXPECT_EQ(outcome.map, map_with({{2, 24}, {3, 25}}));
}

TEST(OracleStreams, AbsorbsFlushes) {
  // A flush of page 3 ends in its slot, as an eviction does. The first eleven writes are flushed when they come.
  Drive drive = holding_drive(2);
  drive.buffer_slots = 1, drive.flush = Flush::kEager;
  const Outcome outcome = hold_in(drive, {write(kErasing + 10'000, 3), write(kErasing + 10'200, 21)});
  EXPECT_EQ(outcome.completion[12], kErasing + 10'500);
  // Page 21 waits until the absorbed flush is complete, 500 after it began; then the entry of page 3 is a victim.
  EXPECT_EQ(outcome.completion[13], kErasing + 11'000);
  EXPECT_EQ(outcome.absorbed_writes, 1);
  EXPECT_EQ(outcome.flushes, 13);
  EXPECT_EQ(outcome.evictions, 0);
  EXPECT_EQ(outcome.host_programs, 12);
}

TEST(OracleStreams, WritesBackSegmentsInTheOrderInWhichTheyBecomeComplete) {
  // Three channels, one write a millisecond: 0 1 2 3 | 0 to plane 0, 10 11 12 13 | 10 to plane 1, 20 21 22 23 | 12 to
  // plane 2. The writes of 24 and 11 start collections of planes 0 (pages 1, 2, 3) and 1 (page 13). That of plane 1
  // begins later and is complete earlier, so page 13 is the first in plane 2.
  Drive drive = holding_drive(4);
  drive.channels = 3, drive.any_idle_always = true;
  std::vector<HostRequest> requests;
  for (const std::int64_t lpn : {0, 10, 20, 1, 11, 21, 2, 12, 22, 3, 13, 23, 0, 10, 12})
    requests.push_back(write(requests.size() * kMillisecond, lpn));
  requests.push_back(write(15 * kMillisecond, 24)), requests.push_back(write(15 * kMillisecond + 1'000, 11));
  const Outcome outcome = simulate(drive, {requests});
  EXPECT_EQ(outcome.map.at(13), 40);
  EXPECT_EQ(outcome.map.at(1), 41);
  EXPECT_EQ(outcome.map.at(2), 42);
  EXPECT_EQ(outcome.map.at(3), 43);
  EXPECT_EQ(outcome.streams, 2);
  // Page 13 waits for the erase command only, the others until plane 2 is idle.
  const Time later = 15 * kMillisecond + kWrite + 1'000 + kReadOut, first = 15 * kMillisecond + kWrite;
  EXPECT_EQ(outcome.held_times,
            (std::vector<Time>{kWrite, later + 2 * kWrite - first - kReadOut, later + 3 * kWrite - first - 2 * kReadOut,
                               later + 4 * kWrite - first - 3 * kReadOut}));
}

// Two channels of two planes (16 pages each). Pairs of pages go to both planes of a channel: 0 2 4 6 | 0 2 to plane 0,
// 1 3 5 7 | 1 3 to plane 1, so that both collect together, and 20 to 29 to planes 2 and 3.
Outcome hold_pairs(std::int64_t slots, const std::vector<HostRequest>& more) {
  Drive drive = holding_drive(slots);
  drive.planes = 2, drive.multiplane = Willing::kWise, drive.logical_pages = 60;
  drive.order = {Level::kPlane, Level::kChannel, Level::kDie, Level::kChip};
  drive.place = [](std::int64_t lpn) { return Place{lpn / 2 % 2, 0, 0, lpn % 2}; };
  std::vector<HostRequest> requests;
  Time at = 0;
  for (const std::int64_t lpn : {0, 20, 2, 22, 4, 24, 6, 26, 0, 28, 2})
    requests.push_back({std::exchange(at, at + kMillisecond), lpn * 4, 8, false});
  requests.insert(requests.end(), more.begin(), more.end());
  return simulate(drive, {requests});
}

TEST(OracleStreams, ReservesSlotsOfCollectionsThatGoTogetherOneAfterAnother) {
  // The collection of plane 0 reserves two slots for pages 4 and 6 at its first move, that of plane 1 the third one for
  // page 5 at its own. Page 7 moves in its plane. Then pages 4, 6, 5 are written back to planes 2, 3, 2, always to that
  // of more free pages.
  const Time begin = 10 * kMillisecond + kWrite + kCommand + kPage;
  const Time erasing = begin + 3 * kReadOut + kMove;
  const Outcome outcome = hold_pairs(3, {read(10 * kMillisecond + 100'000, 0)});
  EXPECT_EQ(outcome.completion[11], erasing + 2 * kCommand + kErase + kWholeRead);
  EXPECT_EQ(outcome.streams, 2);
  EXPECT_EQ(outcome.buffered_moves, 3);
  EXPECT_EQ(outcome.map.at(4), 2 * 16 + 8);
  EXPECT_EQ(outcome.map.at(6), 3 * 16 + 8);
  EXPECT_EQ(outcome.map.at(5), 2 * 16 + 9);
  EXPECT_EQ(outcome.map.at(7), 16 + 8);
  EXPECT_EQ(outcome.held_times,
            (std::vector<Time>{erasing + kWrite - begin - kReadOut, erasing + 2 * kWrite - begin - 2 * kReadOut,
                               erasing + 3 * kWrite - begin - 3 * kReadOut}));
}

TEST(OracleStreams, AsksEachOfTheCollectionsThatGoTogether) {
  // The read comes during the second move of plane 0, so only the collection of plane 1 is a stream.
  const Time begin = 10 * kMillisecond + kWrite + kCommand + kPage;
  const Outcome outcome = hold_pairs(3, {read(begin + kMove + 10'000, 0)});
  EXPECT_EQ(outcome.completion[11], begin + 2 * kMove + 2 * kReadOut + 2 * kCommand + kErase + kWholeRead);
  EXPECT_EQ(outcome.streams, 1);
  EXPECT_EQ(outcome.buffered_moves, 2);
  EXPECT_EQ(outcome.map.at(4), 8);
  EXPECT_EQ(outcome.map.at(6), 9);
  EXPECT_EQ(outcome.map.at(5), 2 * 16 + 8);
  EXPECT_EQ(outcome.map.at(7), 3 * 16 + 8);
}

// One channel: what is held waits for the erase of its own unit.
Drive one_unit(std::int64_t blocks) {
  Drive drive = holding_drive(2);
  drive.channels = 1, drive.blocks = blocks, drive.any_idle_always = true;
  drive.place = [](std::int64_t) { return Place{}; };
  drive.trigger = [blocks](std::int64_t free_pages, std::int64_t, const Around&) {
    return free_pages <= 4 * blocks - 6;
  };
  return drive;
}

std::vector<HostRequest> six_writes() {
  std::vector<HostRequest> requests;
  for (const std::int64_t lpn : {0, 1, 2, 3, 0, 1}) requests.push_back(write(0, lpn));
  return requests;
}

TEST(OracleStreams, CountsARoundOfProgramsForEachPageOfAChip) {
  Drive drive = one_unit(4);
  drive.erase = 100 * kMillisecond;
  const Outcome outcome = simulate(drive, {six_writes()});
  // Held for 100'326'125 and 100'506'125 of 102'169'925: 1.97 pages. 98.3 ns, and one program.
  EXPECT_EQ(outcome.end, 102'169'925);
  EXPECT_EQ(outcome.held_sum, 200'832'250);
  EXPECT_EQ(outcome.power_loss, 98 + kWrite);
  drive.longest_program = 2 * kProgram;
  EXPECT_EQ(simulate(drive, {six_writes()}).power_loss, 98 + kWrite + kProgram);
}

TEST(OracleStreams, CountsPagesThatAreHeldAtTheEnd) {
  // The block wears out, so one free block is left, and no copy may open it.
  Drive drive = one_unit(3);
  drive.endurance = 1;
  const Outcome outcome = simulate(drive, {six_writes()});
  EXPECT_EQ(outcome.end, 6 * kWrite + 2 * kReadOut + kWholeErase);
  EXPECT_EQ(outcome.map, (Map{{0, 4}, {1, 5}}));
  EXPECT_TRUE(outcome.held_times.empty());
  EXPECT_EQ(outcome.held_sum, kReadOut + 2 * kWholeErase);
}

}  // namespace
}  // namespace ssd::oracle
