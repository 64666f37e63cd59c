// The events that let requests in: completions of requests in flight, and the arrivals that these cause in a closed
// loop (host.closed_loop). Both are heaps of at most as many entries as the queue is deep.
#pragma once
#include "runtime/engine/heap.h"
#include "runtime/engine/state.h"

namespace ssd {

// Whether requests ever wait for a place in the queue. A closed loop never has more in flight than its depth.
inline bool queue_binds(const State& s, const Config& c) {
  return c.queue_depth != 0 && (s.closed_depth == 0 || c.queue_depth < s.closed_depth);
}

inline bool ends_before(const RequestEnd& a, const RequestEnd& b) { return a.time < b.time; }
inline bool earlier_time(const Time& a, const Time& b) { return a < b; }

inline void push_completion(State& s, Time time, Time think) {
  heap_push(s.completions, s.completion_count, RequestEnd{time, think}, ends_before);
}
inline Time next_completion(const State& s) { return s.completion_count == 0 ? kNever : s.completions[0].time; }
inline RequestEnd pop_completion(State& s) { return heap_pop(s.completions, s.completion_count, ends_before); }

inline void push_arrival(State& s, Time time) { heap_push(s.arrivals, s.arrivals_count, time, earlier_time); }
inline Time first_arrival(const State& s) { return s.arrivals_count == 0 ? kNever : s.arrivals[0]; }
inline Time pop_arrival(State& s) { return heap_pop(s.arrivals, s.arrivals_count, earlier_time); }

}  // namespace ssd
