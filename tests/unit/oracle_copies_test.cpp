// The oracle's copies in other places, any_idle (copies.any_idle to copies.held_time) and replicate (copies.replicate),
// against timelines derived by hand. The drive has the latencies of figures.single and two channels. Times are in ns.
#include <gtest/gtest.h>

#include <vector>

#include "tests/unit/oracle_holding.h"

namespace ssd::oracle {
namespace {

TEST(OracleCopies, ReadsPagesIntoSlotsAndWritesThemBackWhenNobodyWaits) {
  // Page 2 is held from kBegin + 72'975 on, page 3 from kErasing on. The read of page 0 waits for unit 0, which does
  // not keep the pages from going to unit 1, one after another: until kErasing + 252'975 and + 505'950.
  const Outcome outcome =
      hold(2, {read(kBegin + 100'000, 2), read(kErasing + 300'000, 3), read(kErased + kMillisecond, 3)});
  EXPECT_EQ(outcome.completion[11], kErased + kWholeRead);
  EXPECT_EQ(outcome.split[11].collection, kErased - kBegin);
  EXPECT_EQ(outcome.completion[12], kBegin + 100'500);
  EXPECT_EQ(outcome.completion[13], kErasing + 300'500);
  EXPECT_EQ(outcome.completion[14], kErased + kMillisecond + kWholeRead);
  EXPECT_EQ(outcome.map, map_with({{2, 24}, {3, 25}}));
  EXPECT_EQ(outcome.conflicting_collections, 1);
  EXPECT_EQ(outcome.streams, 1);
  EXPECT_EQ(outcome.buffered_moves, 2);
  EXPECT_EQ(outcome.write_backs, 2);
  EXPECT_EQ(outcome.collection_reads, 2);
  EXPECT_EQ(outcome.collection_programs, 2);
  EXPECT_EQ(outcome.buffered_reads, 2);
  EXPECT_EQ(outcome.flash_reads, 2);
  EXPECT_EQ(outcome.plane_array[0], (ByCause{6 * kProgram + kRead, 2 * kRead + kErase}));
  EXPECT_EQ(outcome.plane_array[1], (ByCause{5 * kProgram + kRead, 2 * kProgram}));
  EXPECT_EQ(outcome.held_times, (std::vector<Time>{kReadOut + kWrite, 2 * kWrite}));
  EXPECT_EQ(outcome.held_sum, kReadOut + 3 * kWrite);
  // 50 x 831'900 / 12'970'475 = 3.2; less than one page in the mean, so none a chip.
  EXPECT_EQ(outcome.end, 12'970'475);
  EXPECT_EQ(outcome.power_loss, 3);
  // The read of page 0 waits while the collection holds unit 0. Meanwhile chip 1 is idle until kErasing, and again when
  // both pages are written back.
  EXPECT_EQ(outcome.time_beside, kErased - kBegin);
  EXPECT_EQ(outcome.idle_beside, 2 * kReadOut + kWholeErase - 2 * kWrite);
}

TEST(OracleCopies, MovesInTheTraditionalWayWithoutConflict) {
  const Outcome outcome = hold(2, {}, false);
  EXPECT_EQ(outcome.end, kBegin + 2 * kMove + kWholeErase);
  EXPECT_EQ(outcome.map, map_with({{2, 8}, {3, 9}}));
  EXPECT_EQ(outcome.conflicting_collections, 0);
  EXPECT_EQ(outcome.idle_collections, 1);
  EXPECT_EQ(outcome.buffered_moves, 0);
}

TEST(OracleCopies, TakesAWriteWithoutAPlaceNeitherForAConflictNorForIdleTime) {
  // When the collection begins, page 15 is being written in the other unit, and page 16 waits for a unit. The
  // collection was ready before page 16. It did not begin while a host operation was ready in its unit, nor in idle
  // time, but it is a stream. Page 16 is written to unit 1 from wait + 252'975 on; then pages 2 and 3 follow there.
  const Time wait = 10 * kMillisecond + 100'000;
  const Outcome outcome = hold(2, {write(wait, 15), write(wait + 50'000, 16)}, false);
  EXPECT_EQ(outcome.end, kErased);
  EXPECT_EQ(outcome.completion[12], wait + 2 * kWrite);
  EXPECT_EQ(outcome.map, map_with({{2, 24}, {3, 25}, {15, 21}, {16, 22}}));
  EXPECT_EQ(outcome.conflicting_collections, 0);
  EXPECT_EQ(outcome.idle_collections, 0);
  EXPECT_EQ(outcome.begun_in_idle_drive, 0);
  EXPECT_EQ(outcome.streams, 1);
  EXPECT_EQ(outcome.buffered_moves, 2);
  EXPECT_EQ(outcome.held_times,
            (std::vector<Time>{wait + 3 * kWrite - kBegin - kReadOut, wait + 4 * kWrite - kErasing}));
}

TEST(OracleCopies, BecomesAStreamInItsMiddle) {
  // The read of page 0 comes while page 2 moves in the traditional way. Then the collection is a stream, and page 3
  // goes to the only slot.
  const Time second = kBegin + kMove, erasing = second + kReadOut;
  const Outcome outcome = hold(1, {read(kBegin + 100'000, 0)}, false);
  EXPECT_EQ(outcome.completion[11], erasing + kWholeErase + kWholeRead);
  EXPECT_EQ(outcome.map, map_with({{2, 8}, {3, 24}}));
  EXPECT_EQ(outcome.streams, 1);
  EXPECT_EQ(outcome.conflicting_collections, 0);
  EXPECT_EQ(outcome.idle_collections, 1);
  EXPECT_EQ(outcome.buffered_moves, 1);
  EXPECT_EQ(outcome.collection_programs, 2);
  EXPECT_EQ(outcome.held_times, std::vector<Time>{kWrite});
}

TEST(OracleCopies, MovesInTheTraditionalWayWhatFindsNoSlot) {
  const Outcome outcome = hold(1, {});
  EXPECT_EQ(outcome.completion[11], kBegin + kReadOut + kMove + kWholeErase + kWholeRead);
  EXPECT_EQ(outcome.map, map_with({{2, 24}, {3, 8}}));
  EXPECT_EQ(outcome.buffered_moves, 1);
  EXPECT_EQ(outcome.write_backs, 1);
  EXPECT_EQ(outcome.collection_programs, 2);
}

TEST(OracleCopies, AbsorbsWholePagesAndProgramsPartialOnes) {
  // Without read-modify-write. Page 15 has unit 1 from kBegin + 10'000 on. The partial write of page 3 is ready before
  // page 3 is held, and is programmed when unit 1 is idle. Until then no page is written back. The whole write of page
  // 2 is absorbed.
  Drive drive = holding_drive(2);
  drive.read_modify_write = false;
  const Time idle = kBegin + 10'000 + kWrite;
  const Outcome outcome =
      hold_in(drive, {write(kBegin + 10'000, 15), {kBegin + 50'000, 3 * 4, 1, false}, write(kBegin + 100'000, 2)});
  EXPECT_EQ(outcome.completion[13], idle + kWrite);
  EXPECT_EQ(outcome.completion[14], kBegin + 100'500);
  EXPECT_EQ(outcome.end, kErased + kWholeRead);
  EXPECT_EQ(outcome.map, map_with({{2, 24}, {3, 22}, {15, 21}}));
  EXPECT_EQ(outcome.absorbed_writes, 1);
  EXPECT_EQ(outcome.write_backs, 1);
  EXPECT_EQ(outcome.host_programs, 13);
  EXPECT_EQ(outcome.held_times, (std::vector<Time>{idle - kErasing, idle + 2 * kWrite - kBegin - kReadOut}));
}

// With a buffer of one page each write is programmed when the next one comes, so everything is a millisecond later.
TEST(OracleCopies, AbsorbsWhatLeavesTheBuffer) {
  Drive drive = holding_drive(2);
  drive.buffer_slots = 1;
  const Time begin = kBegin + kMillisecond;
  std::vector<HostRequest> requests;
  for (const std::int64_t lpn : {0, 10, 1, 11, 2, 12, 3, 13, 0, 14, 1, 20})
    requests.push_back(write(requests.size() * kMillisecond, lpn));
  requests.push_back(read(11 * kMillisecond + 100'000, 0));
  requests.push_back(write(begin + 100'000, 3));  // waits for the program of page 20, in the other unit
  requests.push_back(
      write(begin + 500'000, 21));  // waits for page 3, which its slot absorbs: page 2 is written back first
  const Outcome outcome = simulate(drive, {requests});
  EXPECT_EQ(outcome.completion[13], begin + 100'000 + kWrite + 500);
  EXPECT_EQ(outcome.completion[14], begin + 500'000 + 500 + 500);
  EXPECT_EQ(outcome.slot_wait[13].transfer + outcome.slot_wait[13].array, kWrite);
  EXPECT_EQ(outcome.split[14].buffer, 500);
  EXPECT_EQ(outcome.slot_wait[14].transfer + outcome.slot_wait[14].array, 0) << "no program let it in";
  EXPECT_EQ(outcome.absorbed_writes, 1);
  EXPECT_EQ(outcome.evictions, 13);
  EXPECT_EQ(outcome.host_programs, 12);
}

// Page 3 takes the slot when the program of page 20 ends, and leaves it for page 21 at once, because it is absorbed
// without delay. So that program let page 21 in as well (account.slot_wait).
TEST(OracleCopies, AbsorbsWithinTheEndOfAProgram) {
  Drive drive = holding_drive(2);
  drive.buffer_slots = 1, drive.buffer_latency = 0;
  const Time begin = kBegin + kMillisecond, end = begin + 100'000 + kWrite;
  std::vector<HostRequest> requests;
  for (const std::int64_t lpn : {0, 10, 1, 11, 2, 12, 3, 13, 0, 14, 1, 20})
    requests.push_back(write(requests.size() * kMillisecond, lpn));
  requests.push_back(read(11 * kMillisecond + 100'000, 0));
  requests.push_back(write(begin + 100'000, 3));
  requests.push_back(write(begin + 200'000, 21));
  const Outcome outcome = simulate(drive, {requests});
  EXPECT_EQ(outcome.completion[13], end);
  EXPECT_EQ(outcome.completion[14], end);
  EXPECT_EQ(outcome.absorbed_writes, 1);
  EXPECT_EQ(outcome.split[14].buffer, kWrite - 100'000);
  EXPECT_EQ(outcome.slot_wait[14].array, kWrite - 100'000);
}

TEST(OracleCopies, PassesOverWhatHasBecomeInvalid) {
  // Page 3 is written to the other unit while page 2 is read.
  const Outcome outcome = hold(2, {write(kBegin + 10'000, 3)});
  EXPECT_EQ(outcome.completion[11], kBegin + kReadOut + kWholeErase + kWholeRead);
  EXPECT_EQ(outcome.buffered_moves, 1);
  EXPECT_EQ(outcome.map, map_with({{2, 24}, {3, 21}}));
  // Page 2 itself is written: its read ends, but the data are not used.
  const Outcome during = hold(2, {write(kBegin + 10'000, 2)});
  EXPECT_EQ(during.completion[11], kBegin + 2 * kReadOut + kWholeErase + kWholeRead);
  EXPECT_EQ(during.write_backs, 1);
}

TEST(OracleCopies, FreesTheSlotOfATrimmedPage) {
  const Outcome outcome = hold(2, {{kBegin + 100'000, 2 * 4, 4, false, true}, read(kBegin + 110'000, 2)});
  EXPECT_EQ(outcome.map, map_with({{3, 24}}));
  EXPECT_EQ(outcome.write_backs, 1);
  EXPECT_EQ(outcome.unwritten_reads, 1);
  EXPECT_EQ(outcome.buffered_reads, 0);
}

TEST(OracleCopies, DoesNotUndoAWriteBackOfAPageThatIsWrittenMeanwhile) {
  // Page 2 is being written back until kErasing + 252'975; then the new page 2 goes to unit 1, and page 3 after it.
  const Outcome outcome = hold(2, {write(kErasing + 100'000, 2), read(kErasing + 260'000, 2)});
  EXPECT_EQ(outcome.completion[12], kErasing + 2 * kWrite);
  EXPECT_EQ(outcome.completion[13], kErasing + 260'500);  // from the data of the write
  EXPECT_EQ(outcome.write_backs, 2);
  EXPECT_EQ(outcome.absorbed_writes, 0);
  EXPECT_EQ(outcome.buffered_reads, 0);
  EXPECT_EQ(outcome.map, map_with({{2, 21}, {3, 25}}));
  EXPECT_EQ(outcome.held_times, (std::vector<Time>{kReadOut + kWrite, 3 * kWrite}));
}

// What the next tests share: 5 blocks x 4 pages, static placement. Plane 0 gets 0 2 4 6 | 0 2, one a millisecond. The
// last write leaves 14 free pages and starts the collection of block 0 at kCollects, which moves pages 4 and 6.
constexpr Time kCollects = 5 * kMillisecond + kWrite, kCollected = kCollects + 2 * kMove + kWholeErase;

Drive collecting_drive(std::int64_t replicas) {
  Drive drive = two_channels(5);
  drive.replicas = replicas;
  drive.trigger = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages <= 14; };
  return drive;
}

std::vector<HostRequest> six_writes_and(const std::vector<HostRequest>& more) {
  std::vector<HostRequest> requests;
  for (const std::int64_t lpn : {0, 2, 4, 6, 0, 2}) requests.push_back(write(requests.size() * kMillisecond, lpn));
  requests.insert(requests.end(), more.begin(), more.end());
  return requests;
}

Outcome collect(std::int64_t replicas, const std::vector<HostRequest>& more) {
  return simulate(collecting_drive(replicas), {six_writes_and(more)});
}

TEST(OracleCopies, MarksWhatMetACollection) {
  // The read waits for the collection. When it is complete, nothing of the host is there.
  const Outcome outcome = collect(1, {read(kCollects + 1, 0)});
  EXPECT_EQ(outcome.completion[6], kCollected + kWholeRead);
  EXPECT_EQ(outcome.replica_programs, 1);
  EXPECT_EQ(outcome.end, kCollected + kWholeRead + kWrite);
  EXPECT_EQ(outcome.plane_array[1], (ByCause{0, kProgram}));
  EXPECT_EQ(outcome.channel_bus[1], (ByCause{0, kCommand + kPage}));
  EXPECT_EQ(outcome.host_programs, 6);
  EXPECT_EQ(outcome.collection_programs, 2);
  EXPECT_EQ(outcome.map, (Map{{0, 4}, {2, 5}, {4, 8}, {6, 9}}));
  EXPECT_EQ(outcome.snapshot.pages[20], Snapshot::kInvalid);

  // A collection that begins at that instant, or has ended, does not hold the unit when the read becomes ready.
  const Outcome before = collect(1, {read(kCollects, 0)});
  EXPECT_EQ(before.completion[6], kCollected + kWholeRead);
  EXPECT_EQ(before.replica_programs, 0);
  EXPECT_EQ(collect(1, {read(kCollected, 0)}).replica_programs, 0);
  // Nor does a page gain a mark that a program's data serve, or that is overwritten or trimmed before its data are out.
  EXPECT_EQ(collect(1, {read(kCollects + 1, 0), {kCollects + 2, 0, 4, false, true}}).replica_programs, 0);
  const Outcome served = collect(1, {write(kCollects + 1, 0), read(kCollects + 2, 0)});
  EXPECT_EQ(served.completion[7], kCollects + 502);
  EXPECT_EQ(served.replica_programs, 0);
}

// The unit opens only before the erase. The read was ready before page 6 moved, so it reads the old place.
TEST(OracleCopies, MarksNoPageThatMovedBeforeItsDataAreOut) {
  Drive drive = collecting_drive(1);
  drive.preempt = [](const CollectionView& g) { return g.left == 0; };
  const Outcome outcome = simulate(drive, {six_writes_and({read(kCollects + 1, 6)})});
  EXPECT_EQ(outcome.completion[6], kCollects + 2 * kMove + kWholeRead);
  EXPECT_EQ(outcome.replica_programs, 0);
  EXPECT_EQ(simulate(drive, {six_writes_and({read(kCollects + 1, 0)})}).replica_programs, 1);
}

// The reads are complete at kCollected + kWholeRead and + 2 kWholeRead, when nothing of the host is there. There is one
// unit on the other channel.
TEST(OracleCopies, MakesReplicasInTheOrderOfTheMarks) {
  const std::vector<HostRequest> reads = {read(kCollects + 1, 2), read(kCollects + 2, 0), read(kCollects + 3, 2)};
  const Time idle = kCollected + 3 * kWholeRead;
  const Outcome two = collect(2, reads);
  EXPECT_EQ(two.replica_programs, 2);
  EXPECT_EQ(two.end, idle + 2 * kWrite);
  // With one mark the newer page keeps it. The collection of block 1, which is 0 2 0 0 then, does not delay a read of
  // page 2 if that has the replica.
  const Time again = 21 * kMillisecond + kWrite;
  const auto then = [&](const std::vector<HostRequest>& first) {
    std::vector<HostRequest> requests = first;
    for (const HostRequest& more : {write(20 * kMillisecond, 0), write(21 * kMillisecond, 0), read(again + 1, 2)})
      requests.push_back(more);
    return collect(1, requests);
  };
  const Outcome newer = then({read(kCollects + 1, 0), read(kCollects + 2, 2)});
  EXPECT_EQ(newer.replica_programs, 1);
  EXPECT_EQ(newer.replica_reads, 1);
  EXPECT_EQ(newer.completion.back(), again + 1 + kWholeRead);
  const Outcome older = then({read(kCollects + 1, 2), read(kCollects + 2, 0)});
  EXPECT_EQ(older.replica_reads, 0);
  EXPECT_EQ(older.completion.back(), again + 2 * kMove + kWholeErase + kWholeRead);
  // Page 2 is marked first, and keeps its place when it is read again. So page 4 takes its mark, and a trim finds none.
  std::vector<HostRequest> kept = reads;
  for (const HostRequest& more :
       {read(kCollects + 4, 4), read(kCollects + 5, 4), HostRequest{idle + kWholeRead + 1, 2 * 4, 4, false, true}})
    kept.push_back(more);
  EXPECT_EQ(collect(2, kept).replica_programs, 2);
}

TEST(OracleCopies, TakesTheMarkOfAPageThatIsOverwrittenOrTrimmed) {
  // Page 0 is marked at kCollected + kWholeRead, when the next read is granted. Then the write of page 0 follows.
  EXPECT_EQ(collect(2, {read(kCollects + 1, 0), read(kCollects + 2, 0), write(kCollects + 3, 0)}).replica_programs, 0);
  const Outcome outcome =
      collect(2, {read(kCollects + 1, 0), read(kCollects + 2, 2), {kCollected + kWholeRead + 1, 0, 4, false, true}});
  EXPECT_EQ(outcome.replica_programs, 1);
  EXPECT_EQ(outcome.end, kCollected + 2 * kWholeRead + kWrite);
}

// The example of copies.replicate, in us. 4 blocks x 2 pages. Unit 0 programs 0 2 | 0 until 753, then it collects: the
// move of page 2 to 1075, the erase to 2076. The read of page 0 at 800 is complete at 2147. The replica's transfer ends
// at 2198, its array phase at 2398.
constexpr Time kUs = 1000;

Drive example_drive() {
  Drive drive;
  drive.channels = 2, drive.blocks = 4, drive.pages = 2, drive.logical_pages = 5, drive.spare_bytes = 0;
  drive.bus_numerator = 3125, drive.bus_denominator = 128;  // 50 us for 2 KiB
  drive.read = 20 * kUs, drive.program = 200 * kUs, drive.erase = 1000 * kUs, drive.command = kUs;
  drive.place = [](std::int64_t lpn) { return Place{lpn % 2, 0, 0, 0}; };
  drive.trigger = [](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks < 3; };
  drive.replicas = 1;
  return drive;
}

Outcome break_off(const Drive& drive, const std::vector<HostRequest>& more) {
  std::vector<HostRequest> requests = {write(0, 0), write(0, 2), write(0, 0), read(800 * kUs, 0)};
  requests.insert(requests.end(), more.begin(), more.end());
  return simulate(drive, {requests});
}

TEST(OracleCopies, BreaksReplicasOffForTheHost) {
  const Outcome whole = break_off(example_drive(), {});
  EXPECT_EQ(whole.completion, (std::vector<Time>{251 * kUs, 502 * kUs, 753 * kUs, 2147 * kUs}));
  EXPECT_EQ(whole.end, 2398 * kUs);
  EXPECT_EQ(whole.replicas_broken_off, 0);

  const Outcome in_transfer = break_off(example_drive(), {read(2150 * kUs, 1)});
  EXPECT_EQ(in_transfer.completion[4], 2221 * kUs);
  EXPECT_EQ(in_transfer.end, 2221 * kUs);
  EXPECT_EQ(in_transfer.replica_programs, 1);
  EXPECT_EQ(in_transfer.replicas_broken_off, 1);
  EXPECT_EQ(in_transfer.channel_bus[1], (ByCause{51 * kUs, 3 * kUs}));
  EXPECT_EQ(in_transfer.plane_array[1], (ByCause{20 * kUs, 0}));
  EXPECT_EQ(in_transfer.snapshot.pages[10], Snapshot::kInvalid) << "page 1 lies in 8";
  EXPECT_EQ(in_transfer.split[4].collection + in_transfer.split[4].unit, 0);

  const Outcome in_array = break_off(example_drive(), {read(2300 * kUs, 1)});
  EXPECT_EQ(in_array.completion[4], 2371 * kUs);
  EXPECT_EQ(in_array.end, 2371 * kUs);
  EXPECT_EQ(in_array.channel_bus[1], (ByCause{51 * kUs, 51 * kUs}));
  EXPECT_EQ(in_array.plane_array[1], (ByCause{20 * kUs, 102 * kUs}));
  EXPECT_EQ(in_array.chip_array[1], (ByCause{20 * kUs, 102 * kUs}));

  // Any request does it, and nothing is begun again. One that comes when the replica is made does not.
  EXPECT_EQ(break_off(example_drive(), {read(2300 * kUs, 0)}).replicas_broken_off, 1);
  const Outcome trimmed = break_off(example_drive(), {{2300 * kUs, 3 * 4, 4, false, true}});
  EXPECT_EQ(trimmed.replicas_broken_off, 1);
  EXPECT_EQ(trimmed.replica_programs, 1);
  EXPECT_EQ(trimmed.end, 2300 * kUs);
  const Outcome made = break_off(example_drive(), {read(2398 * kUs, 1)});
  EXPECT_EQ(made.replicas_broken_off, 0);
  EXPECT_EQ(made.completion[4], 2469 * kUs);
}

// The read of unit 1 is the older one. It meets no collection, because its admission breaks the replica off.
TEST(OracleCopies, BreaksReplicasOffBeforeAvoidChoosesARequest) {
  Drive drive = example_drive();
  drive.queue = 1, drive.avoid = true;
  const Outcome outcome = break_off(drive, {read(2300 * kUs, 1), read(2300 * kUs, 0)});
  EXPECT_EQ(outcome.completion[4], 2371 * kUs);
  EXPECT_EQ(outcome.completion[5], 2442 * kUs);
}

// In us. Page 4 is there from the start. Flushes are programmed like the writes of the example: 0 to 251, to 502, to
// 753. The collection moves page 4. Its replica's transfer ends at 2198, when page 3 is flushed to unit 1.
TEST(OracleCopies, BreaksReplicasOffForAFlush) {
  Drive drive = example_drive();
  drive.buffer_slots = 3, drive.flush = Flush::kCondition;
  drive.flush_condition = [](const FlushView& f) { return f.around.now < 800 * kUs || f.around.now >= 2198 * kUs; };
  const Outcome outcome = simulate(
      drive, {{write(0, 0), write(10 * kUs, 2), write(300 * kUs, 0), read(800 * kUs, 4), write(900 * kUs, 3)}});
  EXPECT_EQ(outcome.completion[3], 2147 * kUs);
  EXPECT_EQ(outcome.flushes, 4);
  EXPECT_EQ(outcome.replicas_broken_off, 1);
  EXPECT_EQ(outcome.channel_bus[1], (ByCause{51 * kUs, 51 * kUs}));
  EXPECT_EQ(outcome.plane_array[1], (ByCause{200 * kUs, 0}));
  EXPECT_EQ(outcome.end, 2449 * kUs);
}

// Replicas of pages 0 and 2 follow each other; the second one is broken off in its transfer. It counts as a whole
// program (account.numbers, 4). Host reads move 2048 bytes each, all else a page with its spare.
TEST(OracleCopies, CountsReplicasInTheEnergy) {
  Drive drive = collecting_drive(2);
  drive.energy = {.read = 5, .program = 70, .erase = 900, .byte_on_bus = 3, .idle = 2};
  const Time second = kCollected + 2 * kWholeRead + kWrite;
  const Outcome outcome =
      simulate(drive, {six_writes_and({read(kCollects + 1, 0), read(kCollects + 2, 2), read(second + 100, 0)})});
  EXPECT_EQ(outcome.replica_programs, 2);
  EXPECT_EQ(outcome.replicas_broken_off, 1);
  EXPECT_EQ(outcome.end, second + 100 + kWholeRead);
  EXPECT_EQ(outcome.bus_bytes, 3 * 2048 + (6 + 2 * 2 + 2) * 2112);
  EXPECT_TRUE(outcome.energy.read == (3 + 2) * 5);
  EXPECT_TRUE(outcome.energy.program == (6 + 2 + 2) * 70);
  EXPECT_TRUE(outcome.energy.erase == 900);
  EXPECT_TRUE(outcome.energy.transfer == 31'488 * 3);
  EXPECT_TRUE(outcome.energy.idle == Femtojoules{outcome.end} * 2 * 2) << "two dies";
  EXPECT_EQ(outcome.projected_bytes_mean, 0);
}

// All writes go to unit 0, and every collection is a stream. Page 0 is written five times; then block 0 is erased, and
// a read of page 0 meets that: its replica is in unit 1. Block 1 becomes 0 1 2 2 and is collected: pages 0 and 2 are
// held from `begin` + kReadOut and from `erasing` on, and written back to unit 1 one after the other from `erasing` on.
// The last read meets the write-back of page 2 where page 0 lies. It marks page 0 only if the slot has absorbed a write
// of it, because that drops the replica. The new replica waits for the end of the erase in unit 0.
TEST(OracleCopies, DropsTheReplicaOfAnAbsorbedPage) {
  Drive drive = two_channels(8);
  drive.placement = Placement::kDynamicCost, drive.any_idle_slots = 2, drive.any_idle_always = true;
  drive.cost = [](const UnitView& u) { return u.channel; };
  drive.trigger = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages <= 27; };
  drive.replicas = 1;
  const Time first = 4 * kMillisecond + kWrite, begin = 13 * kMillisecond + kWrite, erasing = begin + 2 * kReadOut;
  const auto run = [&](const std::vector<HostRequest>& absorbed) {
    std::vector<HostRequest> requests;
    for (int i = 0; i < 5; ++i) requests.push_back(write(i * kMillisecond, 0));
    requests.push_back(read(first + 1, 0));
    for (const std::int64_t lpn : {1, 2, 2, 1}) requests.push_back(write((requests.size() + 4) * kMillisecond, lpn));
    requests.insert(requests.end(), absorbed.begin(), absorbed.end());
    requests.push_back(read(erasing + kWrite + 1, 0));
    return simulate(drive, {requests});
  };
  const Outcome kept = run({}), dropped = run({write(begin + 100'000, 0)});
  EXPECT_EQ(dropped.completion[5], first + kWholeErase + kWholeRead);
  EXPECT_EQ(dropped.completion[10], begin + 100'500);
  EXPECT_EQ(dropped.absorbed_writes, 1);
  for (const Outcome& outcome : {kept, dropped}) {
    EXPECT_EQ(outcome.completion.back(), erasing + 2 * kWrite + kWholeRead);
    EXPECT_EQ(outcome.write_backs, 2);
    EXPECT_EQ(outcome.map, (Map{{0, 33}, {1, 8}, {2, 34}}));
  }
  EXPECT_EQ(kept.replica_programs, 1);
  EXPECT_EQ(kept.end, erasing + kWholeErase);
  EXPECT_EQ(dropped.replica_programs, 2);
  EXPECT_EQ(dropped.end, erasing + kWholeErase + kWrite);
}

// The replica of page 2 is made after the first collection. Writes of page 0 start another one, of block 1, which is
// 0 2 0 0 then.
TEST(OracleCopies, ReadsTheReplicaWhileACollectionHoldsTheUnit) {
  const Time begin = 21 * kMillisecond + kWrite, end = begin + 2 * kMove + kWholeErase;
  std::vector<HostRequest> more = {read(kCollects + 1, 2), write(20 * kMillisecond, 0), write(21 * kMillisecond, 0),
                                   read(begin + 1'000, 2)};
  EXPECT_EQ(collect(0, more).completion.back(), end + kWholeRead);
  const Outcome outcome = collect(1, more);
  EXPECT_EQ(outcome.completion.back(), begin + 1'000 + kWholeRead);
  EXPECT_EQ(outcome.replica_reads, 1);
  EXPECT_EQ(outcome.replica_programs, 1);
  EXPECT_EQ(outcome.end, end);
  EXPECT_EQ(outcome.collection_programs, 4);
  // A write before the collection drops the replica, so the read waits and marks the page again. Block 1 is 0 2 0 2.
  more = {read(kCollects + 1, 2), write(20 * kMillisecond, 0), write(21 * kMillisecond, 2), read(begin + 1'000, 2)};
  const Outcome written = collect(1, more);
  EXPECT_EQ(written.replica_reads, 0);
  EXPECT_EQ(written.replica_programs, 2);
}

}  // namespace
}  // namespace ssd::oracle
