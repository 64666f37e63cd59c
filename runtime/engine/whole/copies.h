// The programs of copies in idle units: held pages are written back (S60 c), hot pages get replicas (S61 a). Both take pages of the collection's
// block and hold their unit as a collection does. The last part of step (c) of S18.
#pragma once
#include "runtime/engine/whole/dispatch.h"

namespace ssd::whole {

// The plane of the unit that a copy would go to; kNil if none can give a page, or the unit or its bus is busy.
inline u32 plane_for_copy(const State& s, const Config& c, u32 u) {
  const Unit& unit = s.whole->units[u];
  if (!is_idle(unit) || !may_decide(s, channel_of(c, u))) return kNil;
  u32 best = kNil;
  for (u32 p = unit.first_plane; p < unit.first_plane + c.planes_per_unit; ++p) {
    if (!gives_to_others(s, c, p)) continue;
    if (best == kNil || s.space[p].free_pages > s.space[best].free_pages) best = p;
  }
  return best;
}

inline u32 next_unit(const Config& c, u32 u) { return u + 1 == c.channels * c.units_per_channel ? 0 : u + 1; }

// The page that the copy goes to is programmed from now on.
inline void begin_copy(State& s, const Config& c, u32 u, u32 lpn, Ppn page, u32 slot) {
  Whole& w = *s.whole;
  const u32 copy = new_move(s);
  PageOp& op = w.ops.at[copy];
  op.plane = plane_of_page(c, page);
  op.lpn = lpn;
  op.page = page;
  op.entry = slot;
  s.bus_bytes += u64{c.page_bytes} + c.spare_bytes;
  hold_for_collection(w, w.units[u]);
  begin_step(s, c, u, collection_command(w, copy, 1, CommandType::kProgram, program_time(s, c, page), copy), c.command + page_transfer_time(c));
  const u32 channel = channel_of(c, u);
  w.decided[channel] = w.round;
  refresh_channel(w, c, channel);
  want_collection(s, c, plane_of_page(c, page), triggers(s, c, plane_of_page(c, page)));
}

inline void end_copy(State& s, const Config& c, u32 u) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  const u32 copy = unit.current.head;
  const PageOp& op = w.ops.at[copy];
  end_hold(w, unit);
  if (op.entry != kNil) end_write_back(s, op.entry);
  else replica_is_programmed(s, op.lpn, op.page);
  free_page_op(s, copy);
  finish_command(s, c, u);
}

// ---- write-backs ------------------------------------------------------------------------------------------------------------------

inline void write_back_to(State& s, const Config& c, u32 u, u32 plane) {
  HeldPages& held = s.whole->held;
  const u32 slot = held.held.head;
  const u32 lpn = held.at[slot].lpn;
  unlink(held.at, held.held, slot);
  held.at[slot].state = SlotState::kWritten;
  const Ppn page = take_moved(s, c, plane);
  bind(s, lpn, page);
  ++s.pages_moved;
  ++s.flash.collection_programs;
  ++s.flash.write_backs;
  add_programs(s.series, s.whole->now, 0, 1);
  held.turn = next_unit(c, u);
  begin_copy(s, c, u, lpn, page, slot);
}

// While the host wants nothing of the flash, the pages held longest go to idle units in turn.
[[gnu::noinline]] inline bool write_back(State& s, const Config& c) {
  Whole& w = *s.whole;
  bool any = false;
  if (w.host_waiting != 0) return false;
  for (u32 i = 0, u = w.held.turn; i < c.channels * c.units_per_channel && w.held.held.head != kNil; ++i, u = next_unit(c, u)) {
    const u32 plane = plane_for_copy(s, c, u);
    if (plane == kNil) continue;
    write_back_to(s, c, u, plane);
    any = true;
  }
  return any;
}

// ---- replicas ---------------------------------------------------------------------------------------------------------------------

inline u32 plane_for_replica(const State& s, const Config& c, u32 u) {
  return host_is_ready(s, c, s.whole->units[u]) ? kNil : plane_for_copy(s, c, u);
}

// The units that a replica could go to: the first in turn, and the first after it on another channel, for pages that lie on that of the first.
struct Fitting {
  u32 first = kNil, other = kNil;
};
inline Fitting fitting_units(const State& s, const Config& c) {
  Fitting found;
  for (u32 i = 0, u = s.whole->replicas.turn; i < c.channels * c.units_per_channel && found.other == kNil; ++i, u = next_unit(c, u)) {
    if (found.first != kNil && channel_of(c, u) == channel_of(c, found.first)) continue;
    if (plane_for_replica(s, c, u) == kNil) continue;
    (found.first == kNil ? found.first : found.other) = u;
  }
  return found;
}

inline void replicate_to(State& s, const Config& c, u32 index, u32 u) {
  Replicas& r = s.whole->replicas;
  const u32 lpn = r.hot[index].lpn, plane = plane_for_replica(s, c, u);
  if (r.count == c.replicas) drop_replica(s, c, r.at[r.used.head].lpn);
  no_longer_wanted(r, index);
  const Ppn page = take_moved(s, c, plane);
  discard(s, c, page);
  new_replica(s, lpn, page);
  ++s.flash.replica_programs;
  add_skipped(s.series, s.whole->now, 1);
  r.turn = next_unit(c, u);
  begin_copy(s, c, u, lpn, page, kNil);
}

inline bool replicate_next(State& s, const Config& c) {
  const Replicas& r = s.whole->replicas;
  if (r.count == c.replicas && r.used.head == kNil) return false;  // all are under way
  const Fitting units = fitting_units(s, c);
  if (units.first == kNil) return false;
  for (u32 index = r.wanted.head; index != kNil; index = r.hot[index].next) {
    const Ppn page = s.l2p[r.hot[index].lpn];
    if (page == kNoPage) continue;
    const bool same = channel_of(c, unit_of(c, plane_of_page(c, page))) == channel_of(c, units.first);
    const u32 u = same ? units.other : units.first;
    if (u == kNil) continue;
    replicate_to(s, c, index, u);
    return true;
  }
  return false;
}

[[gnu::noinline]] inline bool replicate(State& s, const Config& c) {
  bool any = false;
  while (s.whole->replicas.wanted.head != kNil && s.whole->unplaced.head == kNil && replicate_next(s, c)) any = true;
  return any;
}

}  // namespace ssd::whole
