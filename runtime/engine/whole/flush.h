// Dirty entries of the DRAM buffer are programmed before a slot is needed (buffer.flush). Such an entry stays resident
// and is clean from then on.
#pragma once
#include "runtime/engine/whole/buffer.h"

namespace ssd::whole {

// The first entry of the list without an earlier flush under way; kNone: there is none. Fewer flushes are under way
// than the drive has planes, so few entries are passed over.
inline u32 first_to_flush(const Buffer& b, const DirtyList& list) {
  if (list.count == list.flushing) return kNone;
  u32 entry = list.head;
  while (b.entries[entry].flushing != 0) entry = b.entries[entry].dirtied_after;
  return entry;
}

// Whether an entry may be flushed that the host wrote wholly, or (`partial`) only in part.
inline bool lets_flush(const State& s, const Config& c, bool partial) {
  const Buffer& b = s.whole->buffer;
  const u32 dirty = b.whole.count + b.partial.count;
  switch (c.flush) {
    case Flush::kByCount: return dirty > (partial ? c.flush_partial_above : c.flush_whole_above);
    case Flush::kIdle: return is_host_idle(s);
    case Flush::kCondition:
      return hook::flush(s, dirty, b.whole.count, c.buffer_slots, b.under_way, is_host_idle(s)) != 0;
    default: return false;
  }
}

// The entry that is flushed next; kNone: none now.
inline u32 next_to_flush(const State& s, const Config& c) {
  const Buffer& b = s.whole->buffer;
  if (b.under_way >= c.total_planes) return kNone;
  const u32 whole = first_to_flush(b, b.whole), partial = first_to_flush(b, b.partial);
  if (whole == kNone && partial == kNone) return kNone;
  if (whole != kNone && lets_flush(s, c, false)) return whole;
  const bool asked = c.flush != Flush::kByCount && whole != kNone;  // what does not depend on the list
  return partial != kNone && !asked && lets_flush(s, c, true) ? partial : kNone;
}

inline void flush_entry(State& s, const Config& c, u32 entry) {
  Buffer& b = s.whole->buffer;
  becomes_clean(c, b, entry);
  b.entries[entry].flushing = 1;
  ++b.flushed;
  ++s.flash.flushes;
  program_entry(s, c, entry);
}

// False only if flush_buffer() would find nothing.
inline bool some_entry_may_be_flushed(const State& s, const Config& c) {
  const Buffer& b = s.whole->buffer;
  if (b.under_way >= c.total_planes) return false;
  const bool whole = b.whole.count != b.whole.flushing, partial = b.partial.count != b.partial.flushing;
  if (c.flush == Flush::kCondition) return whole || partial;
  return (whole && lets_flush(s, c, false)) || (partial && lets_flush(s, c, true));
}

// Returns whether any entry was flushed.
[[gnu::noinline]] inline bool flush_buffer(State& s, const Config& c) {
  bool any = false;
  for (u32 entry = next_to_flush(s, c); entry != kNone; entry = next_to_flush(s, c)) {
    flush_entry(s, c, entry);
    any = true;
    if (s.whole->full != 0) break;
    settle_buffer(s, c);  // the program has ended if it needs no flash (copies.absorb)
  }
  return any;
}

}  // namespace ssd::whole
