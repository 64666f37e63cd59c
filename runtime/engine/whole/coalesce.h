// Completions that the host sees several at a time (host.coalesce). A request whose page operations are complete is
// posted to its queue; it leaves when the host sees it.
#pragma once
#include "runtime/engine/whole/requests.h"

namespace ssd::whole {

// The host sees all that is posted to the queue.
inline void show_queue(State& s, Queue& queue) {
  Whole& w = *s.whole;
  while (queue.posted.head != kNone) {
    const u32 slot = pop_front(w.slots, queue.posted);
    w.outside[slot].link += w.now - w.slots[slot].finish;
    w.slots[slot].finish = w.now;
    leave_drive(s, slot);
  }
  queue.posted_count = 0;
}

// Posts what is complete by now. Returns whether the host sees something, because so many are posted to a queue.
inline bool post_completions(State& s, const Config& c) {
  Whole& w = *s.whole;
  bool any = false;
  while (w.posting_count != 0 && w.postings[0].time <= w.now) {
    const Posting next = heap_pop(w.postings, w.posting_count, posted_before);
    Queue& queue = w.queues[queue_of(s, c, w.slots[next.slot])];
    if (queue.posted_count++ == 0) queue.posted_since = w.now;
    push_back(w.slots, queue.posted, next.slot);
    if (queue.posted_count < c.coalesce_requests) continue;
    show_queue(s, queue);
    any = true;
  }
  return any;
}

// When the host sees a completion next because it has waited for so long; kNever: none is posted.
inline Time next_interrupt(const Whole& w, const Config& c) {
  Time first = kNever;
  for (u32 q = 0; q < c.queues; ++q) {
    if (w.queues[q].posted_count != 0) first = std::min(first, w.queues[q].posted_since + c.coalesce_time);
  }
  return first;
}

// In step (a) of a round: posts, and shows what the host must see now. Returns whether it sees something.
[[gnu::noinline]] inline bool show_completions(State& s, const Config& c) {
  Whole& w = *s.whole;
  bool any = post_completions(s, c);
  if (next_interrupt(w, c) > w.now) return any;
  for (u32 q = 0; q < c.queues; ++q) {
    Queue& queue = w.queues[q];
    if (queue.posted_count == 0 || queue.posted_since + c.coalesce_time > w.now) continue;
    show_queue(s, queue);
    any = true;
  }
  return any;
}

// The next time at which something is posted or seen.
inline Time next_completion(const Whole& w, const Config& c) {
  const Time posted = w.posting_count != 0 ? w.postings[0].time : kNever;
  return std::min(posted, next_interrupt(w, c));
}

}  // namespace ssd::whole
