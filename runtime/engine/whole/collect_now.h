// Collections that are complete in the map at once: those placed at admission, whose flash operations follow (S2, S4,
// S16, S64), and those that take no time (S51). Invariant: before and after each the plane can finish one more.
#pragma once
#include "runtime/engine/whole/latencies.h"
#include "runtime/engine/whole/levelling.h"

namespace ssd::whole {

// ---- collections that take no time (S51)

// What the flash would have done is counted now, and the operations are gone.
[[gnu::noinline]] inline void settle(State& s, const Config& c, OpId job) {
  Whole& w = *s.whole;
  for (OpId move = w.ops[job].partner; move != kNone;) {
    const PageOp& op = w.ops[move];
    s.flash.collection_reads += op.copyback != 0 ? 0 : 1;
    s.flash.copybacks += op.copyback;
    ++s.flash.collection_programs;
    add_programs(s.series, w.now, 0, 1);
    const OpId next = op.next;
    free_page_op(s, move);
    move = next;
  }
  if (w.ops[job].wear != 0) add_skipped(s.series, w.now, w.ops[job].sectors);
  add_erased(s.series, w.now, pages_gained(c, w.ops[job].retires != 0));
  ++s.flash.erases;
  free_page_op(s, job);
}

// ---- placed at admission: complete in the map at once (S2)

// A planned collection is over in the map; its flash operations follow in the plane's order.
inline void finish_now(State& s, const Config& c, OpId job) {
  const PlaneId plane = s.whole->ops[job].plane;
  const u32 victim = s.whole->ops[job].victim;
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

// Collects one block. False if there is no victim.
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

// Each collection becomes a job (ftl/series.h).
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

// After collections of the plane.
inline void level_wear_now(State& s, const Config& c, PlaneId plane) {
  if (c.wear_static == 0) return;
  const Levelling found = find_levelling(s, c, plane);
  if (found.laggard == kNone) return;
  const OpId job = new_wear_collection(s, plane);
  plan_levelling(s, c, job, found);
  finish_now(s, c, job);
}

// S4: forced collections, until the plane can give the stream a page; none ends the series for want of gain, as
// HostRoom.
struct StreamRoom {
  const State& s;
  PlaneId plane;
  u32 stream;
  bool reached(const Config& c) const { return can_take(s, c, plane, stream); }
  bool forced() const { return true; }
  PlaneId next_plane(const Config&) const { return plane; }
  bool goes_on(const Config&, PlaneId, bool) const { return true; }
};

// S4. False: there is no room.
inline bool make_room_now(State& s, const Config& c, PlaneId plane, u32 stream) {
  StreamRoom goal{s, plane, stream};
  Jobs sink{s};
  const SeriesEnd end = run_series(s, c, goal, sink);
  if (sink.any) level_wear_now(s, c, plane);
  return end == SeriesEnd::kReached;
}

// Where the series has collected.
inline void level_wear_of_series(State& s, const Config& c, PlaneId plane) {
  if (c.scope_planes == 1) return level_wear_now(s, c, plane);
  const Scope scope = scope_of(c, plane);
  for (PlaneId p = scope.first; p < scope.end; ++p) {
    if (s.whole->collected[p] != 0) level_wear_now(s, c, p);
    s.whole->collected[p] = 0;
  }
}

// S16 over a scope (S64). One that gained nothing ends the series (S31) whether or not blocks wear out, unlike
// UntilStop: pages may be given up for copyback.
struct UntilScopeStops {
  const State& s;
  PlaneId plane;  // that the host has written to
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

// ---- placed at issue, where collection takes no time (S51)

// S24 at once (S64, last paragraph): a shortage of the plane at hand, which is the one collected last, comes before the
// series, and one that gained nothing ends the series but not the shortage.
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

// Whether there was something to collect. The wear collection that follows is that of the plane collected last.
[[gnu::noinline]] inline bool collect_at_once(State& s, const Config& c, PlaneId plane, bool series) {
  ShortageOrSeries goal{s, plane, !series, series};
  Jobs sink{s};
  run_series(s, c, goal, sink);
  if (sink.any) level_wear_now(s, c, goal.plane);
  return sink.any;
}

}  // namespace ssd::whole
