// Which pages are read often, and their replicas (copies.replicate). This file programs nothing; copies.h does.
// Invariants: a logical page has at most one replica; `wanted` holds exactly the hot pages without a replica that were
// read since they lost their last one.
#pragma once
#include "runtime/engine/whole/held.h"

namespace ssd::whole {

// ---- hot pages

inline void want_replica(Replicas& r, u32 index) {
  HotPage& page = r.hot[index];
  if (page.wanted != 0 || r.replica_of[page.lpn] != kNone) return;
  u32 before = r.wanted.tail;
  while (before != kNone && r.hot[before].since > page.since) before = r.hot[before].previous;
  link_after(r.hot, r.wanted, index, before);
  page.wanted = 1;
}

inline void no_longer_wanted(Replicas& r, u32 index) {
  if (r.hot[index].wanted == 0) return;
  unlink(r.hot, r.wanted, index);
  r.hot[index].wanted = 0;
}

inline void becomes_hot(Replicas& r, Lpn lpn) {
  const u32 index = r.hot_free;
  r.hot_free = r.hot[index].next;
  r.hot[index] = {.since = r.hot_count++, .lpn = lpn, .previous = kNone, .next = kNone, .wanted = 0};
  r.hot_of[lpn] = index;
}

inline void becomes_cold(Replicas& r, Lpn lpn) {
  const u32 index = r.hot_of[lpn];
  no_longer_wanted(r, index);
  r.hot_of[lpn] = kNone;
  r.hot[index].next = r.hot_free;
  r.hot_free = index;
}

// A host read goes to the flash: the window of counted reads advances. The new read enters before the oldest leaves, so
// that a page that is in both stays hot.
[[gnu::noinline]] inline void note_read(State& s, const Config& c, Lpn lpn) {
  Replicas& r = s.whole->replicas;
  const u32 size = 4 * c.replicas;
  if (++r.reads[lpn] == 2) becomes_hot(r, lpn);
  if (r.window_count == size) {
    const Lpn oldest = r.window[r.window_first];
    r.window[r.window_first] = lpn;
    r.window_first = r.window_first + 1 == size ? 0 : r.window_first + 1;
    if (--r.reads[oldest] == 1) becomes_cold(r, oldest);
  } else {
    r.window[r.window_count++] = lpn;
  }
  if (r.hot_of[lpn] != kNone) want_replica(r, r.hot_of[lpn]);
}

// ---- replicas

inline bool has_replica(const State& s, const Config& c, Lpn lpn) {
  return c.replicas != 0 && s.whole->replicas.replica_of[lpn] != kNone;
}

// The page is written or trimmed, or its place is needed. A replica that is dropped under way is of no use when it
// ends.
inline void drop_replica(State& s, const Config& c, Lpn lpn) {
  if (!has_replica(s, c, lpn)) return;
  Replicas& r = s.whole->replicas;
  const u32 index = r.replica_of[lpn];
  if (r.at[index].readable != 0) unlink(r.at, r.used, index);
  r.at[index].page = kNoPage;
  r.at[index].next = r.free;
  r.free = index;
  r.replica_of[lpn] = kNone;
  --r.count;
}

// Call it for every victim when it is chosen, for whatever reason: no replica outlives the erase of its block.
inline void leave_block(State& s, const Config& c, u32 block) {
  if (c.replicas == 0) return;
  const Replicas& r = s.whole->replicas;
  for (u32 i = 0; i < c.replicas; ++i) {
    if (r.at[i].page != kNoPage && block_of(c, r.at[i].page) == block) drop_replica(s, c, r.at[i].lpn);
  }
}

inline void new_replica(State& s, Lpn lpn, Ppn page) {
  Replicas& r = s.whole->replicas;
  const u32 index = r.free;
  r.free = r.at[index].next;
  r.at[index] = {.lpn = lpn, .page = page, .previous = kNone, .next = kNone, .readable = 0};
  r.replica_of[lpn] = index;
  ++r.count;
}

// The replica's program has ended; the replica may have been dropped meanwhile.
inline void replica_is_programmed(State& s, Lpn lpn, Ppn page) {
  Replicas& r = s.whole->replicas;
  const u32 index = r.replica_of[lpn];
  if (index == kNone || r.at[index].page != page) return;
  r.at[index].readable = 1;
  link_after(r.at, r.used, index, r.used.tail);
}

inline bool held_by_collection(const State& s, const Config& c, Ppn page) {
  return s.whole->units[unit_of(c, plane_of_page(c, page))].held_since != kNever;
}

// The page that a host read which finds `page` goes to: that page, or the replica (copies.replica_read).
inline Ppn page_to_read(State& s, const Config& c, Lpn lpn, Ppn page) {
  Replicas& r = s.whole->replicas;
  const u32 index = r.replica_of[lpn];
  if (index == kNone || r.at[index].readable == 0 || !held_by_collection(s, c, page) ||
      held_by_collection(s, c, r.at[index].page))
    return page;
  unlink(r.at, r.used, index);
  link_after(r.at, r.used, index, r.used.tail);
  ++s.flash.replica_reads;
  return r.at[index].page;
}

}  // namespace ssd::whole
