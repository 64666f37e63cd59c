// Timelines of forced writes, worked out by hand from docs/model.md (host.fua, buffer.asked, buffer.protected).
#include "tests/unit/timelines.h"

namespace ssd::timeline {
namespace {

Request forced(Time us, u64 lpn, u32 count = 1) {
  Request request = write(us, lpn, count);
  request.forced = 1;
  return request;
}
Request trim(Time us, u64 lpn) { return pages(Direction::kTrim, us, lpn); }

// Page 1 is programmed from 10 to 261. The write at 20 merges into the dirty entry of page 0, whose program waits for
// the plane and ends at 512.
TEST(ForcedWrites, AreCompleteWhenTheirDataAreOnFlash) {
  const auto outcome = run(buffered("size: 4KiB flush: full"), {write(0, 0), forced(10, 1), forced(20, 0)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 261, 512}));
  EXPECT_EQ(outcome.results.flash.host_programs, 2U);
  EXPECT_EQ(outcome.splits[2][static_cast<u32>(Part::kBuffer)], 492 * kUs);
  EXPECT_EQ(outcome.splits[2][static_cast<u32>(Part::kController)], 0U);
}

TEST(ForcedWrites, OfSeveralPagesWaitForTheLastOne) {
  const auto outcome = run(buffered("size: 8KiB flush: full"), {forced(0, 0, 2), write(1, 5)});
  EXPECT_EQ(in_us(outcome.completions), (Times{502, 2}));
}

// Data in of the first one ends at 51; the second one's are in at 302, and its program ends at 502.
TEST(ForcedWrites, WithoutABufferEndWithTheirPrograms) {
  const Shape shape{.sections = "host { complete_write: transferred }"};
  EXPECT_EQ(in_us(run(shape, {write(0, 0), write(0, 1)}).completions), (Times{51, 302}));
  EXPECT_EQ(in_us(run(shape, {write(0, 0), forced(0, 1)}).completions), (Times{51, 502}));
}

// Page 1 waits for the slot that page 0 leaves at 261. It is asked for then, and programmed to 512.
TEST(ForcedWrites, MergeIntoAnEntryThatWaitsForASlot) {
  const auto outcome = run(buffered("size: 2KiB flush: full"), {write(0, 0), write(10, 1), forced(20, 1)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 262, 512}));
}

// Page 0 is being flushed to 251 when it is written again; the second program ends at 502.
TEST(ForcedWrites, WaitForTheirOwnData) {
  const auto outcome = run(buffered("size: 4KiB flush: eager"), {write(0, 0), forced(20, 0)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 502}));
}

// Page 0 waits for the plane while page 1 is programmed: its trim at 100 completes the forced write. The program of
// page 1 is under way at its trim, and goes on.
TEST(ForcedWrites, AreCompleteAtTheTrimOfWhatIsDirty) {
  const auto outcome =
      run(buffered("size: 4KiB flush: full"), {write(0, 0), forced(0, 1), forced(10, 0), trim(100, 0), trim(110, 1)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 251, 100, 100, 110}));
}

TEST(ForcedWrites, AreWritesAsAnyOtherIfTheBufferIsProtected) {
  const auto outcome = run(buffered("size: 4KiB flush: full protected: true"), {forced(0, 0), forced(10, 1)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 11}));
  EXPECT_EQ(outcome.results.flash.host_programs, 0U);
}

}  // namespace
}  // namespace ssd::timeline
