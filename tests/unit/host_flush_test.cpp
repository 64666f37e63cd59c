// Timelines of flushes of the host, worked out by hand from docs/model.md (host.flush, buffer.asked).
#include "tests/unit/timelines.h"

namespace ssd::timeline {
namespace {

Request flush(Time us) { return {.arrival = us * kUs, .sector = 0, .sectors = 0, .direction = Direction::kFlush}; }
Request trim(Time us, u64 lpn) { return pages(Direction::kTrim, us, lpn); }

// Both entries are asked for at 10: page 0 is programmed 10 to 261, page 1 from then to 512. The write at 30 makes page
// 0 dirty again, which no flush waits for.
TEST(HostFlush, AsksForWhatIsDirtyAndWaitsForNothingElse) {
  const auto outcome =
      run(buffered("size: 4KiB flush: full"), {write(0, 0), write(0, 1), flush(10), flush(20), write(30, 0)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 1, 512, 512, 31}));
  EXPECT_EQ(outcome.results.flash.flushes, 2U);
  EXPECT_EQ(outcome.results.flush.count, 2U);
  EXPECT_EQ(outcome.results.host.bytes[static_cast<u32>(Direction::kFlush)], 0U);
  EXPECT_EQ(outcome.splits[2][static_cast<u32>(Part::kBuffer)], 502 * kUs);
}

TEST(HostFlush, IsCompleteAtOnceIfNothingIsPending) {
  const auto outcome = run(buffered("size: 4KiB flush: full"), {flush(0), write(5, 0), flush(10), flush(400)});
  EXPECT_EQ(in_us(outcome.completions), (Times{0, 6, 261, 400}));
}

// Without a buffer a flush waits for the programs of the writes that were admitted before it, also of those that are
// complete because their data are on the drive: data in ends at 51, the program at 251; the second one ends at 502. The
// read waits for the program of page 2, to 753.
TEST(HostFlush, WaitsForProgramsWithoutABuffer) {
  Shape shape{.sections = "host { complete_write: transferred }"};
  const std::vector<Request> requests{write(0, 0), write(0, 1), flush(60), write(70, 2), read(80, 5)};
  const auto transferred = run(shape, requests);
  EXPECT_EQ(in_us(transferred.completions), (Times{51, 302, 502, 553, 824}));
  EXPECT_EQ(transferred.splits[2][static_cast<u32>(Part::kController)], 442 * kUs);
  shape.sections = "";
  EXPECT_EQ(in_us(run(shape, requests).completions), (Times{251, 502, 502, 753, 824}));
}

// Page 1 waits for the plane; its trim at 100 leaves page 0 alone, which ends at 261.
TEST(HostFlush, WaitsNoLongerForWhatIsTrimmed) {
  const auto outcome =
      run(buffered("size: 4KiB flush: full"), {write(0, 0), write(0, 1), flush(10), trim(100, 1), trim(120, 0)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 1, 261, 100, 120}));
}

TEST(HostFlush, EndsWithTheTrimOfTheLastOneThatItWaitsFor) {
  const auto outcome =
      run(buffered("size: 6KiB flush: full"), {write(0, 0), write(0, 1), flush(10), trim(300, 1), flush(310)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 1, 512, 300, 512}));
}

// One slot. At 10 page 1 waits for it, and page 0 is evicted, to 261. The flush at 20 waits for both: page 1 is
// resident at 261, asked for, and programmed to 512.
TEST(HostFlush, WaitsForAnEntryThatWaitsForASlot) {
  const auto outcome = run(buffered("size: 2KiB flush: full"), {write(0, 0), write(10, 1), flush(20)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 262, 512}));
  EXPECT_EQ(outcome.results.flash.evictions, 1U);
  EXPECT_EQ(outcome.results.flash.flushes, 1U);
}

// Whole and partial entries pass to the third list in this order, and keep their places: page 1 was written wholly, and
// goes first; page 0 is whole from 20 on, but was asked for behind page 1.
TEST(HostFlush, KeepsTheOrderInWhichItAsked) {
  const Request part{.arrival = 0, .sector = 0, .sectors = 2, .direction = Direction::kWrite};
  const auto outcome = run(buffered("size: 6KiB flush: full"),
                           {part, write(0, 1), write(0, 2), flush(10), write(20, 0), flush(20), read(520, 0)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 1, 1, 763, 21, 763, 521}));
}

// One unit does not fill a page: asked for, it is programmed alone, 10 to 261, and the other half of the page is
// padding.
TEST(HostFlush, ProgramsUnitsThatDoNotFillAPage) {
  Shape shape = buffered("size: 4KiB");
  shape.placement = "write_order";
  shape.sections += " ftl { unit: 1KiB }";
  const auto unit = [](Time us, u64 lpn) {
    return Request{.arrival = us * kUs, .sector = lpn * 2, .sectors = 2, .direction = Direction::kWrite};
  };
  const auto outcome = run(shape, {unit(0, 0), flush(10), unit(20, 1)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 261, 21}));
  EXPECT_EQ(outcome.results.flash.padding, 1U);
}

// A flush is a request that is not complete, so nothing is idle before 261; then the page that was written at 30 is
// flushed because the host is idle, to 512.
TEST(HostFlush, KeepsTheHostFromBeingIdle) {
  const auto outcome = run(buffered("size: 4KiB flush: idle"), {write(0, 0), flush(0), write(30, 1)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 251, 31}));
  EXPECT_EQ(outcome.results.clock, 502 * kUs);
}

// Page 0 is evicted from 10 to 261 and page 1 takes its slot then, which is as good as flash. At 5 nothing waits for a
// slot.
TEST(HostFlush, WaitsForSlotsOnlyIfTheBufferIsProtected) {
  const Shape shape = buffered("size: 2KiB flush: full protected: true");
  EXPECT_EQ(in_us(run(shape, {write(0, 0), write(10, 1), flush(20)}).completions), (Times{1, 262, 261}));
  EXPECT_EQ(in_us(run(shape, {write(0, 0), flush(5)}).completions), (Times{1, 5}));
}

TEST(HostFlush, ChangesNothingForTheMapAlone) {
  const std::vector<Request> requests{write(0, 0), flush(10), write(20, 1)};
  run::Options options;
  options.pass = Pass::kFunctional;
  const auto outcome = run::run(drive({}), generic_engine(), {.requests = requests}, options);
  EXPECT_EQ(outcome.results.flash.host_programs, 2U);
  EXPECT_EQ(outcome.results.host.completed[static_cast<u32>(Direction::kFlush)], 1U);
}

}  // namespace
}  // namespace ssd::timeline
