// The oracle's programs of indirection units and of word lines that wait for partners (buffer.gather) against timelines
// derived by hand. The drive is that of tests/unit/oracle_gather_test.cpp: a program takes 251, one command with
// programs of both planes 302.
#include <gtest/gtest.h>

#include "tests/unit/oracle_gather_drive.h"

namespace ssd::oracle {
namespace {

// Indirection units of half a page; the stream of a write is its handle.
Drive two_planes_of_units(std::int64_t slots, std::int64_t streams = 2) {
  Drive drive = with_units(slots, Flush::kEager, 2);
  drive.multiplane = Willing::kWise;
  drive.streams = streams;
  drive.stream = [](const RequestView& r) { return r.handle; };
  return gathering(drive);
}

TEST(OracleGatherUnits, FillsProgramsWithUnits) {
  // Plane 1 begins with place 64. Two programs of two units each are one command at 30.
  const Outcome both = run(two_planes_of_units(8),
                           {units_written(0, 0), units_written(10, 1), units_written(20, 2), units_written(30, 3)});
  EXPECT_EQ(both.map, (Map{{0, 0}, {1, 1}, {2, 64}, {3, 65}}));
  EXPECT_EQ(both.end, 332 * kUs);
  expect_gathered(both, 1, 0);
  // One program waits until LPN 0 has waited for 300. LPN 2 fills none.
  const Outcome alone =
      run(two_planes_of_units(8), {units_written(0, 0), units_written(100, 1), units_written(110, 2)});
  EXPECT_EQ(alone.map, (Map{{0, 0}, {1, 1}}));
  EXPECT_EQ(alone.end, 551 * kUs);
  expect_gathered(alone, 1, 1);
  // LPN 0 waits for LPN 1 longer than 300, and both for nobody else.
  EXPECT_EQ(run(two_planes_of_units(8), {units_written(0, 0), units_written(400, 1)}).end, 651 * kUs);
}

TEST(OracleGatherUnits, CountsTheProgramsOfAllStreams) {
  // LPN 0 and 2 fill a program of stream 0 at 10, LPN 1 and 3 one of stream 1 at 30. They are two commands, because
  // programs of two streams do not join.
  const Outcome outcome =
      run(two_planes_of_units(8), {units_written(0, 0), units_written(10, 2), of_stream(1, units_written(20, 1)),
                                   of_stream(1, units_written(30, 3))});
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {2, 1}, {1, 64}, {3, 65}}));
  EXPECT_EQ(outcome.end, 532 * kUs);
  expect_gathered(outcome, 1, 0);
  // Three of one stream and one of the other are one program.
  const Outcome uneven = run(two_planes_of_units(8), {units_written(0, 0), units_written(10, 2),
                                                      of_stream(1, units_written(20, 1)), units_written(30, 4)});
  EXPECT_EQ(uneven.map, (Map{{0, 0}, {2, 1}}));
  EXPECT_EQ(uneven.end, 551 * kUs);
}

TEST(OracleGatherUnits, WaitsAsLongAsUnitsOfItsStreamsThatFillAProgram) {
  // LPN 1 is alone in stream 1, so it makes nobody go at 300, and LPN 2 and 4 not at 610. LPN 0 and 2 go at 310, LPN 4
  // and 6 at 900.
  const Outcome outcome =
      run(two_planes_of_units(8), {of_stream(1, units_written(0, 1)), units_written(10, 0), units_written(20, 2),
                                   units_written(600, 4), units_written(610, 6)});
  EXPECT_EQ(outcome.end, 1'151 * kUs);
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {2, 1}, {4, 64}, {6, 65}}));
  expect_gathered(outcome, 2, 2);
  EXPECT_EQ(
      run(two_planes_of_units(8), {of_stream(1, units_written(0, 1)), units_written(10, 0), units_written(20, 2)}).end,
      561 * kUs);
}

TEST(OracleGatherUnits, BeginsToWaitAgainInTheListOfAnotherStream) {
  // LPN 0 is given stream 1 at 200. LPN 1, of 100, has waited for 300 at 400.
  const Outcome outcome = run(two_planes_of_units(8), {units_written(0, 0), of_stream(1, units_written(100, 1)),
                                                       of_stream(1, units_written(200, 0))});
  EXPECT_EQ(outcome.end, 651 * kUs);
  EXPECT_EQ(outcome.map, (Map{{1, 0}, {0, 1}}));
}

TEST(OracleGatherUnits, FillsLessIfAUnitIsTrimmed) {
  // LPN 1 waits for a unit, and then is old enough: both go at 310.
  const Outcome outcome = run(two_planes_of_units(8),
                              {units_written(0, 0), units_written(10, 1), unit_trimmed(100, 0), units_written(200, 2)});
  EXPECT_EQ(outcome.end, 561 * kUs);
  EXPECT_EQ(outcome.map, (Map{{1, 0}, {2, 1}}));
  expect_gathered(outcome, 1, 1);
}

TEST(OracleGatherUnits, LetsUnitsGoWithWhatIsAskedFor) {
  const Outcome outcome = run(two_planes_of_units(8), {units_written(0, 0), forced(units_written(10, 2))});
  EXPECT_EQ(completions(outcome), (Times{1, 261}));
  EXPECT_EQ(outcome.map, (Map{{2, 0}, {0, 1}}));
  expect_gathered(outcome, 0, 0);
}

TEST(OracleGatherUnits, FillsWordLines) {
  // A word line of three pages: 1 + 150 + 200, of both planes 302 + 200.
  Drive drive = two_planes(8);
  drive.pages = 6, drive.program_unit = 3, drive.logical_pages = 12;
  const Outcome both = run(drive, {write(0, 0), write(10, 1), write(20, 2), write(30, 3), write(40, 4), write(50, 5)});
  EXPECT_EQ(both.map, (Map{{0, 0}, {1, 1}, {2, 2}, {3, 48}, {4, 49}, {5, 50}}));
  EXPECT_EQ(both.end, 552 * kUs);
  expect_gathered(both, 1, 0);
  const Outcome alone = run(drive, {write(0, 0), write(10, 1), write(20, 2), write(30, 3)});
  EXPECT_EQ(alone.map, (Map{{0, 0}, {1, 1}, {2, 2}}));
  EXPECT_EQ(alone.end, 651 * kUs);
  expect_gathered(alone, 1, 1);
}

}  // namespace
}  // namespace ssd::oracle
