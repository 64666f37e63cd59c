// Streams (copies.any_idle): collections that read as many valid pages into slots as slots were free when they became
// streams, and move the other pages in the traditional way. Slots reserved by a unit are in the order of the pages, so
// the next one is always the first.
#pragma once
#include "runtime/engine/whole/break_off.h"

namespace ssd::whole {

// Slots reserved for pages before `from` become free, because those pages have become invalid (kNoPage: all of them).
inline void free_passed_slots(HeldPages& held, UnitId u, Ppn from) {
  List<>& reserved = held.reserved[u];
  for (u32 slot = reserved.head; slot != kNone && held.at[slot].page < from; slot = reserved.head) {
    unlink(held.at, reserved, slot);
    free_slot(held, slot);
  }
}

// Whether a collection of the unit becomes a stream when a move of it is granted now.
inline bool is_asked_for(const State& s, const Config& c, UnitId u) {
  const Whole& w = *s.whole;
  return c.any_idle_always != 0 || w.unplaced.head != kNone || host_is_ready(s, c, w.units[u]);
}

// The collection becomes a stream before its move of page `from`: it reserves slots for that page and the valid ones
// behind it.
[[gnu::noinline]] inline void begin_stream(State& s, const Config& c, UnitId u, OpId job, Ppn from) {
  Whole& w = *s.whole;
  w.ops[job].is_stream = 1;
  ++s.flash.conflicting_collections;
  const Ppn end = first_page_of_block(c, w.ops[job].victim) + c.pages;
  for (Ppn page = from; page < end && w.held.free != kNone; ++page) {
    if (const Lpn lpn = holder_of(s, page); lpn != kNoPage) reserve_slot(w.held, u, lpn, page);
  }
}

// The read of page `from` into the slot that is reserved for it begins and becomes the unit's move.
inline void read_into_slot(State& s, const Config& c, UnitId u, Ppn from) {
  Whole& w = *s.whole;
  List<>& reserved = w.held.reserved[u];
  const u32 slot = reserved.head;
  unlink(w.held.at, reserved, slot);
  const OpId move = new_move(s);
  PageOp& op = w.ops[move];
  op.plane = plane_of_page(c, from);
  op.lpn = w.held.at[slot].lpn;
  op.from = from;
  op.entry = slot;
  op.array = read_time(s, c, from);
  Unit& unit = w.units[u];
  unit.move = move;
  unit.at_page = page_in_block(c, from) + 1;
  unit.step = Step::kRead;
  ++w.ops[unit.at_job].sectors;
  ++s.flash.buffered_moves;
}

// The unit's collections are granted a step: the move of `from`, the next page that is still valid (kNoPage: there is
// none). Returns whether it is a read into a slot.
[[gnu::noinline]] inline bool visit_page(State& s, const Config& c, UnitId u, Ppn from) {
  Whole& w = *s.whole;
  free_passed_slots(w.held, u, from);
  if (from == kNoPage) return false;
  const OpId job = w.units[u].at_job;
  if (w.ops[job].is_stream == 0 && is_asked_for(s, c, u)) begin_stream(s, c, u, job, from);
  const u32 slot = w.held.reserved[u].head;
  if (slot == kNone || w.held.at[slot].page != from) return false;
  read_into_slot(s, c, u, from);
  return true;
}

// The page's data have reached the slot. If the page has become invalid on the way, the slot is free.
inline void fill_slot(State& s, const Config& c, OpId move) {
  Whole& w = *s.whole;
  const PageOp op = w.ops[move];
  if (!holds_data(s, op.from)) {
    free_slot(w.held, op.entry);
    ++w.held.dropped;
    return;
  }
  s.l2p[op.lpn] = kNoPage;
  hold_page(s, op.entry);
  invalidate_page(s, c, op.from);
}

}  // namespace ssd::whole
