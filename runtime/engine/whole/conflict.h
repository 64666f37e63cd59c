// Collections in conflict with the host (copies.any_idle): they read as many valid pages into slots as slots were free,
// and move the other pages in the traditional way. Reserved slots are in the order of the pages, so the next one is
// always the first.
#pragma once
#include "runtime/engine/whole/phases.h"

namespace ssd::whole {

// Call it when the collections of the unit have chosen their victims, planes ascending.
[[gnu::noinline]] inline void reserve_slots(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  for (OpId job = w.units[u].jobs.head; job != kNone; job = w.ops[job].next) {
    if (w.ops[job].in_conflict == 0) continue;
    ++s.flash.conflicting_collections;
    const Ppn first = first_page_of_block(c, w.ops[job].victim);
    for (Ppn page = first; page < first + c.pages && w.held.free != kNone; ++page) {
      if (holds_data(s, page)) reserve_slot(w.held, w.held.reserved[u], s.p2l[page], page);
    }
  }
}

// `from` is the next page of the unit's collections that is still valid (kNoPage: there is none). If a slot is reserved
// for it, its read begins and becomes the unit's move. Slots reserved for pages before it become free, because those
// pages have become invalid.
[[gnu::noinline]] inline bool read_into_slot(State& s, const Config& c, UnitId u, Ppn from) {
  Whole& w = *s.whole;
  List<>& reserved = w.held.reserved[u];
  u32 slot = reserved.head;
  while (slot != kNone && w.held.at[slot].page <= from) {
    unlink(w.held.at, reserved, slot);
    if (w.held.at[slot].page == from) break;
    free_slot(w.held, slot);
    slot = reserved.head;
  }
  if (from == kNoPage || slot == kNone || w.held.at[slot].page != from) return false;
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
  hold_page(w.held, op.entry, w.now);
  invalidate_page(s, c, op.from);
}

}  // namespace ssd::whole
