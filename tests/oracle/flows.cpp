// Several flows whose requests meet in the drive (host.flows): which request gets which number, and when.
#include <algorithm>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

std::vector<std::optional<std::int64_t>> queues_of(const Workload& workload) {
  std::vector<std::optional<std::int64_t>> queues;
  for (const Flow& flow : workload.flows) {
    if (!flow.phase) queues.push_back(flow.queue);  // host.phases, 6
  }
  return queues;
}

// host.flows, 1: of an open flow all arrivals are known, of a closed one the first ones.
void Timing::start_flows() {
  if (has_phases()) return begin_phase(0, 0);
  for (std::size_t flow = 0; flow < flows_.size(); ++flow) {
    const Flow& given = workload_.flows[flow];
    for (std::int64_t i = 0; i < std::ssize(given.requests); ++i) {
      if (given.closed == 0) flows_[flow].arrivals.insert(given.requests[i].arrival);
      if (i < given.closed) flows_[flow].arrivals.insert(0);
    }
  }
}

// host.flows, 2: the flow whose request gets the next number.
std::optional<std::int64_t> Timing::first_flow() const {
  std::optional<std::int64_t> first;
  for (std::int64_t flow = 0; !arrivals_are_over_ && flow < std::ssize(flows_); ++flow) {
    const FlowState& state = flows_[flow];
    if (state.numbered == std::ssize(workload_.flows[flow].requests) || state.arrivals.empty()) continue;
    if (!first || *state.arrivals.begin() < *flows_[*first].arrivals.begin()) first = flow;
  }
  return first;
}

void Timing::number_arrivals() {
  for (auto flow = first_flow(); flow && *flows_[*flow].arrivals.begin() <= now_; flow = first_flow()) {
    FlowState& state = flows_[*flow];
    if (phase_.is_counted && !phase_.counts_began) begin_to_count();
    requests_.push_back(workload_.flows[*flow].requests[state.numbered++]);
    arrivals_.push_back(*state.arrivals.begin());
    state.arrivals.erase(state.arrivals.begin());
    flow_of_.push_back(*flow);
  }
}

// host.flows, 1 and 4.
void Timing::leave_flow(std::int64_t request) {
  if (flows_.empty()) return;
  if (has_phases()) return leave_phase(request);
  const std::int64_t flow = flow_of_[request];
  FlowState& state = flows_[flow];
  if (workload_.flows[flow].closed > 0) state.arrivals.insert(now_ + requests_[request].arrival);
  ++state.left;
  if (workload_.until_first && state.left == std::ssize(workload_.flows[flow].requests)) arrivals_are_over_ = true;
}

// host.flows, 3.
std::int64_t Timing::queue_of(std::int64_t request) const {
  if (queue_of_flow_.empty()) return request % drive_.queues;
  const std::int64_t flow = flow_of_[request];
  return queue_of_flow_[flow].value_or((queue_of_flow_.size() > 1 ? flow : request) % drive_.queues);
}

// The requests that are carried out, as far as that is known.
std::int64_t Timing::expected_requests() const {
  if (has_phases()) return std::ssize(requests_) + requests_to_come();
  return arrivals_are_over_ ? std::ssize(requests_) : std::ssize(states_);
}

}  // namespace ssd::oracle
