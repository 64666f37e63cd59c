// The scope of collection (collection.scope): the planes over which `trigger` and `stop` count, and among which the
// best victim is searched. Forced collections, reserves and active blocks stay with the plane. Counts are added up on
// demand, so a scope of one plane costs nothing.
#pragma once
#include "runtime/engine/ftl/victim.h"

namespace ssd::whole {

struct Scope {
  PlaneId first, end;
};
inline Scope scope_of(const Config& c, PlaneId plane) {
  if (c.scope_planes == 1) return {plane, plane + 1};  // saves most designs a division
  const PlaneId first(plane.value - plane.value % c.scope_planes);
  return {first, first + c.scope_planes};
}

struct SpaceCounts {
  u32 free_pages = 0, free_blocks = 0;
};
inline SpaceCounts counts_of(const State& s, const Config& c, PlaneId plane) {
  SpaceCounts counts;
  const Scope scope = scope_of(c, plane);
  for (PlaneId p = scope.first; p < scope.end; ++p) {
    counts.free_pages += s.space[p].free_pages;
    counts.free_blocks += free_blocks_of(s, c, p);
  }
  return counts;
}

// `idle` of the plane's unit: the host wants nothing of it (background.h).
inline bool is_idle_for_host(const State& s, const Config& c, PlaneId plane);
inline bool reads_idle(const Config& c, Hook hook) { return reads_any(c, hook, input_mask(Hook::kTrigger, "idle")); }

// Evaluates `trigger` after the host has taken a page of the plane, where `idle` is false.
inline bool triggers_after_write(const State& s, const Config& c, PlaneId plane) {
  const SpaceCounts counts = counts_of(s, c, plane);
  return trigger(s, counts.free_pages, counts.free_blocks);
}
inline bool triggers(const State& s, const Config& c, PlaneId plane) {
  const SpaceCounts counts = counts_of(s, c, plane);
  return trigger(s, counts.free_pages, counts.free_blocks,
                 reads_idle(c, Hook::kTrigger) && is_idle_for_host(s, c, plane));
}
inline bool stops(const State& s, const Config& c, PlaneId plane) {
  const SpaceCounts counts = counts_of(s, c, plane);
  return stop(s, counts.free_pages, counts.free_blocks, reads_idle(c, Hook::kStop) && is_idle_for_host(s, c, plane));
}

// The plane of the scope that has the best victim, of equals the lower one; kNone if no plane has a victim.
// `without_job`: considers only planes for which no collection waits or runs.
[[gnu::noinline]] inline PlaneId plane_of_best_victim(const State& s, const Config& c, PlaneId plane,
                                                      bool without_job) {
  const Scope scope = scope_of(c, plane);
  PlaneId best = kNone;
  i64 most = 0;
  for (PlaneId p = scope.first; p < scope.end; ++p) {
    if (without_job && s.whole->planes[p].job != kNone) continue;
    const Victim victim = best_victim(s, c, p);
    if (victim.block == kNone || (best != kNone && victim.worth <= most)) continue;
    best = p;
    most = victim.worth;
  }
  return best;
}

// The plane from which a series takes its next victim, if there is one.
inline PlaneId next_of_series(const State& s, const Config& c, PlaneId plane) {
  return c.scope_planes == 1 ? plane : plane_of_best_victim(s, c, plane, false);
}

}  // namespace ssd::whole
