// The oracle's forced writes (host.fua) against timelines derived by hand. The drive is the example drive of
// docs/model.md: command 1, transfer of a page 50, read 20, program 200 us, so a program takes 251.
#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/unit/oracle_buffer_drive.h"

namespace ssd::oracle {
namespace {

Time sum(const SlotWait& w) { return w.unit + w.collection + w.channel + w.transfer + w.array; }

// The example of host.fua.
TEST(OracleForced, IsCompleteWhenItsDataAreOnFlash) {
  const Outcome outcome = run(buffered(2), {write(0, 0), forced(write(10, 1)), forced(write(20, 0))});
  EXPECT_EQ(completions(outcome), (Times{1, 261, 512}));
  EXPECT_EQ(outcome.flushes, 2);
  EXPECT_EQ(outcome.evictions, 0);
  EXPECT_EQ(outcome.map, (Map{{1, 0}, {0, 1}}));
  EXPECT_EQ(outcome.split[1].buffer, 251 * kUs);
  EXPECT_EQ(outcome.split[1].controller, 0);
  EXPECT_EQ(outcome.split[2].buffer, 492 * kUs);
  EXPECT_EQ(sum(outcome.slot_wait[2]), 0);
  EXPECT_EQ(outcome.forced.waited, 2);
  EXPECT_EQ(outcome.forced.merged, 1);
}

TEST(OracleForced, IsCompleteWhenProgrammedWhereThereIsNoBuffer) {
  // LPN 0 has its data in until 51 and its array until 251, LPN 1 until 302 and 502, LPN 2 until 553 and 753.
  const std::vector<HostRequest> requests{write(0, 0), forced(write(10, 1)), write(20, 2)};
  Drive transferred = plain();
  transferred.complete_when_transferred = true;
  const Outcome outcome = run(transferred, requests);
  EXPECT_EQ(completions(outcome), (Times{51, 502, 553}));
  EXPECT_EQ(outcome.split[1].unit, 241 * kUs);
  EXPECT_EQ(outcome.split[1].transfer, 51 * kUs);
  EXPECT_EQ(outcome.split[1].array, 200 * kUs);
  EXPECT_EQ(outcome.forced.waited, 0);
  EXPECT_EQ(completions(run(plain(), requests)), (Times{251, 502, 753}));
  Drive through = transferred;
  through.buffer_slots = 2, through.write_back = false, through.buffer_latency = kUs;
  EXPECT_EQ(completions(run(through, requests)), (Times{51, 502, 553}));
}

TEST(OracleForced, WaitsForAllOfItsPages) {
  // Each channel programs one page at a time.
  const std::vector<HostRequest> requests{forced(write(0, 0, 3))};
  for (const auto& [channels, completion] : std::vector<std::pair<std::int64_t, Time>>{{1, 753}, {2, 502}, {3, 251}}) {
    const Outcome outcome = run(buffered(4, Flush::kFull, channels), requests);
    EXPECT_EQ(completions(outcome), (Times{completion}));
    EXPECT_EQ(outcome.split[0].buffer, completion * kUs);
    EXPECT_EQ(outcome.forced.waited, 3);
    EXPECT_EQ(std::ssize(outcome.forced.ends), 1);
  }
}

TEST(OracleForced, AreCompleteTogetherIfTheyWaitForTheSameData) {
  // LPN 0 is programmed until 251. LPN 1 has two sectors at 10 and all of them at 20, and is programmed until 502.
  const Outcome outcome = run(buffered(4), {forced(write(0, 0)), forced(part(10, 1, 0, 2)), forced(part(20, 1, 2, 2))});
  EXPECT_EQ(completions(outcome), (Times{251, 502, 502}));
  EXPECT_EQ(outcome.forced.complete_together, 1);
  EXPECT_EQ(outcome.forced.merged, 1);
  EXPECT_EQ(outcome.host_programs, 2);
}

TEST(OracleForced, WaitsForTheNextFlushIfItsEntryIsBeingFlushed) {
  // LPN 0 is programmed until 251 and is dirty again at 100, though the drive may have another plane.
  for (const std::int64_t channels : {1, 2}) {
    const Outcome outcome = run(buffered(2, Flush::kFull, channels), {forced(write(0, 0)), forced(write(100, 0))});
    EXPECT_EQ(completions(outcome), (Times{251, 502}));
    EXPECT_EQ(outcome.forced.dirty_again, 1);
    EXPECT_EQ(outcome.forced.merged, 0);
  }
}

TEST(OracleForced, MayWaitForASlot) {
  // LPN 0 is evicted from 5 to 256. Then LPN 1 has the slot, and is programmed until 507. The write of LPN 1 at 10 is
  // complete when the entry is in its slot, of which the eviction took the last 46 of its transfer, and its array.
  const Outcome outcome = run(buffered(1), {write(0, 0), forced(write(5, 1)), write(10, 1)});
  EXPECT_EQ(completions(outcome), (Times{1, 507, 257}));
  EXPECT_EQ(outcome.forced.without_slot, 1);
  EXPECT_EQ(outcome.evictions, 1);
  EXPECT_EQ(outcome.flushes, 1);
  EXPECT_EQ(outcome.split[1].buffer, 502 * kUs);
  EXPECT_EQ(sum(outcome.slot_wait[1]), 0);
  EXPECT_EQ(outcome.split[2].buffer, 246 * kUs);
  EXPECT_EQ(outcome.slot_wait[2].array, 200 * kUs);
  EXPECT_EQ(outcome.slot_wait[2].transfer, 46 * kUs);
}

TEST(OracleForced, IsCompleteWhenItsDirtyPageIsTrimmed) {
  // LPN 0 is programmed until 251, its trim at 50 finds it clean. LPN 1 is dirty at 100, and is programmed no more.
  const Outcome outcome = run(buffered(2), {forced(write(0, 0)), forced(write(10, 1)), trim(50, 0), trim(100, 1)});
  EXPECT_EQ(completions(outcome), (Times{251, 100, 50, 100}));
  EXPECT_EQ(outcome.forced.trimmed, 1);
  EXPECT_EQ(outcome.host_programs, 1);
  EXPECT_EQ(outcome.split[1].buffer, 90 * kUs);
  // Without a buffer a write keeps its operation.
  EXPECT_EQ(completions(run(plain(), {forced(write(0, 0)), trim(20, 0)})), (Times{251, 20}));
}

TEST(OracleForced, IsCompleteWhenItsPageIsTrimmedBeforeItHasASlot) {
  // LPN 0 is evicted from 5 to 256. What is written at 120 is in the slot then, and nobody asked for it.
  const Outcome outcome = run(buffered(1), {write(0, 0), forced(write(5, 1)), trim(100, 1), write(120, 1)});
  EXPECT_EQ(completions(outcome), (Times{1, 100, 100, 257}));
  EXPECT_EQ(outcome.forced.trimmed, 1);
  EXPECT_EQ(outcome.flushes, 0);
  EXPECT_EQ(outcome.end, 256 * kUs);
}

// Queue 0 is full until its second request leaves. That is behind the trim of queue 1, so the next request of queue 0
// is admitted before the next one of queue 1, and is programmed first.
TEST(OracleForced, LeavesBehindTheTrimThatCompletesIt) {
  Drive drive = buffered(4);
  drive.queues = 2, drive.queue = 2;
  const Outcome outcome = run(drive, {forced(write(0, 0)), trim(0, 5), forced(write(10, 1)), trim(100, 1),
                                      forced(write(100, 2)), forced(write(100, 3))});
  EXPECT_EQ(completions(outcome), (Times{251, 0, 100, 100, 502, 753}));
}

TEST(OracleForced, StandsBehindWhatWasAskedForBefore) {
  // LPN 1 is programmed from 10 to 261. The flush asks for LPN 0, then LPN 2 is forced.
  const Outcome outcome = run(buffered(4), {write(0, 0), forced(write(10, 1)), flush_at(20), forced(write(30, 2))});
  EXPECT_EQ(completions(outcome), (Times{1, 261, 512, 763}));
}

TEST(OracleForced, MayBecomeReadyInTheInstantOfAFlush) {
  // The flush waits for what is ready before it in the instant: for LPN 0 and 1, and not for LPN 2. LPN 2 is asked for
  // behind LPN 1, which the flush asks for.
  const Outcome outcome = run(buffered(4), {forced(write(0, 0)), write(0, 1), flush_at(0), forced(write(0, 2))});
  EXPECT_EQ(completions(outcome), (Times{251, 1, 502, 753}));
  EXPECT_EQ(completions(run(buffered(4), {forced(write(0, 0)), flush_at(0)})), (Times{251, 251}));
  EXPECT_EQ(completions(run(buffered(4), {flush_at(0), forced(write(0, 0))})), (Times{0, 251}));
}

TEST(OracleForced, KeepsThePlaceOfAnEntryThatWasAskedFor) {
  // LPN 3 is programmed until 251. LPN 1 is forced, the flush asks for LPN 0 and 2. LPN 0 keeps its place at 20.
  const Outcome outcome = run(buffered(4), {forced(write(0, 3)), write(1, 0), forced(part(2, 1, 0, 1)), write(3, 2),
                                            flush_at(10), forced(write(20, 0))});
  EXPECT_EQ(completions(outcome), (Times{251, 2, 502, 4, 1'004, 753}));
  EXPECT_EQ(outcome.map, (Map{{3, 0}, {1, 1}, {0, 2}, {2, 3}}));
}

TEST(OracleForced, PassesWhatNobodyAskedFor) {
  // LPN 0 is programmed until 251. LPN 1 is whole and older than LPN 2, but not asked for.
  const Outcome outcome = run(buffered(8, Flush::kEager), {write(0, 0), write(1, 1), forced(part(2, 2, 0, 1))});
  EXPECT_EQ(completions(outcome), (Times{1, 2, 502}));
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {2, 1}, {1, 2}}));
  EXPECT_EQ(outcome.end, 753 * kUs);
}

TEST(OracleForced, MakesADirtyEntryPassToTheEndOfWhatIsAskedFor) {
  // LPN 0 is programmed until 251. LPN 1 is dirty from 1 on; it is forced behind LPN 2.
  const Outcome outcome =
      run(buffered(4), {forced(write(0, 0)), write(1, 1), forced(write(2, 2)), forced(part(3, 1, 0, 1))});
  EXPECT_EQ(completions(outcome), (Times{251, 2, 502, 753}));
}

TEST(OracleForced, MayBeEvicted) {
  // LPN 0 is programmed until 251 and is dirty again at 15, so at 20 LPN 1 is evicted for LPN 2, until 502.
  const Outcome outcome = run(buffered(2), {forced(write(0, 0)), forced(write(5, 1)), write(15, 0), write(20, 2)});
  EXPECT_EQ(completions(outcome), (Times{251, 502, 16, 503}));
  EXPECT_EQ(outcome.evictions, 1);
  EXPECT_EQ(outcome.flushes, 1);
  EXPECT_EQ(outcome.host_flushes.evicted, 1);
}

TEST(OracleForced, WaitsForTheSectorsThatTheEntryDoesNotHave) {
  // LPN 0 is on flash at 251, and leaves its slot at 300. LPN 1 is evicted from 600 to 851. Then LPN 0 has the slot
  // with one sector; the read of the others takes until 909.5, the program until 1160.5.
  const Outcome outcome = run(buffered(1), {forced(write(0, 0)), write(300, 1), forced(part(600, 0, 0, 1))});
  EXPECT_EQ(outcome.completion, (Times{251 * kUs, 301 * kUs, 1'160'500}));
  EXPECT_EQ(outcome.rmw_reads, 1);
  EXPECT_EQ(outcome.split[2].buffer, 560'500);
}

TEST(OracleForced, IsSplitIntoWhatComesBeforeTheBufferAndTheBuffer) {
  Drive drive = buffered(2);
  drive.firmware = {.cores = 1, .write = 7 * kUs};
  drive.host_command = 5 * kUs;
  drive.link = true, drive.link_numerator = 30 * kUs, drive.link_denominator = 2'048;
  // Through its core at 7, processed at 12, across the link at 42, programmed until 293.
  const Outcome outcome = run(drive, {forced(write(0, 0))});
  EXPECT_EQ(completions(outcome), (Times{293}));
  EXPECT_EQ(outcome.split[0].firmware, 7 * kUs);
  EXPECT_EQ(outcome.split[0].controller, 5 * kUs);
  EXPECT_EQ(outcome.split[0].link, 30 * kUs);
  EXPECT_EQ(outcome.split[0].buffer, 251 * kUs);
}

TEST(OracleForced, HoldsItsPlaceInTheQueue) {
  Drive drive = buffered(2);
  drive.queue = 1;
  const Outcome outcome = run(drive, {forced(write(0, 0)), write(10, 1)});
  EXPECT_EQ(completions(outcome), (Times{251, 252}));
  EXPECT_EQ(outcome.split[1].queue, 241 * kUs);
}

TEST(OracleForced, KeepsTheDriveFromBeingIdle) {
  // LPN 0 is asked for at 0 and ends at 251. LPN 1, in the other channel, waits until no request is left.
  const Outcome outcome = run(buffered(4, Flush::kIdle, 2), {forced(write(0, 0)), write(10, 1)});
  EXPECT_EQ(completions(outcome), (Times{251, 11}));
  EXPECT_EQ(outcome.end, 502 * kUs);
}

TEST(OracleForced, MakesTheNextRequestOfAClosedLoopArrive) {
  // Depth 1, think times of 10 and 5: LPN 0 until 251, LPN 1 from 261 to 512, LPN 2 at 517.
  const Outcome outcome = simulate(buffered(3), {{forced(write(10, 0)), forced(write(5, 1)), write(0, 2)}, 1});
  EXPECT_EQ(outcome.arrival, (Times{0, 261 * kUs, 517 * kUs}));
  EXPECT_EQ(completions(outcome), (Times{251, 512, 518}));
}

TEST(OracleForced, ProgramsAUnitAloneOrWithOthers) {
  // LPN 0 does not fill a page.
  const Outcome alone = run(with_units(4), {forced(units_written(0, 0))});
  EXPECT_EQ(completions(alone), (Times{251}));
  EXPECT_EQ(alone.padding, 1);
  // LPN 1 waits for another unit, and takes the second place behind what is asked for.
  const Outcome both = run(with_units(4), {units_written(0, 1), forced(half_written(10, 0))});
  EXPECT_EQ(completions(both), (Times{1, 261}));
  EXPECT_EQ(both.padding, 0);
  EXPECT_EQ(both.map, (Map{{0, 0}, {1, 1}}));
  EXPECT_EQ(both.host_flushes.asked_with_others, 1);
}

TEST(OracleForced, ProgramsUnitsOfOneStream) {
  // LPN 1 of stream 1 is programmed alone until 251. Then LPN 0 of stream 0, which was forced before LPN 5 of stream 1,
  // alone until 502; then LPN 5, with LPN 3 of its stream, which nobody asked for. Stream 0 opens block 1: place 8.
  const Outcome outcome =
      run(units_by_handle(8), {forced(of_stream(1, units_written(0, 1))), of_stream(1, units_written(5, 3)),
                               forced(units_written(10, 0)), forced(of_stream(1, units_written(20, 5)))});
  EXPECT_EQ(completions(outcome), (Times{251, 6, 502, 753}));
  EXPECT_EQ(outcome.map, (Map{{1, 0}, {0, 8}, {5, 2}, {3, 3}}));
  EXPECT_EQ(outcome.padding, 2);
}

TEST(OracleForced, GoesWithItsEntryToAnotherStream) {
  // LPN 0 is programmed alone until 251. LPN 2 is given stream 1 at 30 and stands behind LPN 4 then; one page has both
  // until 502.
  const Outcome outcome =
      run(units_by_handle(8), {forced(units_written(0, 0)), forced(units_written(10, 2)),
                               forced(of_stream(1, units_written(20, 4))), of_stream(1, units_written(30, 2))});
  EXPECT_EQ(completions(outcome), (Times{251, 502, 502, 31}));
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {4, 8}, {2, 9}}));
  EXPECT_EQ(outcome.padding, 1);
  EXPECT_EQ(outcome.host_flushes.changed_lists, 1);
}

