// The arrivals of several flows whose order follows from completions (host.flows): each flow has its requests in an
// array of its own, and a closed one a heap of the arrivals that its completions have made. The phases of a workload
// are flows of which each begins when the one before has ended (host.phases).
#pragma once
#include "runtime/engine/whole/host.h"

namespace ssd::whole {

// When the flow's next request arrives; kNever: it has none, or only a completion makes it arrive.
inline Time next_of(const FlowSource& flow) {
  if (flow.next == flow.count || flow.begin == kNever) return kNever;
  if (flow.closed_depth == 0) return flow.begin + flow.requests[flow.next].arrival;
  return flow.arrivals_count == 0 ? kNever : flow.arrivals[0];
}

// The first arrival of all flows, of equal ones that of the lowest flow.
struct FirstOfFlows {
  Time at;  // kNever: nothing arrives, or only after a completion
  u32 flow;
};
[[gnu::noinline]] inline FirstOfFlows first_of_flows(const State& s) {
  FirstOfFlows first{kNever, 0};
  if (s.arrivals_are_over != 0) return first;
  for (u32 i = 0; i < s.flow_count; ++i) {
    const Time at = next_of(s.sources[i]);
    if (at < first.at) first = {at, i};
  }
  return first;
}

// Whether a request of some flow has still to arrive. Those of phases that have not begun do not count: one of a phase
// that runs is not complete then, or the drive comes to rest before they arrive. Nor does any before a warm-up that
// lasts longer than its requests has ended (host.phases).
inline bool flows_go_on(const State& s) {
  if (s.arrivals_are_over != 0 || s.whole->now < s.rests_until) return false;
  for (u32 i = 0; i < s.flow_count; ++i) {
    if (s.sources[i].begin != kNever && s.sources[i].next != s.sources[i].count) return true;
  }
  return false;
}

inline void fetch_for_later(const State& s, const Config& c, const FlowSource& flow) {
  if (flow.next + kAhead >= flow.count) return;
  const Request& later = flow.requests[flow.next + kAhead];
  fetch_ahead(s, c, later);
}

// Takes the requests that have arrived, except request number `end` and those behind it, which the caller has not asked
// for yet. Returns whether there were any.
inline bool take_from_flows(State& s, const Config& c, u64 end) {
  Whole& w = *s.whole;
  bool any = false;
  for (FirstOfFlows first = first_of_flows(s); first.at <= w.now && w.next_request < end; first = first_of_flows(s)) {
    FlowSource& flow = s.sources[first.flow];
    fetch_for_later(s, c, flow);
    if (s.flow_out != nullptr) s.flow_out[w.next_request] = static_cast<u8>(first.flow);
    arrive(s, c, flow.requests[flow.next++], first.at);
    if (flow.closed_depth != 0) heap_pop(flow.arrivals, flow.arrivals_count, earlier_time);
    any = true;
  }
  return any;
}

// Whether no request of the phase is in the drive, and none arrives any more because its time is over.
inline bool is_out_of_time(const FlowSource& phase) {
  return phase.closed_depth != 0 && phase.arrivals_count == 0 && phase.next == phase.count - phase.left;
}

[[gnu::noinline]] inline void let_next_of_flow_arrive(State& s, const Completion& done) {
  FlowSource& flow = s.sources[done.flow];
  const Time next = done.time + done.think;
  if (flow.closed_depth != 0 && (flow.length == 0 || next < flow.begin + flow.length))
    heap_push(flow.arrivals, flow.arrivals_count, next, earlier_time);
  if (--flow.left == 0 && s.ends_with_first != 0) s.arrivals_are_over = 1;
  if (flow.left != 0 && !is_out_of_time(flow)) return;
  flow.count = flow.next;
  flow.left = 0;
  if (flow.then != kNone) begin_phase(s.sources[flow.then], end_of_phase(flow, done.time));
}

// A request that leaves makes the next one arrive, in a closed loop.
inline void let_next_arrive(State& s, const Completion& done) {
  if (s.closed_depth == kByFlow)
    let_next_of_flow_arrive(s, done);
  else
    push_arrival(s, done.time + done.think);
}

}  // namespace ssd::whole
