// migrate: any_idle, rule by rule (copies.any_idle to copies.held_time), with times worked out by hand. copies.h has
// the drive and its nine writes.
#include "tests/unit/copies.h"

namespace ssd {
namespace {

using namespace copies;

// Arrival of a read of page 6. It is ready while the ninth program runs, so the collection is in conflict.
constexpr Time kHostRead = 8 * kMs + 100 * kUs;

Ran held(const std::string& gc, std::vector<Request> more, const std::string& rest = "") {
  more.push_back(read(6, kHostRead));
  return simulated(drive("migrate: any_idle { buffer: " + gc, rest), nine_writes_and(more));
}

// With two slots: when pages 2 and 4 are in them and page 6 is moved, so that the erase is granted and their segment is
// complete. The erase ends at kErased.
constexpr Time kComplete = kBegin + 3 * kRead + kProgram, kErased = kComplete + kErase;

// copies.any_idle: pages 2 and 4 are read into the two slots, page 6 is moved, the block is erased; then the host's
// read follows, at the old address.
TEST(AnyIdle, ReadsWhatHasSlotsAndMovesTheRest) {
  const Ran ran = held("2 }", {});
  EXPECT_EQ(ran.response(kHostRead), kErased + kRead - kHostRead);
  EXPECT_EQ(ran.flash().conflicting_collections, 1U);
  EXPECT_EQ(ran.flash().buffered_moves, 2U);
  EXPECT_EQ(ran.flash().collection_reads, 3U);
  // copies.write_back: both pages go to unit 1, one after the other, while unit 0 erases and the read waits for it.
  EXPECT_EQ(ran.flash().write_backs, 2U);
  EXPECT_EQ(ran.outcome.results.clock, kErased + kRead);
  EXPECT_EQ(ran.outcome.map[2] / 16, 1U);
  EXPECT_EQ(ran.outcome.map[4] / 16, 1U);
  EXPECT_EQ(ran.flash().collection_programs, 3U);
  EXPECT_DOUBLE_EQ(ran.outcome.results.pages_moved(), 3.0);
  // copies.held_time: page 2 from the end of its data out to that of its write-back, then page 4.
  EXPECT_EQ(ran.flash().held_longest, kRead + 3 * kProgram);
  EXPECT_EQ(ran.outcome.results.held_time,
            (kComplete + kProgram - (kBegin + kRead)) + (kComplete + 2 * kProgram - (kBegin + 2 * kRead)));
}

// copies.any_idle: the collection begins without conflict and moves page 2. A read comes meanwhile, so that it becomes
// a stream before its second move.
TEST(AnyIdle, BecomesAStreamInItsMiddle) {
  const Time arrival = kBegin + 100 * kUs;
  const Ran ran = simulated(drive("migrate: any_idle { buffer: 2 }"), nine_writes_and({read(6, arrival)}));
  EXPECT_EQ(ran.response(arrival), kErased + kRead - arrival);
  EXPECT_EQ(ran.flash().conflicting_collections, 1U);
  EXPECT_EQ(ran.flash().buffered_moves, 2U);
  EXPECT_EQ(ran.flash().write_backs, 2U);
  EXPECT_EQ(ran.outcome.map[2] / 16, 0U);
  EXPECT_EQ(ran.outcome.map[4] / 16, 1U);
  EXPECT_EQ(ran.outcome.map[6] / 16, 1U);
}

// copies.any_idle with `when: always`: nobody waits, and all pages go into slots. They are written back to unit 1 one
// after the other from the grant of the erase on.
TEST(AnyIdle, AlwaysNeedsNoConflict) {
  const Ran ran = simulated(drive("migrate: any_idle { buffer: 8 when: always }"), nine_writes_and({}));
  const Time complete = kBegin + 3 * kRead;
  EXPECT_EQ(ran.outcome.results.clock, complete + kErase);
  EXPECT_EQ(ran.flash().conflicting_collections, 1U);
  EXPECT_EQ(ran.flash().buffered_moves, 3U);
  EXPECT_EQ(ran.flash().write_backs, 3U);
  EXPECT_EQ(ran.outcome.results.held_time, (2 * kRead + kProgram) + (kRead + 2 * kProgram) + 3 * kProgram);
  EXPECT_DOUBLE_EQ(ran.outcome.results.held_pages_mean(), 1278.0 / 9269.0);
  EXPECT_EQ(ran.outcome.results.power_loss, 7U);  // 50 ns x 1278 / 9269
}

TEST(AnyIdle, WithoutConflictMovesAsEver) {
  const Ran ran = simulated(drive("migrate: any_idle { buffer: 8 }"), nine_writes_and({}));
  EXPECT_EQ(ran.outcome.results.clock, kBegin + 3 * (kRead + kProgram) + kErase);
  EXPECT_EQ(ran.flash().conflicting_collections, 0U);
  EXPECT_EQ(ran.flash().buffered_moves, 0U);
}

// copies.any_idle: page 4 is written while page 2 is read. So page 4 is not read, and its slot becomes free and is not
// given to page 6.
TEST(AnyIdle, PassesOverWhatHasBecomeInvalid) {
  const Ran ran = held("2 }", {write(4, kBegin + 5 * kUs)});
  EXPECT_EQ(ran.response(kHostRead), kBegin + 2 * kRead + kProgram + kErase + kRead - kHostRead);
  EXPECT_EQ(ran.flash().buffered_moves, 1U);
  EXPECT_EQ(ran.flash().write_backs, 1U);
}

// copies.any_idle: page 2 is written while it is read into its slot. The slot is free when that read ends.
TEST(AnyIdle, HoldsNothingThatBecameInvalidOnTheWay) {
  const Ran ran = held("2 }", {write(2, kBegin + 5 * kUs)});
  EXPECT_EQ(ran.response(kHostRead), kBegin + 3 * kRead + kProgram + kErase + kRead - kHostRead);
  EXPECT_EQ(ran.flash().buffered_moves, 2U);
  EXPECT_EQ(ran.flash().write_backs, 1U);
}

// copies.write_back: the three pages go to unit 1 one after the other, though a read waits for unit 0 all the time.
// What waits for unit 1 goes first there.
TEST(AnyIdle, WritesBackOnlyToUnitsThatNoRequestWaitsFor) {
  const Time complete = kBegin + 3 * kRead;
  const Ran alone = held("8 }", {read(1, complete + 3 * kProgram)});
  EXPECT_EQ(alone.response(complete + 3 * kProgram), kRead);  // the third ends just then
  EXPECT_EQ(alone.outcome.results.clock, complete + kErase + kRead);
  for (const u32 page : {2U, 4U, 6U}) EXPECT_EQ(alone.outcome.map[page] / 16, 1U);
  // A read of page 1 waits for the write-back of page 2, and that of page 4 for this read; another read waits for the
  // write-back of page 6.
  const Time first = complete + 100 * kUs, second = complete + 2 * kProgram + kRead + 10 * kUs;
  const Ran ran = held("8 }", {read(1, first), read(1, second)});
  EXPECT_EQ(ran.response(first), kProgram - 100 * kUs + kRead);
  EXPECT_EQ(ran.response(second), kProgram - 10 * kUs + kRead);
}

// copies.write_back: a write without a place goes first, here to the unit that page 4 would go to.
TEST(AnyIdle, WritesBackOnlyWhileNoWriteIsWithoutAPlace) {
  const Time arrival = kComplete + 100 * kUs;
  const Ran ran = held("2 }", {write(10, arrival), read(4, kComplete + kProgram + 10 * kUs)});
  EXPECT_EQ(ran.response(arrival), kProgram - 100 * kUs + kProgram);
  EXPECT_EQ(ran.response(kComplete + kProgram + 10 * kUs), 3 * kUs);  // page 4 is still held
  EXPECT_EQ(ran.flash().held_longest, kComplete + 3 * kProgram - (kBegin + 2 * kRead));
}

// copies.absorb: a read is served from the slot while the page is held and until its write-back has ended, then from
// the flash.
TEST(AnyIdle, ServesReadsOfHeldPages) {
  const Time end = kComplete;
  const Ran ran = held("2 }", {read(2, kBegin + 100 * kUs), read(2, end + 100 * kUs), read(2, end + kProgram),
                               read(2, end + 700 * kUs)});
  EXPECT_EQ(ran.response(kBegin + 100 * kUs), 3 * kUs);
  EXPECT_EQ(ran.response(end + 100 * kUs), 3 * kUs);
  EXPECT_EQ(ran.response(end + kProgram), kRead);  // the program ends at just that time
  EXPECT_EQ(ran.response(end + 700 * kUs), kRead);
  EXPECT_EQ(ran.flash().buffered_reads, 2U);
}

// copies.absorb: the slot takes the write and keeps its position; the flash gets one program for both.
TEST(AnyIdle, AbsorbsWholeWrites) {
  const Ran plain = held("2 }", {}), ran = held("2 }", {write(2, kBegin + 100 * kUs), write(2, kBegin + 101 * kUs)});
  EXPECT_EQ(ran.response(kBegin + 100 * kUs), 3 * kUs);
  EXPECT_EQ(ran.response(kBegin + 101 * kUs), 3 * kUs);
  EXPECT_EQ(ran.flash().absorbed_writes, 2U);
  EXPECT_EQ(ran.flash().host_programs, plain.flash().host_programs);
  EXPECT_EQ(ran.outcome.map, plain.outcome.map);
  EXPECT_EQ(ran.outcome.results.clock, plain.outcome.results.clock);
}

// copies.absorb: a partial write reads the old sectors from the slot, and is absorbed when it has them.
TEST(AnyIdle, PartialWritesReadFromTheSlot) {
  Request part = write(2, kBegin + 100 * kUs);
  part.sectors = 1;
  const Ran ran = held("2 }", {part});
  EXPECT_EQ(ran.response(part.arrival), 6 * kUs);
  EXPECT_EQ(ran.flash().absorbed_writes, 1U);
  EXPECT_EQ(ran.flash().buffered_reads, 1U);
  EXPECT_EQ(ran.flash().write_backs, 2U);
  EXPECT_EQ(ran.flash().host_programs, 9U);
  const Ran whole = held("2 }", {part}, " host { read_modify_write: false }\n");
  EXPECT_EQ(whole.response(part.arrival), 3 * kUs);
  EXPECT_EQ(whole.flash().absorbed_writes, 1U);
}

// copies.absorb: page 4 is written while it is read into its slot, but no unit is free until it is held.
TEST(AnyIdle, ProgramsWhatWasReadyBeforeThePageWasHeld) {
  const Time busy = kBegin + 10 * kUs, arrival = kBegin + 30 * kUs;
  const Ran ran = held("2 }", {write(10, busy), write(4, arrival)});
  EXPECT_EQ(ran.response(arrival), busy + 2 * kProgram - arrival);
  EXPECT_EQ(ran.flash().buffered_moves, 2U);
  EXPECT_EQ(ran.flash().absorbed_writes, 0U);
  EXPECT_EQ(ran.flash().write_backs, 1U);
  EXPECT_EQ(ran.flash().held_pages, 2U);
}

TEST(AnyIdle, TrimsFreeTheSlot) {
  const Ran ran = held("2 }", {trim(2, kBegin + 100 * kUs), read(2, kBegin + 200 * kUs)});
  EXPECT_EQ(ran.response(kBegin + 200 * kUs), 0U);
  EXPECT_EQ(ran.flash().trimmed, 1U);
  EXPECT_EQ(ran.flash().write_backs, 1U);
  EXPECT_EQ(ran.outcome.map[2], kNoPage);
}

// copies.absorb: a write of a page whose write-back is under way is programmed as usual, and the page that was written
// back is invalid.
TEST(AnyIdle, WriteBacksUnderWayAreNotUndone) {
  const Time arrival = kComplete + 100 * kUs;
  const Ran ran = held("2 }", {write(2, arrival)});
  EXPECT_EQ(ran.response(arrival),
            kProgram - 100 * kUs + kProgram);  // unit 0 erases; unit 1 is idle when page 2 is written back
  EXPECT_EQ(ran.flash().write_backs, 2U);
  EXPECT_EQ(ran.flash().host_programs, 10U);
}

// account.conflicts: a unit that takes a write-back counts as held by a collection, and so does the wait for it.
TEST(AnyIdle, AHostOperationWaitsForAWriteBackAsForACollection) {
  const Time arrival = kComplete + 100 * kUs;
  const Ran ran = held("2 }", {read(1, arrival)});
  EXPECT_EQ(ran.response(arrival), kProgram - 100 * kUs + kRead);
  const auto found = std::ranges::find(ran.requests, arrival, &Request::arrival);
  EXPECT_EQ(
      ran.outcome.splits[static_cast<std::size_t>(found - ran.requests.begin())][static_cast<u32>(Part::kCollection)],
      kProgram - 100 * kUs);
}

// account.conflicts: unit 1 is idle when the collection begins, or reads.
TEST(Conflicts, ACollectionInAnIdleDriveFindsAllOtherChipsIdle) {
  const Ran alone = simulated(drive(""), nine_writes_and({}));
  EXPECT_EQ(alone.flash().idle_collections, 1U);
  EXPECT_EQ(alone.flash().idle_drive_collections, 1U);
  EXPECT_EQ(alone.flash().beside_collections, 0U);
  const Ran other = simulated(drive(""), nine_writes_and({read(1, kBegin - 5 * kUs)}));
  EXPECT_EQ(other.flash().idle_collections, 1U);
  EXPECT_EQ(other.flash().idle_drive_collections, 0U);
}

// account.conflicts: while the collection runs and the read waits for it, one of two chips is idle, but for the time in
// which unit 1 reads page 1.
TEST(Conflicts, ChipsAreIdleBesideCollections) {
  const Time all = 3 * (kRead + kProgram) + kErase;
  const Ran ran = simulated(drive(""), nine_writes_and({read(6, kHostRead)}));
  EXPECT_EQ(ran.flash().beside_collections, all);
  EXPECT_DOUBLE_EQ(ran.outcome.results.idle_chips(), 0.5);
  const Ran other = simulated(drive(""), nine_writes_and({read(6, kHostRead), read(1, kBegin + kRead)}));
  EXPECT_EQ(other.flash().beside_collections, all);
  EXPECT_TRUE(other.flash().idle_beside_collections == all - kRead);
}

TEST(AnyIdle, IsTheSameInTheSpecialisedEngine) {
  expect_same_by_jit(drive("migrate: any_idle { buffer: 2 }"),
                     nine_writes_and({read(6, kHostRead), write(4, kBegin + 5 * kUs), write(2, kBegin + 100 * kUs)}));
}

}  // namespace
}  // namespace ssd
