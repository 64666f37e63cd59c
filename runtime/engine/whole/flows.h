// The arrivals of several flows whose order follows from completions (host.flows): each flow has its requests in an
// array of its own, and a closed one a heap of the arrivals that its completions have made.
#pragma once
#include "runtime/engine/whole/host.h"

namespace ssd::whole {

// When the flow's next request arrives; kNever: it has none, or only a completion makes it arrive.
inline Time next_of(const FlowSource& flow) {
  if (flow.next == flow.count) return kNever;
  if (flow.closed_depth == 0) return flow.requests[flow.next].arrival;
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

// Whether a request of some flow has still to arrive.
inline bool flows_go_on(const State& s) {
  if (s.arrivals_are_over != 0) return false;
  for (u32 i = 0; i < s.flow_count; ++i) {
    if (s.sources[i].next != s.sources[i].count) return true;
  }
  return false;
}

inline void fetch_for_later(const State& s, const Config& c, const FlowSource& flow) {
  if (flow.next + kAhead >= flow.count) return;
  const Request& later = flow.requests[flow.next + kAhead];
  fetch_ahead(s, c, later);
  __builtin_prefetch(&s.whole->latest[lpn_of_sector(c, later.sector)], 1);
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

[[gnu::noinline]] inline void let_next_of_flow_arrive(State& s, const Completion& done) {
  FlowSource& flow = s.sources[done.flow];
  if (flow.closed_depth != 0) heap_push(flow.arrivals, flow.arrivals_count, done.time + done.think, earlier_time);
  if (--flow.left == 0 && s.ends_with_first != 0) s.arrivals_are_over = 1;
}

// A request that leaves makes the next one arrive, in a closed loop.
inline void let_next_arrive(State& s, const Completion& done) {
  if (s.closed_depth == kByFlow)
    let_next_of_flow_arrive(s, done);
  else
    push_arrival(s, done.time + done.think);
}

}  // namespace ssd::whole
