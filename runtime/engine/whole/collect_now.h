// Collections that are complete in the map at once: those placed at admission, whose flash operations follow (S2, S4, S16, S64), and those that
// take no time (S51). Invariant: before and after each the plane can finish one more.
#pragma once
#include "runtime/engine/whole/latencies.h"
#include "runtime/engine/whole/levelling.h"

namespace ssd::whole {

// ---- collections that take no time (S51) ---------------------------------------------------------------------------------------

// What the flash would have done is counted now, and the operations are gone.
[[gnu::noinline]] inline void settle(State& s, const Config& c, u32 job) {
  Whole& w = *s.whole;
  for (u32 move = w.ops.at[job].partner; move != kNil;) {
    const PageOp& op = w.ops.at[move];
    s.flash.collection_reads += op.copyback != 0 ? 0 : 1;
    s.flash.copybacks += op.copyback;
    ++s.flash.collection_programs;
    add_programs(s.series, w.now, 0, 1);
    const u32 next = op.next;
    free_page_op(s, move);
    move = next;
  }
  if (w.ops.at[job].wear != 0) add_skipped(s.series, w.now, w.ops.at[job].sectors);
  add_erased(s.series, w.now, pages_gained(c, w.ops.at[job].retires != 0));
  ++s.flash.erases;
  free_page_op(s, job);
}

// ---- placed at admission: complete in the map at once (S2) ---------------------------------------------------------------------

// A planned collection is over in the map; its flash operations follow in the plane's order.
inline void finish_now(State& s, const Config& c, u32 job) {
  const u32 plane = s.whole->ops.at[job].plane, victim = s.whole->ops.at[job].from;
  leave_block(s, c, victim);
  s.whole->ops.at[job].retires = retires_next(s, c, victim) ? 1 : 0;
  s.whole->ops.at[job].array = erase_time(s, c, victim);
  for (u32 move = s.whole->ops.at[job].partner; move != kNil; move = s.whole->ops.at[move].next) time_move(s, c, move);
  count_collection(s, s.whole->ops.at[job].forced != 0);
  free_victim(s, c, victim);
  if (c.cost_zero != 0) return settle(s, c, job);
  push_back(s.whole->ops, s.whole->planes[plane].order, job);
  ++s.whole->units[unit_of(c, plane)].queued;
}

inline void collect_superblock(State& s, const Config& c, u32 group, u32 victim, bool forced);

// Collects one block. False if there is no victim.
[[gnu::noinline]] inline bool collect_now(State& s, const Config& c, u32 plane, bool forced) {
  const u32 victim = choose_victim(s, c, plane);
  if (victim == kNone) return false;
  if (has_superblocks(c)) {
    collect_superblock(s, c, plane, victim, forced);
    return true;
  }
  const u32 job = new_collection(s, plane, forced);
  s.whole->ops.at[job].from = static_cast<u32>(first_block(c, plane)) + victim;
  plan_moves(s, c, job);
  finish_now(s, c, job);
  return true;
}

// After collections of the plane.
inline void level_wear_now(State& s, const Config& c, u32 plane) {
  if (c.wear_static == 0) return;
  const Levelling found = find_levelling(s, c, plane);
  if (found.laggard == kNone) return;
  const u32 job = new_wear_collection(s, plane);
  plan_levelling(s, c, job, found);
  finish_now(s, c, job);
}

// S4. False: there is no room.
inline bool make_room_now(State& s, const Config& c, u32 plane, u32 stream) {
  bool collected = false;
  while (!can_take(s, c, plane, stream) && collect_now(s, c, plane, true)) collected = true;
  if (collected) level_wear_now(s, c, plane);
  return can_take(s, c, plane, stream);
}

// Where the series has collected.
inline void level_wear_of_series(State& s, const Config& c, u32 plane) {
  if (c.scope_planes == 1) return level_wear_now(s, c, plane);
  const Scope scope = scope_of(c, plane);
  for (u32 p = scope.first; p < scope.end; ++p) {
    if (s.whole->collected[p] != 0) level_wear_now(s, c, p);
    s.whole->collected[p] = 0;
  }
}

inline void collect_until_stop_now(State& s, const Config& c, u32 plane) {
  if (!triggers_after_write(s, c, plane)) return;
  bool collected = false;
  while (!stops(s, c, plane)) {
    const u32 at = next_of_series(s, c, plane);
    if (at == kNone) break;
    const u32 before = s.space[at].free_pages;
    if (!collect_now(s, c, at, false)) break;
    collected = true;
    if (c.scope_planes != 1) s.whole->collected[at] = 1;
    if (s.space[at].free_pages <= before) break;  // S31: no gain ends the series
  }
  if (collected) level_wear_of_series(s, c, plane);
}

// ---- placed at issue, where collection takes no time (S51) ---------------------------------------------------------------------

// S24 at once, one collection after another: the plane at hand is the one collected last. Whether there was something to collect.
[[gnu::noinline]] inline bool collect_at_once(State& s, const Config& c, u32 plane, bool series) {
  bool any = false;
  for (bool starved = !series; starved || series; any = true) {
    const u32 at = starved ? plane : next_of_series(s, c, plane);
    if (at == kNone) break;
    const u32 before = s.space[at].free_pages;
    if (!collect_now(s, c, at, starved)) break;
    plane = at;
    starved = !can_take_all(s, c, plane);
    series = !starved && s.space[plane].free_pages > before && !stops(s, c, plane);
  }
  if (any) level_wear_now(s, c, plane);
  return any;
}

}  // namespace ssd::whole
