// The oracle's flushes of the host (host.flush, buffer.asked) against timelines derived by hand. The drive is the
// example drive of docs/model.md: command 1, transfer of a page 50, read 20, program 200 us, so a program takes 251.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "tests/unit/oracle_buffer_drive.h"

namespace ssd::oracle {
namespace {

// The example of host.flush.
TEST(OracleHostFlush, WaitsForWhatIsPendingWhenItIsReady) {
  const Outcome outcome = run(buffered(2), {write(0, 0), write(0, 1), flush_at(10), flush_at(20), write(30, 0)});
  EXPECT_EQ(completions(outcome), (Times{1, 1, 512, 512, 31}));
  EXPECT_EQ(outcome.end, 512 * kUs) << "LPN 0 is dirty again when the run ends";
  EXPECT_EQ(outcome.flushes, 2);
  EXPECT_EQ(outcome.evictions, 0);
  EXPECT_EQ(outcome.host_programs, 2);
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, 1}}));
  EXPECT_EQ(outcome.split[2].buffer, 502 * kUs);
  EXPECT_EQ(outcome.split[3].buffer, 492 * kUs);
  EXPECT_EQ(outcome.host_flushes.complete_together, 1);
}

// The example of buffer.asked. The program moves a whole page (iu.program).
TEST(OracleHostFlush, ProgramsAUnitAlone) {
  const Outcome outcome = run(with_units(4), {units_written(0, 0), flush_at(10), units_written(20, 1)});
  EXPECT_EQ(completions(outcome), (Times{1, 261, 21}));
  EXPECT_EQ(outcome.end, 261 * kUs);
  EXPECT_EQ(outcome.map, (Map{{0, 0}}));
  EXPECT_EQ(outcome.padding, 1);
  Drive sectors = with_units(4);
  sectors.program_moves_sectors = true;
  EXPECT_EQ(completions(run(sectors, {units_written(0, 0), flush_at(10), units_written(20, 1)})), (Times{1, 236, 21}));
}

TEST(OracleHostFlush, IsCompleteAtOnceBehindNothing) {
  EXPECT_EQ(completions(run(plain(), {read(0, 1), flush_at(10)})), (Times{71, 10})) << "it does not wait for reads";
  EXPECT_EQ(completions(run(buffered(2), {flush_at(0), flush_at(10)})), (Times{0, 10}));
  // LPN 0 is on flash from 251 on, though it is still in the buffer.
  EXPECT_EQ(completions(run(buffered(2, Flush::kEager), {write(0, 0), flush_at(250), flush_at(251)})),
            (Times{1, 251, 251}));
}

TEST(OracleHostFlush, IsProcessedAsATrim) {
  Drive drive = plain();
  drive.firmware = {.cores = 1, .read = 9 * kUs, .write = 7 * kUs, .trim = 3 * kUs, .per_page = 2 * kUs};
  drive.host_command = 5 * kUs;
  // The core has the flushes from 10 to 15 and from 15 to 20.
  const Outcome outcome = run(drive, {flush_at(10), flush_at(10)});
  EXPECT_EQ(completions(outcome), (Times{20, 25}));
  EXPECT_EQ(outcome.split[1].firmware, 10 * kUs);
  EXPECT_EQ(outcome.split[1].controller, 5 * kUs);
}

