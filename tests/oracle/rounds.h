// Flows that share a loop (generator.rounds), as the one loop that they are together.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "tests/oracle/oracle.h"

namespace ssd::oracle {

// The one loop of their requests, and the flow of each of these.
struct Rounds {
  Workload workload;
  std::vector<std::int64_t> flow_of;
  std::vector<std::optional<std::int64_t>> queue_of_flow;  // the key `queue` of each
};
Rounds in_rounds(const Workload& workload);
// The key `queue` of each flow.
std::vector<std::optional<std::int64_t>> queues_of(const Workload& workload);

}  // namespace ssd::oracle
