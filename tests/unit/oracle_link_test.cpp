// The oracle's link to the host (host.link) against timelines derived by hand. The drive is the example drive of
// docs/model.md: command 1, transfer of a page 50, read 20, program 200 us. Times are in us.
#include <gtest/gtest.h>

#include "tests/unit/oracle_example_drive.h"

namespace ssd::oracle {
namespace {

// Two channels, or two chips of one channel; consecutive pages go to them in turn. A page takes 20 on the link if its
// rate is limited.
Drive linked(Time request, bool limited, std::int64_t channels = 1) {
  Drive drive = example_drive(24);
  drive.channels = channels, drive.chips = 2 / channels;
  drive.place = [channels](std::int64_t lpn) { return Place{lpn % channels, lpn % (3 - channels), 0, 0}; };
  drive.link = limited, drive.link_numerator = 20 * 1'000, drive.link_denominator = 2'048;
  drive.link_request = request * kUs;
  return drive;
}

Times completed(const Drive& drive, std::vector<HostRequest> requests) {
  return completions(simulate(drive, {std::move(requests)}));
}

// The example of host.link.
TEST(OracleLink, HoldsOnePipeForEachDirection) {
  Drive drive = linked(0, true);
  drive.host_command = 3 * kUs, drive.ecc = 4 * kUs;
  const Outcome outcome = run(drive, {write(0, 0), read(0, 1)});
  EXPECT_EQ(completions(outcome), (Times{274, 148}));
  const Split &in = outcome.split[0], &out = outcome.split[1];
  EXPECT_EQ((Times{in.controller, in.link, in.transfer, in.array}), (Times{3 * kUs, 20 * kUs, 51 * kUs, 200 * kUs}));
  EXPECT_EQ((Times{out.channel, out.transfer, out.array}), (Times{50 * kUs, 51 * kUs, 20 * kUs}));
  EXPECT_EQ((Times{out.controller, out.link}), (Times{7 * kUs, 20 * kUs}));
  // With 5 for a request the write crosses from 3 to 28, so the read's data out goes first, from 24 to 74. The program
  // begins at 74. The read crosses from 78 to 103.
  drive.link_request = 5 * kUs;
  EXPECT_EQ(completed(drive, {write(0, 0), read(0, 1)}), (Times{325, 103}));
}

TEST(OracleLink, TakesTheTimeOfARequestBeforeItsFirstPage) {
  // Data outs end at 71 and 121. The first page crosses until 71 + 5 + 20, the second one until 121 + 20.
  EXPECT_EQ(completed(linked(5, true), {read(0, 0, 2)}), (Times{141}));
  EXPECT_EQ(completed(linked(5, true), {read(0, 0), read(0, 1)}), (Times{96, 146}));
  // With two channels both arrive at 71. The pages of one request cross until 96 and 116, those of two until 96 and
  // 121.
  EXPECT_EQ(completed(linked(5, true, 2), {read(0, 0, 2)}), (Times{116}));
  const Outcome both = run(linked(5, true, 2), {read(0, 0), read(0, 1)});
  EXPECT_EQ(completions(both), (Times{96, 121}));
  EXPECT_EQ(both.split[1].link, 50 * kUs) << "25 of it it waits";
  // The pages of one write are ready at 25 and 45, those of two at 25 and 50.
  EXPECT_EQ(completed(linked(5, true, 2), {write(0, 0, 2)}), (Times{45 + 251}));
  EXPECT_EQ(completed(linked(5, true, 2), {write(0, 0), write(0, 1)}), (Times{25 + 251, 50 + 251}));
}

TEST(OracleLink, TakesTheTimeOfARequestAtAnyRate) {
  // The second request waits for the link from 121 to 131.
  EXPECT_EQ(completed(linked(60, false), {read(0, 0), read(0, 1)}), (Times{131, 191}));
  // Its second page, too, which needs no time of its own.
  EXPECT_EQ(completed(linked(60, false), {read(0, 0, 2)}), (Times{131}));
  EXPECT_EQ(completed(linked(5, false), {read(0, 0, 2)}), (Times{121}));
  EXPECT_EQ(completed(linked(5, false, 2), {write(0, 0, 2)}), (Times{5 + 251}));
  EXPECT_EQ(completed(linked(5, false, 2), {write(0, 0), write(0, 1)}), (Times{5 + 251, 10 + 251}));
}

// Data out of the second page comes first, so this page has the time of the request.
TEST(OracleLink, TakesTheTimeOfARequestBeforeThePageThatCrossesFirst) {
  // Chip 0 is busy with a write, which is ready at 5, until 256. The read of page 1 has the bus at 56, its data out
  // ends at 127, and it crosses until 132. Page 0 is read from 256 to 327 and needs no time.
  EXPECT_EQ(completed(linked(5, false), {write(0, 2), read(30, 0, 2)}), (Times{256, 327}));
  // The write is ready at 25. Page 1 is read from 76 to 147 and crosses until 172, page 0 from 276 to 347 and until
  // 367.
  EXPECT_EQ(completed(linked(5, true), {write(0, 2), read(30, 0, 2)}), (Times{276, 367}));
}

TEST(OracleLink, IsForReadsOfNoDataAndNotForTrims) {
  Drive drive = linked(5, true);
  drive.read_unwritten_as_written = false, drive.host_command = 3 * kUs;
  EXPECT_EQ(completed(drive, {read(0, 0), {0, 0, 4, false, true}, read(0, 1, 2)}), (Times{28, 3, 73}));
  drive.link = false;
  EXPECT_EQ(completed(drive, {read(0, 0), {0, 0, 4, false, true}, read(0, 1, 2)}), (Times{8, 3, 13}));
}

}  // namespace
}  // namespace ssd::oracle
