// The programs of copies in idle units: held pages are written back (copies.write_back), pages whose reads met a
// collection get replicas (copies.replicate). Both take pages of the collection block and hold their unit as a
// collection does. Step (c) 3 of time.instant.
#pragma once
#include "runtime/engine/whole/dispatch.h"

namespace ssd::whole {

// The plane of the unit that would give a copy its page (copies.space); kNone if none can, or if the unit or its bus is
// busy.
inline PlaneId plane_for_copy(const State& s, const Config& c, UnitId u) {
  const Unit& unit = s.whole->units[u];
  if (!is_idle(c, unit) || is_closed(*s.whole, c, u) || !may_decide(s, channel_of(c, u))) return kNone;
  PlaneId best = kNone;
  for (PlaneId p = unit.first_plane; p < unit.first_plane + c.planes_per_unit; ++p) {
    if (!gives_to_others(s, c, p)) continue;
    if (best == kNone || s.space[p].free_pages > s.space[best].free_pages) best = p;
  }
  return best;
}

// The same where a copy may not keep a host operation waiting that is ready in the unit.
inline PlaneId plane_for_unwanted(const State& s, const Config& c, UnitId u) {
  const PlaneId plane = plane_for_copy(s, c, u);
  return plane == kNone || host_is_ready(s, c, s.whole->units[u]) ? kNone : plane;
}

inline UnitId next_unit(const Config& c, UnitId u) { return u + 1 == UnitId(unit_count(c)) ? UnitId(0) : u + 1; }

// Begins the program of a copy into `page`. `slot`: the slot that it writes back; kNone for a replica.
inline void begin_copy(State& s, const Config& c, UnitId u, Lpn lpn, Ppn page, u32 slot) {
  Whole& w = *s.whole;
  const OpId copy = new_move(s);
  PageOp& op = w.ops[copy];
  op.plane = plane_of_page(c, page);
  op.lpn = lpn;
  op.page = page;
  op.entry = slot;
  s.bus_bytes += u64{c.page_bytes} + c.spare_bytes;
  hold_for_collection(w, c, u);
  begin_step(s, c, u, collection_command(w, copy, 1, CommandType::kProgram, program_time(s, c, page), copy),
             c.command + page_transfer_time(c));
  w.units[u].current.begin = w.now;  // of its transfer, until that of its array phase
  w.decided[channel_of(c, u)] = w.round;
  want_collection(s, c, plane_of_page(c, page), triggers(s, c, plane_of_page(c, page)));
}

inline void end_copy(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  const OpId copy = unit.current.head;
  const PageOp& op = w.ops[copy];
  end_hold(w, c, u);
  if (op.entry != kNone)
    end_write_back(s, op.entry);
  else
    replica_is_programmed(s, op.lpn);
  free_page_op(s, copy);
  finish_command(s, c, u);
}

// ---- write-backs

inline void write_back_to(State& s, const Config& c, UnitId u, PlaneId plane) {
  HeldPages& held = s.whole->held;
  const u32 slot = held.complete.head;
  const Lpn lpn = held.at[slot].lpn;
  unlink(held.at, held.complete, slot);
  held.at[slot].state = SlotState::kWritten;
  const Ppn page = take_moved(s, c, plane, 0);
  bind(s, lpn, page);
  ++s.pages_moved;
  ++s.flash.collection_programs;
  ++s.flash.write_backs;
  add_programs(s.series, s.whole->now, 0, 1);
  held.turn = next_unit(c, u);
  begin_copy(s, c, u, lpn, page, slot);
}

// Writes the pages of complete segments back, first in first out, to idle units in turn that no host operation waits
// for (copies.write_back).
[[gnu::noinline]] inline bool write_back(State& s, const Config& c) {
  Whole& w = *s.whole;
  bool any = false;
  if (w.unplaced.head != kNone) return false;
  UnitId u = w.held.turn;
  for (u32 i = 0; i < unit_count(c) && w.held.complete.head != kNone; ++i, u = next_unit(c, u)) {
    const PlaneId plane = plane_for_unwanted(s, c, u);
    if (plane == kNone) continue;
    write_back_to(s, c, u, plane);
    any = true;
  }
  return any;
}

// ---- replicas

// The units that a replica could go to: the first one in turn, and the first after it on another channel, for pages on
// the channel of the first.
struct Fitting {
  UnitId first = kNone, other = kNone;
};
inline Fitting fitting_units(const State& s, const Config& c) {
  Fitting found;
  UnitId u = s.whole->replicas.turn;
  for (u32 i = 0; i < unit_count(c) && found.other == kNone; ++i, u = next_unit(c, u)) {
    if (found.first != kNone && channel_of(c, u) == channel_of(c, found.first)) continue;
    if (plane_for_copy(s, c, u) == kNone) continue;
    (found.first == kNone ? found.first : found.other) = u;
  }
  return found;
}

// If there are as many replicas as there may be, one of them is not under way: at most so many pages were marked when
// the host became idle, and those whose replicas are under way were among them.
inline void replicate_to(State& s, const Config& c, Lpn lpn, UnitId u) {
  Replicas& r = s.whole->replicas;
  const PlaneId plane = plane_for_copy(s, c, u);
  if (r.count == c.replicas) drop_replica(s, c, r.at[r.used.head].lpn);
  unmark(s, c, lpn);
  const Ppn page = take_moved(s, c, plane, 0);
  discard(s, c, page);
  new_replica(s, lpn, page);
  ++s.flash.replica_programs;
  add_skipped(s.series, s.whole->now, 1);
  r.turn = next_unit(c, u);
  begin_copy(s, c, u, lpn, page, kNone);
}

inline bool replicate_next(State& s, const Config& c) {
  const Replicas& r = s.whole->replicas;
  const Fitting units = fitting_units(s, c);
  if (units.first == kNone) return false;
  for (u32 mark = r.marked.head; mark != kNone; mark = r.marks[mark].next) {
    const Lpn lpn = r.marks[mark].lpn;
    const Ppn page = s.l2p[lpn];
    if (page == kNoPage) continue;  // it is in a slot of `any_idle`
    const bool same = channel_of(c, unit_of(c, plane_of_page(c, page))) == channel_of(c, units.first);
    const UnitId u = same ? units.other : units.first;
    if (u == kNone) continue;
    replicate_to(s, c, lpn, u);
    return true;
  }
  return false;
}

inline bool has_host_command(const Command& command) { return command.head != kNone && command.host != 0; }
inline bool has_host_command(const Unit& unit) {
  return has_host_command(unit.current) || has_host_command(unit.next) || has_host_command(unit.halted);
}

// Whether no request is present, and no operation of the host: none is ready, none runs, no entry leaves the DRAM
// buffer or is read ahead (copies.replicate, 3).
inline bool host_is_away(const State& s, const Config& c) {
  const Whole& w = *s.whole;
  if (!is_host_idle(s) || w.host_waiting != 0 || w.buffer.under_way != 0) return false;
  if (c.buffer_slots != 0 && w.buffer.loading.head != kNone) return false;
  for (UnitId u{0}; u.value < unit_count(c); ++u) {
    if (has_host_command(w.units[u])) return false;
  }
  return true;
}

[[gnu::noinline]] inline bool replicate(State& s, const Config& c) {
  if (s.whole->replicas.marked.head == kNone || !host_is_away(s, c)) return false;
  bool any = false;
  while (s.whole->replicas.marked.head != kNone && replicate_next(s, c)) any = true;
  return any;
}

}  // namespace ssd::whole
