// Timelines of planes that read by themselves, worked out by hand from docs/model.md (command.plane_reads): a die with
// two planes.
#include "tests/unit/timelines.h"

namespace ssd::timeline {
namespace {

Shape two_planes(const std::string& reads, const std::string& commands = {}, const std::string& part = {}) {
  Shape shape;
  shape.planes = 2;
  shape.logical = "32KiB";
  shape.part = part;
  shape.sections = "commands { plane_reads: " + reads + " " + commands + " }";
  return shape;
}

// LPN 0 and 2 are in plane 0, 1 and 3 in plane 1. The write becomes ready at 5 and waits for both reads; the read at 80
// waits for the write, though its plane is free from 121 on.
TEST(Timeline, PlanesReadByThemselves) {
  const std::vector<Request> requests = {read(0, 0), read(0, 1), write(5, 2), read(80, 3)};
  const auto alone = run(two_planes("independent"), requests), together = run(two_planes("together"), requests);
  EXPECT_EQ(in_us(alone.completions), (Times{71, 121, 372, 443}));
  EXPECT_EQ(in_us(together.completions), (Times{71, 142, 393, 464}));
  EXPECT_EQ(commands(alone, CommandType::kRead, 1), 3U);
}

// Page numbers that agree make no multi-plane command: LPN 0 and 1 are both page 0 of their planes.
TEST(Timeline, PlanesThatReadByThemselvesShareNoCommand) {
  const auto alone = run(two_planes("independent", "multiplane: wise"), {read(0, 0), read(0, 1)});
  EXPECT_EQ(in_us(alone.completions), (Times{71, 121}));
  EXPECT_EQ(commands(alone, CommandType::kRead, 2), 0U);
  const auto together = run(two_planes("together", "multiplane: wise"), {read(0, 0), read(0, 1)});
  EXPECT_EQ(in_us(together.completions), (Times{72, 122}));
  EXPECT_EQ(commands(together, CommandType::kRead, 2), 1U);
}

// The program is suspended from 100 to 110 for both reads, whose data end at 181 and 231; it goes on at 251 for the 151
// that are left.
TEST(Timeline, AProgramIsSuspendedForReadsOfSeveralPlanes) {
  const auto outcome = run(two_planes("independent", "suspend: always", "suspend: 10us resume: 20us"),
                           {write(0, 0), read(100, 3), read(100, 2)});
  EXPECT_EQ(in_us(outcome.completions), (Times{402, 181, 231}));
  EXPECT_EQ(outcome.results.flash.suspends, 1U);
}

// Two reads of plane 0 follow each other; that of plane 1 goes beside them. At 71 the command of the second goes before
// the data of plane 1, to 72 and 122. Arrays run from 1 to 22 and from 72 to 92.
TEST(Timeline, ADieIsBusyWhileAnyPlaneReads) {
  const auto outcome = run(two_planes("independent"), {read(0, 0), read(0, 2), read(0, 1)});
  EXPECT_EQ(in_us(outcome.completions), (Times{71, 172, 122}));
  EXPECT_EQ(outcome.results.clock, 172 * kUs);
  EXPECT_NEAR(outcome.results.dies[0].host, 41.0 / 172, 1e-12);
  EXPECT_NEAR(outcome.results.planes[0].host, 40.0 / 172, 1e-12);
  EXPECT_NEAR(outcome.results.chips[0].host, 41.0 / 172, 1e-12);
}

}  // namespace
}  // namespace ssd::timeline
