// Writes the pages that exist before time 0 because they are read before they are written (start.preload), and runs the
// collections that make room for them (start.preload_collects), for both loops. Nothing here is counted or takes time:
// the run that follows cannot distinguish the drive from one that was written that way. Invariant: afterwards, as
// between all operations, every plane without retired blocks has a free block.
#pragma once
#include "runtime/engine/host/pages.h"
#include "runtime/engine/whole/place.h"

namespace ssd {

// ---- collections before time 0 (start.preload_collects)

// The erase does not count, so the next host programs of this block reuse the stamps (State::issued) of its former
// pages. Therefore the pages of the block are marked as not issued.
inline void erase_uncounted(State& s, const Config& c, PlaneId plane, u32 block) {
  empty_full_block(s, c, plane, block);
  if (c.functional_only == 0) s.issued[first_block(c, plane) + block] &= ~u64{0xffff};
  regain_block(s, c, plane, block);
}

// Collects the block of fewest valid pages, whatever the design's policies say. False if that gains nothing, or if
// retired blocks have left no place for its valid pages.
[[gnu::noinline, gnu::cold]] inline bool collect_before_start(State& s, const Config& c, PlaneId plane) {
  const u32 victim = fewest_valid(s, c, plane);
  if (victim == kNone) return false;
  const u32 count = list_valid_pages(s, c, ppn(c, plane, victim, 0));
  const u32 stream = stream_of(s, c, first_block(c, plane) + victim);
  move_listed(s, c, plane, stream, count);
  for (u32 i = count; i % c.program_places != 0; ++i) whole::discard(s, c, take_moved(s, c, plane, stream));
  erase_uncounted(s, c, plane, victim);
  return true;
}

// The goal of start.preload_collects: the plane can give a page. No collection ends this series for want of gain,
// because each gains pages (its erase wears nothing out), and none is counted as forced.
struct RoomBeforeStart {
  const State& s;
  PlaneId plane;
  bool reached(const Config& c) const { return can_take(s, c, plane, 0); }
  bool forced() const { return true; }
  PlaneId next_plane(const Config&) const { return plane; }
  bool goes_on(const Config&, PlaneId, bool) const { return true; }
};

// The sink of start.preload_collects: a collection changes the map and nothing else. No wear collection follows, and
// `endurance` matters only for the choice of the victim.
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

// ---- one page

// Without a map of the design (placement other than static) the planes take turns by the number of the logical page.
inline PlaneId plane_of_preload(const State& s, const Config& c, Lpn lpn) {
  if (c.placement == Placement::kStatic) return place(s, lpn);
  return s.whole == nullptr ? place_in_order(s, lpn.value) : s.whole->plane_at[lpn.value / c.subpages % c.total_planes];
}

inline Status preload_page(State& s, const Config& c, Lpn lpn) {
  const PlaneId plane = plane_of_preload(s, c, lpn);
  const PlaneId space = map_plane_of(c, plane);
  if (!make_room_before_start(s, c, space)) {
    s.full_plane = plane;
    return Status::kDriveFull;
  }
  const Ppn page = take_host_page(s, c, space, 0);
  bind(s, lpn, page);
  if (s.written != nullptr) mark_written(s, first_sector_of(c, lpn), c.sectors_per_page);
  if (c.functional_only == 0) s.issued[block_of(c, page)] = stamp_of(s, c, page);  // programmed
  ++s.flash.preloaded;
  return Status::kDone;
}

// All preloaded units have their places: what is left in the flash pages, or word lines, of the host's open blocks is
// padding (iu.start, iu.word_line).
inline void end_preload(State& s, const Config& c) {
  if (!shares_programs(c)) return;
  for (PlaneId plane{0}; plane.value < c.map_planes; ++plane) {
    const Active& head = host_head(s, c, plane, 0);
    while (head.block != kNone && head.page % c.program_places != 0)
      whole::discard(s, c, take_host_page(s, c, plane, 0));
  }
}

}  // namespace ssd
