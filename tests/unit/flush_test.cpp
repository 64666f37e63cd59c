// Timelines of flushes, worked out by hand from the rule buffer.flush of docs/model.md.
#include "tests/unit/timelines.h"

namespace ssd::timeline {
namespace {

Shape buffer(int slots, const std::string& flush) {
  return {.sections = fmt::format("buffer {{ size: {}KiB latency: 1us {} }}\n", 2 * slots, flush)};
}
Request part(Time us, u64 lpn, u32 first, u32 count) {
  return {.arrival = us * kUs, .sector = lpn * 4 + first, .sectors = count, .direction = Direction::kWrite};
}

// Of two slots one is dirty with the half of page 0, two with that of page 1 at 10: page 0 goes first, 10 to 261. At
// 300 its other half makes it dirty again, and partial, because its first half was flushed: page 1 has waited for
// longer and goes, 300 to 551. At 310 its first half comes again, so it is whole now, and goes as soon as the plane is
// free: to 802.
TEST(Flush, EagerTakesPartialPagesWhenMoreThanHalfIsDirty) {
  const auto outcome =
      run(buffer(2, "flush: eager"), {part(0, 0, 0, 2), part(10, 1, 0, 2), part(300, 0, 2, 2), part(310, 0, 0, 2)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 11, 301, 311}));
  EXPECT_EQ(outcome.results.flash.flushes, 3U);
  EXPECT_EQ(outcome.results.flash.read_modify_write_reads, 0U);
  EXPECT_EQ(outcome.results.clock, 802 * kUs);
}

// One slot. Pages 0 and 2 are flushed until 251 and 551. At 600 half of page 0 takes the slot: half of the slots are
// fewer than one, so it is flushed, behind a read of its other half: 600 + 1 + 20 + 25 = 646, and 646 + 251 = 897. A
// read of the whole page takes the program's data at 700, and flash at 950; the half is in the buffer.
TEST(Flush, APartialPageReadsWhatItLacks) {
  const Request half{.arrival = 1100 * kUs, .sector = 0, .sectors = 2, .direction = Direction::kRead};
  const auto outcome = run(buffer(1, "flush: eager"),
                           {write(0, 0), write(300, 2), part(600, 0, 0, 2), read(700, 0), read(950, 0), half});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 301, 601, 701, 1021, 1101}));
  EXPECT_EQ(outcome.results.flash.read_modify_write_reads, 1U);
  EXPECT_EQ(outcome.results.flash.flushes, 3U);
}

// One slot. The second write of page 0 makes it dirty again while its flush runs until 251, so page 2 finds no victim.
// Then page 0 is evicted until 502, and page 2 is flushed until 753.
TEST(Flush, WhatIsBeingFlushedIsNoVictim) {
  const auto outcome = run(buffer(1, "flush: eager"), {write(0, 0), write(100, 0), write(120, 2)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 101, 503}));
  EXPECT_EQ(outcome.results.flash.flushes, 2U);
  EXPECT_EQ(outcome.results.flash.evictions, 1U);
  EXPECT_EQ(outcome.results.clock, 753 * kUs);
}

// One slot. Page 2 waits for the end of the flush of page 0 at 251, which leaves a clean victim, and is flushed until
// 502.
TEST(Flush, WhatWaitsForAFlushEvictsNothing) {
  const auto outcome = run(buffer(1, "flush: eager"), {write(0, 0), write(120, 2), read(130, 0), read(140, 2)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 252, 131, 141}));
  EXPECT_EQ(outcome.results.flash.evictions, 0U);
  EXPECT_EQ(outcome.results.clock, 502 * kUs);
}

// Two slots, two planes of one die: page 0 is flushed until 251, page 1 from then until 502. Page 2 finds page 0 clean
// at 300, takes its slot at once, and is being flushed too. So page 4 waits until 502, when page 1 leaves.
TEST(Flush, AnEntryAtRestThatIsCleanLeavesAtOnce) {
  Shape shape = buffer(2, "flush: eager");
  shape.planes = 2;
  const auto outcome = run(shape, {write(0, 0), write(0, 1), write(300, 2), write(310, 4)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 1, 301, 503}));
  EXPECT_EQ(outcome.results.flash.evictions, 0U);
}

// One slot, two planes. Page 2 waits at 120 behind the flush of page 0, counted like an eviction. The write of page 0
// at 130 makes it dirty again, so that its end leaves no clean victim any more: it is evicted then, 251 to 502.
TEST(Flush, AFlushOfWhatIsDirtyAgainDoesNotCount) {
  Shape shape = buffer(1, "flush: eager");
  shape.planes = 2;
  const auto outcome = run(shape, {write(0, 0), write(120, 2), write(130, 0)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 503, 131}));
  EXPECT_EQ(outcome.results.flash.evictions, 1U);
}

// The trim at 100 frees the slot at once, for page 2. The program of page 0 ends at 251 for nothing; then page 2 is
// flushed until 502.
TEST(Flush, ATrimFreesTheSlotOfWhatIsBeingFlushed) {
  const Shape shape{.sections = "buffer { size: 2KiB latency: 1us flush: eager } host { read_unwritten: none }"};
  const auto outcome = run(shape, {write(0, 0), pages(Direction::kTrim, 100, 0), write(120, 2), read(300, 0)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 100, 121, 300}));
  EXPECT_EQ(outcome.results.clock, 502 * kUs);
  EXPECT_EQ(outcome.map[0], kNoPage);
  EXPECT_EQ(outcome.map[2], 1U);
}

