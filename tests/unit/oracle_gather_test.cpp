// The oracle's programs that wait for partners (buffer.gather) against timelines derived by hand. The drive is the
// example drive of docs/model.md with two planes: command 1, transfer of a page 50, read 20, program 200 us. So a
// program takes 251, and one command with programs of both planes 302.
#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "tests/unit/oracle_buffer_drive.h"

namespace ssd::oracle {
namespace {

constexpr std::int64_t kPlane1 = 32;  // the first page of plane 1

Drive gathering(Drive drive, Time wait = 300, std::int64_t programs = 2) {
  drive.gather_programs = programs, drive.gather_time = wait * kUs;
  return drive;
}

// One die of two planes. Programs wait for 300 us.
Drive two_planes(std::int64_t slots, Flush flush = Flush::kEager) {
  Drive drive = buffered(slots, flush);
  drive.planes = 2, drive.multiplane = Willing::kWise;
  drive.placement = Placement::kDynamicOrder;
  drive.order = {Level::kPlane, Level::kDie, Level::kChip, Level::kChannel};
  return gathering(drive);
}

// Indirection units of half a page; the stream of a write is its handle.
Drive two_planes_of_units(std::int64_t slots, std::int64_t streams = 2) {
  Drive drive = with_units(slots, Flush::kEager, 2);
  drive.multiplane = Willing::kWise;
  drive.streams = streams;
  drive.stream = [](const RequestView& r) { return r.handle; };
  return gathering(drive);
}

void expect_gathered(const Outcome& outcome, std::int64_t batches, std::int64_t by_time,
                     std::int64_t continued_later = 0, std::int64_t cut_short = 0) {
  EXPECT_EQ(outcome.gathered.batches, batches);
  EXPECT_EQ(outcome.gathered.by_time, by_time);
  EXPECT_EQ(outcome.gathered.continued_later, continued_later);
  EXPECT_EQ(outcome.gathered.cut_short, cut_short);
}

// The example of buffer.gather.
TEST(OracleGather, WaitsForPartners) {
  const std::vector<HostRequest> requests{write(0, 0), write(100, 1), write(600, 2)};
  const Outcome outcome = run(two_planes(4), requests);
  EXPECT_EQ(completions(outcome), (Times{1, 101, 601}));
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, kPlane1}, {2, 1}}));
  EXPECT_EQ(outcome.end, 1'151 * kUs);
  EXPECT_EQ(outcome.commands.at({Command::kProgram, 2, false}), 1);
  expect_gathered(outcome, 2, 1);
  // Without the key LPN 0 has the die until 251, LPN 1 until 502.
  Drive without = two_planes(4);
  without.gather_programs = 0;
  EXPECT_EQ(run(without, requests).end, 851 * kUs);
  EXPECT_FALSE(run(without, requests).commands.contains({Command::kProgram, 2, false}));
}

}  // namespace
}  // namespace ssd::oracle
