// Forced writes with a write-back buffer (host.fua).
//
// A page operation of a forced write has merged into its entry. It waits for the program of what makes the entry dirty:
// in Entry::forced until that program is created, then in Entry::on_way.
#pragma once
#include "runtime/engine/whole/entries.h"

namespace ssd::whole {

// Whether the write is complete only when its data are on flash, although there is a write-back buffer.
inline bool is_forced(const Whole& w, const Config& c, const PageOp& op) {
  return w.has_syncs != 0 && c.buffer_protected == 0 && w.slots[op.slot].forced;
}

// The entry, into which the operation has merged, is asked for (buffer.asked).
[[gnu::noinline]] inline void wait_for_flash(State& s, u32 entry, OpId op) {
  Buffer& b = s.whole->buffer;
  push_back(s.whole->ops, b.entries[entry].forced, op);
  if (b.entries[entry].asked != 0) return;
  const bool listed = b.entries[entry].state == EntryState::kResident;
  if (listed) leave_dirty_list(b, entry);
  b.entries[entry].asked = 1;
  if (listed) enter_dirty_list(b, entry);
}

[[gnu::noinline]] inline void complete_forced(State& s, List<OpId> ops) {
  Whole& w = *s.whole;
  while (ops.head != kNone) {
    const OpId op = pop_front(w.ops, ops);
    part(w.ops[op], Part::kBuffer) += w.now - w.ops[op].ready;
    complete_page(s, w.ops[op], w.now);
    free_page_op(s, op);
  }
}

// The program of what makes the entry dirty is created: its forced writes wait for that.
inline void force_with_program(Entry& e) {
  e.on_way = e.forced;
  e.forced = kEmpty;
}

// What the host wrote into the entry is lost with a trim.
inline void lose_dirty(State& s, const Config& c, u32 entry) {
  Entry& e = s.whole->buffer.entries[entry];
  if (e.dirty == 0) return;
  becomes_clean(c, s.whole->buffer, entry);
  if (is_pending(c, e)) end_pending(s, c, e.pending_since);
  const List<OpId> forced = e.forced;
  e.forced = kEmpty;
  complete_forced(s, forced);
}

}  // namespace ssd::whole
