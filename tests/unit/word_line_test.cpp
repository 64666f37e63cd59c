// Timelines of programs that take a word line, worked out by hand from docs/model.md (iu.word_line): blocks of six
// pages, three to a program, so that data in take 3 x 50 and a program 1 + 150 + 200 = 351.
#include "tests/unit/timelines.h"

namespace ssd::timeline {
namespace {

Shape thirds(const std::string& buffer, const std::string& more = {}) {
  Shape shape;
  shape.pages = 6;
  shape.placement = "write_order";
  shape.part = "program_unit: 3";
  shape.sections = "buffer { latency: 1us " + buffer + " } " + more;
  return shape;
}

// Two dirty entries wait; the third makes a word line: 20 + 351. The read at 400 finds its page in the buffer.
TEST(Timeline, AProgramTakesAWordLine) {
  const auto outcome = run(thirds("size: 8KiB flush: eager"), {write(0, 0), write(10, 1), write(20, 2), read(400, 1)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 11, 21, 401}));
  EXPECT_EQ(outcome.results.clock, 371 * kUs);
  EXPECT_EQ(outcome.results.flash.host_programs, 3U);
  EXPECT_EQ(outcome.results.flash.padding, 0U);
  EXPECT_EQ(commands(outcome, CommandType::kProgram, 1), 1U);
  EXPECT_EQ(outcome.map[2], outcome.map[0] + 2);
}

// A read is one of a page, whatever a program takes.
TEST(Timeline, APageOfAWordLineIsReadAlone) {
  const auto outcome = run(thirds("size: 8KiB flush: eager"), {read(0, 1), read(0, 2)});
  EXPECT_EQ(in_us(outcome.completions), (Times{71, 142}));
}

// One slot: each program holds one page, and two are padding.
TEST(Timeline, AnEvictionPadsAWordLine) {
  const auto outcome = run(thirds("size: 2KiB flush: full"), {write(0, 0), write(10, 1), write(20, 2)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 362, 713}));
  EXPECT_EQ(outcome.results.flash.host_programs, 6U);
  EXPECT_EQ(outcome.results.flash.padding, 4U);
}

// With units of half a page a word line has six places, which three writes of a page fill.
TEST(Timeline, AWordLineHoldsSmallerUnits) {
  const auto outcome =
      run(thirds("size: 8KiB flush: eager", "ftl { unit: 1KiB }"), {write(0, 0), write(10, 1), write(20, 2)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 11, 21}));
  EXPECT_EQ(outcome.results.clock, 371 * kUs);
  EXPECT_EQ(outcome.results.flash.units, 6U);
  EXPECT_EQ(outcome.results.flash.padding, 0U);
}

// Block 0 holds pages 0 and 1, one in each word line. When page 2 opens block 1, two blocks are free, and block 0 is
// collected behind the program, at 1151: reads of its pages 0 and 3, each 71, a program with one page of padding, 351,
// and the erase, 1001.
TEST(Timeline, ACollectionProgramsWordLines) {
  Shape shape = thirds("size: 2KiB flush: full", "gc { trigger: free_blocks < 3 }");
  shape.blocks = 4;
  shape.logical = "6KiB";
  const auto outcome = run(shape, {write(0, 0), write(10, 1), write(400, 2), write(800, 0)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 362, 752, 1152}));
  EXPECT_EQ(outcome.results.clock, 2645 * kUs);
  EXPECT_EQ(outcome.results.flash.collection_reads, 2U);
  EXPECT_EQ(outcome.results.flash.collection_programs, 3U);
  EXPECT_EQ(outcome.results.flash.padding, 7U);
}

}  // namespace
}  // namespace ssd::timeline
