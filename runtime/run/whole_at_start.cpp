// See whole_at_start.h.
#include "runtime/run/whole_at_start.h"

#include <algorithm>

#include "runtime/engine/places.h"
#include "runtime/engine/whole/calendar.h"
#include "runtime/engine/whole/given.h"

namespace ssd::run {

namespace {

whole::Unit idle_unit(PlaneId first_plane) {
  whole::Unit unit{};
  unit.current.head = unit.next.head = unit.halted.head = kNone;
  unit.job = unit.at_job = unit.move = unit.jobs.head = unit.jobs.tail = kNone;
  unit.held_since = kNever;
  unit.first_plane = first_plane;
  return unit;
}

}  // namespace

void start_units(const Config& c, whole::Whole& w) {
  const u32 units = unit_count(c);
  if (c.background != 0) std::fill_n(w.rest_since.at, units, kNever);
  for (u32 u = 0; c.background != 0 && u < units; ++u) w.watched[u / 64] |= u64{1} << u % 64;
  for (UnitId u{0}; u.value < units + reader_count(c); ++u) {
    w.units[u] = idle_unit(is_reader(c, u) ? plane_of_reader(c, u) : first_plane_of(c, u));
    w.tenure_end[u] = w.array_end[u] = kNever;
  }
  std::fill_n(w.unit_ends, 2 * std::size_t{whole::unit_leaves(c)}, kNever);
  std::fill_n(w.bus_ends, 2 * std::size_t{whole::channel_leaves(c)}, kNever);
}

u32 index_in_order(const Config& c, PlaneId plane) {
  const u32 counts[4] = {c.channels, c.chips, c.dies, c.planes};
  const u32 at[4] = {channel_of(c, plane).value, chip_in_channel(c, plane), die_in_chip(c, plane),
                     plane_in_die(c, plane)};
  u32 index = 0, weight = 1;
  for (const u32 level : c.level_order) {
    index += at[level] * weight;
    weight *= counts[level];
  }
  return index;
}

void start_planes(const Config& c, whole::Whole& w) {
  for (PlaneId p{0}; p.value < c.total_planes; ++p) {
    w.planes[p] = {.order = kEmpty,
                   .reads = kEmpty,
                   .move_reads = kEmpty,
                   .job = kNone,
                   .index = index_in_order(c, p),
                   .writes_waiting = 0,
                   .reads_in_turn = 0,
                   .given = 0};
    w.plane_at[w.planes[p].index] = p;
  }
  whole::find_behind(w, c);
}

void start_stripes(const Config& c, State& s) {
  std::iota(s.striped, s.striped + c.stripe, u32{0});
  std::sort(s.striped, s.striped + c.stripe,
            [&c](u32 a, u32 b) { return index_in_order(c, PlaneId(a)) < index_in_order(c, PlaneId(b)); });
  for (u32 rank = 0; rank < c.stripe; ++rank) s.rank_in_stripe[s.striped[rank]] = rank;
}

namespace {

// All elements free, the first one first.
template <class T>
u32 free_list(T* at, u32 count) {
  for (u32 i = 0; i < count; ++i) at[i].next = i + 1 < count ? i + 1 : kNone;
  return count == 0 ? kNone : 0;
}

}  // namespace

void start_copies(const Config& c, whole::Whole& w) {
  w.held.complete = w.replicas.marked = w.replicas.used = List<>{kNone, kNone};
  if (c.any_idle_slots != 0) {
    w.held.free = free_list(w.held.at, c.any_idle_slots);
    std::fill_n(w.held.reserved.at, unit_count(c), List<>{kNone, kNone});
    std::fill_n(w.held.gathered.at, unit_count(c), List<>{kNone, kNone});
  }
  if (c.replicas == 0) return;
  whole::Replicas& r = w.replicas;
  r.marks_free = free_list(r.marks, c.replicas);
  r.free = free_list(r.at, c.replicas);
  for (u32 i = 0; i < c.replicas; ++i) r.at[i].page = kNoPage;
}

}  // namespace ssd::run
