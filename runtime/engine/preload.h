// Pages that are there before time 0 because they are read before they are written (rule 25, S12), and the collections
// that make room for them (S72), of either loop. Nothing of it is counted or takes time: the run that follows cannot
// tell it from a drive that was written so. Invariant: afterwards, as between all operations, every plane without
// retired blocks has a free block.
#pragma once
#include "runtime/engine/host/pages.h"
#include "runtime/engine/whole/place.h"

namespace ssd {

// ---- the plane's pages for it, in whichever loop runs

inline bool can_preload(const State& s, const Config& c, PlaneId plane) {
  return c.whole != 0 ? whole::can_take(s, c, plane, 0) : host_can_take(s.space[plane]);
}

inline Ppn take_preloaded(State& s, const Config& c, PlaneId plane) {
  return c.whole != 0 ? whole::take_host(s, c, plane, 0) : take_host_page(s, c, plane);
}

inline Ppn take_moved_before_start(State& s, const Config& c, PlaneId plane) {
  return c.whole != 0 ? whole::take_moved(s, c, plane) : take_collection_pages(s, c, plane, 1).first;
}

// ---- collections before time 0 (S72)

// The erase does not count, so the pages that the host programs next get the numbers of those that were there: none of
// them is issued yet.
inline void erase_uncounted(State& s, const Config& c, PlaneId plane, u32 block) {
  empty_full_block(s, c, plane, block);
  if (c.functional_only == 0) s.issued[first_block(c, plane) + block] &= ~u64{0xffff};
  regain_block(s, c, plane, block);
}

// Whatever the design's policies say, the block of fewest valid pages is emptied. False if that gains nothing, or if
// worn-out blocks have left its pages no place to go.
[[gnu::noinline, gnu::cold]] inline bool collect_before_start(State& s, const Config& c, PlaneId plane) {
  const u32 victim = fewest_valid(s, c, plane);
  if (victim == kNone) return false;
  const u32 count = list_valid_pages(s, c, ppn(c, plane, victim, 0));
  for (u32 i = 0; i < count; ++i) bind(s, s.moves[i], take_moved_before_start(s, c, plane));
  erase_uncounted(s, c, plane, victim);
  return true;
}

// S72 (c): the plane can give a page. Forced collections neither end for want of gain (each gains, because its erase
// wears nothing out) nor count.
struct RoomBeforeStart {
  const State& s;
  PlaneId plane;
  bool reached(const Config& c) const { return can_preload(s, c, plane); }
  bool forced() const { return true; }
  PlaneId next_plane(const Config&) const { return plane; }
  bool goes_on(const Config&, PlaneId, bool) const { return true; }
};

// S72 (d): nothing is made of a collection, no wear collection follows, and `endurance` has a part only in the choice
// of the victim.
struct MapAlone {
  State& s;
  bool has_memory() const { return true; }
  bool collect(const Config& c, PlaneId plane, bool) { return collect_before_start(s, c, plane); }
};

inline bool make_room_before_start(State& s, const Config& c, PlaneId plane) {
  RoomBeforeStart goal{s, plane};
  MapAlone sink{s};
  return run_series(s, c, goal, sink) == SeriesEnd::kReached;
}

// ---- a page

// Without a map the planes take turns by the number of the page.
inline PlaneId plane_of_preload(const State& s, const Config& c, Lpn lpn) {
  if (c.placement == Placement::kStatic) return place(s, lpn);
  return s.whole == nullptr ? place_in_order(s, lpn.value) : s.whole->plane_at[lpn.value % c.total_planes];
}

inline Status preload_page(State& s, const Config& c, Lpn lpn) {
  const PlaneId plane = plane_of_preload(s, c, lpn);
  const PlaneId space = map_plane_of(c, plane);
  if (!make_room_before_start(s, c, space)) {
    s.full_plane = plane;
    return Status::kDriveFull;
  }
  const Ppn page = take_preloaded(s, c, space);
  bind(s, lpn, page);
  if (s.written != nullptr) mark_written(s, first_sector_of(c, lpn), c.sectors_per_page);
  if (c.functional_only == 0) s.issued[block_of(c, page)] = stamp_of(s, c, page);  // programmed
  ++s.flash.preloaded;
  return Status::kDone;
}

}  // namespace ssd
