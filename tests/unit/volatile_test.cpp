// What only the DRAM buffer has, worked out by hand from docs/model.md (account.volatile).
#include "tests/unit/timelines.h"

namespace ssd::timeline {
namespace {

// Slot 0 is volatile from 0 to 251, slot 1 from 0 to 502, when the run ends.
TEST(Volatile, IsWhatOnlyTheBufferHas) {
  const auto outcome = run(buffered("size: 4KiB flush: eager"), {write(0, 0), write(0, 1)});
  EXPECT_EQ(outcome.results.volatile_mean(), 3072.0);
  EXPECT_EQ(outcome.results.most_volatile * outcome.results.slot_bytes, 4096U);
}

// The slot of page 0 is volatile until its eviction ends at 261; page 1 has it from then to the end at 262.
TEST(Volatile, LastsUntilAnEvictionEnds) {
  const auto outcome = run(buffered("size: 2KiB flush: full"), {write(0, 0), write(10, 1)});
  EXPECT_EQ(outcome.results.volatile_time, 262 * kUs);
  EXPECT_EQ(outcome.results.volatile_mean(), 2048.0);
  EXPECT_EQ(outcome.results.most_volatile, 1U);
}

// From 0 to 100, when the page is trimmed, and from 200 to the last completion at 201.
TEST(Volatile, EndsWithATrim) {
  const auto outcome =
      run(buffered("size: 4KiB flush: full"), {write(0, 0), pages(Direction::kTrim, 100, 0), write(200, 1)});
  EXPECT_EQ(outcome.results.volatile_time, 101 * kUs);
  EXPECT_EQ(outcome.results.volatile_span, 201 * kUs);
}

// What is written again while its flush is under way stays volatile, once, to the end of the second program.
TEST(Volatile, CountsASlotOnce) {
  const auto outcome = run(buffered("size: 4KiB flush: eager"), {write(0, 0), write(20, 0)});
  EXPECT_EQ(outcome.results.volatile_time, 502 * kUs);
  EXPECT_EQ(outcome.results.most_volatile, 1U);
}

TEST(Volatile, IsNothingIfWritesGoThrough) {
  const auto outcome = run(buffered("size: 4KiB write_back: false"), {write(0, 0)});
  EXPECT_EQ(outcome.results.volatile_mean(), 0.0);
}

}  // namespace
}  // namespace ssd::timeline
