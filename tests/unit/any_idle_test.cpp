// migrate: any_idle, clause by clause of S60, with times worked out by hand (the drive and its nine writes: copies.h).
#include "tests/unit/copies.h"

namespace ssd {
namespace {

using namespace copies;

constexpr Time kHostRead =
    8 * kMs + 100 * kUs;  // of page 6, ready while the ninth program runs: the collection is in conflict

Ran held(const std::string& gc, std::vector<Request> more, const std::string& rest = "") {
  more.push_back(read(6, kHostRead));
  return simulated(drive("migrate: any_idle { buffer: " + gc, rest), nine_writes_and(more));
}

// (a) Pages 2 and 4 are read into the two slots, page 6 is moved, the block is erased; then the host's read, at the old
// address.
TEST(AnyIdle, ReadsWhatHasSlotsAndMovesTheRest) {
  const Ran ran = held("2 }", {});
  const Time end = kBegin + 3 * kRead + kProgram + kErase;
  EXPECT_EQ(ran.response(kHostRead), end + kRead - kHostRead);
  EXPECT_EQ(ran.flash().conflicting_collections, 1U);
  EXPECT_EQ(ran.flash().buffered_moves, 2U);
  EXPECT_EQ(ran.flash().collection_reads, 3U);
  // (c) The read waits until `end`: only then page 2 goes to unit 1, and page 4, with q at unit 0 again, there when the
  // read is over.
  EXPECT_EQ(ran.flash().write_backs, 2U);
  EXPECT_EQ(ran.outcome.results.clock, end + kRead + kProgram);
  EXPECT_EQ(ran.outcome.map[2] / 16, 1U);
  EXPECT_EQ(ran.outcome.map[4] / 16, 0U);
  EXPECT_EQ(ran.flash().collection_programs, 3U);
  EXPECT_DOUBLE_EQ(ran.outcome.results.pages_moved(), 3.0);
}

TEST(AnyIdle, WithoutConflictMovesAsEver) {
  const Ran ran = simulated(drive("migrate: any_idle { buffer: 8 }"), nine_writes_and({}));
  EXPECT_EQ(ran.outcome.results.clock, kBegin + 3 * (kRead + kProgram) + kErase);
  EXPECT_EQ(ran.flash().conflicting_collections, 0U);
  EXPECT_EQ(ran.flash().buffered_moves, 0U);
}

// (a) Page 4 is written while page 2 is read: its own read never happens, its slot is free and is not given to page 6.
TEST(AnyIdle, PassesOverWhatHasBecomeInvalid) {
  const Ran ran = held("2 }", {write(4, kBegin + 5 * kUs)});
  EXPECT_EQ(ran.response(kHostRead), kBegin + 2 * kRead + kProgram + kErase + kRead - kHostRead);
  EXPECT_EQ(ran.flash().buffered_moves, 1U);
  EXPECT_EQ(ran.flash().write_backs, 1U);
}

// (b) Page 2 is written during its own way into the slot: the slot is free at the end of it.
TEST(AnyIdle, HoldsNothingThatBecameInvalidOnTheWay) {
  const Ran ran = held("2 }", {write(2, kBegin + 5 * kUs)});
  EXPECT_EQ(ran.response(kHostRead), kBegin + 3 * kRead + kProgram + kErase + kRead - kHostRead);
  EXPECT_EQ(ran.flash().buffered_moves, 2U);
  EXPECT_EQ(ran.flash().write_backs, 1U);
}

// (c) With all three pages held, the one held longest goes first; a host operation that is ready anywhere holds them
// back.
TEST(AnyIdle, WritesBackOnlyWhileTheHostWantsNothing) {
  const Time end = kBegin + 3 * kRead + kErase;
  EXPECT_EQ(held("8 }", {}).outcome.results.clock,
            end + 2 * kProgram);  // unit 1: page 2, then 6; unit 0: page 4 from end + 22 us on
  // A read of page 0 waits for unit 0 from before unit 1 is idle until page 4 is programmed: page 6 goes then, at end +
  // 22 + 202 us.
  const Ran ran = held("8 }", {read(0, end + 190 * kUs)});
  EXPECT_EQ(ran.response(end + 190 * kUs), 2 * kRead + kProgram - 190 * kUs);
  EXPECT_EQ(ran.outcome.results.clock, end + kRead + 2 * kProgram);
}

// (d) From the slot while the page is held and until its write-back has ended; from the flash after that.
TEST(AnyIdle, ServesReadsOfHeldPages) {
  const Time end = kBegin + 3 * kRead + kProgram + kErase;
  const Ran ran = held("2 }", {read(2, kBegin + 100 * kUs), read(2, end + 100 * kUs), read(2, end + kProgram),
                               read(2, end + 400 * kUs)});
  EXPECT_EQ(ran.response(kBegin + 100 * kUs), 3 * kUs);
  EXPECT_EQ(ran.response(end + 100 * kUs), 3 * kUs);
  EXPECT_EQ(ran.response(end + kProgram), kRead);  // at just that time the program has ended
  EXPECT_EQ(ran.response(end + 400 * kUs), kRead);
  EXPECT_EQ(ran.flash().buffered_reads, 2U);
}

// (d) The slot takes the write and keeps its place; the flash sees one program for both.
TEST(AnyIdle, AbsorbsWholeWrites) {
  const Ran plain = held("2 }", {}), ran = held("2 }", {write(2, kBegin + 100 * kUs), write(2, kBegin + 101 * kUs)});
  EXPECT_EQ(ran.response(kBegin + 100 * kUs), 3 * kUs);
  EXPECT_EQ(ran.response(kBegin + 101 * kUs), 3 * kUs);
  EXPECT_EQ(ran.flash().absorbed_writes, 2U);
  EXPECT_EQ(ran.flash().host_programs, plain.flash().host_programs);
  EXPECT_EQ(ran.outcome.map, plain.outcome.map);
  EXPECT_EQ(ran.outcome.results.clock, plain.outcome.results.clock);
}

// (d) A partial write reads from the slot what it does not cover, and the slot is free when it takes its page.
TEST(AnyIdle, PartialWritesReadFromTheSlot) {
  Request part = write(2, kBegin + 100 * kUs);
  part.sectors = 1;
  const Ran ran = held("2 }", {part});
  EXPECT_EQ(ran.response(part.arrival), 3 * kUs + kProgram);
  EXPECT_EQ(ran.flash().absorbed_writes, 0U);
  EXPECT_EQ(ran.flash().buffered_reads, 1U);
  EXPECT_EQ(ran.flash().write_backs, 1U);
  EXPECT_EQ(ran.flash().host_programs, 10U);
  const Ran whole = held("2 }", {part}, " host { read_modify_write: false }\n");
  EXPECT_EQ(whole.response(part.arrival), 3 * kUs);
  EXPECT_EQ(whole.flash().absorbed_writes, 1U);
}

TEST(AnyIdle, TrimsFreeTheSlot) {
  const Ran ran = held("2 }", {trim(2, kBegin + 100 * kUs), read(2, kBegin + 200 * kUs)});
  EXPECT_EQ(ran.response(kBegin + 200 * kUs), 0U);
  EXPECT_EQ(ran.flash().trimmed, 1U);
  EXPECT_EQ(ran.flash().write_backs, 1U);
  EXPECT_EQ(ran.outcome.map[2], kNoPage);
}

// (d) A write of a page whose write-back is under way is programmed as ever, and the page that was written back is
// invalid.
TEST(AnyIdle, WriteBacksUnderWayAreNotUndone) {
  const Time end = kBegin + 3 * kRead + kProgram + kErase;
  const Ran ran = held("2 }", {write(2, end + 100 * kUs)});
  EXPECT_EQ(ran.response(end + 100 * kUs),
            102 * kUs + kProgram);  // page 4 goes to unit 0 from end + 22 us on; unit 1 is idle again at end + 202 us
  EXPECT_EQ(ran.flash().write_backs, 2U);
  EXPECT_EQ(ran.flash().host_programs, 10U);
}

// (c) A unit that is written back to counts as held by a collection: the wait for it is put down to that.
TEST(AnyIdle, AHostOperationWaitsForAWriteBackAsForACollection) {
  const Time end = kBegin + 3 * kRead + kProgram + kErase, arrival = end + 100 * kUs;
  const Ran ran = held("2 }", {read(1, arrival)});
  EXPECT_EQ(ran.response(arrival), kProgram - 100 * kUs + kRead);
  const auto found = std::ranges::find(ran.requests, arrival, &Request::arrival);
  EXPECT_EQ(
      ran.outcome.splits[static_cast<std::size_t>(found - ran.requests.begin())][static_cast<u32>(Part::kCollection)],
      kProgram - 100 * kUs);
}

TEST(AnyIdle, IsTheSameInTheSpecialisedEngine) {
  expect_same_by_jit(drive("migrate: any_idle { buffer: 2 }"),
                     nine_writes_and({read(6, kHostRead), write(4, kBegin + 5 * kUs), write(2, kBegin + 100 * kUs)}));
}

}  // namespace
}  // namespace ssd
