// What a unit does next. Invariant: a unit's wish is up to date after every change of its queues or its phase; the
// channel's decision reads nothing else.
#pragma once
#include "runtime/engine/nand/bus.h"
#include "runtime/engine/stats/split.h"
#include "runtime/engine/stats/tally.h"
#include "runtime/engine/time/events.h"
#include "runtime/engine/time/operations.h"

namespace ssd {

// Where no queue ever fills, the arrival that a completion causes in a closed loop is known at once.
inline void let_in_after(State& s, const Config& c, const Slot& slot) {
  if (queue_binds(s, c))
    push_completion(s, slot.finish, slot.think);
  else if (s.closed_depth != 0)
    push_arrival(s, slot.finish + slot.think);
}

[[gnu::noinline]] inline void finish_request(State& s, u32 slot_index) {
  const Slot& slot = s.slots[slot_index];
  tally_request(s, slot);
  if (is_coupled(s, config(s))) let_in_after(s, config(s), slot);
  give_back(s.slots, slot_index);
}

// A page operation of a request is complete at `time`; the request takes the split of the last one. A new slot has
// finish 0 and order 0, which is right also for an operation that completes at time 0: it has waited for nothing.
[[gnu::always_inline]] inline void complete(State& s, const FlashOp& op, Time time, const Waits& waits,
                                            bool served = false) {
  Slot& slot = s.slots[op.slot];
  if (time > slot.finish || (time == slot.finish && op.order > slot.finish_order)) {
    slot.finish = time;
    slot.finish_order = op.order;
    slot.waits = waits;
    slot.served = served;
  }
  if (--slot.left == 0) finish_request(s, op.slot);
}

inline bool before(const FlashOp& a, const FlashOp& b) {
  return a.ready != b.ready ? a.ready < b.ready : a.order < b.order;
}

// The operation that an idle unit would be granted: the first by ready time and sequence number of its ready reads and
// the ready heads of its planes' queues (unit.candidates, time.order). kNone if there is none.
inline OpId first_candidate(const State& s, const Config& c, const Unit& unit) {
  OpId best = unit.reads.head;
  for (u32 p = 0; p < c.planes_per_unit; ++p) {
    const OpId head = s.orders[unit.first_plane + p].queue.head;
    if (head == kNone || s.ops[head].waits != 0) continue;
    if (best == kNone || before(s.ops[head], s.ops[best])) best = head;
  }
  return best;
}

inline Tenure tenure_of(Phase phase) {
  if (phase == Phase::kReadOut || phase == Phase::kMoveOut) return Tenure::kDataOut;
  return phase == Phase::kMoveIn ? Tenure::kDataIn : Tenure::kCommand;
}

inline Tenure first_tenure(const FlashOp& op) {
  return op.kind == OpKind::kProgram ? Tenure::kDataIn : Tenure::kCommand;
}

// The idle unit now wishes for this operation.
inline void wish_for(State& s, UnitId unit_index, OpId op_index) {
  Unit& unit = s.units[unit_index];
  unit.current = op_index;
  const FlashOp& op = s.ops[op_index];
  fetch_following(s, op_index);
  __builtin_prefetch(&s.slots[op.slot == kNone ? 0 : op.slot], 1);
  s.wish_times[unit_index] = op.ready > unit.free_at ? op.ready : unit.free_at;
  s.wishes[unit_index] = {.ready = op.ready, .order = op.order, .tenure = first_tenure(op)};
}

// Call it when an idle unit has lost a candidate.
inline void wish_for_candidate(State& s, const Config& c, UnitId unit_index) {
  Unit& unit = s.units[unit_index];
  const OpId first = first_candidate(s, c, unit);
  if (first != kNone) {
    wish_for(s, unit_index, first);
    return;
  }
  unit.current = kNone;
  s.wish_times[unit_index] = kNever;
}

// The operation that holds the unit wishes for its next phase, which is ready at `ready`.
inline void wish_for_phase(State& s, UnitId unit_index, Phase phase, Time ready) {
  s.units[unit_index].phase = phase;
  Wish& wish = s.wishes[unit_index];
  s.wish_times[unit_index] = ready;
  wish.ready = ready;
  wish.tenure = tenure_of(phase);
}

// Adds an operation to an idle or busy unit. An idle unit may now prefer it; its other candidates have not changed.
inline void add_candidate(State& s, UnitId unit_index, OpId op, List<OpId>& queue) {
  const bool was_empty = queue.head == kNone;
  push_back(s.ops, queue, op);
  Unit& unit = s.units[unit_index];
  FlashOp& o = s.ops[op];
  o.held = held_until(unit, o.ready);
  if (!was_empty || unit.phase != Phase::kIdle || o.waits != 0) return;
  if (unit.current == kNone || before(o, s.ops[unit.current])) wish_for(s, unit_index, op);
}

inline void release(State& s, const Config& c, UnitId unit_index, Time at) {
  Unit& unit = s.units[unit_index];
  unit.phase = Phase::kIdle;
  unit.free_at = at;
  wish_for_candidate(s, c, unit_index);
}

// Whether the host's program of the page has not ended its array phase at `now` (map.not_yet_programmed).
inline bool not_yet_programmed(const State& s, const FlashOp& read, Time now) {
  if (read.stamp == 0) return false;
  const u64 issued = s.issued[read.block];
  if (issued != read.stamp) return issued < read.stamp;
  const PlaneOrder& order = s.orders[read.plane];
  return order.last_block == read.block && order.last_stamp == read.stamp && order.last_end > now;
}

}  // namespace ssd
