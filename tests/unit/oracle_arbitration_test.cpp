// The oracle's choice of host queues (host.outstanding, host.arbitration, host.flows 3) against the examples of the
// page and timelines derived by hand. Times are in us.
#include <gtest/gtest.h>

#include "tests/oracle/oracle.h"

namespace ssd::oracle {
namespace {

using Times = std::vector<Time>;

// Command 1, array 20, a page on the bus 50: a read alone takes 71.
Drive drive(std::int64_t queues, std::int64_t outstanding) {
  Drive drive;
  drive.chips = 2, drive.logical_pages = 8, drive.spare_bytes = 0;
  drive.command = 1'000, drive.read = 20'000, drive.program = 200'000, drive.erase = 1'000'000;
  drive.bus_numerator = 50'000, drive.bus_denominator = 2048;
  drive.place = [](std::int64_t lpn) { return Place{0, lpn % 2, 0, 0}; };
  drive.queues = queues, drive.outstanding = outstanding;
  return drive;
}

HostRequest read(Time us, std::int64_t lpn) { return {us * 1000, lpn * 4, 4, true}; }

Times completions(const Drive& drive, const std::vector<HostRequest>& requests) {
  Times times = simulate(drive, {requests}).completion;
  for (Time& time : times) time /= 1000;
  return times;
}

const std::vector<HostRequest> kSixAtOnce(6, read(0, 0));

TEST(OracleArbitration, AtMostSoManyRequestsAreInTheDrive) {
  const std::vector<HostRequest> four{read(0, 0), read(0, 1), read(0, 0), read(0, 1)};
  EXPECT_EQ(completions(drive(2, 1), four), (Times{71, 142, 213, 284}));
  EXPECT_EQ(completions(drive(2, 2), four),
            completions(drive(2, 0), {read(0, 0), read(0, 1), read(71, 0), read(122, 1)}));
  EXPECT_EQ(completions(drive(2, 100), four), completions(drive(2, 0), four));
}

TEST(OracleArbitration, ServesBurstsOfWeights) {
  Drive weighted = drive(2, 1);
  weighted.weights = {2, 1};
  EXPECT_EQ(completions(weighted, kSixAtOnce), (Times{71, 213, 142, 355, 284, 426}));
  weighted.weights = {1, 1};
  EXPECT_EQ(completions(weighted, kSixAtOnce), completions(drive(2, 1), kSixAtOnce));
  weighted.weights = {1, 3};  // queue 0, then all of queue 1, then the rest of queue 0
  EXPECT_EQ(completions(weighted, kSixAtOnce), (Times{71, 142, 355, 213, 426, 284}));
}

// Each queue has a request at 0 and one at 100. Nothing of queue 0 waits at 71, so its burst of three ends there.
TEST(OracleArbitration, AnEmptyQueueLosesItsBurst) {
  Drive weighted = drive(2, 1);
  weighted.weights = {3, 2};
  EXPECT_EQ(completions(weighted, {read(0, 0), read(0, 0), read(100, 0), read(100, 0)}), (Times{71, 142, 284, 213}))
      << "queue 1 has one more request of its burst";
  weighted.weights = {3, 1};
  EXPECT_EQ(completions(weighted, {read(0, 0), read(0, 0), read(100, 0), read(100, 0)}), (Times{71, 142, 213, 284}));
}

TEST(OracleArbitration, ServesTheQueueOfTheHighestScore) {
  Drive scored = drive(2, 1);
  scored.arbitration = [](const QueueView& q) { return q.index; };
  EXPECT_EQ(completions(scored, kSixAtOnce), (Times{284, 71, 355, 142, 426, 213}));
  scored.arbitration = [](const QueueView&) { return std::int64_t{7}; };
  EXPECT_EQ(completions(scored, kSixAtOnce), completions(drive(2, 1), kSixAtOnce));
}

TEST(OracleArbitration, AScoreSeesItsQueue) {
  Drive scored = drive(2, 2);
  std::vector<std::array<std::int64_t, 4>> seen;
  scored.arbitration = [&seen](const QueueView& q) {
    seen.push_back({q.index, q.waiting, q.in_flight, q.oldest / 1000});
    return q.waiting;
  };
  // Queue 0 has requests at 0, 0, 60, queue 1 at 0, 60. Queue 0 (of two waiting requests) is served first, then queue
  // 1, the first of the circle. The chips share the bus: a request leaves at 71, 122 and 173.
  completions(scored, {read(0, 0), read(0, 1), read(0, 0), read(60, 1), read(60, 0)});
  EXPECT_EQ(seen, (std::vector<std::array<std::int64_t, 4>>{{0, 2, 0, 0},
                                                            {1, 1, 0, 0},
                                                            {1, 1, 0, 0},
                                                            {0, 1, 1, 0},
                                                            {0, 2, 0, 71},
                                                            {1, 1, 1, 11},
                                                            {1, 1, 0, 62},
                                                            {0, 1, 1, 62},
                                                            {0, 1, 0, 113}}));
}

// Both flows go to queue 1, so the second request waits; without the key each has a queue.
TEST(OracleArbitration, AFlowMayNameItsQueue) {
  Drive two = drive(2, 0);
  two.queue = 1;
  Workload workload;
  workload.flows = {{{read(0, 0)}, 1, 1}, {{read(0, 1)}, 1}};
  EXPECT_EQ(simulate(two, workload).completion, (Times{71'000, 142'000}));
  workload.flows[0].queue = {};
  EXPECT_EQ(simulate(two, workload).completion, (Times{71'000, 121'000}));
  workload.flows.resize(1);  // requests i mod 2, unless it names a queue
  workload.flows[0] = {{read(0, 0), read(0, 1)}, 2};
  EXPECT_EQ(simulate(two, workload).completion, (Times{71'000, 121'000}));
  workload.flows[0].queue = 0;
  EXPECT_EQ(simulate(two, workload).completion, (Times{71'000, 142'000}));
  workload.shared_loop = true;
  EXPECT_EQ(simulate(two, workload).completion, (Times{71'000, 142'000}));
}

}  // namespace
}  // namespace ssd::oracle
