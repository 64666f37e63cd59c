// Where a page that collection moves goes: to which plane (collection.same_die), to which page, and whether by
// copyback, for which a page may be skipped (command.copyback). Invariant: skipping for copyback always leaves the
// plane enough room for another collection.
#pragma once
#include "runtime/engine/whole/place.h"

namespace ssd::whole {

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

// The plane that a page moves to (collection.same_die): of the die's planes that can give a page the one with most free
// pages; of equals the victim's own, then the lower one.
inline PlaneId plane_of_move(State& s, const Config& c, PlaneId plane) {
  if (c.same_die == 0) return plane;
  PlaneId best = plane;
  const PlaneId first = first_plane_of_die(c, plane);
  for (PlaneId p = first; p < first + c.planes; ++p) {
    if (c.endurance != 0 && s.space[p].free_count == 0)
      continue;  // the rest of it is for its own collections (collection.same_die)
    if (p != plane && gives_to_others(s, c, p) && s.space[p].free_pages > s.space[best].free_pages) best = p;
  }
  return best;
}

// Whether a move of page `from` would be a copyback, and whether a page would be skipped for it (command.copyback). No
// page is skipped where that could go on without end: with planes that collect each other's waste
// (collection.same_die), in background collections, and in streams, whose write-backs take pages later.
struct MoveKind {
  bool copyback, skips;
};
inline MoveKind kind_of_move(State& s, const Config& c, OpId job, Ppn from) {
  const PageOp& op = s.whole->ops[job];
  if (c.copyback == Willing::kNo || plane_of_move(s, c, op.plane) != op.plane) return {false, false};
  const Active& to = move_head(s, c, op.plane, stream_of(s, c, op.victim));
  const u32 next = to.block == kNone ? 0 : to.page;
  const bool wasted = next % 2 != page_in_block(c, from) % 2;
  if (!copyback_willing(s, c, wasted ? 1 : 0)) return {false, false};
  const u64 left = u64{rest_of(c, to)} + u64{s.space[op.plane].free_count} * c.pages;
  if (wasted && (op.forced != 0 || op.background != 0 || op.is_stream != 0 || c.same_die != 0 || next + 1 == c.pages ||
                 left - 1 < c.pages))
    return {false, false};
  return {true, wasted};
}

// The destination of a move of page `from`, which holds `lpn`, and whether it is a copyback. May skip a page of the
// collection block.
struct Destination {
  Ppn page;
  bool copyback;
};
[[gnu::noinline]] inline Destination take_destination(State& s, const Config& c, OpId job, Ppn from, Lpn lpn) {
  const PlaneId plane = s.whole->ops[job].plane, to = plane_of_move(s, c, plane);
  const u32 stream = stream_of_move(s, c, s.whole->ops[job].victim, lpn);
  ++s.whole->ops[job].source_order;
  if (to != plane) {
    s.whole->ops[job].gave |= static_cast<u16>(1U << plane_in_die(c, to));
    return {take_moved(s, c, to, stream), false};
  }
  const MoveKind kind = kind_of_move(s, c, job, from);
  if (kind.skips) {
    discard(s, c, take_moved(s, c, plane, stream));
    ++s.whole->ops[job].source_order;
    ++s.flash.wasted_copyback;
    if (recorder(s) != nullptr) [[unlikely]]
      recorder(s)->wasted(plane.value, 1);
    add_skipped(s.series, s.whole->now, 1);
  }
  return {take_moved(s, c, plane, stream), kind.copyback};
}

}  // namespace ssd::whole
