// Flows that share a loop (generator.rounds): one sequence of requests, and the flow of each.
#include "tests/oracle/timing.h"

namespace ssd::oracle {

Rounds in_rounds(const Workload& workload) {
  Rounds rounds{.workload = {}, .flow_of = {}, .queue_of_flow = queues_of(workload)};
  Workload& one = rounds.workload;
  std::vector<std::int64_t> given(workload.flows.size());
  std::int64_t all = 0;
  for (const Flow& flow : workload.flows) all += std::ssize(flow.requests), one.closed += flow.closed;
  bool over = false;
  while (!over && std::ssize(one.requests) < all) {
    for (std::size_t i = 0; i < given.size() && !over; ++i) {
      const Flow& flow = workload.flows[i];
      for (std::int64_t n = 0; n < flow.closed && given[i] < std::ssize(flow.requests); ++n) {
        one.requests.push_back(flow.requests[given[i]++]);
        rounds.flow_of.push_back(static_cast<std::int64_t>(i));
      }
      over = workload.until_first && given[i] == std::ssize(flow.requests);
    }
  }
  return rounds;
}

}  // namespace ssd::oracle
