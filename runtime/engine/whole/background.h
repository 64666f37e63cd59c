// Background collection (collection.background): a unit that has been at rest for `idle_after` collects its plane of
// fewest free pages. Invariant: rest_since is the instant from which all rounds so far found the unit at rest; writes
// without a place, which end the rest of every unit, are kept apart (placed_since). Only watched units are looked at:
// everything that may bring a unit to rest, or make it want to collect, marks it as watched.
#pragma once
#include <algorithm>
#include <bit>

#include "runtime/engine/whole/copies.h"

namespace ssd::whole {

inline bool is_idle_for_host(const State& s, const Config& c, PlaneId plane) {
  const Unit& unit = s.whole->units[unit_of(c, plane)];
  if (unit.granting != 0 || reads_by_planes(c, unit) || has_host_command(unit)) return false;
  return s.whole->unplaced.head == kNone && !host_is_ready(s, c, unit);
}

// The unit holds nothing, is not closed, and no operation of it is ready.
inline bool is_at_rest(const State& s, const Config& c, UnitId u) {
  const Whole& w = *s.whole;
  const Unit& unit = w.units[u];
  if (!is_idle(c, unit) || is_closed(w, c, u) || host_is_ready(s, c, unit)) return false;
  for (PlaneId p = unit.first_plane; p < unit.first_plane + c.planes_per_unit; ++p) {
    for (OpId op = w.planes[p].order.head; op != kNone; op = w.ops[op].next) {
      if (w.ops[op].kind == Kind::kCollection) return false;
    }
  }
  return true;
}

inline PlaneId fullest_plane(const State& s, const Config& c, const Unit& unit) {
  PlaneId fullest = unit.first_plane;
  for (PlaneId p = fullest; p < unit.first_plane + c.planes_per_unit; ++p)
    fullest = s.space[p].free_pages < s.space[fullest].free_pages ? p : fullest;
  return fullest;
}

// What the conditions of a scope say to its units at rest. It is the same for all of them, so it is evaluated once a
// round.
struct ScopeAtRest {
  PlaneId first = kNone;
  bool collects = false;
};
inline bool scope_collects(const State& s, const Config& c, PlaneId plane, ScopeAtRest& scope) {
  const PlaneId first = scope_of(c, plane).first;
  if (scope.first != first) {
    scope.first = first;
    scope.collects =
        (c.idle_on != 0 && !stops(s, c, plane)) || (reads_idle(c, Hook::kTrigger) && triggers(s, c, plane));
  }
  return scope.collects;
}

// Whether a unit's wish to collect depends on its own state alone: then it is looked at only when that has changed.
inline bool wants_by_itself(const Config& c) {
  return c.scope_planes == 1 && !looks_around(c, Hook::kTrigger) && !looks_around(c, Hook::kStop);
}

inline void unwatch(Whole& w, UnitId u) { w.watched[u.value / 64] &= ~(u64{1} << u.value % 64); }

inline Time rested_since(const Whole& w, UnitId u) { return std::max(w.rest_since[u], w.placed_since); }

// Creates a job in a watched unit if it has rested for long enough and wants to collect.
inline bool look_at_unit(State& s, const Config& c, UnitId u, bool may_collect, ScopeAtRest& scope) {
  Whole& w = *s.whole;
  if (!is_at_rest(s, c, u)) {
    w.rest_since[u] = kNever;
    unwatch(w, u);
    return false;
  }
  if (w.rest_since[u] == kNever) w.rest_since[u] = w.now;
  if (!may_collect || w.now - rested_since(w, u) < c.idle_after) return false;
  const PlaneId plane = fullest_plane(s, c, w.units[u]);
  if (w.planes[plane].job != kNone || !scope_collects(s, c, plane, scope) || !has_victim(s, c, plane)) {
    if (wants_by_itself(c)) unwatch(w, u);
    return false;
  }
  const OpId job = new_collection(s, plane, false);
  w.ops[job].background = 1;
  add_job(s, c, plane, job);
  update_wish(s, c, u);
  return true;
}

template <class Look>
inline void for_each_watched(const Whole& w, u32 units, Look look) {
  for (u32 word = 0; word < (units + 63) / 64; ++word) {
    for (u64 left = w.watched[word]; left != 0; left &= left - 1)
      look(UnitId(word * 64 + static_cast<u32>(std::countr_zero(left))));
  }
}

// `goes_on`: some request is not complete or has still to arrive.
[[gnu::noinline]] inline bool collect_in_background(State& s, const Config& c, bool goes_on) {
  Whole& w = *s.whole;
  const u32 units = unit_count(c);
  const bool placed = w.unplaced.head == kNone;
  if (placed && w.placed_since == kNever) {
    w.placed_since = w.now;
    for (UnitId u{0}; u.value < units; ++u) watch(s, c, u);
  }
  if (!placed) w.placed_since = kNever;
  bool any = false;
  ScopeAtRest scope;
  for_each_watched(w, units, [&](UnitId u) { any |= look_at_unit(s, c, u, placed && goes_on, scope); });
  return any;
}

// The next time at which some unit will have rested for long enough.
inline Time next_rest(const State& s, const Config& c) {
  const Whole& w = *s.whole;
  Time next = kNever;
  if (w.placed_since == kNever) return next;
  for_each_watched(w, unit_count(c), [&](UnitId u) {
    if (w.rest_since[u] == kNever) return;
    const Time end = rested_since(w, u) + c.idle_after;
    if (end > w.now && end < next) next = end;
  });
  return next;
}

}  // namespace ssd::whole
