// Collections that are complete in the map at once: those of designs placed at admission, whose flash operations follow
// (collection.in_map, collection.series, collection.scope), and those that take no time (collection.cost_zero).
// Invariant: before and after each of them the plane has room for one more.
#pragma once
#include "runtime/engine/whole/latencies.h"
#include "runtime/engine/whole/levelling.h"

namespace ssd::whole {

// ---- collections that take no time (collection.cost_zero)

// Counts what the flash would have done, and frees the operations.
[[gnu::noinline]] inline void settle(State& s, const Config& c, OpId job) {
  Whole& w = *s.whole;
  for (OpId move = w.ops[job].partner; move != kNone;) {
    const PageOp& op = w.ops[move];
    s.flash.collection_reads += op.copyback == 0 && reads_page(c, op) ? 1 : 0;
    s.flash.copybacks += op.copyback;
    if (programs_page(c, op)) {
      s.flash.collection_programs += c.program_pages;
      add_programs(s.series, w.now, 0, c.program_pages);
    }
    const OpId next = op.next;
    free_page_op(s, move);
    move = next;
  }
  if (w.ops[job].wear != 0) add_skipped(s.series, w.now, w.ops[job].sectors);
  add_erased(s.series, w.now, pages_gained(c, w.ops[job].retires != 0));
  ++s.flash.erases;
  free_page_op(s, job);
}

// ---- placed at admission: complete in the map at once (collection.in_map)

inline u32 count_moves_of(const Whole& w, const Config& c, OpId job) {
  u32 count = 0;
  for (OpId move = w.ops[job].partner; move != kNone; move = w.ops[move].next)
    count += shares_programs(c) ? w.ops[move].sectors : 1;
  return count;
}

// Ends a planned collection in the map; its flash operations follow in the plane's queue.
inline void finish_now(State& s, const Config& c, OpId job) {
  const PlaneId plane = s.whole->ops[job].plane;
  const u32 victim = s.whole->ops[job].victim;
  if (c.hears_erases != 0) hear_erase(s, c, victim, count_moves_of(*s.whole, c, job));
  leave_block(s, c, victim);
  s.whole->ops[job].retires = retires_next(s, c, victim) ? 1 : 0;
  s.whole->ops[job].array = erase_time(s, c, victim);
  for (OpId move = s.whole->ops[job].partner; move != kNone; move = s.whole->ops[move].next) time_move(s, c, move);
  count_collection(s, s.whole->ops[job].forced != 0);
  free_victim(s, c, victim);
  if (c.cost_zero != 0) return settle(s, c, job);
  push_back(s.whole->ops, s.whole->planes[plane].order, job);
  ++s.whole->units[unit_of(c, plane)].queued;
}

inline void collect_superblock(State& s, const Config& c, PlaneId group, u32 victim, bool forced);

// Collects one block; false if there is no victim.
[[gnu::noinline]] inline bool collect_now(State& s, const Config& c, PlaneId plane, bool forced) {
  const u32 victim = choose_victim(s, c, plane);
  if (victim == kNone) return false;
  if (has_superblocks(c)) {
    collect_superblock(s, c, plane, victim, forced);
    return true;
  }
  const OpId job = new_collection(s, plane, forced);
  s.whole->ops[job].victim = static_cast<u32>(first_block(c, plane)) + victim;
  plan_moves(s, c, job);
  finish_now(s, c, job);
  return true;
}

// The sink that makes each collection a job (ftl/series.h).
struct Jobs {
  State& s;
  bool any = false;
  bool has_memory() const { return true; }  // the pools grow
  bool collect(const Config& c, PlaneId plane, bool forced) {
    if (!collect_now(s, c, plane, forced)) return false;
    any = true;
    return true;
  }
};

// Looks at wear after collections of the plane (wear.static).
inline void level_wear_now(State& s, const Config& c, PlaneId plane) {
  if (c.wear_static == 0) return;
  const Levelling found = find_levelling(s, c, plane);
  if (found.laggard == kNone) return;
  const OpId job = new_wear_collection(s, plane);
  plan_levelling(s, c, job, found);
  finish_now(s, c, job);
}

// The goal of forced collections (map.write_admission): the plane can give the stream a page. As with HostRoom, no
// collection ends this series for want of gain.
struct StreamRoom {
  const State& s;
  PlaneId plane;
  u32 stream;
  bool reached(const Config& c) const { return can_take(s, c, plane, stream); }
  bool forced() const { return true; }
  PlaneId next_plane(const Config&) const { return plane; }
  bool goes_on(const Config&, PlaneId, bool) const { return true; }
};

// Makes room for a host page; false if there is none.
inline bool make_room_now(State& s, const Config& c, PlaneId plane, u32 stream) {
  StreamRoom goal{s, plane, stream};
  Jobs sink{s};
  const SeriesEnd end = run_series(s, c, goal, sink);
  if (sink.any) level_wear_now(s, c, plane);
  return end == SeriesEnd::kReached;
}

// Looks at wear in the planes that the series collected in (collection.scope).
inline void level_wear_of_series(State& s, const Config& c, PlaneId plane) {
  if (c.scope_planes == 1) return level_wear_now(s, c, plane);
  const Scope scope = scope_of(c, plane);
  for (PlaneId p = scope.first; p < scope.end; ++p) {
    if (s.whole->collected[p] != 0) level_wear_now(s, c, p);
    s.whole->collected[p] = 0;
  }
}

// The goal of triggered collections over a scope (collection.series, collection.scope): `stop` holds. A collection that
// gained nothing ends the series; unlike in UntilStop this is always checked, because pages may be skipped for
// copyback.
struct UntilScopeStops {
  const State& s;
  PlaneId plane;  // the plane that the host has written to
  bool reached(const Config& c) const { return stops(s, c, plane); }
  bool forced() const { return false; }
  PlaneId next_plane(const Config& c) const { return next_of_series(s, c, plane); }
  bool goes_on(const Config& c, PlaneId collected, bool gained) const {
    if (c.scope_planes != 1) s.whole->collected[collected] = 1;
    return gained;
  }
};

inline void collect_until_stop_now(State& s, const Config& c, PlaneId plane) {
  if (!triggers_after_write(s, c, plane)) return;
  UntilScopeStops goal{s, plane};
  Jobs sink{s};
  run_series(s, c, goal, sink);
  if (sink.any) level_wear_of_series(s, c, plane);
}

// ---- placed at issue, if collections take no time (collection.cost_zero)

// What collection.jobs looks at, done at once (collection.scope, `cost: zero` placed at issue). Shortage of the plane
// at hand, which is the plane collected last, comes before the series. A collection that gained nothing ends the
// series, but not the shortage.
struct ShortageOrSeries {
  const State& s;
  PlaneId plane;  // at hand
  bool starved, series;
  bool reached(const Config&) const { return !starved && !series; }
  bool forced() const { return starved; }
  PlaneId next_plane(const Config& c) const { return starved ? plane : next_of_series(s, c, plane); }
  bool goes_on(const Config& c, PlaneId collected, bool gained) {
    plane = collected;
    starved = !can_take_all(s, c, plane);
    series = !starved && gained && !stops(s, c, plane);
    return true;
  }
};

// Returns whether there was something to collect. The wear collection that may follow is in the plane collected last.
[[gnu::noinline]] inline bool collect_at_once(State& s, const Config& c, PlaneId plane, bool series) {
  ShortageOrSeries goal{s, plane, !series, series};
  Jobs sink{s};
  run_series(s, c, goal, sink);
  if (sink.any) level_wear_now(s, c, goal.plane);
  return sink.any;
}

}  // namespace ssd::whole
