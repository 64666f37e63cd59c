// Flushes of the host, and the writes that are pending when they are ready (host.flush).
//
// A pending write knows how many flushes had been ready when it began. So each waiting flush counts the writes that
// began after the flush before it; it is complete when it has none left and all flushes before it are complete.
#pragma once
#include "runtime/engine/whole/ready.h"

namespace ssd::whole {

inline bool is_empty(const Flushes& f) { return f.begin == f.end; }

// Returns what end_pending() is told.
inline u32 begin_pending(Whole& w) {
  if (w.has_syncs == 0) return 0;
  ++w.flushes.pending;
  return w.flushes.ready;
}

// Whether a flush waits for what makes the entry dirty.
inline bool is_asked_for(const Whole& w, const Config& c, const Entry& e) {
  return w.has_syncs != 0 && c.buffer_protected == 0 && e.pending_since != w.flushes.ready;
}

inline void finish_flush(State& s, const Config& c, OpId op) {
  PageOp& o = s.whole->ops[op];
  if (c.buffer_slots != 0) part(o, Part::kBuffer) += s.whole->now - o.ready;
  complete_page(s, o, s.whole->now);
  free_page_op(s, op);
}

// Completes the flushes that wait for nothing any more.
[[gnu::noinline]] inline void finish_flushes(State& s, const Config& c) {
  Flushes& f = s.whole->flushes;
  while (!is_empty(f) && f.at[f.begin].pending == 0) finish_flush(s, c, f.at[f.begin++].op);
  if (is_empty(f)) f.begin = f.end = 0;
}

// A write is on flash, or lost with a trim.
inline void end_pending(State& s, const Config& c, u64 since) {
  Whole& w = *s.whole;
  if (w.has_syncs == 0) return;
  Flushes& f = w.flushes;
  if (since == f.ready) {
    --f.pending;
    return;
  }
  const u32 later = f.ready - static_cast<u32>(since);  // flushes that were ready since then
  if (--f.at[f.end - later].pending == 0) finish_flushes(s, c);
}

// The flushes that wait move to the beginning of the array if half of it is free; otherwise the array grows.
inline void make_room_for_flush(State& s) {
  Flushes& f = s.whole->flushes;
  if (f.end == f.capacity && f.begin > f.capacity / 2) {
    std::copy(f.at + f.begin, f.at + f.end, f.at);
    f.end -= f.begin;
    f.begin = 0;
  }
  reserve_one(s, f.at, f.end, f.capacity);
}

inline void ask_for_entries(State& s, const Config& c);

[[gnu::noinline]] inline void flush_is_ready(State& s, const Config& c, OpId op) {
  Flushes& f = s.whole->flushes;
  if (c.buffer_slots != 0 && c.write_back != 0 && c.buffer_protected == 0) ask_for_entries(s, c);
  if (f.pending == 0 && is_empty(f)) {
    finish_flush(s, c, op);
  } else {
    make_room_for_flush(s);
    f.at[f.end++] = {op, f.pending};
  }
  f.pending = 0;
  ++f.ready;
}

}  // namespace ssd::whole
