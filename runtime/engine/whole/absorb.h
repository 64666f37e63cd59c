// Host writes of a held page: the slot, which has the whole page, takes the new data, and the flash gets one program
// instead of two (copies.absorb).
#pragma once
#include "runtime/engine/whole/ready.h"

namespace ssd::whole {

inline bool absorbs(const State& s, const Config& c, OpId op) {
  const PageOp& o = s.whole->ops[op];
  return o.trimmed == 0 && is_held(s, c, o.lpn);
}

// The write is complete after the buffer's latency. If it came from an entry of the DRAM buffer, the entry's slot is
// free then.
inline void finish_absorbed(State& s, const Config& c, OpId op) {
  Whole& w = *s.whole;
  PageOp& o = w.ops[op];
  const u32 entry = o.entry;
  const u64 order = o.order;
  ++s.flash.absorbed_writes;
  forget_copies(s, c, o.lpn);
  complete_page(s, o, w.now + c.buffer_latency);
  if (entry == kNone) end_pending(s, c, o.source_order);
  leave(w.latest, w.ops.at, op);
  free_page_op(s, op);
  if (entry == kNone) return;
  if (c.buffer_latency != 0)
    set_timer(s, TimerKind::kEvicted, w.now + c.buffer_latency, order, entry);
  else
    end_entry_program(s, c, entry);
}

// Called when a program has become ready; true if it is absorbed and needs no flash. Then the writes of the page behind
// it may become ready too (time.ready) and be absorbed in turn. This is a loop because there may be any number of them.
inline bool absorbed(State& s, const Config& c, OpId op) {
  Whole& w = *s.whole;
  if (!absorbs(s, c, op)) return false;
  for (;;) {
    const OpId later = w.ops[op].later;
    if (later != kNone) w.ops[later].earlier = kNone;
    finish_absorbed(s, c, op);
    if (later == kNone) return true;
    if (w.ops[later].waits != 1 || !absorbs(s, c, later)) {
      lacks_one_less(s, c, later);
      return true;
    }
    ready_now(w, w.ops[later]);
    op = later;
  }
}

}  // namespace ssd::whole