TEST(OracleForced, EntersTheThirdListOfItsNewStream) {
  // As before, but the write at 30, which gives LPN 2 its stream, is the forced one: LPN 2 waits for it and for LPN 4.
  const Outcome outcome =
      run(units_by_handle(8), {forced(units_written(0, 0)), units_written(10, 2),
                               forced(of_stream(1, units_written(20, 4))), forced(of_stream(1, units_written(30, 2)))});
  EXPECT_EQ(completions(outcome), (Times{251, 11, 502, 502}));
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {4, 8}, {2, 9}}));
}

TEST(OracleForced, TakesAsManyPagesAsAWordLineHas) {
  // A word line of three pages until 1 + 150 + 200, and LPN 3 alone in the next one until 702.
  Drive drive = buffered(5);
  drive.placement = Placement::kWriteOrder;
  drive.pages = 6, drive.program_unit = 3, drive.logical_pages = 12;
  const Outcome outcome = run(drive, {forced(write(0, 0, 4))});
  EXPECT_EQ(completions(outcome), (Times{702}));
  EXPECT_EQ(outcome.padding, 2);
}

TEST(OracleForced, MeansNothingToAProtectedBuffer) {
  EXPECT_EQ(run(protected_buffer(2), {forced(write(0, 0))}).completion, (Times{kUs}));
  EXPECT_EQ(run(protected_buffer(2), {forced(write(0, 0))}).end, 0);
  EXPECT_EQ(run(protected_buffer(2, Flush::kEager), {forced(write(0, 0))}).end, 251 * kUs);
  const Outcome outcome = run(protected_buffer(1), {write(0, 0), forced(write(10, 1))});
  EXPECT_EQ(completions(outcome), (Times{1, 262})) << "it waits for the slot only";
  EXPECT_EQ(outcome.slot_wait[1].array, 200 * kUs);
  EXPECT_EQ(outcome.forced.waited, 0);
}

TEST(OracleForced, IsAWrite) {
  EXPECT_THROW(run(plain(), {forced(read(0, 0))}), std::invalid_argument);
  EXPECT_THROW(run(plain(), {forced(trim(0, 0))}), std::invalid_argument);
  EXPECT_THROW(run(plain(), {forced(flush_at(0))}), std::invalid_argument);
}

}  // namespace
}  // namespace ssd::oracle
