// The requests of flows that share a loop, in the order in which they take turns (generator.rounds).
#pragma once
#include <span>
#include <vector>

#include "runtime/trace/requests.h"

namespace ssd::trace {

// `list` has the requests of the flows, flow after flow, as many as `flows` says; every flow is a closed loop.
// `until_first`: the order ends with the last request of some flow. Sets the counts of the flows to those of the
// result.
std::vector<Request> in_rounds(const std::vector<Request>& list, std::span<FlowRequests> flows, bool until_first);

// Sets the counts of the flows to those that in_rounds() would leave.
void count_in_rounds(std::span<FlowRequests> flows, bool until_first);
// Which flow has the last request of the order, with the counts of count_in_rounds().
std::size_t last_in_rounds(std::span<const FlowRequests> flows);

// The depth of the loop that they share.
u64 depth_of_all(std::span<const FlowRequests> flows);

}  // namespace ssd::trace
