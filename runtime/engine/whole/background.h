// Collection in the background (S67): a unit for which nothing is to be done collects its fullest plane, once it has rested for `idle_after`.
// Invariant: rest_since is the instant of the first of the last rounds that all found the unit at rest.
#pragma once
#include "runtime/engine/whole/copies.h"

namespace ssd::whole {

inline bool has_host_command(const Command& command) { return command.head != kNil && command.host != 0; }

inline bool is_idle_for_host(const State& s, const Config& c, u32 plane) {
  const Unit& unit = s.whole->units[unit_of(c, plane)];
  if (has_host_command(unit.current) || has_host_command(unit.next) || has_host_command(unit.halted)) return false;
  return s.whole->unplaced.head == kNil && !host_is_ready(s, c, unit);
}

// It holds nothing, and nothing waits for it but what is not ready itself.
inline bool is_at_rest(const State& s, const Config& c, const Unit& unit) {
  const Whole& w = *s.whole;
  if (!is_idle(unit) || unit.halted.head != kNil || w.unplaced.head != kNil || host_is_ready(s, c, unit)) return false;
  for (u32 p = unit.first_plane; p < unit.first_plane + c.planes_per_unit; ++p) {
    for (u32 op = w.planes[p].order.head; op != kNil; op = w.ops.at[op].next) {
      if (w.ops.at[op].kind == Kind::kCollection) return false;
    }
  }
  return true;
}

inline u32 fullest_plane(const State& s, const Config& c, const Unit& unit) {
  u32 fullest = unit.first_plane;
  for (u32 p = fullest; p < unit.first_plane + c.planes_per_unit; ++p) fullest = s.space[p].free_pages < s.space[fullest].free_pages ? p : fullest;
  return fullest;
}

inline bool collects_when_idle(const State& s, const Config& c, u32 plane) {
  if (s.whole->planes[plane].job != kNil || !has_victim(s, c, plane)) return false;
  return (c.idle_on != 0 && !stops(s, c, plane)) || (reads_idle(c, Hook::kTrigger) && triggers(s, c, plane));
}

// `goes_on`: some request is not complete or still to arrive.
[[gnu::noinline]] inline bool collect_in_background(State& s, const Config& c, bool goes_on) {
  Whole& w = *s.whole;
  bool any = false;
  for (u32 u = 0; u < c.channels * c.units_per_channel; ++u) {
    if (!is_at_rest(s, c, w.units[u])) {
      w.rest_since[u] = kNever;
      continue;
    }
    if (w.rest_since[u] == kNever) w.rest_since[u] = w.now;
    if (!goes_on || w.now - w.rest_since[u] < c.idle_after) continue;
    const u32 plane = fullest_plane(s, c, w.units[u]);
    if (!collects_when_idle(s, c, plane)) continue;
    const u32 job = new_collection(s, plane, false);
    w.ops.at[job].background = 1;
    add_job(s, c, plane, job);
    update_wish(s, c, u);
    any = true;
  }
  return any;
}

// When the next unit will have rested for long enough.
inline Time next_rest(const State& s, const Config& c) {
  const Whole& w = *s.whole;
  Time next = kNever;
  for (u32 u = 0; u < c.channels * c.units_per_channel; ++u) {
    if (w.rest_since[u] == kNever) continue;
    const Time end = w.rest_since[u] + c.idle_after;
    if (end > w.now && end < next) next = end;
  }
  return next;
}

}  // namespace ssd::whole
