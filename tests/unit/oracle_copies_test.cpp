// The oracle's copies in other places, any_idle (copies.any_idle to copies.held_time) and replicate (copies.replicate),
// against timelines derived by hand. The drive has the latencies of figures.single and two channels. Times are in ns.
#include <gtest/gtest.h>

#include <numeric>
#include <random>

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
  EXPECT_EQ(outcome.absorbed_writes, 1);
  EXPECT_EQ(outcome.evictions, 13);
  EXPECT_EQ(outcome.host_programs, 12);
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

TEST(OracleCopies, CopiesAPageThatIsReadTwiceToAnotherChannel) {
  Drive drive = two_channels(8);
  drive.replicas = 1;
  const Outcome outcome = simulate(drive, {{read(0, 0), read(100'000, 0)}});
  EXPECT_EQ(outcome.replica_programs, 1);
  EXPECT_EQ(outcome.end, 100'000 + kWrite);  // it begins with the second read
  EXPECT_EQ(outcome.plane_array[1], (ByCause{0, kProgram}));
  EXPECT_EQ(outcome.channel_bus[1], (ByCause{0, kCommand + kPage}));
  EXPECT_EQ(outcome.host_programs + outcome.collection_programs, 0);
  EXPECT_EQ(outcome.map, (Map{{0, 0}}));
}

TEST(OracleCopies, MakesOneReplicaForEachTimeThatAHotPageIsRead) {
  Drive drive = two_channels(8);
  drive.replicas = 1;
  std::vector<HostRequest> requests;
  for (const std::int64_t lpn : {0, 0, 2, 2}) requests.push_back(read(requests.size() * kMillisecond, lpn));
  // The replica of page 2 takes the place of that of page 0.
  EXPECT_EQ(simulate(drive, {requests}).replica_programs, 2);
  requests.push_back(read(4 * kMillisecond, 0));  // still hot: the last four reads are 0 2 2 0
  EXPECT_EQ(simulate(drive, {requests}).replica_programs, 3);
  requests.push_back(read(5 * kMillisecond, 0));
  EXPECT_EQ(simulate(drive, {requests}).replica_programs, 3);
  // Reads of 0 4 6 8 0: page 0 is no longer hot.
  requests.insert(requests.begin() + 1, {read(1, 4), read(2, 6), read(3, 8)});
  EXPECT_EQ(simulate(drive, {requests}).replica_programs, 2);
}

// The four reads move 2048 bytes each; the program of a replica moves a page with its spare (account.numbers, 4).
TEST(OracleCopies, CountsReplicasInTheEnergy) {
  Drive drive = two_channels(8);
  drive.replicas = 1;
  drive.energy = {.read = 5, .program = 70, .erase = 900, .byte_on_bus = 3, .idle = 2};
  std::vector<HostRequest> requests;
  for (const std::int64_t lpn : {0, 0, 2, 2}) requests.push_back(read(requests.size() * kMillisecond, lpn));
  const Outcome outcome = simulate(drive, {requests});
  EXPECT_EQ(outcome.host_programs, 0);
  EXPECT_EQ(outcome.bus_bytes, 4 * 2048 + 2 * 2112);
  EXPECT_TRUE(outcome.energy.read == 4 * 5);
  EXPECT_TRUE(outcome.energy.program == 2 * 70);
  EXPECT_TRUE(outcome.energy.erase == 0);
  EXPECT_TRUE(outcome.energy.transfer == 12'416 * 3);
  EXPECT_TRUE(outcome.energy.idle == Femtojoules{outcome.end} * 2 * 2) << "two dies";
  EXPECT_EQ(outcome.projected_bytes_mean, 0);
}

// Like hold(), but page 2 is read twice before the collection, which makes a replica. The slot absorbs a write of page
// 2, which drops the replica, so two later reads cause another one.
TEST(OracleCopies, DropsTheReplicaOfAnAbsorbedPage) {
  Drive drive = holding_drive(2);
  drive.replicas = 1;
  std::vector<HostRequest> requests;
  for (const std::int64_t lpn : {0, 10, 1, 11, 2, 12, 3, 13, 0, 14})
    requests.push_back(write(requests.size() * kMillisecond, lpn));
  for (const HostRequest& more :
       {read(9'400'000, 2), read(9'500'000, 2), write(10 * kMillisecond, 1), read(10 * kMillisecond + 100'000, 0),
        write(kBegin + 100'000, 2), read(20 * kMillisecond, 2), read(21 * kMillisecond, 2)})
    requests.push_back(more);
  const Outcome outcome = simulate(drive, {requests});
  EXPECT_EQ(outcome.conflicting_collections, 1);
  EXPECT_EQ(outcome.absorbed_writes, 1);
  EXPECT_EQ(outcome.replica_programs, 2);
}

// 5 blocks x 4 pages. Plane 0 gets 0 2 4 6 | 0, then page 4 is read twice and copied to plane 1. The write of page 2
// leaves 14 free pages and starts a collection that moves pages 4 and 6.
TEST(OracleCopies, ReadsTheReplicaWhileACollectionHoldsTheUnit) {
  Drive drive = two_channels(5);
  drive.trigger = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages <= 14; };
  std::vector<HostRequest> requests;
  for (const std::int64_t lpn : {0, 2, 4, 6, 0}) requests.push_back(write(requests.size() * kMillisecond, lpn));
  const Time begin = 7 * kMillisecond + kWrite, end = begin + 2 * kMove + kWholeErase;
  requests.insert(requests.end(), {read(5 * kMillisecond, 4), read(6 * kMillisecond, 4), write(7 * kMillisecond, 2),
                                   read(begin + 1'000, 4)});
  EXPECT_EQ(simulate(drive, {requests}).completion.back(), end + kWholeRead);
  drive.replicas = 1;
  const Outcome outcome = simulate(drive, {requests});
  EXPECT_EQ(outcome.completion.back(), begin + 1'000 + kWholeRead);
  EXPECT_EQ(outcome.replica_reads, 1);
  EXPECT_EQ(outcome.replica_programs, 1);
  EXPECT_EQ(outcome.end, end);
  EXPECT_EQ(outcome.collection_programs, 2);
  // A write drops the replica. The page was read since the replica was made, but another replica follows only after the
  // next read.
  requests.push_back(write(20 * kMillisecond, 4));
  EXPECT_EQ(simulate(drive, {requests}).replica_programs, 1);
  requests.push_back(read(30 * kMillisecond, 4));
  EXPECT_EQ(simulate(drive, {requests}).replica_programs, 2);
}

// Random small drives with every policy: the oracle's own checks (which throw) hold, the runs end, and the reported
// numbers add up.
TEST(OracleCopies, ReportsWhatAddsUpWithEveryPolicy) {
  std::int64_t wear = 0, held = 0, absorbed = 0, replicas = 0, replica_reads = 0, preempted = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    const auto below = [&](std::int64_t n) { return static_cast<std::int64_t>(random() % n); };
    Drive drive = two_channels(6);
    drive.chips = 1 + below(2), drive.planes = 1 + below(2), drive.pages = 1 + below(4), drive.interleave = below(2);
    drive.place = [drive](std::int64_t lpn) {
      return Place{lpn % 2, lpn / 2 % drive.chips, 0, lpn / 2 / drive.chips % drive.planes};
    };
    drive.logical_pages = 2 * drive.chips * drive.planes * drive.pages * 2;
    drive.placement = std::array{Placement::kStatic, Placement::kDynamicOrder, Placement::kDynamicCost}[below(3)];
    drive.cost = [](const UnitView& u) { return u.queued; };
    const bool dynamic = drive.placement != Placement::kStatic;
    drive.multiplane = std::array{Willing::kNo, Willing::kWise, Willing::kBlind}[below(3)];
    drive.copyback = std::array{Willing::kNo, Willing::kWise, Willing::kBlind}[below(3)];
    drive.any_idle_slots = dynamic && below(2) ? 1 + below(5) : 0;
    drive.replicas = below(2) ? 1 + below(4) : 0;
    drive.wear = std::array{Wear::kNone, Wear::kStatic, Wear::kDynamic}[below(3)];
    drive.wear_threshold = below(3), drive.cost_zero = below(5) == 0, drive.read_modify_write = below(4) > 0;
    if (below(2)) drive.victim = [](const BlockView& b) { return b.age * b.invalid; };
    if (below(3) == 0) drive.allocate = [](const BlockView& b) { return b.age - b.erases; };
    if (below(2)) drive.preempt = [](const CollectionView& g) { return g.waiting_host > 1 || g.left % 2 == 0; };
    if (below(2)) drive.hard = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages % 3 == 0; };
    if (below(3) == 0) drive.buffer_slots = 1 + below(3);
    drive.flush = std::array{Flush::kEager, Flush::kIdle, Flush::kFull}[below(3)];
    drive.any_idle_always = below(3) == 0;
    const std::int64_t low = below(3);
    drive.trigger = [low](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks <= low; };
    Workload workload{{}, below(3)};
    for (int i = 0; i < 500; ++i) {
      const std::int64_t sector = below(2) ? below(drive.logical_pages * 4 - 6) : below(8);
      workload.requests.push_back({static_cast<Time>(workload.closed > 0 ? 500 : i * 60'000), sector, 1 + below(6),
                                   below(2) == 0, below(20) == 0});
    }
    SCOPED_TRACE(seed);
    const Outcome outcome = simulate(drive, workload);
    if (outcome.drive_full) continue;
    const auto sum = [&](int cause) {
      return std::accumulate(outcome.plane_array.begin(), outcome.plane_array.end(), Time{0},
                             [&](Time total, const ByCause& part) { return total + part[cause]; });
    };
    if (!drive.cost_zero && drive.multiplane == Willing::kNo) {
      EXPECT_EQ(sum(0), outcome.host_programs * kProgram + outcome.flash_reads * kRead);
      EXPECT_EQ(sum(1), (outcome.collection_programs + outcome.replica_programs) * kProgram +
                            (outcome.collection_reads + outcome.copybacks) * kRead + outcome.erases * kErase);
    }
    EXPECT_EQ(std::accumulate(outcome.block_erases.begin(), outcome.block_erases.end(), std::int64_t{0}),
              outcome.erases);
    EXPECT_LE(outcome.write_backs, outcome.buffered_moves);
    EXPECT_LE(outcome.begun_in_idle_drive, outcome.idle_collections);
    EXPECT_LE(outcome.idle_beside, outcome.time_beside * 2 * static_cast<Time>(drive.chips));
    EXPECT_LE(outcome.conflicting_collections + outcome.idle_collections, outcome.collections);
    wear += outcome.wear_collections, held += outcome.write_backs, absorbed += outcome.absorbed_writes;
    replicas += outcome.replica_programs, replica_reads += outcome.replica_reads;
    preempted += drive.preempt && !drive.cost_zero && outcome.conflicts > 0;
  }
  for (const std::int64_t count : {wear, held, absorbed, replicas, replica_reads, preempted}) EXPECT_GT(count, 0);
}

}  // namespace
}  // namespace ssd::oracle
