// Timelines of programs that wait for partners, worked out by hand from docs/model.md (buffer.gather).
#include "tests/unit/timelines.h"

namespace ssd::timeline {
namespace {

Shape gathering(const std::string& keys) {
  return {.planes = 2,
          .order = "plane > chip > channel > die",
          .placement = "dynamic",
          .sections = "commands { multiplane: wise } buffer { size: 8KiB latency: 1us " + keys + " }"};
}

// Page 0 waits for page 1, and one command programs both: two commands and pages on the bus from 100 to 202, and the
// array to 402. Page 2 waits until 900; its program ends at 1151.
TEST(Gather, WaitsForPartners) {
  const auto outcome = run(gathering("gather { scope: die for: 300us }"), {write(0, 0), write(100, 1), write(600, 2)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 101, 601}));
  EXPECT_EQ(commands(outcome, CommandType::kProgram, 2), 1U);
  EXPECT_EQ(commands(outcome, CommandType::kProgram, 1), 1U);
  EXPECT_EQ(outcome.results.clock, 1151 * kUs);
}

TEST(Gather, DoesNotKeepAFlushWaiting) {
  Request flush{.arrival = 10 * kUs, .sector = 0, .sectors = 0, .direction = Direction::kFlush};
  const auto outcome = run(gathering("gather { scope: die for: 300us }"), {write(0, 0), flush});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 261}));
}

TEST(Gather, OfOneProgramIsNone) {
  Shape shape = gathering("gather { scope: die for: 300us }");
  shape.planes = 1;
  const auto outcome = run(shape, {write(0, 0)});
  EXPECT_EQ(outcome.results.clock, 251 * kUs);
}

}  // namespace
}  // namespace ssd::timeline
