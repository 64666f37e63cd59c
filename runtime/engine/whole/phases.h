// How the phases of a unit's command end, and what begins then: array phases, cache chains, suspension (command.phases,
// command.cache_read, command.cache_program, command.suspend).
#pragma once
#include "runtime/engine/whole/flash.h"

namespace ssd::whole {

// ---- suspension

// Suspends the running array phase, of a program or an erase, if a ready host read has a higher priority
// (command.suspend).
[[gnu::noinline]] inline void suspend_for_read(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  if (unit.current.host == 0 && unit.job == kNone)
    return;  // a write-back or a replica's program, or of a superblock's move
  if (unit.next.head != kNone || unit.halted.head != kNone || w.array_end[u] <= w.now) return;
  if (c.suspend_limit != 0 && unit.current.suspended >= c.suspend_limit) return;
  const Best best = best_read(s, c, u);
  if (best.op == kNone || best.priority <= priority_of(s, c, unit.current.leader, u)) return;
  unit.current.array = w.array_end[u] - w.now;
  stop_array(s, c, u);
  ++unit.current.suspended;
  ++s.flash.suspends;
  unit.current.extra_array += c.suspend;
  unit.stage = Stage::kSuspending;
  if (recorder(s) != nullptr) [[unlikely]]
    tell_array(s, unit.current, PhaseKind::kSuspend, w.now, w.now + c.suspend);
  w.array_end[u] = w.now + c.suspend;
  note_ends(w, c, u);
  want_nothing(s, c, u);
}

inline void consider_suspension(State& s, const Config& c, UnitId u) {
  if (c.suspend_on == 0 || c.priority_class == PriorityClass::kConstant) return;
  const Unit& unit = s.whole->units[u];
  if (unit.stage != Stage::kArray || unit.current.type == CommandType::kRead || unit.queued == 0) return;
  if (runs_ahead(c) && unit.current.begin > s.whole->now) return;
  suspend_for_read(s, c, u);
}

[[gnu::noinline]] inline void begin_resume(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  account_unit(s, u);
  unit.current = unit.halted;
  unit.halted.head = kNone;
  unit.current.extra_unit += w.now - unit.current.ready_out;
  unit.current.extra_array += c.resume;
  unit.stage = Stage::kResuming;
  if (recorder(s) != nullptr) [[unlikely]]
    tell_array(s, unit.current, PhaseKind::kResume, w.now, w.now + c.resume);
  w.array_end[u] = w.now + c.resume;
  note_ends(w, c, u);
}

inline void end_suspend(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  account_unit(s, u);
  w.array_end[u] = kNever;
  unit.halted = unit.current;
  unit.halted.ready_out = w.now;
  unit.current.head = kNone;
  unit.stage = Stage::kIdle;
  unit.released = w.now;
  if (!has_ready_read(unit)) begin_resume(s, c, u);
  update_wish(s, c, u);
}

// ---- ends of phases

// The array phase of the current command begins or goes on.
[[gnu::noinline]] inline void enter_array(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  begin_array(s, c, u, false);
  unit.stage = Stage::kArray;
  unit.cache_open = 0;
  if (c.cache != 0 && unit.current.host != 0 && unit.current.type == CommandType::kProgram) {
    if (unit.current.opens == 0) unit.current.opens = w.now + c.cache_busy;
    if (unit.current.opens <= w.now)
      unit.cache_open = 1;
    else if (chains_programs(c))
      set_timer(s, TimerKind::kCacheOpen, unit.current.opens, 0, u.value);
    else
      mark_instant(s, c, unit.current.opens);
  }
  if (unit.cache_open != 0)
    update_wish(s, c, u);
  else
    want_nothing(s, c, u);
  consider_suspension(s, c, u);
}

inline void open_cache(State& s, const Config& c, UnitId u) {
  Unit& unit = s.whole->units[u];
  if (unit.stage != Stage::kArray || unit.current.type != CommandType::kProgram || unit.current.opens != s.whole->now)
    return;
  unit.cache_open = 1;
  update_wish(s, c, u);
}

// A plane read is over. If it was the last one of its unit, and no other is ready, what that had suspended goes on
// (command.plane_reads 4).
[[gnu::noinline]] inline void finish_plane_read(State& s, const Config& c, UnitId reader) {
  Whole& w = *s.whole;
  const UnitId u = home_of(c, reader);
  Unit& home = w.units[u];
  w.units[reader].current.head = kNone;
  w.units[reader].stage = Stage::kIdle;
  w.units[reader].released = w.now;
  --home.reading;
  if (home.halted.head == kNone)
    may_rest(w, c, u);
  else if (home.stage == Stage::kIdle && home.reading == 0 && !has_ready_read(home))
    begin_resume(s, c, u);
  update_wish(s, c, u);
}

// The command is over. What the unit had suspended goes on, or the collection between whose moves it served.
[[gnu::noinline]] inline void finish_command(State& s, const Config& c, UnitId u) {
  if (is_reader(c, u)) return finish_plane_read(s, c, u);
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  unit.current.head = kNone;
  unit.released = w.now;
  if (unit.halted.head != kNone) {
    unit.stage = Stage::kIdle;
    if (!has_ready_read(unit)) begin_resume(s, c, u);
  } else {
    unit.stage = unit.job != kNone ? Stage::kStepWait : Stage::kIdle;
    may_rest(w, c, u);
  }
  update_wish(s, c, u);
}

inline void end_entry_program(State& s, const Config& c, u32 entry);
inline void end_shared_program(State& s, const Config& c, OpId leader);
inline void end_pending(State& s, const Config& c, u64 since);
inline void reads_are_ready(State& s, const Config& c, OpId read);

[[gnu::noinline]] inline void end_programs(State& s, const Config& c, const Command& command) {
  Whole& w = *s.whole;
  OpId op = command.head;
  for (u32 i = 0; i < command.count; ++i) {
    PageOp& o = w.ops[op];
    const OpId next = o.next, move = has_superblocks(c) ? o.later : kNone;
    const u32 entry = o.entry;
    const bool lets_in = c.buffer_slots != 0 && entry != kNone;
    part(o, Part::kArray) += command.full_array + command.extra_array;
    part(o, Part::kUnit) += command.extra_unit;
    complete_page(s, o, w.now);
    if (shares_programs(c)) {
      end_shared_program(s, c, op);
      if (move != kNone) reads_are_ready(s, c, move);
      op = next;
      continue;
    }
    if (entry == kNone && o.kind == Kind::kProgram) end_pending(s, c, o.source_order);
    leave(w.latest, w.ops.at, op);
    if (lets_in) w.buffer.let_in_by = waits_of(o);
    free_page_op(s, op);
    if (entry != kNone) end_entry_program(s, c, entry);
    if (lets_in) w.buffer.let_in_by = {};
    if (move != kNone) reads_are_ready(s, c, move);
    op = next;
  }
}

// What the end of a program causes comes before its successor's array phase begins (command.cache_program), because
// suspension may depend on pages that become free now.
inline void end_program_array(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  const Command ended = unit.current;
  unit.current = unit.next;
  unit.next.head = kNone;
  if (unit.current.head == kNone) {
    finish_command(s, c, u);
    end_programs(s, c, ended);
    return;
  }
  unit.stage = Stage::kLead;
  end_programs(s, c, ended);
  if (unit.next_in != 0) {
    OpId op = unit.current.head;
    for (u32 i = 0; i < unit.current.count; ++i, op = w.ops[op].next)
      part(w.ops[op], Part::kUnit) += w.now - unit.current.ready_out;
    enter_array(s, c, u);
  } else {
    update_wish(s, c, u);
  }
}

inline void end_host_array(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  const bool of_next = unit.running_next != 0;
  Command& command = of_next ? unit.next : unit.current;
  stop_array(s, c, u);
  tally_command(s, c, command);
  command.ready_out = command.type == CommandType::kRead ? w.now : command.ready_out;
  if (of_next) {
    unit.next_array_done = 1;
    unit.running_next = 0;
  } else if (command.type == CommandType::kRead) {
    unit.stage = Stage::kOutWait;
    update_wish(s, c, u);
  } else {
    end_program_array(s, c, u);
  }
}

// The data out of the current read command is over.
inline void end_out(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  const Command ended = unit.current;
  if (unit.next.head == kNone) {
    finish_command(s, c, u);
  } else {
    unit.released = w.now;
    unit.current = unit.next;
    unit.next.head = kNone;
    unit.running_next = 0;
    unit.stage = unit.next_array_done != 0 ? Stage::kOutWait : Stage::kArray;
    update_wish(s, c, u);
  }
  free_reads(s, c, ended);
}

inline void end_host_tenure(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  account_unit(s, u);
  w.tenure_end[u] = kNever;
  switch (unit.stage) {
    case Stage::kLead: enter_array(s, c, u); return;
    case Stage::kArray:  // of a successor in the cache register
      unit.next_in = 1;
      unit.next.ready_out = w.now;
      return;
    case Stage::kOutLead:
      begin_array(s, c, u, true);
      unit.stage = Stage::kOut;
      w.tenure_end[u] = unit.out_end;
      return;
    default: end_out(s, c, u); return;
  }
}

}  // namespace ssd::whole
