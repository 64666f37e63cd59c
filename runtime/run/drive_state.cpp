// Conversion between an engine's memory and a DriveState: see drive_state.h. What the engine can compute is not kept:
// which block a page is valid in, how many pages are free, how many erases a plane had.
#include "runtime/run/drive_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "runtime/engine/ftl/sectors.h"
#include "runtime/engine/ftl/space.h"
#include "runtime/engine/places.h"
#include "runtime/engine/whole/given.h"
#include "runtime/run/planes.h"

namespace ssd::run {
namespace {

// A drive state numbers pages and blocks without the gaps between planes (Config::block_stride).
u32 dense(const Config& c, Ppn page) {
  return page == kNoPage ? kNoPage : page.value - plane_of_page(c, page).value * (c.page_stride - c.pages_per_plane);
}
Ppn strided(const Config& c, u32 page) {
  return page == kNoPage ? Ppn(kNoPage) : Ppn(page + page / c.pages_per_plane * (c.page_stride - c.pages_per_plane));
}

// ---- from the engine

// An active block of a plane: those of the host by stream, then those of collection (DriveState::active).
Active& head_of(const State& s, const Config& c, PlaneId plane, u64 index) {
  return index < c.streams ? host_head(s, c, plane, static_cast<u32>(index))
                           : own_head(s, c, plane, static_cast<u32>(index - c.streams));
}
Active active_of(const State& s, const Config& c, PlaneId plane, u64 index) {
  const Active& head = head_of(s, c, plane, index);
  return {head.block, head.block == kNone ? 0 : head.page};
}

// Empty unless some mapped page was written in part. Pages that are not in the map were only in a buffer or a slot, and
// are lost.
std::vector<u64> sectors_of(const State& s, const Config& c) {
  if (s.written == nullptr) return {};
  std::vector<u64> written((c.logical_pages * c.sectors_per_page + 63) / 64);
  bool all_whole = true;
  for (Lpn lpn{0}; lpn.value < c.logical_pages; ++lpn) {
    if (s.l2p[lpn] == kNoPage) continue;
    const u64 first = first_sector_of(c, lpn);
    for_bits(first, c.sectors_per_page, [&](u64 word, u64 mask) { written[word] |= s.written[word] & mask; });
    all_whole &= written_sectors(s, first, c.sectors_per_page) == c.sectors_per_page;
  }
  return all_whole ? std::vector<u64>{} : written;
}

Time age_of(Time full, Time now) { return now > full ? std::min(now - full, kLongestAge) : 0; }

void capture_plane(const State& s, const Config& c, PlaneId plane, Time end, DriveState& to) {
  const u32 free = s.space[plane].free_count;
  to.free_counts.push_back(free);
  for (u32 i = 0; i < free; ++i) to.free_blocks.push_back(static_cast<u16>(free_block(s, c, plane, i)));
  for (u64 i = 0; i < to.shape.active_blocks(); ++i) to.active.push_back(active_of(s, c, plane, i));
  for (u64 b = first_block(c, plane); b < first_block(c, plane) + c.blocks; ++b) {
    to.erases.push_back(s.life[b] >> 1);
    to.retired.push_back(is_retired(s, c, b) ? 1 : 0);
    if (c.keeps_ages != 0) to.ages.push_back(age_of(s.full_at[b], end + kTimeZero));
    if (c.begun != 0) to.begun.push_back(s.begun_pages[b]);
    if (c.collects_by_stream != 0) to.streams_of_blocks.push_back(s.stream_of_block[b]);
  }
}

void capture_turns(const State& s, const Config& c, DriveState& to) {
  to.write_number = s.write_number;
  to.given.resize(c.map_planes);  // with superblocks these are groups, and no write is without a place
  to.units = unit_count(c);
  if (s.whole == nullptr) return;
  const whole::Whole& w = *s.whole;
  for (PlaneId p{0}; p.value < c.total_planes && c.stripe == 1; ++p) to.given[p.value] = w.planes[p].given;
  to.write_back_turn = w.held.turn.value;
  to.replica_turn = w.replicas.turn.value;
}

// ---- into the engine

// Sets how many pages of the block are programmed; the functional pass alone does not need this.
void note_issued(State& s, u64 block, u64 pages) {
  if (s.issued != nullptr) s.issued[block] = (u64{s.life[block] >> 1} << 16) | pages;
}

void open_block(State& s, const Config& c, PlaneId plane, u64 index, const Active& active) {
  const u64 block = first_block(c, plane) + active.block;
  make_ineligible(s, c, block);
  note_issued(s, block, active.page);
  s.space[plane].free_pages += c.pages - active.page;
  if (index >= c.streams) s.life[block] |= 1;
  head_of(s, c, plane, index) = {active.block, active.page};
}

// Makes the plane's begun blocks out of full ones.
void restore_begun(State& s, const Config& c, const DriveState& from, PlaneId plane) {
  for (u32 b = c.blocks; b-- > 0;) {
    const u16 pages = from.begun[u64{plane.value} * c.blocks + b];
    if (pages == 0) continue;
    const u64 block = first_block(c, plane) + b;
    make_ineligible(s, c, block);
    note_issued(s, block, pages);
    s.space[plane].free_pages += c.pages - pages;
    s.begun_pages[block] = pages;
    s.begun_from[plane] = b;
  }
}

// First all blocks are set to full, then some of them to free, begun or active.
void restore_plane(State& s, const Config& c, const DriveState& from, PlaneId plane, u64 first_free) {
  const u64 first = first_block(c, plane);
  PlaneSpace& space = s.space[plane];
  space = {.free_first = 0,
           .free_count = from.free_counts[plane.value],
           .free_pages = from.free_counts[plane.value] * c.pages,
           .erased = 0};
  for (u32 b = 0; b < c.blocks; ++b) {
    const u64 block = first + b, saved = u64{plane.value} * c.blocks + b;
    set_valid(s, c, block, 0);
    if (from.retired[saved] != 0) make_ineligible(s, c, block);
    if (c.collects_by_stream != 0) s.stream_of_block[block] = from.streams_of_blocks[saved];
    s.retired_blocks += from.retired[saved];
    s.life[block] = from.erases[saved] << 1;
    if (c.keeps_ages != 0) s.full_at[block] = kTimeZero - from.ages[saved];
    note_issued(s, block, c.pages);
    space.erased += from.erases[saved];
  }
  for (u32 i = 0; i < space.free_count; ++i) {
    const u16 block = s.free_blocks[first + i] = from.free_blocks[first_free + i];
    set_out(s, c, first + block);
    note_issued(s, first + block, 0);
  }
  for (u64 i = 0; i < from.shape.active_blocks(); ++i) {
    const Active& active = from.active[plane.value * from.shape.active_blocks() + i];
    if (active.block != kNone) open_block(s, c, plane, i, active);
  }
  if (!from.begun.empty()) restore_begun(s, c, from, plane);
}

void restore_lists_of_full(State& s, const Config& c) {
  if (c.victim_class != VictimClass::kOldest) return;
  std::vector<u32> full;
  for (PlaneId plane{0}; plane.value < c.map_planes; ++plane) {
    const u64 first = first_block(c, plane);
    full.clear();
    for (u32 b = 0; b < c.blocks; ++b) {
      if (is_eligible_block(s, c, first + b)) full.push_back(b);
    }
    std::ranges::stable_sort(full, {}, [&](u32 b) { return s.full_at[first + b]; });
    for (const u32 b : full) enter_list_of_full(s, c, plane, b);
  }
}

// The map is read in order, the flash at random, so the latter is prefetched.
void restore_map(State& s, const Config& c, const DriveState& from) {
  constexpr u32 kFetchedAhead = 32;
  const std::vector<u32>& map = from.map;
  for (u32 lpn = 0; lpn < map.size(); ++lpn) {
    if (map[lpn] != kNoPage) s.l2p[Lpn(lpn)] = strided(c, map[lpn]);
  }
  const Lpn last(static_cast<u32>(map.size() - 1));
  for (Lpn lpn{0}; lpn.value < map.size(); ++lpn) {
    const Ppn page = s.l2p[lpn], later = s.l2p[last - lpn > kFetchedAhead ? lpn + kFetchedAhead : last];
    if (later != kNoPage) __builtin_prefetch(note_of(s, later), 1);
    if (page == kNoPage) continue;
    note_holder(s, page, lpn);
    add_valid(s, c, block_of(c, page), 1);
  }
  if (s.written == nullptr) return;
  if (!from.written.empty()) {
    std::ranges::copy(from.written, s.written);
    return;
  }
  for (u64 lpn = 0; lpn < map.size(); ++lpn) {
    if (map[lpn] != kNoPage) mark_written(s, lpn * c.sectors_per_page, c.sectors_per_page);
  }
}

void restore_turns(State& s, const Config& c, const DriveState& from) {
  s.write_number = from.write_number;
  if (s.whole == nullptr) return;
  whole::Whole& w = *s.whole;
  for (PlaneId p{0}; p.value < c.total_planes && c.stripe == 1; ++p) w.planes[p].given = from.given[p.value];
  whole::find_behind(w, c);
  if (from.units != unit_count(c)) return;
  w.held.turn = UnitId(from.write_back_turn);
  w.replicas.turn = UnitId(from.replica_turn);
}

}  // namespace

DriveState capture(const State& s, const Config& c, Time end) {
  DriveState state;
  state.shape = shape_of(c);
  state.map.resize(c.logical_pages);
  for (u32 lpn = 0; lpn < c.logical_pages; ++lpn) state.map[lpn] = dense(c, s.l2p[Lpn(lpn)]);
  state.written = sectors_of(s, c);
  for (PlaneId plane{0}; plane.value < c.map_planes; ++plane) capture_plane(s, c, plane, end, state);
  if (std::ranges::all_of(state.begun, [](u16 pages) { return pages == 0; })) state.begun.clear();
  for (const Cells& cells : s.tables) {
    if (cells.count != 0) state.tables.emplace_back(cells.at, cells.at + cells.bytes);
  }
  capture_turns(s, c, state);
  return state;
}

void restore(State& s, const Config& c, const DriveState& state) {
  u64 first_free = 0;
  for (PlaneId plane{0}; plane.value < c.map_planes; ++plane) {
    restore_plane(s, c, state, plane, first_free);
    first_free += state.free_counts[plane.value];
  }
  restore_map(s, c, state);
  restore_lists_of_full(s, c);
  for (std::size_t i = 0; i < state.tables.size(); ++i) std::ranges::copy(state.tables[i], s.tables[i].at);
  restore_turns(s, c, state);
}

}  // namespace ssd::run
