// What each unit wants its bus for. Invariant: Whole::wishes, wants and engaged reflect the unit's present stage and
// candidates, and wanting and engaged_units count them by channel. So all code that changes a unit or its queues calls
// update_wish(), or want_nothing().
#pragma once
#include "runtime/engine/whole/combining.h"

namespace ssd::whole {

inline Tenure tenure_of(const PageOp& op) {
  return op.kind == Kind::kProgram || op.kind == Kind::kMoveProgram ? Tenure::kDataIn : Tenure::kCommand;
}

inline void wish_for(State& s, const Config& c, UnitId u, OpId op) {
  const PageOp& o = s.whole->ops[op];
  s.whole->wishes[u] = {priority_of(s, c, op, home_of(c, u)), o.ready, o.order, op, tenure_of(o)};
}

inline Tenure tenure_of(Step step) {
  if (step == Step::kOut) return Tenure::kDataOut;
  return step == Step::kIn ? Tenure::kDataIn : Tenure::kCommand;
}

// Of a collection that fixes its moves one by one: the next page of the victim that is still valid; c.pages if there is
// none.
inline u32 next_valid_page(const State& s, const Config& c, const Unit& unit) {
  const Ppn first = first_page_of_block(c, s.whole->ops[unit.at_job].victim);
  u32 page = unit.at_page;
  for (; page < c.pages; ++page) {
    fetch_holder(s, c, first + page);
    if (holds_data(s, first + page)) break;
  }
  return page;
}

// Whether collections fix their moves one by one, so that they look for valid pages again before each move: those that
// are preemptible, and those that may become streams (collection.moves).
inline bool some_look_again(const Config& c) { return c.preempt_page != 0 || c.any_idle_slots != 0; }
inline bool looks_again(const Config& c, const PageOp& job) { return job.wear == 0 && some_look_again(c); }

// Whether the page will be read into a slot (copies.any_idle).
inline bool has_slot(const State& s, const Config& c, UnitId u, Ppn from) {
  if (c.any_idle_slots == 0) return false;
  const HeldPages& held = s.whole->held;
  u32 slot = held.reserved[u].head;
  while (slot != kNone && held.at[slot].page < from) slot = held.at[slot].next;
  return slot != kNone && held.at[slot].page == from;
}

inline Step first_step(const Config& c, const PageOp& move) {
  if (!reads_page(c, move)) return Step::kIn;
  return move.copyback != 0 ? Step::kCopyback : Step::kRead;
}

// Whether the collection has begun a program that has places left (iu.collection, iu.word_line).
inline bool is_gathering(const State& s, const Config& c, const PageOp& collection) {
  if (!shares_programs(c)) return false;
  return move_head(s, c, collection.plane, stream_of(s, c, collection.victim)).page % c.program_places != 0;
}

// The next step of the collection at hand, which fixes its moves one by one. False: there is no move left.
inline bool find_step_again(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  const OpId job = unit.at_job;
  unit.at_page = next_valid_page(s, c, unit);
  if (unit.at_page < c.pages) {
    const Ppn from = first_page_of_block(c, w.ops[job].victim) + unit.at_page;
    unit.step = !has_slot(s, c, u, from) && kind_of_move(s, c, job, from).copyback ? Step::kCopyback : Step::kRead;
    return true;
  }
  if (!is_gathering(s, c, w.ops[job])) return false;
  unit.step = Step::kIn;
  unit.move = kNone;
  return true;
}

// Finds the next step of the unit's collections: the next move, or the erase when all moves are done.
[[gnu::noinline]] inline void find_step(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  for (; unit.at_job != kNone; unit.at_job = w.ops[unit.at_job].next) {
    if (looks_again(c, w.ops[unit.at_job])) {
      if (find_step_again(s, c, u)) return;
      unit.at_page = 0;
    } else {
      unit.move = w.ops[unit.at_job].partner;
      unit.step = unit.move == kNone ? Step::kRead : first_step(c, w.ops[unit.move]);
      if (unit.move != kNone) return;
    }
  }
  unit.step = Step::kErase;
}

inline bool reads_by_planes(const Config& c, const Unit& unit) { return c.plane_reads != 0 && unit.reading != 0; }
inline bool is_idle(const Config& c, const Unit& unit) {
  return unit.stage == Stage::kIdle && unit.halted.head == kNone && unit.job == kNone && !reads_by_planes(c, unit);
}

// Whether another die of the unit's chip is not idle, so that the unit may begin nothing (drive.interleave_command).
inline bool is_closed(const Whole& w, const Config& c, UnitId u) {
  return c.chip_command != 0 && w.engaged_dies[chip_of(c, u)] != w.engaged[u];
}

// Whether the unit may be given a write without a place, as far as its own state goes (place.dynamic).
inline bool takes_nothing(const Whole& w, const Config& c, UnitId u) { return w.engaged[u] != 0 || is_closed(w, c, u); }

// Whether programs may be chained (command.cache_program): those that have a place before they are granted.
inline bool chains_programs(const Config& c) { return c.cache != 0 && c.placement != Placement::kDynamicOrder; }

// Whether the unit is in a stage in which it may want the bus, with something that waits for it.
inline bool may_want(const State& s, const Config& c, UnitId u) {
  const Whole& w = *s.whole;
  const Unit& unit = w.units[u];
  switch (unit.stage) {
    case Stage::kIdle: return w.units[home_of(c, u)].queued != 0;
    case Stage::kOutWait:
    case Stage::kStepWait: return true;
    case Stage::kArray: return chains_programs(c) && unit.cache_open != 0 && unit.next.head == kNone;
    default: return false;
  }
}

// Whether the unit runs no command but plane reads, and may begin host reads as far as its own state goes.
inline bool serves_reads(const State& s, const Config& c, const Unit& home) {
  return home.stage == Stage::kIdle || (home.stage == Stage::kStepWait && is_open(s, c, home));
}

// The read that its plane may begin by itself: none of the unit's other operations that would be candidates if it did
// not read comes before it (command.plane_reads).
[[gnu::noinline]] inline OpId choose_plane_read(const State& s, const Config& c, UnitId reader) {
  const UnitId u = home_of(c, reader);
  const Unit& home = s.whole->units[u];
  const OpId read = head_read(s, c, plane_of_reader(c, reader), u);
  if (read == kNone || !serves_reads(s, c, home)) return kNone;
  if (home.halted.head != kNone) return read;
  Best best;
  offer(s, c, read, u, best);
  const OpId other = home.job == kNone ? choose_operation(s, c, u) : choose_between_moves(s, c, u);
  if (other != kNone) offer(s, c, other, u, best);
  return best.op == read ? read : OpId(kNone);
}

// Whether only plane reads may begin in the unit now: some run, or they are what it suspended a command for.
inline bool reads_go_first(const Config& c, const Unit& unit) {
  return c.plane_reads != 0 && (unit.reading != 0 || unit.halted.head != kNone);
}

// Whether the unit, which may, wants the bus now; the wish is left in Whole::wishes.
[[gnu::noinline]] inline bool find_wish(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  OpId op = kNone;
  switch (unit.stage) {
    case Stage::kIdle:
      if (is_reader(c, u)) {
        op = choose_plane_read(s, c, u);
        break;
      }
      if (is_closed(w, c, u) || reads_go_first(c, unit)) return false;
      op = unit.halted.head != kNone ? choose_read(s, c, u) : choose_operation(s, c, u);
      break;
    case Stage::kOutWait: {
      const OpId leader = unit.current.leader;
      w.wishes[u] = {priority_of(s, c, leader, home_of(c, u)), unit.current.ready_out, w.ops[leader].order, leader,
                     Tenure::kDataOut};
      return true;
    }
    case Stage::kStepWait:
      if (some_look_again(c) && unit.step != Step::kOut && unit.step != Step::kIn) find_step(s, c, u);
      if (reads_go_first(c, unit)) return false;
      if (is_open(s, c, unit)) {
        op = choose_between_moves(s, c, u);
        if (op == kNone && c.plane_reads != 0 && has_ready_read(unit)) return false;
      }
      if (op == kNone) {
        w.wishes[u] = {priority_of(s, c, unit.job, u), unit.step_ready, w.ops[unit.job].order, kNone,
                       tenure_of(unit.step)};
        return true;
      }
      break;
    case Stage::kArray: {
      const Group group = successor(s, c, u);
      if (group.count == 0) return false;
      op = choose_next(s, c, u);
      break;
    }
    default: return false;
  }
  if (op == kNone) return false;
  wish_for(s, c, u, op);
  return true;
}

// Marks the unit because what it wants while at rest may have changed (collection.background).
inline void watch(State& s, const Config& c, UnitId u) {
  if (c.background != 0) s.whole->watched[u.value / 64] |= u64{1} << u.value % 64;
}

// Returns whether the unit has become idle, or ceased to be.
inline bool note_idle(Whole& w, const Config& c, UnitId u) {
  const u8 engaged = is_idle(c, w.units[u]) ? 0 : 1;
  if (engaged == w.engaged[u]) return false;
  w.engaged_units[channel_of(c, u)] += engaged - w.engaged[u];
  w.engaged_dies[chip_of(c, u)] += engaged - w.engaged[u];
  w.engaged[u] = engaged;
  return true;
}

// Whether the unit makes its chip busy: it runs a command or has one suspended, or a collection holds it
// (account.conflicts). Between two moves of a preemptible collection it does not.
inline bool is_busy(const Config& c, const Unit& unit) {
  return reads_by_planes(c, unit) || (unit.stage != Stage::kIdle && unit.stage != Stage::kStepWait) ||
         unit.halted.head != kNone || unit.held_since != kNever;
}

// Call it when a unit gets the bus, and when it has ended a command or a step of a collection: it is busy from the
// first to the last of these.
inline void becomes_busy(Whole& w, const Config& c, UnitId unit) {
  const UnitId u = home_of(c, unit);
  if (w.busy[u] != 0) return;
  w.busy[u] = 1;
  w.busy_chips += w.busy_units[chip_of(c, u)]++ == 0 ? 1 : 0;
}
inline void may_rest(Whole& w, const Config& c, UnitId u) {
  if (is_busy(c, w.units[u])) return;
  w.busy[u] = 0;
  w.busy_chips -= --w.busy_units[chip_of(c, u)] == 0 ? 1 : 0;
}

// Marks the channel, so that it is checked for a decision.
inline void touch_channel(Whole& w, ChannelId channel) {
  w.touched[channel.value / 64] |= u64{1} << channel.value % 64;
}

inline void touch_all_channels(Whole& w, const Config& c) {
  for (ChannelId channel{0}; channel.value < c.channels; ++channel) touch_channel(w, channel);
}

inline bool has_idle_unit(const Whole& w, const Config& c, ChannelId channel) {
  return w.engaged_units[channel] != c.units_per_channel;
}

inline void set_wish(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  const u8 wants = may_want(s, c, u) && find_wish(s, c, u) ? 1 : 0, wanted = w.wants[u];
  if ((wants | wanted) == 0) return;
  const ChannelId channel = channel_of(c, u);
  touch_channel(w, channel);
  if (wants == wanted) return;
  account_unit(s, u);
  u32& wanting = w.wanting[channel];
  wanting = wanting + wants - wanted;
  w.wants[u] = wants;
}

// A die has become idle, or ceased to be: that opens or closes the other dies of its chip.
[[gnu::noinline]] inline void look_at_chip(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  const UnitId first = first_unit_of_chip(c, chip_of(c, u));
  const bool over = w.engaged_dies[chip_of(c, u)] == 0;
  for (UnitId v = first; v < first + c.units_per_chip; ++v) {
    if (over) w.units[v].released = w.now;
    if (v == u) continue;
    watch(s, c, v);
    set_wish(s, c, v);
  }
}

// Call it when a unit's stage, or what it may choose from, has changed.
[[gnu::noinline]] inline void update_wish(State& s, const Config& c, UnitId unit) {
  const UnitId u = home_of(c, unit);
  watch(s, c, u);
  if (c.chip_command != 0) {
    if (note_idle(*s.whole, c, u)) look_at_chip(s, c, u);
  } else if (c.placement == Placement::kDynamicOrder) {
    note_idle(*s.whole, c, u);
  }
  set_wish(s, c, u);
  const Readers readers = readers_of_unit(c, s.whole->units[u]);
  for (UnitId v = readers.first; v < readers.end; ++v) set_wish(s, c, v);
}

// Does what update_wish() does where the unit's stage is one in which it wants nothing.
inline void want_nothing(State& s, const Config& c, UnitId u) {
  if (c.plane_reads != 0 || c.chip_command != 0) return update_wish(s, c, u);
  Whole& w = *s.whole;
  watch(s, c, u);
  if (c.placement == Placement::kDynamicOrder) note_idle(w, c, u);
  if (w.wants[u] == 0) return;
  account_unit(s, u);
  --w.wanting[channel_of(c, u)];
  w.wants[u] = 0;
}

}  // namespace ssd::whole
