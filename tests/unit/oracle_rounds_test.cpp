// The oracle's flows that share a loop (generator.rounds) against the example of the page.
#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/oracle/oracle.h"

namespace ssd::oracle {
namespace {

Drive drive() {
  Drive drive;
  drive.logical_pages = 20, drive.read = 50'000, drive.program = 200'000, drive.erase = 1'000'000;
  drive.place = [](std::int64_t) { return Place{0, 0, 0, 0}; };
  drive.blocks = 16;
  return drive;
}

// Flow `a` with `closed: 2` reads LPN 0 to 4, flow `b` with `closed: 1` writes LPN 10 and 11.
Workload example() {
  Workload workload;
  workload.shared_loop = true;
  workload.flows.resize(2);
  workload.flows[0].closed = 2, workload.flows[1].closed = 1;
  for (std::int64_t i = 0; i < 5; ++i)
    workload.flows[0].requests.push_back({.sector = 4 * i, .sectors = 4, .is_read = true});
  for (std::int64_t i = 0; i < 2; ++i) workload.flows[1].requests.push_back({.sector = 40 + 4 * i, .sectors = 4});
  return workload;
}

std::vector<std::int64_t> sectors_of(const Outcome& outcome) {
  std::vector<std::int64_t> sectors;
  for (const HostRequest& request : outcome.requests) sectors.push_back(request.sector);
  return sectors;
}

TEST(OracleRounds, TakeAsManyRequestsOfAFlowAsItIsDeep) {
  const Outcome outcome = simulate(drive(), example());
  EXPECT_EQ(sectors_of(outcome), (std::vector<std::int64_t>{0, 4, 40, 8, 12, 44, 16}));
  EXPECT_EQ(outcome.flow_of, (std::vector<std::int64_t>{0, 0, 1, 0, 0, 1, 0}));
  EXPECT_EQ(outcome.arrival[2], 0);
  EXPECT_GT(outcome.arrival[3], 0U) << "three arrive at 0";
  EXPECT_EQ(outcome.preloaded, 5);
}

TEST(OracleRounds, EndWithTheFirstFlow) {
  Workload workload = example();
  workload.until_first = true;
  const Outcome outcome = simulate(drive(), workload);
  EXPECT_EQ(sectors_of(outcome), (std::vector<std::int64_t>{0, 4, 40, 8, 12, 44}));
  EXPECT_EQ(outcome.preloaded, 4) << "what is cut off is not preloaded";
}

TEST(OracleRounds, KeepTheirHandles) {
  Workload workload = example();
  for (HostRequest& request : workload.flows[1].requests) request.handle = 1;
  Drive two = drive();
  two.streams = 2;
  std::vector<std::int64_t> seen;
  two.stream = [&seen](const RequestView& r) {
    seen.push_back(10 * r.flow + r.handle);
    return r.handle;
  };
  simulate(two, workload);
  EXPECT_EQ(seen, (std::vector<std::int64_t>{11, 11}));
}

// Flow 1 reads LPN 0 first, though flow 0 writes it before.
TEST(OracleRounds, PreloadEachFlowByItself) {
  Workload workload;
  workload.shared_loop = true;
  workload.flows = {{{{.sector = 0, .sectors = 4}}, 1},
                    {{{.sector = 0, .sectors = 4, .is_read = true}, {.sector = 4, .sectors = 4, .is_read = true}}, 1}};
  EXPECT_EQ(simulate(drive(), workload).preloaded, 2);
  workload.until_first = true;  // ends behind request 0
  EXPECT_EQ(simulate(drive(), workload).preloaded, 0);
  workload.flows[0].closed = 0;
  EXPECT_THROW(simulate(drive(), workload), std::invalid_argument);
}

TEST(OracleRounds, HaveAQueueForEachFlow) {
  Drive two = drive();
  two.queues = 2;
  std::vector<std::pair<std::int64_t, std::int64_t>> seen;
  two.stream = [&seen](const RequestView& r) {
    seen.emplace_back(r.flow, r.queue);
    return std::int64_t{0};
  };
  Workload workload = example();
  for (HostRequest& request : workload.flows[0].requests) request.is_read = false;
  simulate(two, workload);
  EXPECT_EQ(seen.size(), 7U);
  for (const auto& [flow, queue] : seen) EXPECT_EQ(flow, queue);
}

}  // namespace
}  // namespace ssd::oracle
