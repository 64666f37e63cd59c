// What the tests of the oracle's programs that wait for partners share (buffer.gather): the example drive of
// docs/model.md with two planes, whose programs wait, and a look at what they waited for.
#pragma once
#include <gtest/gtest.h>

#include "tests/unit/oracle_buffer_drive.h"

namespace ssd::oracle {

inline constexpr std::int64_t kPlane1 = 32;  // the first page of plane 1

inline Drive gathering(Drive drive, Time wait = 300, std::int64_t programs = 2) {
  drive.gather_programs = programs, drive.gather_time = wait * kUs;
  return drive;
}

// One die of two planes. Programs wait for 300 us.
inline Drive two_planes(std::int64_t slots, Flush flush = Flush::kEager) {
  Drive drive = buffered(slots, flush);
  drive.planes = 2, drive.multiplane = Willing::kWise;
  drive.placement = Placement::kDynamicOrder;
  drive.order = {Level::kPlane, Level::kDie, Level::kChip, Level::kChannel};
  return gathering(drive);
}

inline void expect_gathered(const Outcome& outcome, std::int64_t batches, std::int64_t by_time,
                            std::int64_t continued_later = 0, std::int64_t cut_short = 0) {
  EXPECT_EQ(outcome.gathered.batches, batches);
  EXPECT_EQ(outcome.gathered.by_time, by_time);
  EXPECT_EQ(outcome.gathered.continued_later, continued_later);
  EXPECT_EQ(outcome.gathered.cut_short, cut_short);
}

}  // namespace ssd::oracle
