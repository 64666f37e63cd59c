// A channel: its bus and the units behind it. `admit` makes an operation known to the channel, `decide` grants its bus
// once. All rules of time are here and in unit.h; the loops (loops.h) only determine the order in which channels are
// called.
#pragma once
#include "runtime/engine/time/unit.h"

namespace ssd {

// The unit has a new candidate. That can only make its wish earlier, so the other units need not be checked.
inline void note_wish(Earliest<UnitId>& wishes, UnitId unit, Time wish) {
  if (unit == wishes.whose) {
    wishes.first = wish;
  } else if (wish < wishes.first) {
    wishes = {.first = wish, .second = wishes.first, .whose = unit};
  } else if (wish < wishes.second) {
    wishes.second = wish;
  }
}

// Releases the program of a read-modify-write. Its data are there at `ready`, which is now, or the end of the data out
// that its own unit is still busy with.
inline void release_program(State& s, const Config& c, OpId program, Time ready, const Waits& waits) {
  const PlaneId plane = s.ops[program].plane;
  const UnitId unit = unit_of(c, plane);
  s.ops[program].waits = 0;
  s.ops[program].ready = ready;
  s.ops[program].held = held_until(s.units[unit], ready);
  s.before[program] = waits;
  if (s.orders[plane].queue.head != program || s.units[unit].phase != Phase::kIdle) return;
  wish_for_candidate(s, c, unit);
  note_wish(s.channels[channel_of(c, unit)].wishes, unit, s.wish_times[unit]);
}

// Reads of read-modify-writes that the controller serves, until their sectors are there.
inline List<OpId>& served_reads(State& s, const Config& c, ChannelId channel) {
  return is_coupled(s, c) ? s.served : s.channels[channel].served;
}

inline void admit_read(State& s, const Config& c, OpId op, Time now) {
  const FlashOp& o = s.ops[op];
  const UnitId unit = unit_of(c, o.plane);
  if (!not_yet_programmed(s, o, now)) {
    add_candidate(s, unit, op, s.units[unit].reads);
    return;
  }
  ++s.flash.buffer_reads;
  if (o.kind == OpKind::kReadForModify) {
    s.ops[op].ready = now + c.buffer_latency;
    push_back(s.ops, served_reads(s, c, channel_of(c, unit)), op);
    return;
  }
  complete(s, o, now + c.buffer_latency, {}, true);
  free_op(s, op);
}

// When the first of these reads has its sectors. All take the same time, so they stand in the order of their ends.
inline Time next_served(const State& s, const List<OpId>& reads) {
  return reads.head == kNone ? kNever : s.ops[reads.head].ready;
}

// The first of these reads has its sectors. Returns the unit whose program they let go.
inline UnitId end_served_read(State& s, const Config& c, List<OpId>& reads) {
  const OpId read = pop_front(s.ops, reads);
  const OpId program = s.ops[read].partner;
  s.ops[program].served = true;
  release_program(s, c, program, s.ops[read].ready, {});
  free_op(s, read);
  return unit_of(c, s.ops[program].plane);
}

// A collection that takes no time is over at the admission of its request (collection.cost_zero).
inline void count_costless(State& s, const Config& c, const FlashOp& o, Time now) {
  s.flash.collection_reads += o.moves;
  s.flash.collection_programs += o.moves;
  ++s.flash.erases;
  add_programs(s.series, now, 0, o.moves);
  add_skipped(s.series, now, o.sectors);
  add_erased(s.series, now, pages_gained(c, o.stamp != 0));
}

// Makes the operation known to its unit at `now`, the admission of its request.
[[gnu::noinline]] inline void admit(State& s, const Config& c, OpId op, Time now) {
  FlashOp& o = s.ops[op];
  switch (o.kind) {
    case OpKind::kInstant:
      complete(s, o, now, {});
      free_op(s, op);
      return;
    case OpKind::kCostless:
      count_costless(s, c, o, now);
      free_op(s, op);
      return;
    case OpKind::kRead:
    case OpKind::kReadForModify: admit_read(s, c, op, now); return;
    case OpKind::kProgram:
    case OpKind::kCollection: add_candidate(s, unit_of(c, o.plane), op, s.orders[o.plane].queue); return;
  }
}

// One grant of the bus: the channel, the unit that gets it, and when.
struct Grant {
  ChannelId channel;
  UnitId unit;
  Time start;
};

// Occupies the bus for `length`; returns the end.
[[gnu::always_inline]] inline Time hold_bus(State& s, const Grant& g, Cause cause, Time length) {
  s.unit_times[g.unit].bus += length;
  Channel& channel = s.channels[g.channel];
  channel.bus_free = g.start + length;
  tally_bus(s, g.channel, cause, length);
  return channel.bus_free;
}

// Runs an array phase from `begin`; returns its end.
[[gnu::always_inline]] inline Time run_array(State& s, const Config& c, const Grant& g, PlaneId plane, Cause cause,
                                             CommandType type, Time begin, Time length) {
  const Time end = begin + length;
  tally_array(s, c, plane, cause, begin, end);
  tally_command(s, c, g.unit, type, begin, end);
  return end;
}

// The command and the array phase of a read whose wait is split in `waits`.
[[gnu::always_inline]] inline void read_array(State& s, const Config& c, const Grant& g, const FlashOp& o,
                                              const Waits& waits) {
  s.units[g.unit].waits = waits;
  ++s.flash.host_reads;
  s.flash.read_modify_write_reads += o.kind == OpKind::kReadForModify ? 1 : 0;
  const Time begin = hold_bus(s, g, Cause::kHost, c.command);
  const Time end = run_array(s, c, g, o.plane, Cause::kHost, CommandType::kRead, begin, c.read);
  wish_for_phase(s, g.unit, Phase::kReadOut, end);
}

inline void start_read(State& s, const Config& c, const Grant& g, OpId op) {
  const FlashOp& o = s.ops[op];
  pop_front(s.ops, s.units[g.unit].reads);
  read_array(s, c, g, o, split_wait(s, s.units[g.unit], o, g.start));
}

inline void end_read(State& s, const Config& c, const Grant& g, OpId op) {
  const FlashOp& o = s.ops[op];
  const Time ready = s.wish_times[g.unit];
  const Time end = hold_bus(s, g, Cause::kHost, read_transfer_time(c, o.sectors));
  s.bus_bytes += read_bytes(c, o.sectors);
  Waits waits = s.units[g.unit].waits;
  plus(
      waits,
      {.unit = 0, .collection = 0, .channel = g.start - ready, .transfer = c.command + end - g.start, .array = c.read});
  release(s, c, g.unit, end);
  if (o.kind != OpKind::kReadForModify)
    complete(s, o, end, waits);
  else if (unit_of(c, s.ops[o.partner].plane) == g.unit)
    release_program(s, c, o.partner, end, waits);
  else
    s.channels[g.channel].release = {.at = end, .program = o.partner, .waits = waits};
  free_op(s, op);
}

// The data in and the array phase of a program whose wait is split in `waits`; returns the end.
[[gnu::always_inline]] inline Time program(State& s, const Config& c, const Grant& g, const FlashOp& o, Waits waits) {
  const Time transferred = hold_bus(s, g, Cause::kHost, c.command + program_transfer_time(c, o.sectors));
  const Time end = run_array(s, c, g, o.plane, Cause::kHost, CommandType::kProgram, transferred, c.program);
  s.bus_bytes += program_bytes(c, o.sectors);
  add_programs(s.series, g.start, 1, 0);
  const bool early = c.complete_write == CompleteWrite::kTransferred;
  plus(waits,
       {.unit = 0, .collection = 0, .channel = 0, .transfer = transferred - g.start, .array = early ? 0 : c.program});
  s.issued[o.block] = o.stamp;
  PlaneOrder& order = s.orders[o.plane];
  s.host_blocks[o.plane].reached += order.last_block != o.block ? 1 : 0;
  order.last_stamp = o.stamp;
  order.last_block = o.block;
  order.last_end = end;
  complete(s, o, early ? transferred : end, waits, o.served);
  return end;
}

inline void run_program(State& s, const Config& c, const Grant& g, OpId op) {
  const FlashOp& o = s.ops[op];
  pop_front(s.ops, s.orders[o.plane].queue);
  Waits waits = split_wait(s, s.units[g.unit], o, g.start);
  if (s.before.at != nullptr) plus(waits, s.before[op]);
  const Time end = program(s, c, g, o, waits);
  free_op(s, op);
  release(s, c, g.unit, end);
}

inline void start_move(State& s, const Config& c, const Grant& g, OpId op) {
  ++s.flash.collection_reads;
  const Time begin = hold_bus(s, g, Cause::kCollection, c.command);
  const Time end = run_array(s, c, g, s.ops[op].plane, Cause::kCollection, CommandType::kRead, begin, c.read);
  wish_for_phase(s, g.unit, Phase::kMoveOut, end);
}

inline void move_out(State& s, const Config& c, const Grant& g) {
  const Time end = hold_bus(s, g, Cause::kCollection, page_transfer_time(c));
  s.bus_bytes += u64{c.page_bytes} + c.spare_bytes;
  wish_for_phase(s, g.unit, Phase::kMoveIn, end);
}

inline void move_in(State& s, const Config& c, const Grant& g, OpId op) {
  ++s.flash.collection_programs;
  add_programs(s.series, g.start, 0, 1);
  const Time transferred = hold_bus(s, g, Cause::kCollection, c.command + page_transfer_time(c));
  const Time end =
      run_array(s, c, g, s.ops[op].plane, Cause::kCollection, CommandType::kProgram, transferred, c.program);
  s.bus_bytes += u64{c.page_bytes} + c.spare_bytes;
  const bool more = --s.units[g.unit].moves_left != 0;
  wish_for_phase(s, g.unit, more ? Phase::kMoveRead : Phase::kErase, end);
}

// Ends a collection: its unit is free at the end of the erase's array phase (collection.hold).
inline void erase_block(State& s, const Config& c, const Grant& g, OpId op) {
  ++s.flash.erases;
  add_erased(s.series, g.start, pages_gained(c, s.ops[op].stamp != 0));
  const Time begin = hold_bus(s, g, Cause::kCollection, c.command);
  const Time end = run_array(s, c, g, s.ops[op].plane, Cause::kCollection, CommandType::kErase, begin, c.erase);
  s.units[g.unit].held_end = end;
  free_op(s, op);
  release(s, c, g.unit, end);
}

// Whether a host operation is ready in the unit: decides whether a collection was begun in idle time
// (account.conflicts).
inline bool host_is_ready(const State& s, const Config& c, const Unit& unit) {
  if (unit.reads.head != kNone) return true;
  for (PlaneId p = unit.first_plane; p < unit.first_plane + c.planes_per_unit; ++p) {
    for (OpId op = s.orders[p].queue.head; op != kNone; op = s.ops[op].next) {
      if (s.ops[op].kind == OpKind::kProgram && s.ops[op].waits == 0) return true;
    }
  }
  return false;
}

inline void start_collection(State& s, const Config& c, const Grant& g, OpId op) {
  const FlashOp& o = s.ops[op];
  pop_front(s.ops, s.orders[o.plane].queue);
  Unit& unit = s.units[g.unit];
  unit.moves_left = o.moves;
  begin_hold(unit, g.start);
  s.flash.idle_collections += host_is_ready(s, c, unit) ? 0 : 1;
  if (o.sectors != 0) add_skipped(s.series, g.start, o.sectors);
  if (o.moves == 0)
    erase_block(s, c, g, op);
  else
    start_move(s, c, g, op);
}

inline void start_operation(State& s, const Config& c, const Grant& g, OpId op) {
  switch (s.ops[op].kind) {
    case OpKind::kRead:
    case OpKind::kReadForModify: start_read(s, c, g, op); return;
    case OpKind::kProgram: run_program(s, c, g, op); return;
    case OpKind::kCollection: start_collection(s, c, g, op); return;
    case OpKind::kInstant:
    case OpKind::kCostless: return;
  }
}

[[gnu::noinline]] inline void grant(State& s, const Config& c, const Grant& g) {
  const OpId op = s.units[g.unit].current;
  s.unit_times[g.unit].contention += g.start - s.wish_times[g.unit];
  switch (s.units[g.unit].phase) {
    case Phase::kIdle: start_operation(s, c, g, op); return;
    case Phase::kReadOut: end_read(s, c, g, op); return;
    case Phase::kMoveOut: move_out(s, c, g); return;
    case Phase::kMoveIn: move_in(s, c, g, op); return;
    case Phase::kMoveRead: start_move(s, c, g, op); return;
    case Phase::kErase: erase_block(s, c, g, op); return;
  }
}

// Computed from all wishes of the channel's units.
inline Earliest<UnitId> earliest_wishes(const State& s, const Config& c, ChannelId channel) {
  const UnitId first = first_unit(c, channel);
  Earliest<UnitId> found{.first = s.wish_times[first], .second = kNever, .whose = first};
  for (UnitId u = first + 1; u < first + c.units_per_channel; ++u) join(found, u, s.wish_times[u]);
  return found;
}

// The instant of the channel's next decision: the bus is free and some unit wants it. kNever if no unit does.
inline Time next_decision(const Earliest<UnitId>& wishes, Time bus_free) {
  return wishes.first > bus_free ? wishes.first : bus_free;
}

// bus.decision among the wishes that are ready at `now`: the oldest new command if it moves no data, otherwise the
// oldest data out, if there is one. At least one wish is ready, because now = next_decision().
[[gnu::noinline]] inline UnitId choose_unit(const State& s, const Config& c, ChannelId channel, Time now) {
  const UnitId first = first_unit(c, channel);
  UnitId command = kNone, data_out = kNone;
  for (UnitId u = first; u < first + c.units_per_channel; ++u) {
    if (s.wish_times[u] > now) continue;
    UnitId& best = s.wishes[u].tenure == Tenure::kDataOut ? data_out : command;
    if (best == kNone || is_older(s.wishes[u], s.wishes[best])) best = u;
  }
  if (data_out == kNone) return command;
  if (command == kNone) return data_out;
  return s.wishes[command].tenure == Tenure::kCommand ? command : data_out;
}

// Usually the wish of only one unit is ready, and its next one is again the earliest. A grant changes no other unit's
// wish. Returns the wishes after it.
[[gnu::always_inline]] inline Earliest<UnitId> decide(State& s, const Config& c, ChannelId channel,
                                                      const Earliest<UnitId>& wishes, Time now) {
  const bool alone = wishes.second > now;
  grant(s, c, {channel, alone ? wishes.whose : choose_unit(s, c, channel, now), now});
  const Time next = s.wish_times[wishes.whose];
  if (!alone || next > wishes.second) return earliest_wishes(s, c, channel);
  return {.first = next, .second = wishes.second, .whose = wishes.whose};
}

// Whether a host operation that arrives at `now` finds its unit idle, with no other operation to carry out.
// Collections, and reads of pages not yet programmed, go through admit(); so do programs of no time, because a read
// that is ready at the same instant must still find them not ended (map.not_yet_programmed).
[[gnu::always_inline]] inline bool finds_unit_idle(const State& s, const Config& c, const FlashOp& o, UnitId unit_index,
                                                   Time now) {
  const Unit& unit = s.units[unit_index];
  if (unit.phase != Phase::kIdle || unit.current != kNone || unit.free_at > now) return false;
  if (o.kind == OpKind::kProgram) return o.waits == 0 && c.program != 0 && s.orders[o.plane].queue.head == kNone;
  return o.kind == OpKind::kRead && !not_yet_programmed(s, o, now);
}

// Does what admit(), a wish and decide() would do for an operation that finds its unit idle and the bus free, with no
// other operation wanting the bus at that instant: it is granted at once, without a wait and without touching a queue.
// A read is `op` in the pool, because it holds its unit until its data are out. `wishes` are the channel's.
[[gnu::always_inline]] inline void grant_at_once(State& s, const Config& c, const Grant& g, const FlashOp& o, OpId op,
                                                 Earliest<UnitId>& wishes) {
  Unit& unit = s.units[g.unit];
  if (o.kind == OpKind::kProgram) {
    unit.free_at = program(s, c, g, o, {});
    return;
  }
  unit.current = op;
  s.wishes[g.unit].order = o.order;
  read_array(s, c, g, o, {});
  note_wish(wishes, g.unit, s.wish_times[g.unit]);
}

}  // namespace ssd
