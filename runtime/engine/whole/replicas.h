// Pages whose reads met a collection, and their replicas (copies.replicate). This file programs nothing; copies.h does.
// Invariants: a logical page has at most one replica; a marked page has none.
#pragma once
#include "runtime/engine/whole/held.h"

namespace ssd::whole {

// ---- marks

inline void unmark(State& s, const Config& c, Lpn lpn) {
  if (c.replicas == 0) return;
  Replicas& r = s.whole->replicas;
  const u32 mark = mark_of(r, lpn);
  if (mark == kNone) return;
  unlink(r.marks, r.marked, mark);
  leave(r.mark_of, r.marks, mark);
  r.marks[mark].next = r.marks_free;
  r.marks_free = mark;
  --r.marks_count;
}

// The data out of a read that met a collection is over. The page gets the last mark, unless it has a mark or a replica,
// or lies elsewhere by now.
[[gnu::noinline]] inline void mark_page(State& s, const Config& c, const PageOp& read) {
  Replicas& r = s.whole->replicas;
  const Lpn lpn = read.lpn;
  if (s.l2p[lpn] != read.page || mark_of(r, lpn) != kNone || replica_of(r, lpn) != kNone) return;
  if (r.marks_count == c.replicas) unmark(s, c, r.marks[r.marked.head].lpn);
  const u32 mark = r.marks_free;
  r.marks_free = r.marks[mark].next;
  r.marks[mark].lpn = lpn;
  enter_or_grow(s, r.mark_of, r.marks, mark);
  ++r.marks_count;
  link_after(r.marks, r.marked, mark, r.marked.tail);
}

// ---- replicas

inline bool has_replica(const State& s, const Config& c, Lpn lpn) {
  return c.replicas != 0 && replica_of(s.whole->replicas, lpn) != kNone;
}

// The page is written or trimmed, or the replica's place is needed, or its program was broken off.
inline void drop_replica(State& s, const Config& c, Lpn lpn) {
  if (!has_replica(s, c, lpn)) return;
  Replicas& r = s.whole->replicas;
  const u32 index = replica_of(r, lpn);
  if (r.at[index].readable != 0) unlink(r.at, r.used, index);
  r.at[index].page = kNoPage;
  r.at[index].next = r.free;
  r.free = index;
  leave(r.replica_of, r.at, index);
  --r.count;
}

// The page has newer data, or none any more.
inline void forget_copies(State& s, const Config& c, Lpn lpn) {
  unmark(s, c, lpn);
  drop_replica(s, c, lpn);
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
  r.at[index] = {.lpn = lpn, .page = page, .previous = kNone, .next = kNone, .same_hash = kNone, .readable = 0};
  enter_or_grow(s, r.replica_of, r.at, index);
  ++r.count;
  ++r.programs;
}

// The replica's program has ended. Nothing has dropped the replica meanwhile: while it is under way no operation of the
// host exists (break_off.h), so nothing is written, trimmed or collected.
inline void replica_is_programmed(State& s, Lpn lpn) {
  Replicas& r = s.whole->replicas;
  --r.programs;
  const u32 index = replica_of(r, lpn);
  r.at[index].readable = 1;
  link_after(r.at, r.used, index, r.used.tail);
}

inline bool held_by_collection(const State& s, const Config& c, Ppn page) {
  return s.whole->units[unit_of(c, plane_of_page(c, page))].held_since != kNever;
}

// The page that a host read which finds `page` goes to: that page, or the replica (copies.replica_read).
inline Ppn page_to_read(State& s, const Config& c, Lpn lpn, Ppn page) {
  Replicas& r = s.whole->replicas;
  const u32 index = replica_of(r, lpn);
  if (index == kNone || r.at[index].readable == 0 || !held_by_collection(s, c, page) ||
      held_by_collection(s, c, r.at[index].page))
    return page;
  unlink(r.at, r.used, index);
  link_after(r.at, r.used, index, r.used.tail);
  ++s.flash.replica_reads;
  return r.at[index].page;
}

}  // namespace ssd::whole
