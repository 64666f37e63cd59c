// Timelines of completions that the host sees together, worked out by hand from docs/model.md (host.coalesce).
#include "tests/unit/timelines.h"

namespace ssd::timeline {
namespace {

Shape two_chips(const std::string& keys) { return {.chips = 2, .sections = "host { " + keys + " }"}; }
Request trim(Time us, u64 lpn) { return pages(Direction::kTrim, us, lpn); }

// The reads are posted at 71 and 121, and seen at 121.
TEST(Coalesce, ShowsRequestsTogether) {
  const auto outcome = run(two_chips("coalesce { requests: 2 time: 100us }"), {read(0, 0), read(0, 1)});
  EXPECT_EQ(in_us(outcome.completions), (Times{121, 121}));
  EXPECT_EQ(outcome.splits[0][static_cast<u32>(Part::kLink)], 50 * kUs);
  EXPECT_EQ(outcome.splits[1][static_cast<u32>(Part::kLink)], 0U);
}

TEST(Coalesce, ShowsThemAfterATime) {
  const auto outcome = run(two_chips("coalesce { requests: 2 time: 100us }"), {read(0, 0), read(0, 1), read(300, 0)});
  EXPECT_EQ(in_us(outcome.completions), (Times{121, 121, 471}));
  EXPECT_EQ(outcome.results.clock, 371 * kUs);
}

// A queue of one request admits the next one when the host has seen the first: posted at 71 and seen at 121, then
// posted at 192 and seen at 242.
TEST(Coalesce, KeepsThePlaceInTheQueue) {
  const auto outcome = run(two_chips("queue: 1 coalesce { requests: 2 time: 50us }"), {read(0, 0), read(0, 1)});
  EXPECT_EQ(in_us(outcome.completions), (Times{121, 242}));
}

// Requests 0 and 2 are of one queue, posted at 71 and 172, request 1 of another: posted at 122, it is seen alone.
TEST(Coalesce, LooksAtEachQueueByItself) {
  const auto outcome =
      run(two_chips("queues: 2 coalesce { requests: 2 time: 500us }"), {read(0, 0), read(0, 1), read(0, 0)});
  EXPECT_EQ(in_us(outcome.completions), (Times{172, 622, 172}));
}

// Trims are complete at their admission: the first two are seen there, together; the third one waits.
TEST(Coalesce, CountsRequestsThatAreCompleteAtOnce) {
  const auto outcome = run(two_chips("coalesce { requests: 2 time: 100us }"), {trim(0, 0), trim(0, 1), trim(10, 2)});
  EXPECT_EQ(in_us(outcome.completions), (Times{0, 0, 110}));
}

}  // namespace
}  // namespace ssd::timeline
