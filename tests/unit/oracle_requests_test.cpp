// The oracle's whole requests in order (unit.reorder_requests) against timelines derived by hand. The drive is the
// example drive of docs/model.md: command 1, transfer of a page 50, read 20, program 200, erase 1000 us. Times are in
// us.
#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/unit/oracle_example_drive.h"

namespace ssd::oracle {
namespace {

// Two channels of two planes, `static plane > channel > chip > die`: pages 0 and 1 are in channel 0, pages 2 and 3 in
// channel 1, and so on.
Drive in_requests() {
  Drive drive = example_drive(40);
  drive.channels = 2, drive.planes = 2;
  drive.place = [](std::int64_t lpn) { return Place{lpn / 2 % 2, 0, 0, lpn % 2}; };
  drive.whole_requests = true;
  return drive;
}

// The example of unit.reorder_requests.
TEST(OracleRequests, BeginInOrderWhereTheyMeet) {
  Drive drive = in_requests();
  drive.multiplane = Willing::kWise;
  const std::vector<HostRequest> requests{write(0, 0), write(0, 3, 2), write(0, 5), write(0, 2)};
  // Page 5 joins page 0, until 302. Then page 4, and on channel 1 page 3, which page 2 joins.
  const Outcome outcome = run(drive, requests);
  EXPECT_EQ(completions(outcome), (Times{302, 604, 302, 604}));
  // The second request waits for the end of the first one. Channel 1 was idle all the time, so there the wait counts as
  // channel, as for any unit that is released.
  EXPECT_EQ(outcome.split[1].channel, 302 * kUs);
  drive.whole_requests = false;
  EXPECT_EQ(completions(run(drive, requests)), (Times{302, 553, 302, 302}));
}

// Page 1 is on channel 0, pages 2 and 3 on channel 1. The second request holds back the third though channel 1 is idle.
TEST(OracleRequests, GoOneAfterAnotherWhereTheyNeedAllChannels) {
  // Request 1 needs both channels and begins at 251; both reads end at 322. Request 2 follows.
  EXPECT_EQ(completions(run(in_requests(), {write(0, 0), read(0, 1, 2), read(0, 3)})), (Times{251, 322, 393}));
}

// Pages 0 and 1 are two planes of one unit.
TEST(OracleRequests, TakePartnersOfRequestsThatMayNotBegin) {
  Drive drive = in_requests();
  drive.multiplane = Willing::kWise;
  // Two commands until 2, the array until 22, data outs until 72 and 122.
  EXPECT_EQ(completions(run(drive, {read(0, 0), read(0, 1)})), (Times{72, 122}));
  drive.multiplane = Willing::kNo;
  EXPECT_EQ(completions(run(drive, {read(0, 0), read(0, 1)})), (Times{71, 142}));
}

// Two dies a chip; pages 0 and 1 are in dies 0 and 1 of channel 0.
TEST(OracleRequests, TakePartnersInOtherDies) {
  Drive drive = in_requests();
  drive.dies = 2, drive.planes = 1;
  drive.place = [](std::int64_t lpn) { return Place{lpn / 2 % 2, 0, lpn % 2, 0}; };
  EXPECT_EQ(completions(run(drive, {write(0, 0), write(0, 1)})), (Times{251, 502}));
  drive.chip_commands = true;
  EXPECT_EQ(completions(run(drive, {write(0, 0), write(0, 1)})), (Times{251, 302}));
}

TEST(OracleRequests, NeedChannelsWhereNoDataAre) {
  Drive drive = in_requests();
  drive.read_unwritten_as_written = false, drive.host_command = 10 * kUs;
  // No page was written. The read of page 0 is complete at 10 though the write before it is not.
  EXPECT_EQ(completions(run(drive, {write(0, 4), read(0, 0)})), (Times{261, 10}));
  // The read is admitted at 0 and needs channel 0 until it leaves at 10.
  drive.host_command = 0, drive.link_request = 30 * kUs;
  // It crosses the link from 0 to 30. The write is ready at 30, too, and begins then: in step (a) the read has left.
  EXPECT_EQ(completions(run(drive, {read(0, 0), write(0, 4)})), (Times{30, 281}));
  // A read of page 6, on channel 1, crosses first, so the read of page 0 leaves at 60, and the write of page 4, ready
  // at 30, begins then.
  EXPECT_EQ(completions(run(drive, {read(0, 6), read(0, 0), write(0, 4)})), (Times{30, 60, 311}));
}

TEST(OracleRequests, LeaveWhenTheyAreTransferredIfAsked) {
  Drive drive = in_requests();
  drive.complete_when_transferred = true;
  // Page 1 is in the same unit, which is busy until 251. Page 6, of the other channel, needs no order.
  EXPECT_EQ(completions(run(drive, {write(0, 0), write(0, 1), write(0, 6)})), (Times{51, 302, 51}));
}

TEST(OracleRequests, TrimsNeedNoChannel) {
  EXPECT_EQ(completions(run(in_requests(), {write(0, 0), trim(10, 8), write(20, 2)})), (Times{251, 10, 271}));
}

TEST(OracleRequests, AreRefusedWhereTheyHaveNoRule) {
  for (bool Drive::* other : {&Drive::reorder_fifo, &Drive::suspend_on, &Drive::preempt_page}) {
    Drive drive = in_requests();
    drive.*other = true;
    EXPECT_THROW(run(drive, {}), std::invalid_argument);
  }
  Drive drive = in_requests();
  drive.placement = Placement::kWriteOrder;
  EXPECT_THROW(run(drive, {}), std::invalid_argument);
}

}  // namespace
}  // namespace ssd::oracle
