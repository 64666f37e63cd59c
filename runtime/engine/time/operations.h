// Flash operations and request slots: pools with free lists, queues linked through them, and the functions by which the functional
// pass creates operations. An index, not a pointer, names an operation: the pools may move when the caller enlarges them.
#pragma once
#include "runtime/engine/hooks.h"

namespace ssd {

inline constexpr Queue kEmptyQueue{kNone, kNone};

inline void push(State& s, Queue& queue, u32 op) {
  s.ops[op].next = kNone;
  if (queue.head == kNone) queue.head = op;
  else s.ops[queue.tail].next = op;
  queue.tail = op;
}

inline u32 pop(State& s, Queue& queue) {
  const u32 op = queue.head;
  queue.head = s.ops[op].next;
  return op;
}

// What follows an operation in its queue, for who will soon take it up: of a long queue it has left the caches.
inline void fetch_following(const State& s, u32 op) {
  const u32 next = s.ops[op].next;
  __builtin_prefetch(&s.ops[next == kNone ? op : next]);
}

// Only while ops_available != 0: the functional pass makes sure before each page.
inline u32 new_op(State& s) {
  --s.ops_available;
  if (s.op_free == kNone) return s.op_used++;
  const u32 op = s.op_free;
  s.op_free = s.ops[op].next;
  return op;
}

inline void free_op(State& s, u32 op) {
  ++s.ops_available;
  s.ops[op].next = s.op_free;
  s.op_free = op;
}

// Hands a new operation to the timing half: to its channel, or, in a coupled run, to its request until that is admitted.
inline void emit(State& s, const Config& c, u32 op) {
  FlashOp& o = s.ops[op];
  o.order = s.next_order++;
  if (is_coupled(s, c)) push(s, s.slots[s.partial_slot].ops, op);
  else push(s, s.channels[o.plane / c.planes_per_channel].arrivals, op);
}

// Takes back an operation that no channel has seen yet.
[[gnu::cold]] inline void withdraw(State& s, const Config& c, u32 op) {
  Queue& queue = is_coupled(s, c) ? s.slots[s.partial_slot].ops : s.channels[s.ops[op].plane / c.planes_per_channel].arrivals;
  u32 before = kNone;
  for (u32 i = queue.head; i != op; i = s.ops[i].next) before = i;
  (before == kNone ? queue.head : s.ops[before].next) = s.ops[op].next;
  if (queue.tail == op) queue.tail = before;
  free_op(s, op);
}

struct CollectionJob {
  PlaneId plane;
  u32 moves, skipped;
  bool retires;  // its victim is worn out
};
inline void emit_collection(State& s, const Config& c, const CollectionJob& job, Time ready) {
  const u32 op = new_op(s);
  s.ops[op] = {.ready = ready, .order = 0, .held = 0, .stamp = job.retires ? 1U : 0U, .next = kNone, .slot = kNone, .block = 0, .partner = job.moves,
               .plane = job.plane, .sectors = static_cast<u16>(job.skipped), .kind = c.cost_zero != 0 ? OpKind::kCostless : OpKind::kCollection, .waits = 0};
  emit(s, c, op);
}

inline u32 new_slot(State& s) {
  if (s.slot_free == kNone) return s.slot_used++;
  const u32 slot = s.slot_free;
  s.slot_free = s.slots[slot].next;
  return slot;
}

inline bool slot_available(const State& s) { return s.slot_free != kNone || s.slot_used < s.slot_capacity; }

inline void free_slot(State& s, u32 slot) {
  s.slots[slot].next = s.slot_free;
  s.slot_free = slot;
}

}  // namespace ssd
