// Timelines of indirection units, worked out by hand from docs/model.md (iu.program to iu.collection): pages of 2 KiB
// with two units of 1 KiB each, which is half of a page's time on the bus, 25.
#include "tests/unit/timelines.h"

namespace ssd::timeline {
namespace {

// Part of a page is two sectors here, and LPNs count units.
Request units(Direction direction, Time us, u64 lpn, u32 count = 1) {
  return {.arrival = us * kUs, .sector = lpn * 2, .sectors = count * 2, .direction = direction};
}
Request write_unit(Time us, u64 lpn, u32 count = 1) { return units(Direction::kWrite, us, lpn, count); }
Request read_unit(Time us, u64 lpn, u32 count = 1) { return units(Direction::kRead, us, lpn, count); }

Shape halves(const std::string& buffer, const std::string& more = {}) {
  return {.placement = "write_order", .sections = "ftl { unit: 1KiB } buffer { latency: 1us " + buffer + " } " + more};
}

// A plane of four blocks of three pages, which is collected as soon as two are free; a buffer of one unit.
Shape collected_soon(const std::string& gc = {}) {
  Shape shape = halves("size: 1KiB flush: full", "gc { trigger: free_blocks < 3  " + gc + " }");
  shape.blocks = 4;
  shape.pages = 3;
  shape.logical = "6KiB";
  return shape;
}

// Nothing is flushed at 0; from 10 on there are two units, which one program holds: 10 + 1 + 50 + 200 = 261.
TEST(Timeline, ProgramsHoldSeveralIndirectionUnits) {
  const auto outcome = run(halves("size: 4KiB flush: eager"),
                           {write_unit(0, 0), write_unit(10, 1), write_unit(20, 2), read_unit(300, 0, 2)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 11, 21, 301}));
  EXPECT_EQ(outcome.results.clock, 261 * kUs);
  EXPECT_EQ(outcome.results.flash.host_programs, 1U);
  EXPECT_EQ(outcome.results.flash.padding, 0U);
  EXPECT_EQ(outcome.map[0], 0U);
  EXPECT_EQ(outcome.map[1], 1U);
}

// Two slots. At 20 unit 2 waits, and unit 0, the least recent, is evicted; unit 1 goes with it in one program, which
// ends at 20 + 251. Both slots are free then.
TEST(Timeline, AnEvictionTakesOthersWithIt) {
  const auto outcome = run(halves("size: 2KiB flush: full"),
                           {write_unit(0, 0), write_unit(10, 1), write_unit(20, 2), write_unit(30, 3)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 11, 272, 272}));
  EXPECT_EQ(outcome.results.flash.evictions, 2U);
  EXPECT_EQ(outcome.results.flash.host_programs, 1U);
}

// One slot: each program holds one unit, and half of its page is padding.
TEST(Timeline, AnEvictionByItselfLeavesPadding) {
  const auto outcome = run(halves("size: 1KiB flush: full"), {write_unit(0, 0), write_unit(10, 1), write_unit(20, 2)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 262, 513}));
  EXPECT_EQ(outcome.results.flash.host_programs, 2U);
  EXPECT_EQ(outcome.results.flash.padding, 2U);
}

// Two streams, by the parity of the unit: 0 and 2 fill a page at 20, 1 and 3 at 30. The plane is free for the second
// program at 271: the clock ends at 271 + 251.
TEST(Timeline, AProgramHoldsUnitsOfOneStream) {
  Shape shape = halves("size: 4KiB flush: eager");
  shape.placement = "write_order { streams: [even, odd]  stream(r): if r.lpn % 2 == 0 then even else odd  order: ";
  shape.order += " }";
  const auto outcome = run(shape, {write_unit(0, 0), write_unit(10, 1), write_unit(20, 2), write_unit(30, 3)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 11, 21, 31}));
  EXPECT_EQ(outcome.results.clock, 522 * kUs);
  EXPECT_EQ(outcome.results.flash.padding, 0U);
  EXPECT_EQ(outcome.map[2], outcome.map[0] + 1);
  EXPECT_EQ(outcome.map[3], outcome.map[1] + 1);
  ASSERT_EQ(outcome.results.streams.size(), 2U);
  EXPECT_EQ(outcome.results.streams[0].host, 1U);
  EXPECT_EQ(outcome.results.streams[1].host, 1U);
}

// Three slots. Unit 2 waits at 30, and unit 1, the least recent, is evicted; unit 3 is of its stream and goes with it,
// unit 0 is not and stays.
TEST(Timeline, AnEvictionTakesUnitsOfItsStream) {
  Shape shape = halves("size: 3KiB flush: full");
  shape.placement = "write_order { streams: [even, odd]  stream(r): if r.lpn % 2 == 0 then even else odd  order: ";
  shape.order += " }";
  const auto outcome =
      run(shape, {write_unit(0, 1), write_unit(10, 0), write_unit(20, 3), write_unit(30, 2), read_unit(400, 0)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 11, 21, 282, 401}));
  EXPECT_EQ(outcome.results.flash.evictions, 2U);
  EXPECT_EQ(outcome.results.flash.host_programs, 1U);
}