TEST(OracleHostFlush, CrossesNoLink) {
  Drive drive = plain();
  drive.link = true, drive.link_numerator = 30 * kUs, drive.link_denominator = 2'048, drive.link_request = 4 * kUs;
  // The page is on the link from 0 to 34, and is programmed from there to 285.
  const Outcome outcome = run(drive, {write(0, 0), flush_at(10)});
  EXPECT_EQ(completions(outcome), (Times{285, 285}));
  EXPECT_EQ(outcome.split[1].link, 0);
  EXPECT_EQ(outcome.split[1].controller, 275 * kUs);
  EXPECT_EQ(outcome.bus_bytes, 2'048);
}

TEST(OracleHostFlush, WaitsForProgramsWhereThereIsNoBuffer) {
  // The program of LPN 0 ends at 251, that of LPN 1 at 502. The first flush does not wait for the second one.
  const std::vector<HostRequest> requests{write(0, 0), flush_at(10), write(20, 1), flush_at(30), flush_at(300)};
  const Outcome outcome = run(plain(), requests);
  EXPECT_EQ(completions(outcome), (Times{251, 251, 502, 502, 502}));
  EXPECT_EQ(outcome.split[3].controller, 472 * kUs);
  Drive transferred = plain();
  transferred.complete_when_transferred = true;
  EXPECT_EQ(completions(run(transferred, requests)), (Times{51, 251, 302, 502, 502}));
  Drive through = plain();
  through.buffer_slots = 2, through.write_back = false, through.buffer_latency = kUs;
  const Outcome of_through = run(through, requests);
  EXPECT_EQ(completions(of_through), completions(outcome));
  EXPECT_EQ(of_through.split[3].buffer, 472 * kUs) << "a buffer of any kind";
  EXPECT_EQ(of_through.flushes, 0);
}

TEST(OracleHostFlush, TakesAWriteFromItsAdmissionOrFromItsMerge) {
  // The flush is ready at 10. The write of LPN 1 is admitted at 5 and ready at 15.
  const std::vector<HostRequest> requests{write(0, 0), flush_at(0), write(5, 1)};
  Drive without = plain(), with = buffered(4, Flush::kEager);
  without.host_command = with.host_command = 10 * kUs;
  EXPECT_EQ(completions(run(without, requests)), (Times{261, 512, 512}));
  EXPECT_EQ(completions(run(with, requests)), (Times{11, 261, 16}));
}

TEST(OracleHostFlush, WaitsTwiceForAnEntryThatIsDirtyAgain) {
  // LPN 0 is programmed from 10 to 261. It is dirty again at 100, and is programmed again when the first program has
  // ended, though the drive has another plane.
  for (const std::int64_t channels : {1, 2}) {
    const Outcome outcome =
        run(buffered(2, Flush::kFull, channels), {write(0, 0), flush_at(10), write(100, 0), flush_at(110)});
    EXPECT_EQ(completions(outcome), (Times{1, 261, 101, 512}));
    EXPECT_EQ(outcome.flushes, 2);
    EXPECT_EQ(outcome.host_flushes.dirty_again, 1);
  }
}

TEST(OracleHostFlush, IsCompleteWhenATrimEndsTheLastWrite) {
  // LPN 0 is programmed from 5 to 256 and is dirty again at 22, so at 30 LPN 2, the least recent entry, is evicted for
  // LPN 3. That program follows until 507 and keeps LPN 1 from being flushed at 256. The flush waits for LPN 1 alone
  // then, which is trimmed at 300. Its slot goes to LPN 3.
  const Outcome outcome = run(buffered(3), {write(0, 0), write(0, 1), flush_at(5), write(20, 2), write(22, 0),
                                            read(25, 1), write(30, 3), trim(300, 1)});
  EXPECT_EQ(completions(outcome), (Times{1, 1, 300, 21, 23, 26, 301, 300}));
  EXPECT_EQ(outcome.evictions, 1);
  EXPECT_EQ(outcome.flushes, 1);
  EXPECT_EQ(outcome.host_flushes.ended_by_trim, 1);
  EXPECT_EQ(outcome.end, 507 * kUs);
}

TEST(OracleHostFlush, WaitsForTheProgramOfATrimmedPage) {
  // LPN 0 is clean when it is trimmed, and its program goes on until 261. LPN 1 is dirty, and is programmed no more.
  const Outcome outcome = run(buffered(2), {write(0, 0), write(0, 1), flush_at(10), trim(50, 0), trim(100, 1)});
  EXPECT_EQ(completions(outcome), (Times{1, 1, 261, 50, 100}));
  EXPECT_EQ(outcome.host_flushes.ended_by_trim, 1);
  EXPECT_EQ(outcome.host_programs, 1);
  // Without a buffer a write keeps its operation.
  EXPECT_EQ(completions(run(plain(), {write(0, 0), flush_at(10), trim(20, 0)})), (Times{251, 251, 20}));
}

TEST(OracleHostFlush, WaitsForTheEvictionOfAnEntryThatItAskedFor) {
  // LPN 0 is programmed from 10 to 261 and is dirty again at 15. At 20 LPN 2 waits for a slot, and LPN 1 is evicted:
  // its program follows until 512.
  const Outcome outcome = run(buffered(2), {write(0, 0), write(0, 1), flush_at(10), write(15, 0), write(20, 2)});
  EXPECT_EQ(completions(outcome), (Times{1, 1, 512, 16, 513}));
  EXPECT_EQ(outcome.evictions, 1);
  EXPECT_EQ(outcome.flushes, 1);
  EXPECT_EQ(outcome.host_flushes.evicted, 1);
  EXPECT_EQ(outcome.end, 512 * kUs);
}

TEST(OracleHostFlush, AsksForAnEntryThatWaitsForASlot) {
  // LPN 0 is evicted from 5 to 256. Then LPN 1 has the slot, and is programmed until 507.
  const Outcome outcome = run(buffered(1), {write(0, 0), write(5, 1), flush_at(10)});
  EXPECT_EQ(completions(outcome), (Times{1, 257, 507}));
  EXPECT_EQ(outcome.evictions, 1);
  EXPECT_EQ(outcome.flushes, 1);
  EXPECT_EQ(outcome.host_flushes.without_slot, 1);
}

TEST(OracleHostFlush, AsksNoMoreForAWaitingEntryThatIsTrimmed) {
  // What is written at 120 is another pending write, and is dirty when the run ends.
  const Outcome outcome = run(buffered(1), {write(0, 0), write(5, 1), flush_at(10), trim(100, 1), write(120, 1)});
  EXPECT_EQ(completions(outcome), (Times{1, 257, 256, 100, 257}));
  EXPECT_EQ(outcome.end, 256 * kUs);
  EXPECT_EQ(outcome.flushes, 0);
}

TEST(OracleHostFlush, AsksForWholeEntriesFirst) {
  // LPN 1 is the oldest, but partial: LPN 2 goes from 10 to 261, LPN 0 to 512, LPN 1 to 763.
  const Outcome outcome = run(buffered(4), {part(0, 1, 0, 1), write(1, 2), write(2, 0), flush_at(10)});
  EXPECT_EQ(completions(outcome), (Times{1, 2, 3, 763}));
  EXPECT_EQ(outcome.map, (Map{{2, 0}, {0, 1}, {1, 2}}));
}

TEST(OracleHostFlush, KeepsTheOrderOfWhatIsAskedFor) {
  // The first flush asks for LPN 0 and 1, which is partial; the second one for LPN 2 and 3. LPN 1 becomes whole at 50
  // and keeps its place.
  const Outcome outcome = run(buffered(4), {write(0, 0), part(0, 1, 0, 1), flush_at(10), write(20, 2),
                                            part(25, 3, 0, 1), flush_at(40), part(50, 1, 1, 3)});
  EXPECT_EQ(completions(outcome), (Times{1, 1, 512, 21, 26, 1'014, 51}));
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, 1}, {2, 2}, {3, 3}}));
}