// The same while page 0 is dirty again, and written once more after the trim: a new entry, which is flushed as soon as
// the plane is free, 251 to 502.
TEST(Flush, APageThatIsWrittenAfterATrimIsFlushedAnew) {
  const auto outcome = run(buffer(2, "flush: eager"),
                           {write(0, 0), write(50, 0), pages(Direction::kTrim, 100, 0), write(120, 0), read(600, 0)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 51, 100, 121, 601}));
  EXPECT_EQ(outcome.results.flash.flushes, 2U);
  EXPECT_EQ(outcome.results.clock, 502 * kUs);
  EXPECT_EQ(outcome.map[0], 1U);
}

// The writes are complete at 1: page 0 is flushed until 252. The read takes 252 to 323, so page 1 is flushed from then
// on, until 574.
TEST(Flush, IdleWaitsUntilNoRequestIsInTheDrive) {
  const auto outcome = run(buffer(4, "flush: idle"), {write(0, 0), write(0, 1), read(240, 5)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 1, 323}));
  EXPECT_EQ(outcome.results.clock, 574 * kUs);
  const auto condition = run(buffer(4, "flush(f): f.idle"), {write(0, 0), write(0, 1), read(240, 5)});
  EXPECT_EQ(condition.results.clock, 574 * kUs);
}

// Four slots: two dirty ones are half of them, three are more. Page 0 is flushed, 10 to 261.
TEST(Flush, AboveAShareLeavesAsManyDirty) {
  const auto outcome = run(buffer(4, "flush: above 50%"), {write(0, 0), write(0, 1), write(10, 2)});
  EXPECT_EQ(outcome.results.flash.flushes, 1U);
  EXPECT_EQ(outcome.results.clock, 261 * kUs);
  EXPECT_EQ(outcome.map[0], 0U);
  EXPECT_EQ(run(buffer(4, "flush: above 100%"), {write(0, 0, 4)}).results.flash.flushes, 0U);
  EXPECT_EQ(run(buffer(4, "flush: above 0%"), {part(0, 0, 0, 1)}).results.flash.flushes, 1U);
}

// Phases of the read end at 51, 71 and 121, of which only the last is late enough: 121 + 251.
TEST(Flush, AConditionIsLookedAtAtEveryInstant) {
  const auto outcome = run(buffer(4, "flush(f): now >= 100us"), {write(0, 0), read(50, 5)});
  EXPECT_EQ(outcome.results.clock, 372 * kUs);
  const auto counted =
      run(buffer(4, "flush(f): f.whole == 2 or f.dirty > 2"), {part(0, 0, 0, 1), write(0, 1), write(7, 2)});
  EXPECT_EQ(counted.results.flash.flushes, 1U);
  EXPECT_EQ(counted.map[1], 0U);
  EXPECT_EQ(counted.results.clock, 258 * kUs);
}

// Two planes of one die: two programs at a time, which go together, 2 (c + x) + P = 302, and the other two 302 more.
TEST(Flush, AsManyProgramsAsPlanesAreUnderWay) {
  Shape shape = buffer(4, "flush: eager");
  shape.planes = 2;
  shape.sections += "commands { multiplane: wise }";
  const auto outcome = run(shape, {write(0, 0, 4)});
  EXPECT_EQ(outcome.results.clock, 604 * kUs);
  EXPECT_EQ(commands(outcome, CommandType::kProgram, 2), 2U);
  shape.sections = "buffer { size: 8KiB latency: 1us flush(f): f.under_way == 0 }\ncommands { multiplane: wise }";
  EXPECT_EQ(run(shape, {write(0, 0, 4)}).results.clock, 4 * 251 * kUs);
}

// By write_order every second write, of page 8, comes to channel 1, so pages 0 to 7 fill the four blocks of channel 0
// that the host may open. Page 9 then finds no page there. All requests are complete, so that is no full drive
// (map.drive_full).
TEST(Flush, ThatFindsNoPageStopsNothingBehindTheLastRequest) {
  Shape shape = buffer(1, "flush: eager");
  shape.channels = 2, shape.blocks = 5, shape.pages = 2;
  shape.placement = "write_order", shape.logical = "20KiB";
  shape.sections += "gc { trigger: free_blocks < 2 preempt: page }";
  std::vector<Request> requests;
  for (u64 i = 0; i < 16; ++i) requests.push_back(write(i * 10'000, i % 2 == 0 ? i / 2 : 8));
  requests.push_back(write(160'000, 9));
  const auto outcome = run(shape, requests);
  EXPECT_EQ(in_us(outcome.completions).back(), 160'001U);
  EXPECT_EQ(outcome.results.flash.flushes, 17U);
  EXPECT_EQ(outcome.results.flash.host_programs, 16U);
  EXPECT_EQ(outcome.map[9], kNoPage);
}

}  // namespace
}  // namespace ssd::timeline