// Units 0 and 1 are preloaded into one page, units 2 and 3 into the next one: a read of both in one page is one
// operation, 1 + 20 + 50; of units in two pages it is two, 1 + 20 + 25 each, one after the other.
TEST(Timeline, ReadsOfOnePageJoin) {
  const auto joined = run(halves("size: 4KiB"), {read_unit(0, 0, 2)});
  EXPECT_EQ(in_us(joined.completions), (Times{71}));
  EXPECT_EQ(joined.results.flash.host_reads, 1U);
  const auto apart = run(halves("size: 4KiB"), {read_unit(0, 0), read_unit(100, 2), read_unit(200, 1, 2)});
  EXPECT_EQ(in_us(apart.completions), (Times{46, 146, 292}));
  EXPECT_EQ(apart.results.flash.host_reads, 4U);
}

// Blocks of three pages; units 0 to 5 are preloaded into block 0, and 4 and 5 are trimmed. Unit 0 is evicted at 400
// into block 1, alone: its program ends at 651. Fewer than three blocks are free, so block 0 is collected: its page 0
// has one valid unit (1 + 20 + 25), its page 1 two (1 + 20 + 50); the destination page that the first two fill is
// programmed, then the one with the third and padding (251 each), and the block is erased (1001): 651 + 46 + 71 + 251 +
// 251 + 1001.
TEST(Timeline, ACollectionGathersIndirectionUnits) {
  const Shape shape = collected_soon();
  const auto outcome =
      run(shape, {read_unit(0, 0, 6), units(Direction::kTrim, 250, 4, 2), write_unit(300, 0), write_unit(400, 1)});
  EXPECT_EQ(in_us(outcome.completions), (Times{213, 250, 301, 652}));
  EXPECT_EQ(outcome.results.clock, 2271 * kUs);
  EXPECT_EQ(outcome.results.flash.collections, 1U);
  EXPECT_EQ(outcome.results.flash.collection_reads, 2U);
  EXPECT_EQ(outcome.results.flash.collection_programs, 2U);
  EXPECT_EQ(outcome.results.flash.padding, 2U);
}

// The same collection, preemptible: its moves are the read of page 0 (46), the read of page 1 with the program of the
// first destination page (322), and the program with padding (251). Reads of units 2 and 3 at 661 and 851 wait for the
// ends of the first and the second move, and take 46 each: 651 + 46 + 46, then 322 + 46, then 251 + 1001. Unit 3 has
// its new place, which is not programmed yet, when it is read.
TEST(Timeline, APreemptibleCollectionGathersUnits) {
  const Shape shape = collected_soon("preempt: page");
  const auto outcome = run(shape, {read_unit(0, 0, 6), units(Direction::kTrim, 250, 4, 2), write_unit(300, 0),
                                   write_unit(400, 1), read_unit(661, 2), read_unit(851, 3)});
  EXPECT_EQ(in_us(outcome.completions), (Times{213, 250, 301, 652, 743, 1111}));
  EXPECT_EQ(outcome.results.clock, (1111 + 251 + 1001) * kUs);
  EXPECT_EQ(outcome.results.flash.collection_reads, 2U);
  EXPECT_EQ(outcome.results.flash.collection_programs, 2U);
  EXPECT_EQ(outcome.results.flash.padding, 2U);
}

// The same with a trim of units 2 and 3 between the first move and the second: page 1 is passed over, and the page that
// unit 1 has begun is programmed with padding: 743 + 251 + 1001.
TEST(Timeline, APreemptibleCollectionPassesOverUnits) {
  const Shape shape = collected_soon("preempt: page");
  const auto outcome = run(shape, {read_unit(0, 0, 6), units(Direction::kTrim, 250, 4, 2), write_unit(300, 0),
                                   write_unit(400, 1), read_unit(661, 2), units(Direction::kTrim, 700, 2, 2)});
  EXPECT_EQ(in_us(outcome.completions), (Times{213, 250, 301, 652, 743, 700}));
  EXPECT_EQ(outcome.results.clock, (743 + 251 + 1001) * kUs);
  EXPECT_EQ(outcome.results.flash.collection_reads, 1U);
  EXPECT_EQ(outcome.results.flash.collection_programs, 1U);
  EXPECT_EQ(outcome.results.flash.padding, 2U);
}

// Units 0 to 7 are preloaded in order. Reads in a row of units 0 and 1: behind the second, units 2 and 3 are read ahead
// by one operation, 146 + 1 + 20 + 50, for which the third read waits. Units 4 and 5 follow behind the third, nothing
// behind the fourth, and 6 and 7 behind the fifth, from 400 to 471; the seventh waits for them.
TEST(Timeline, ReadaheadOfUnitsReadsWholePages) {
  const auto outcome = run(halves("size: 8KiB readahead { trigger: 2  pages: 1 }"),
                           {read_unit(0, 0), read_unit(100, 1), read_unit(200, 2), read_unit(300, 3), read_unit(400, 4),
                            read_unit(410, 5), read_unit(420, 6), read_unit(900, 7)});
  EXPECT_EQ(in_us(outcome.completions), (Times{46, 146, 218, 301, 401, 411, 472, 901}));
  EXPECT_EQ(outcome.results.flash.readaheads, 6U);
  EXPECT_EQ(outcome.results.flash.host_reads, 5U);
}

}  // namespace
}  // namespace ssd::timeline
