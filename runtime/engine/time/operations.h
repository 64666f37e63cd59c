// Flash operations and request slots of the plain loops, and the functions with which the functional pass creates
// operations.
#pragma once
#include "runtime/engine/hooks.h"
#include "runtime/engine/places.h"

namespace ssd {

// Prefetches the operation behind this one in its queue, which will be taken up soon: in a long queue it has left the
// caches.
inline void fetch_following(const State& s, OpId op) {
  const OpId next = s.ops[op].next;
  __builtin_prefetch(&s.ops[next == kNone ? op : next]);
}

// Call it only while ops_available != 0; the functional pass checks that before each page.
inline OpId new_op(State& s, const FlashOp& o) {
  --s.ops_available;
  const OpId op = take(s.ops);
  s.ops[op] = o;
  return op;
}

inline void free_op(State& s, OpId op) {
  ++s.ops_available;
  give_back(s.ops, op);
}

// Where a new operation of the plane waits for the timing pass: in its channel, or in a coupled run in its request
// until that is admitted.
inline List<OpId>& emitted(State& s, const Config& c, PlaneId plane) {
  return is_coupled(s, c) ? s.slots[s.partial_slot].ops : s.channels[channel_of(c, plane)].arrivals;
}

inline OpId emit(State& s, const Config& c, const FlashOp& o) {
  const OpId op = new_op(s, o);
  push_back(s.ops, emitted(s, c, o.plane), op);
  return op;
}

// Takes back an operation that no channel has seen yet.
[[gnu::cold]] inline void withdraw(State& s, const Config& c, OpId op) {
  remove(s.ops, emitted(s, c, s.ops[op].plane), op);
  free_op(s, op);
}

struct CollectionJob {
  PlaneId plane;
  u32 moves, skipped;
  bool retires;  // the erase wears the victim out
};
inline void emit_collection(State& s, const Config& c, const CollectionJob& job, Time ready) {
  const FlashOp o{.ready = ready,
                  .order = s.next_order++,
                  .held = 0,
                  .stamp = job.retires ? 1U : 0U,
                  .next = kNone,
                  .slot = kNone,
                  .block = 0,
                  .moves = job.moves,
                  .plane = job.plane,
                  .sectors = static_cast<u16>(job.skipped),
                  .kind = c.cost_zero != 0 ? OpKind::kCostless : OpKind::kCollection,
                  .waits = 0,
                  .served = false};
  emit(s, c, o);
}

}  // namespace ssd
