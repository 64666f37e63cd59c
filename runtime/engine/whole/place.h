// Pages of a plane for several streams, with pages that are skipped. Builds on ftl/space.h (free blocks, closing of
// full ones: S1). p2l of a skipped or trimmed page is kNoPage: no logical page points to it.
#pragma once
#include "runtime/engine/ftl/collection.h"
#include "runtime/engine/whole/replicas.h"
#include "runtime/engine/whole/scope.h"

namespace ssd::whole {

inline Active& active(const State& s, const Config& c, PlaneId plane, u32 stream) {
  return s.whole->active[u64{plane.value} * c.streams + stream];
}

// S3, for one stream. Of the block that collection shares the host leaves it a block besides (S65).
inline bool can_take(const State& s, const Config& c, PlaneId plane, u32 stream) {
  const u32 left = stream == c.shared_stream ? 1 : 0;
  return s.space[plane].free_count >= (active(s, c, plane, stream).block != kNone ? left : 2);
}

inline bool can_take_all(const State& s, const Config& c, PlaneId plane) {
  for (u32 stream = 0; stream < c.streams; ++stream) {
    if (!can_take(s, c, plane, stream)) return false;
  }
  return true;
}

inline Ppn take_host(State& s, const Config& c, PlaneId plane, u32 stream) {
  s.whole->collections_without_progress = 0;
  Active& a = active(s, c, plane, stream);
  return take_page(s, c, plane, a.block, a.page, false);
}

// The page that the stream would take, if can_take(): as a page number within its block, and that block (S29: nothing
// is opened).
struct NextPage {
  u32 block, page;
};
inline NextPage next_host_page(const State& s, const Config& c, PlaneId plane, u32 stream) {
  const Active& a = active(s, c, plane, stream);
  if (a.block != kNone) return {a.block, a.page};
  if (c.block_and_page == 0) return {kNone, 0};  // nobody asks for the block
  return {free_block(s, c, plane, next_free_place(s, c, plane)), 0};
}

// The active block that moved pages go to: collection's own, or that of a stream (S65).
struct Destinations {
  u32 &block, &page;
};
inline Destinations destinations(State& s, const Config& c, PlaneId plane) {
  PlaneSpace& space = s.space[plane];
  if (c.shared_stream == kNoStream) return {space.collection_block, space.collection_page};
  Active& shared = active(s, c, plane, c.shared_stream);
  return {shared.block, shared.page};
}

inline Ppn take_moved(State& s, const Config& c, PlaneId plane) {
  const Destinations to = destinations(s, c, plane);
  return take_page(s, c, plane, to.block, to.page, true);
}

// Write-backs, replicas and pages of other planes never take the last free block of a plane: that is kept for its own
// collection. Of a shared block they take what the host might (S65).
inline bool gives_to_others(const State& s, const Config& c, PlaneId plane) {
  if (c.shared_stream != kNoStream) return can_take(s, c, plane, c.shared_stream);
  return s.space[plane].collection_block != kNone || s.space[plane].free_count >= 2;
}

// A page just taken holds nothing: it is invalid at once.
inline void discard(State& s, const Config& c, Ppn page) {
  s.p2l[page] = kNoPage;
  invalidate(s, c, page);
}

// Who moves a block's pages in order fetches so many pages ahead what holds_data() will look at, and the move.
inline constexpr u32 kPagesAhead = 16;
inline void fetch_holder(const State& s, const Config& c, Ppn page) {
  if (page_in_block(c, page) + kPagesAhead >= c.pages) return;
  const Lpn holder = s.p2l[page + kPagesAhead];
  if (holder == kNoPage) return;
  __builtin_prefetch(&s.l2p[holder], 1);
  __builtin_prefetch(&s.whole->latest[holder]);
}

inline bool holds_data(const State& s, Ppn page) { return s.p2l[page] != kNoPage && s.l2p[s.p2l[page]] == page; }

}  // namespace ssd::whole