TEST(OracleHostFlush, GoesBeforeWhatTheDesignWantsToFlush) {
  // LPN 0 is flushed from 0 to 251. At 251 LPN 1, which is partial and asked for, goes before LPN 2, which is whole.
  const Outcome outcome = run(buffered(8, Flush::kEager), {write(0, 0), part(5, 1, 0, 1), flush_at(10), write(20, 2)});
  EXPECT_EQ(completions(outcome), (Times{1, 6, 502, 21}));
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, 1}, {2, 2}}));
  EXPECT_EQ(outcome.end, 753 * kUs);
}

TEST(OracleHostFlush, ReadsTheSectorsThatTheEntryDoesNotHave) {
  // LPN 0 is programmed from 1 to 252, and leaves its slot at 300. LPN 1 is evicted from 600 to 851. Then LPN 0 has the
  // slot with one sector; the read of the others takes until 909.5, the program until 1160.5.
  const Outcome outcome =
      run(buffered(1), {write(0, 0), flush_at(1), write(300, 1), part(600, 0, 0, 1), flush_at(700)});
  EXPECT_EQ(outcome.completion, (Times{kUs, 252 * kUs, 301 * kUs, 852 * kUs, 1'160'500}));
  EXPECT_EQ(outcome.rmw_reads, 1);
}

