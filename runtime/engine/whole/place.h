// Pages of a plane for several streams, and skipped pages. Builds on ftl/space.h (free blocks; full blocks are closed
// at once). No logical page leads to a skipped or trimmed page.
#pragma once
#include "runtime/engine/ftl/collection.h"
#include "runtime/engine/whole/replicas.h"
#include "runtime/engine/whole/scope.h"

namespace ssd::whole {

inline bool can_take_all(const State& s, const Config& c, PlaneId plane) {
  for (u32 stream = 0; stream < c.streams; ++stream) {
    if (!can_take(s, c, plane, stream)) return false;
  }
  return true;
}

inline Ppn take_host(State& s, const Config& c, PlaneId plane, u32 stream) {
  s.whole->collections_without_progress = 0;
  return take_host_page(s, c, plane, stream);
}

// The page of the flash that the stream would take, if can_take(): its number within its block, and that block. Opens
// no block (command.skip).
struct NextPage {
  u32 block, page;
};
inline NextPage next_host_page(const State& s, const Config& c, PlaneId plane, u32 stream) {
  const Active& a = host_head(s, c, plane, stream);
  if (a.block != kNone) return {a.block, a.page / c.subpages};
  if (has_begun(s, c, plane)) {
    const Active begun = next_begun(s, c, plane);
    return {begun.block, begun.page};
  }
  if (c.block_and_page == 0) return {kNone, 0};  // the block's number is not needed
  return {free_block(s, c, plane, next_free_place(s, c, plane)), 0};
}

// Whether the plane can give a page to a write-back, a replica or a move from another plane (copies.space). These never
// take its last free block, which is kept for its own collection. Of a shared block they take what the host may take.
// They open no begun block. Nothing of this is there where collection goes by stream.
inline bool gives_to_others(const State& s, const Config& c, PlaneId plane) {
  if (c.shared_stream != kNoStream) return can_take_without_begun(s, c, plane, c.shared_stream);
  return own_head(s, c, plane, 0).block != kNone || s.space[plane].free_count >= 2;
}

// A page that was just taken holds no data: it is invalid at once.
inline void discard(State& s, const Config& c, Ppn page) { invalidate(s, c, page); }

// What a program would take is skipped: all its places are taken for nothing (command.skip, iu.map, iu.word_line).
inline void skip_host_page(State& s, const Config& c, PlaneId plane, u32 stream) {
  for (u32 i = 0; i < c.program_places; ++i) discard(s, c, take_host(s, c, plane, stream));
}

// Code that moves a block's pages in order calls this to prefetch, so many pages ahead, what holds_data() and the move
// will read.
inline constexpr u32 kPagesAhead = 16;
inline void fetch_holder(const State& s, const Config& c, Ppn page) {
  if (page_in_block(c, page) + kPagesAhead >= c.pages) return;
  fetch_entries_of_group(s, group_noted(s, page + kPagesAhead));
}

inline bool holds_data(const State& s, Ppn page) { return holder_of(s, page) != kNoPage; }

}  // namespace ssd::whole
