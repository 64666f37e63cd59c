// Pages of a plane for several streams, with pages that are skipped. Builds on ftl/space.h (free blocks, closing of full ones: S1).
// p2l of a skipped or trimmed page is kNoPage: no logical page points to it.
#pragma once
#include "runtime/engine/ftl/collection.h"
#include "runtime/engine/ftl/wear.h"
#include "runtime/engine/whole/replicas.h"
#include "runtime/engine/whole/scope.h"

namespace ssd::whole {

inline Active& active(const State& s, const Config& c, u32 plane, u32 stream) { return s.whole->active[u64{plane} * c.streams + stream]; }

// S3, for one stream. Of the block that collection shares the host leaves it a block besides (S65).
inline bool can_take(const State& s, const Config& c, u32 plane, u32 stream) {
  const u32 left = stream == c.shared_stream ? 1 : 0;
  return s.space[plane].free_count >= (active(s, c, plane, stream).block != kNil ? left : 2);
}

inline bool can_take_all(const State& s, const Config& c, u32 plane) {
  for (u32 stream = 0; stream < c.streams; ++stream) {
    if (!can_take(s, c, plane, stream)) return false;
  }
  return true;
}

inline Ppn take_host(State& s, const Config& c, u32 plane, u32 stream) {
  s.whole->collections_without_progress = 0;
  Active& a = active(s, c, plane, stream);
  return take_page(s, c, plane, a.block, a.page, false);
}

// The page that the stream would take, if can_take(): as a page number within its block, and that block (S29: nothing is opened).
struct NextPage {
  u32 block, page;
};
inline NextPage next_host_page(const State& s, const Config& c, u32 plane, u32 stream) {
  const Active& a = active(s, c, plane, stream);
  if (a.block != kNil) return {a.block, a.page};
  if (c.block_and_page == 0) return {kNil, 0};  // nobody asks for the block
  return {free_block(s, c, plane, next_free_place(s, c, plane)), 0};
}

// The active block that moved pages go to: collection's own, or that of a stream (S65).
struct Destinations {
  u32 &block, &page;
};
inline Destinations destinations(State& s, const Config& c, u32 plane) {
  PlaneSpace& space = s.space[plane];
  if (c.shared_stream == kNoStream) return {space.collection_block, space.collection_page};
  Active& shared = active(s, c, plane, c.shared_stream);
  return {shared.block, shared.page};
}

inline Ppn take_moved(State& s, const Config& c, u32 plane) {
  const Destinations to = destinations(s, c, plane);
  return take_page(s, c, plane, to.block, to.page, true);
}

// Write-backs, replicas and pages of other planes never take the last free block of a plane: that is kept for its own collection. Of a shared
// block they take what the host might (S65).
inline bool gives_to_others(const State& s, const Config& c, u32 plane) {
  if (c.shared_stream != kNoStream) return can_take(s, c, plane, c.shared_stream);
  return s.space[plane].collection_block != kNone || s.space[plane].free_count >= 2;
}

// A page just taken holds nothing: it is invalid at once.
inline void discard(State& s, const Config& c, Ppn page) {
  s.p2l[page] = kNoPage;
  invalidate(s, c, page);
}

inline Time read_time(const State& s, const Config& c, Ppn page) {
  if (c.read_varies == 0) return c.read;
  return static_cast<Time>(hook::read_time(s, page_on_flash(c, page), page / c.pages % c.blocks, s.life[page / c.pages] >> 1));
}

inline Time program_time(const State& s, const Config& c, Ppn page) {
  if (c.program_varies == 0) return c.program;
  return static_cast<Time>(hook::program_time(s, page_on_flash(c, page), page / c.pages % c.blocks, s.life[page / c.pages] >> 1));
}

// Of a victim, as it was when it was chosen (S37).
inline Time erase_time(const State& s, const Config& c, u32 block) {
  if (c.erase_varies == 0) return c.erase;
  const u32 valid = s.valid[block] & ~u32{kNotEligible};
  const i64 random = draw(s, c, block / c.blocks, block % c.blocks);
  return static_cast<Time>(hook::erase_time(s, valid, c.pages - valid, s.life[block] >> 1, block_age(s, c, block), random));
}

inline bool holds_data(const State& s, Ppn page) { return s.p2l[page] != kNoPage && s.l2p[s.p2l[page]] == page; }

inline bool willing(Willing choice, i64 wasted, bool by_predicate) {
  switch (choice) {
    case Willing::kNo: return false;
    case Willing::kWise: return wasted == 0;
    case Willing::kBlind: return true;
    case Willing::kPredicate: return by_predicate;
  }
  return false;
}

inline bool copyback_willing(const State& s, const Config& c, i64 wasted) {
  return willing(c.copyback, wasted, c.copyback == Willing::kPredicate && hook::copyback(s, wasted, 1, 1) != 0);
}

// S66: the plane that a page moves to. Of the die's planes that can give one the one with most free pages, the victim's own among equals.
inline u32 plane_of_move(State& s, const Config& c, u32 plane) {
  if (c.same_die == 0) return plane;
  u32 best = plane;
  const u32 first = plane - plane % c.planes;
  for (u32 p = first; p < first + c.planes; ++p) {
    if (c.endurance != 0 && s.space[p].free_count == 0) continue;  // S69: what is left there is for its own collections
    if (p != plane && gives_to_others(s, c, p) && s.space[p].free_pages > s.space[best].free_pages) best = p;
  }
  return best;
}

// Whether a move of `from` would be a copyback (rule 11, S31), and whether a page would be skipped for it. None is where that could go on
// without end: planes that collect each other's waste (S66), units at rest (S67).
struct MoveKind {
  bool copyback, skips;
};
inline MoveKind kind_of_move(State& s, const Config& c, u32 job, Ppn from) {
  const PageOp& op = s.whole->ops.at[job];
  if (c.copyback == Willing::kNo || plane_of_move(s, c, op.plane) != op.plane) return {false, false};
  const Destinations to = destinations(s, c, op.plane);
  const u32 next = to.block == kNone ? 0 : to.page;
  const bool wasted = next % 2 != from % c.pages % 2;
  if (!copyback_willing(s, c, wasted ? 1 : 0)) return {false, false};
  const u64 left = (to.block == kNone ? 0 : u64{c.pages} - next) + u64{s.space[op.plane].free_count} * c.pages;
  if (wasted && (op.forced != 0 || op.background != 0 || c.same_die != 0 || next + 1 == c.pages || left - 1 < c.pages)) return {false, false};
  return {true, wasted};
}

// Where a move of `from` goes, and whether as a copyback. May skip a page of the collection's block.
struct Destination {
  Ppn page;
  bool copyback;
};
[[gnu::noinline]] inline Destination take_destination(State& s, const Config& c, u32 job, Ppn from) {
  const u32 plane = s.whole->ops.at[job].plane, to = plane_of_move(s, c, plane);
  ++s.whole->ops.at[job].source_order;
  if (to != plane) {
    s.whole->ops.at[job].gave |= static_cast<u16>(1U << to % c.planes);
    return {take_moved(s, c, to), false};
  }
  const MoveKind kind = kind_of_move(s, c, job, from);
  if (kind.skips) {
    discard(s, c, take_moved(s, c, plane));
    ++s.whole->ops.at[job].source_order;
    ++s.flash.wasted_copyback;
    add_skipped(s.series, s.whole->now, 1);
  }
  return {take_moved(s, c, plane), kind.copyback};
}

// Moves and copies have no sequence number of their own.
inline u32 new_move(State& s) {
  const u64 order = s.next_order;
  const u32 move = new_page_op(s, Kind::kMove);
  s.next_order = order;
  return move;
}

// A page has been moved before its program ended: its reads go to the flash from now on (S8). Placed at issue only those of the host do (S51).
inline void leave_program(State& s, const Config& c, u32 lpn, Ppn from) {
  u32& latest = s.whole->latest[lpn];
  if (latest == kNil || s.whole->ops.at[latest].page != from) return;
  if (c.at_issue != 0) s.whole->ops.at[latest].moved = 1;
  else latest = kNil;
}

// A move's place in the map and its operation, at the end of the collection's list.
[[gnu::noinline]] inline void add_move_to(State& s, const Config& c, u32 job, u32& tail, Ppn from, u32 lpn, const Destination& to) {
  const u32 plane = s.whole->ops.at[job].plane;
  bind(s, lpn, to.page);
  ++s.pages_moved;
  leave_program(s, c, lpn, from);
  const u32 move = new_move(s);
  PageOp& op = s.whole->ops.at[move];
  op.plane = plane;
  op.lpn = lpn;
  op.from = from;
  op.page = to.page;
  op.copyback = to.copyback ? 1 : 0;
  if (tail == kNil) s.whole->ops.at[job].partner = move;
  else s.whole->ops.at[tail].next = move;
  tail = move;
}

inline void add_move(State& s, const Config& c, u32 job, u32& tail, Ppn from, u32 lpn) {
  add_move_to(s, c, job, tail, from, lpn, take_destination(s, c, job, from));
}

// Rule 28: the victim's valid pages get their places; with preemption they do so one by one (S36).
[[gnu::noinline]] inline void plan_moves(State& s, const Config& c, u32 job) {
  const u32 victim = s.whole->ops.at[job].from;
  u32 tail = kNil;
  const Ppn first = victim * c.pages;
  for (Ppn page = first; page < first + c.pages; ++page) {
    if (holds_data(s, page)) add_move(s, c, job, tail, page, s.p2l[page]);
  }
}

inline u32 new_collection(State& s, u32 plane, bool forced) {
  const u32 job = new_page_op(s, Kind::kCollection);
  PageOp& op = s.whole->ops.at[job];
  op.plane = plane;
  op.ready = op.first_ready = s.whole->now;
  op.forced = forced ? 1 : 0;
  return job;
}

inline void count_collection(State& s, bool forced) {
  ++s.flash.collections;
  s.flash.forced_collections += forced ? 1 : 0;
  ++s.whole->collections_without_progress;
}

// The victim's pages are gone and it is free again.
inline void free_victim(State& s, const Config& c, u32 victim) { free_block_in_map(s, c, victim / c.blocks, victim % c.blocks); }

// S37: read and program time of a move, in its `array` and `held`.
inline void time_move(State& s, const Config& c, u32 move) {
  PageOp& op = s.whole->ops.at[move];
  op.array = read_time(s, c, op.from);
  op.held = program_time(s, c, op.page);
}

// ---- static wear levelling (S50) -----------------------------------------------------------------------------------------------

inline u32 new_wear_collection(State& s, u32 plane) {
  const u32 job = new_collection(s, plane, false);
  s.whole->ops.at[job].wear = 1;
  return job;
}

// The laggard's valid pages go to the first pages of the destination. Copyback where the parity fits: no page is skipped for it.
[[gnu::noinline]] inline void plan_levelling(State& s, const Config& c, u32 job, const Levelling& found) {
  const u32 plane = s.whole->ops.at[job].plane;
  const Ppn first = ppn(c, plane, found.laggard, 0);
  u32 valid = 0;
  for (Ppn page = first; page < first + c.pages; ++page) valid += holds_data(s, page) ? 1 : 0;
  const Ppn destination = ppn(c, plane, take_whole_block(s, c, plane, found.place, valid), 0);
  u32 tail = kNil, taken = 0;
  for (Ppn page = first; page < first + c.pages; ++page) {
    if (!holds_data(s, page)) continue;
    const bool copyback = c.copyback != Willing::kNo && taken % 2 == page % c.pages % 2 && copyback_willing(s, c, 0);
    add_move_to(s, c, job, tail, page, s.p2l[page], {destination + taken, copyback});
    ++taken;
  }
  PageOp& op = s.whole->ops.at[job];
  op.from = static_cast<u32>(first_block(c, plane)) + found.laggard;
  op.sectors = static_cast<u16>(c.pages - valid);
  op.source_order = c.pages;  // a whole block
}

}  // namespace ssd::whole