TEST(OracleHostFlush, IsARequestThatKeepsTheDriveFromBeingIdle) {
  // LPN 0 is asked for at 0 and ends at 251. LPN 1, in the other channel, waits until no request is left.
  const Outcome outcome = run(buffered(4, Flush::kIdle, 2), {write(0, 0), flush_at(0), write(10, 1)});
  EXPECT_EQ(completions(outcome), (Times{1, 251, 11}));
  EXPECT_EQ(outcome.end, 502 * kUs);
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, 32}}));
  EXPECT_EQ(run(buffered(4, Flush::kIdle, 2), {write(0, 0), write(10, 1)}).end, 262 * kUs);
}

TEST(OracleHostFlush, LetsAConditionCountWhatIsAskedFor) {
  // LPN 0 is programmed from 10 to 261, dirty again at 20, asked for at 30 and held back by its program until 261.
  // LPN 1, in the other channel, is whole and not asked for.
  Drive drive = buffered(4, Flush::kCondition, 2);
  std::set<std::vector<std::int64_t>> seen;
  drive.flush_condition = [&](const FlushView& f) {
    seen.insert({f.dirty, f.whole, f.slots, f.under_way, f.idle});
    return f.dirty == 2;
  };
  const Outcome outcome = run(drive, {write(0, 0), flush_at(10), write(20, 0), flush_at(30), write(40, 1)});
  EXPECT_EQ(completions(outcome), (Times{1, 261, 21, 512, 41}));
  EXPECT_EQ(outcome.channel_bus[1][0], 51 * kUs) << "LPN 1 is programmed";
  EXPECT_EQ(seen, (std::set<std::vector<std::int64_t>>{{1, 1, 4, 0, 0}, {1, 1, 4, 0, 1}, {2, 1, 4, 1, 0}}));
}

TEST(OracleHostFlush, HoldsItsPlaceInTheQueue) {
  Drive drive = buffered(2);
  drive.queue = 1;
  const Outcome outcome = run(drive, {write(0, 0), flush_at(10), write(20, 1)});
  EXPECT_EQ(completions(outcome), (Times{1, 261, 262}));
  EXPECT_EQ(outcome.split[2].queue, 241 * kUs);
}

TEST(OracleHostFlush, MakesTheNextRequestOfAClosedLoopArrive) {
  // Depth 2. The write of LPN 0 is complete at 1 and makes that of LPN 1 arrive at 11, which makes the second flush
  // arrive at 12. The first flush makes the last write arrive at 251 + 5.
  std::vector<HostRequest> requests{write(10, 0), flush_at(5), write(0, 1), flush_at(0), write(0, 2)};
  const Outcome outcome = simulate(buffered(3), {requests, 2});
  EXPECT_EQ(outcome.arrival, (Times{0, 0, 11 * kUs, 12 * kUs, 256 * kUs}));
  EXPECT_EQ(completions(outcome), (Times{1, 251, 12, 502, 257}));
}

TEST(OracleHostFlush, NeedsNoChannel) {
  Drive drive = plain(2);
  drive.whole_requests = true;
  EXPECT_EQ(completions(run(drive, {write(0, 0), flush_at(1), read(2, 1)})), (Times{251, 251, 73}));
}

TEST(OracleHostFlush, MakesNoPageOfAReadExistLater) {
  // A trim of LPN 0 before its first read means that it holds no data before time 0; a flush means nothing.
  EXPECT_EQ(run(plain(), {flush_at(0), read(10, 0)}).preloaded, 1);
}

TEST(OracleHostFlush, HasAnArrivalAlone) {
  HostRequest wrong = flush_at(0);
  wrong.sectors = 1;
  EXPECT_THROW(run(plain(), {wrong}), std::invalid_argument);
  HostRequest nothing = flush_at(0);
  nothing.is_flush = false;
  EXPECT_THROW(run(plain(), {nothing}), std::invalid_argument);
}

