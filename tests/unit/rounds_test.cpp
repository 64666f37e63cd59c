// The order in which flows that share a loop take turns (generator.rounds).
#include "runtime/trace/rounds.h"

#include <gtest/gtest.h>

namespace ssd::trace {
namespace {

// The requests of two flows, told apart by their sectors: 0, 1, … of the first, 100, 101, … of the second.
std::vector<Request> of_two(u64 first, u64 second) {
  std::vector<Request> list;
  for (u64 i = 0; i < first; ++i)
    list.push_back({.arrival = i, .sector = i, .sectors = 1, .direction = Direction::kRead});
  for (u64 i = 0; i < second; ++i)
    list.push_back({.arrival = 0, .sector = 100 + i, .sectors = 1, .direction = Direction::kWrite, .flow = 1});
  return list;
}

std::vector<u64> sectors_of(const std::vector<Request>& list) {
  std::vector<u64> sectors;
  for (const Request& r : list) sectors.push_back(r.sector);
  return sectors;
}

TEST(Rounds, TakeAsManyRequestsOfAFlowAsItIsDeep) {
  std::vector<FlowRequests> flows{{"a", 5, 2}, {"b", 2, 1}};
  const std::vector<Request> order = in_rounds(of_two(5, 2), flows, false);
  EXPECT_EQ(sectors_of(order), (std::vector<u64>{0, 1, 100, 2, 3, 101, 4}));
  EXPECT_EQ(order[3].arrival, 2U) << "a think time stays with its request";
  EXPECT_EQ(order[2].flow, 1U);
  EXPECT_EQ(flows[0].count, 5U);
  EXPECT_EQ(flows[1].count, 2U);
  EXPECT_EQ(depth_of_all(flows), 3U);
}

TEST(Rounds, EndWithTheFirstFlow) {
  std::vector<FlowRequests> flows{{"a", 5, 2}, {"b", 2, 1}};
  EXPECT_EQ(sectors_of(in_rounds(of_two(5, 2), flows, true)), (std::vector<u64>{0, 1, 100, 2, 3, 101}));
  EXPECT_EQ(flows[0].count, 4U);
  EXPECT_EQ(flows[1].count, 2U);
  std::vector<FlowRequests> deep{{"a", 3, 9}, {"b", 7, 4}};
  EXPECT_EQ(sectors_of(in_rounds(of_two(3, 7), deep, true)), (std::vector<u64>{0, 1, 2}));
  EXPECT_EQ(deep[1].count, 0U);
}

TEST(Rounds, OfFlowsOfDifferentLengthsEndWithTheLongest) {
  std::vector<FlowRequests> flows{{"a", 1, 3}, {"b", 5, 2}};
  EXPECT_EQ(sectors_of(in_rounds(of_two(1, 5), flows, false)), (std::vector<u64>{0, 100, 101, 102, 103, 104}));
}

}  // namespace
}  // namespace ssd::trace
