// Where the time of a page operation goes in the plain loops (account.split): its wait is split when it is granted, and
// the rest is known then. What remains of a request's response time is its wait for the queue, apart from
// `buffer.latency` where the controller served the page (Slot::served).
#pragma once
#include "runtime/engine/state.h"

namespace ssd {

// How long collections had held the unit up to `time`, which is not before the first command of its present collection.
inline Time held_until(const Unit& unit, Time time) {
  if (time <= unit.held_since) return unit.held_total;
  return unit.held_total + (time < unit.held_end ? time : unit.held_end) - unit.held_since;
}

inline void begin_hold(Unit& unit, Time time) {
  unit.held_total += unit.held_end - unit.held_since;
  unit.held_since = time;
  unit.held_end = kNever;
}

inline Waits& plus(Waits& a, const Waits& b) {
  a.unit += b.unit;
  a.collection += b.collection;
  a.channel += b.channel;
  a.transfer += b.transfer;
  a.array += b.array;
  return a;
}

// The wait of a host operation that is granted at `start`.
inline Waits split_wait(State& s, const Unit& unit, const FlashOp& op, Time start) {
  const Time waited = start - op.ready;
  const Time collection = held_until(unit, start) - op.held;
  const Time since = unit.free_at > op.ready ? unit.free_at : op.ready;
  const Time rest = waited - collection;
  const Time channel = start - since < rest ? start - since : rest;
  s.flash.conflicts += collection != 0 ? 1 : 0;
  return {.unit = rest - channel, .collection = collection, .channel = channel, .transfer = 0, .array = 0};
}

}  // namespace ssd