TEST(OracleHostFlush, TakesUnitsStreamByStream) {
  // The units of stream 1 are older, but stream 0 passes to its third list first. LPN 0 fills a page alone from 10 to
  // 261, LPN 1 and 3 one until 512, LPN 5 alone until 763. Stream 1 opens block 1, whose first place is 8.
  const Outcome outcome =
      run(units_by_handle(8), {of_stream(1, units_written(0, 1)), of_stream(1, units_written(1, 3)),
                               of_stream(1, units_written(2, 5)), units_written(3, 0), flush_at(10)});
  EXPECT_EQ(completions(outcome), (Times{1, 2, 3, 4, 763}));
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, 8}, {3, 9}, {5, 10}}));
  EXPECT_EQ(outcome.padding, 2);
  EXPECT_EQ(outcome.flushes, 4);
  EXPECT_EQ(outcome.host_flushes.asked_with_padding, 2);
}

TEST(OracleHostFlush, FillsAPageWithUnitsThatNobodyAskedFor) {
  // As before, but LPN 7 of stream 1 and LPN 2 of stream 0 are written behind the flush. LPN 7 goes with LPN 5; LPN 2
  // stays.
  const Outcome outcome = run(units_by_handle(8), {of_stream(1, units_written(0, 1)), of_stream(1, units_written(1, 3)),
                                                   of_stream(1, units_written(2, 5)), units_written(3, 0), flush_at(10),
                                                   of_stream(1, half_written(20, 7)), units_written(30, 2)});
  EXPECT_EQ(completions(outcome), (Times{1, 2, 3, 4, 763, 21, 31}));
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, 8}, {3, 9}, {5, 10}, {7, 11}}));
  EXPECT_EQ(outcome.padding, 1);
  EXPECT_EQ(outcome.host_flushes.asked_with_others, 1);
}

TEST(OracleHostFlush, TakesAnEntryToTheListOfItsNewStream) {
  // LPN 0 and 1 fill a page from 10 to 261. LPN 2 is given stream 1 at 100 and stands behind LPN 4 then: both fill a
  // page until 512.
  const Outcome outcome =
      run(units_by_handle(8), {units_written(0, 0), units_written(0, 1), units_written(0, 2),
                               of_stream(1, units_written(0, 4)), flush_at(10), of_stream(1, units_written(100, 2))});
  EXPECT_EQ(completions(outcome), (Times{1, 1, 1, 1, 512, 101}));
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, 1}, {4, 8}, {2, 9}}));
  EXPECT_EQ(outcome.padding, 0);
  EXPECT_EQ(outcome.host_flushes.changed_lists, 1);
}

TEST(OracleHostFlush, AnEvictionTakesWhatIsAskedForFirst) {
  // LPN 0 and 1 are programmed from 5 to 256. The second flush asks for LPN 2, which is partial. At 50 LPN 4 waits for
  // a slot, and LPN 3 is the least recent entry that may leave: LPN 2 goes with it, and not LPN 5, which is whole.
  // Their program follows until 507.
  const Outcome outcome =
      run(with_units(5, Flush::kFull), {units_written(0, 0), units_written(0, 1), flush_at(5), half_written(10, 2),
                                        flush_at(20), units_written(30, 3), units_written(32, 5), units_written(40, 0),
                                        units_written(41, 1), half_written(45, 2), units_written(50, 4)});
  EXPECT_EQ(completions(outcome), (Times{1, 1, 256, 11, 507, 31, 33, 41, 42, 46, 508}));
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, 1}, {3, 2}, {2, 3}}));
  EXPECT_EQ(outcome.evictions, 2);
  EXPECT_EQ(outcome.host_flushes.evicted, 1);
}

TEST(OracleHostFlush, TakesAsManyPagesAsAWordLineHas) {
  // LPN 0 to 3 are asked for. A word line of three pages has them from 10 to 10 + 1 + 150 + 200, and LPN 3 is alone in
  // the next one until 712.
  Drive drive = buffered(5);
  drive.placement = Placement::kWriteOrder;
  drive.pages = 6, drive.program_unit = 3, drive.logical_pages = 12;
  const Outcome outcome = run(drive, {write(0, 0), write(1, 1), write(2, 2), write(3, 3), flush_at(10)});
  EXPECT_EQ(completions(outcome), (Times{1, 2, 3, 4, 712}));
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, 1}, {2, 2}, {3, 3}}));
  EXPECT_EQ(outcome.padding, 2);
}

}  // namespace
}  // namespace ssd::oracle
