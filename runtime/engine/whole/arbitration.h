// Which host queue is served next when admission looks for a request: host.queues, host.outstanding, host.arbitration.
#pragma once
#include "runtime/engine/whole/avoid.h"

namespace ssd::whole {

inline bool counts_waiting(const Config& c) {
  return reads_any(c, Hook::kArbitrate, input_mask(Hook::kArbitrate, "waiting"));
}

inline u32 queue_behind(const Config& c, u32 queue) { return queue + 1 == c.queues ? 0 : queue + 1; }

inline bool can_admit(const Config& c, const Queue& q) {
  return q.waiting.head != kNone && (c.queue_depth == 0 || q.in_flight < c.queue_depth);
}

inline u32 next_in_turn(const State& s, const Config& c) {
  u32 queue = s.whole->queue_turn;
  for (u32 i = 0; i < c.queues; ++i) {
    if (can_admit(c, s.whole->queues[queue])) return queue;
    queue = queue_behind(c, queue);
  }
  return kNone;
}

// Of equal scores the queue whose turn comes first.
[[gnu::noinline]] inline u32 next_by_score(const State& s, const Config& c) {
  const Whole& w = *s.whole;
  u32 chosen = kNone, queue = w.queue_turn;
  i64 highest = 0;
  for (u32 i = 0; i < c.queues; ++i, queue = queue_behind(c, queue)) {
    const Queue& q = w.queues[queue];
    if (!can_admit(c, q)) continue;
    const Time oldest = w.now - w.slots[q.waiting.head].arrival;
    const i64 score = hook::arbitrate(s, queue, q.waiting_count, q.in_flight, visible(oldest));
    if (chosen != kNone && score <= highest) continue;
    chosen = queue;
    highest = score;
  }
  return chosen;
}

inline u32 served_last(const Whole& w, const Config& c) { return (w.queue_turn == 0 ? c.queues : w.queue_turn) - 1; }

// The queue that is served next; kNone: none can admit a request.
inline u32 next_queue(const State& s, const Config& c) {
  const Whole& w = *s.whole;
  if (c.outstanding != 0 && w.present >= c.outstanding) return kNone;
  if (c.arbitration == Arbitration::kScore) return next_by_score(s, c);
  if (c.arbitration == Arbitration::kWeighted && w.burst_left != 0 && can_admit(c, w.queues[served_last(w, c)]))
    return served_last(w, c);
  return next_in_turn(s, c);
}

// A request of the queue is served.
inline void count_served(State& s, const Config& c, u32 queue) {
  Whole& w = *s.whole;
  if (c.arbitration == Arbitration::kWeighted) {
    const bool goes_on = w.burst_left != 0 && queue == served_last(w, c);
    w.burst_left = (goes_on ? w.burst_left : s.queue_weights[queue]) - 1;
  }
  w.queue_turn = queue_behind(c, queue);
  ++w.queues[queue].in_flight;
  ++w.present;
  if (counts_waiting(c)) --w.queues[queue].waiting_count;
}

}  // namespace ssd::whole
