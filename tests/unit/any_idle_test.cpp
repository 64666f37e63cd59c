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

// copies.any_idle: pages 2 and 4 are read into the two slots, page 6 is moved, the block is erased; then the host's
// read follows, at the old address.
TEST(AnyIdle, ReadsWhatHasSlotsAndMovesTheRest) {
  const Ran ran = held("2 }", {});
  const Time end = kBegin + 3 * kRead + kProgram + kErase;
  EXPECT_EQ(ran.response(kHostRead), end + kRead - kHostRead);
  EXPECT_EQ(ran.flash().conflicting_collections, 1U);
  EXPECT_EQ(ran.flash().buffered_moves, 2U);
  EXPECT_EQ(ran.flash().collection_reads, 3U);
  // copies.write_back: the read waits until `end`. Only then page 2 goes to unit 1, and page 4 to unit 0, where q
  // points again, when the read is over.
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

// copies.write_back: of the three held pages, the one held longest goes first; a host operation that is ready anywhere
// delays them.
TEST(AnyIdle, WritesBackOnlyWhileTheHostWantsNothing) {
  const Time end = kBegin + 3 * kRead + kErase;
  EXPECT_EQ(held("8 }", {}).outcome.results.clock,
            end + 2 * kProgram);  // unit 1: page 2, then 6; unit 0: page 4 from end + 22 us on
  // A read of page 0 waits for unit 0 from before unit 1 is idle until page 4 is programmed. So page 6 goes only then,
  // at end + 22 + 202 us.
  const Ran ran = held("8 }", {read(0, end + 190 * kUs)});
  EXPECT_EQ(ran.response(end + 190 * kUs), 2 * kRead + kProgram - 190 * kUs);
  EXPECT_EQ(ran.outcome.results.clock, end + kRead + 2 * kProgram);
}

// copies.absorb: a read is served from the slot while the page is held and until its write-back has ended, then from
// the flash.
TEST(AnyIdle, ServesReadsOfHeldPages) {
  const Time end = kBegin + 3 * kRead + kProgram + kErase;
  const Ran ran = held("2 }", {read(2, kBegin + 100 * kUs), read(2, end + 100 * kUs), read(2, end + kProgram),
                               read(2, end + 400 * kUs)});
  EXPECT_EQ(ran.response(kBegin + 100 * kUs), 3 * kUs);
  EXPECT_EQ(ran.response(end + 100 * kUs), 3 * kUs);
  EXPECT_EQ(ran.response(end + kProgram), kRead);  // the program ends at just that time
  EXPECT_EQ(ran.response(end + 400 * kUs), kRead);
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

// copies.absorb: a partial write reads the old sectors from the slot; the slot is free when the write takes its page.
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

// copies.absorb: a write of a page whose write-back is under way is programmed as usual, and the page that was written
// back is invalid.
TEST(AnyIdle, WriteBacksUnderWayAreNotUndone) {
  const Time end = kBegin + 3 * kRead + kProgram + kErase;
  const Ran ran = held("2 }", {write(2, end + 100 * kUs)});
  EXPECT_EQ(ran.response(end + 100 * kUs),
            102 * kUs + kProgram);  // page 4 goes to unit 0 from end + 22 us on; unit 1 is idle again at end + 202 us
  EXPECT_EQ(ran.flash().write_backs, 2U);
  EXPECT_EQ(ran.flash().host_programs, 10U);
}

// account.conflicts: a unit that takes a write-back counts as held by a collection, and so does the wait for it.
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
