// Static wear levelling as a collection of the whole-drive loop (wear.static): the laggard's valid pages move to the
// free block of most erases. Invariant, as in ftl/wear.h: the plane's free pages do not change.
#pragma once
#include "runtime/engine/ftl/wear.h"
#include "runtime/engine/whole/moves.h"

namespace ssd::whole {

inline OpId new_wear_collection(State& s, PlaneId plane) {
  const OpId job = new_collection(s, plane, false);
  s.whole->ops[job].wear = 1;
  return job;
}

// Moves the laggard's valid pages to the first pages of the destination. A move is a copyback where the parity agrees;
// no page is skipped for it.
[[gnu::noinline]] inline void plan_levelling(State& s, const Config& c, OpId job, const Levelling& found) {
  const PlaneId plane = s.whole->ops[job].plane;
  const Ppn first = ppn(c, plane, found.laggard, 0);
  u32 valid = 0;
  for (Ppn page = first; page < first + c.pages; ++page) valid += holds_data(s, page) ? 1 : 0;
  if (recorder(s) != nullptr) [[unlikely]]
    recorder(s)->wasted(plane.value, c.pages - valid);
  const Ppn destination = ppn(c, plane, take_whole_block(s, c, plane, found, valid), 0);
  OpId tail = kNone;
  u32 taken = 0;
  for (Ppn page = first; page < first + c.pages; ++page) {
    const Lpn lpn = holder_of(s, page);
    if (lpn == kNoPage) continue;
    const bool copyback =
        c.copyback != Willing::kNo && taken % 2 == page_in_block(c, page) % 2 && copyback_willing(s, c, 0);
    add_move_to(s, c, job, tail, page, lpn, {destination + taken, copyback});
    ++taken;
  }
  PageOp& op = s.whole->ops[job];
  op.victim = static_cast<u32>(first_block(c, plane)) + found.laggard;
  op.sectors = c.pages - valid;
  op.source_order = c.pages;  // it takes a whole block
}

}  // namespace ssd::whole
