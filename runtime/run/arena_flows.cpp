// The memory of the flows and phases of a workload, and its state at time 0: see arena.h.
#include "runtime/run/arena.h"

namespace ssd::run {

void Arena::lay_out_flows(const ArenaShape& shape) {
  State& s = memory_ == nullptr ? layout_ : *state_;
  if (!shape.flows.empty()) place(s.flows, shape.flows.size());
  if (names_queues(shape.flows)) place(s.queue_of_flow, shape.flows.size());
  if (!shape.by_flow) return;
  place(s.sources, shape.flows.size());
  for (std::size_t i = 0; i < shape.flows.size(); ++i) {
    FlowSource none{};
    FlowSource& source = memory_ == nullptr ? none : s.sources[i];
    if (shape.flows[i].closed_depth != 0) place(source.arrivals, shape.flows[i].closed_depth);
  }
}

// In a closed loop as many requests as it is deep arrive at time 0.
void Arena::start_flows(const ArenaShape& shape) {
  State& s = *state_;
  s.flow_count = static_cast<u32>(shape.flows.size());
  s.follows_requests = s.flow_count != 0 ? 1 : 0;
  for (u32 i = 0; i < s.flow_count; ++i) {
    s.flows[i].host.first_arrival = kNever;
    for (Histogram& histogram : s.flows[i].response) histogram.min = ~u64{0};
    if (names_queues(shape.flows)) s.queue_of_flow[i] = shape.flows[i].queue.value_or(i % config_.queues);
    if (!shape.by_flow) continue;
    FlowSource& source = s.sources[i];
    source.closed_depth = shape.flows[i].closed_depth;
    source.count = source.left = shape.flows[i].requests;
    source.then = kNone;
    if (i == 0 || !are_phases(shape.flows)) source.arrivals_count = source.closed_depth;
  }
  if (shape.by_flow && are_phases(shape.flows)) start_phases(shape);
}

// Each phase begins when the one before has ended, except one behind a warm-up (warm_up.h).
void Arena::start_phases(const ArenaShape& shape) {
  State& s = *state_;
  for (u32 i = 0; i < s.flow_count; ++i) {
    const PhaseLoad& phase = *shape.flows[i].phase;
    s.sources[i].length = phase.length;
    s.sources[i].begin = i == 0 ? 0 : kNever;
    const bool next = i + 1 < s.flow_count && shape.flows[i + 1].phase->counted == phase.counted;
    s.sources[i].then = next ? i + 1 : u32{kNone};
  }
}

}  // namespace ssd::run
