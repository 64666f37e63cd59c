// The active blocks of a plane (space.take): one of the host for each stream, and those that moved pages go to
// (collection.active): one of the plane's own, one for each stream, or the host block of one stream. Invariant: where
// collection goes by stream, every block that is not free has the stream that it was opened for.
#pragma once
#include "runtime/engine/ftl/numbers.h"
#include "runtime/engine/state.h"

namespace ssd {

inline Active& host_head(const State& s, const Config& c, PlaneId plane, u32 stream) {
  return s.host_heads[u64{plane.value} * c.streams + stream];
}

// The collection block of pages that belong to the stream, where collection has blocks of its own.
inline Active& own_head(const State& s, const Config& c, PlaneId plane, u32 stream) {
  return c.collects_by_stream != 0 ? s.collection_heads[u64{plane.value} * c.streams + stream]
                                   : s.collection_heads[plane.value];
}

// Where moved pages that belong to the stream go.
inline Active& move_head(const State& s, const Config& c, PlaneId plane, u32 stream) {
  return c.shared_stream != kNoStream ? host_head(s, c, plane, c.shared_stream) : own_head(s, c, plane, stream);
}

// How many collection blocks a plane has.
inline u32 own_heads(const Config& c) { return c.collects_by_stream != 0 ? c.streams : 1; }

// Counts pages that the host programs for the stream, and pages that collection moves from the block
// (account.streams).
inline void count_host_pages(State& s, const Config& c, u32 stream, u32 count) {
  if (c.streams > 1) s.stream_pages[stream].host += count;
}
inline void count_moved_pages(State& s, const Config& c, u64 block, u32 count) {
  if (c.collects_by_stream != 0 && c.streams > 1) s.stream_pages[s.stream_of_block[block]].moved += count;
}

// The stream that a block belongs to; 0 where nothing depends on it.
inline u32 stream_of(const State& s, const Config& c, u64 block) {
  return c.collects_by_stream != 0 ? s.stream_of_block[block] : 0;
}
inline void belongs_to(State& s, const Config& c, u64 block, u32 stream) {
  if (c.collects_by_stream != 0) s.stream_of_block[block] = static_cast<u8>(stream);
}

inline u32 rest_of(const Config& c, const Active& active) { return active.block == kNone ? 0 : c.pages - active.page; }

// The pages that are left in the collection block of a collection whose victim is not chosen yet: the least rest over
// all streams.
inline u32 least_rest(const State& s, const Config& c, PlaneId plane) {
  if (c.collects_by_stream == 0) return rest_of(c, move_head(s, c, plane, 0));
  u32 least = c.pages;
  for (u32 stream = 0; stream < c.streams; ++stream) {
    const u32 rest = rest_of(c, own_head(s, c, plane, stream));
    least = rest < least ? rest : least;
  }
  return least;
}

}  // namespace ssd
