// Dirty entries of the DRAM buffer are programmed before a slot is needed (buffer.flush), or because a flush of the
// host asks for them (buffer.asked). Such an entry stays resident and is clean from then on.
#pragma once
#include "runtime/engine/whole/gather.h"

namespace ssd::whole {

// The entry that is flushed next; kNone: none now.
inline u32 next_to_flush(State& s, const Config& c) {
  const Buffer& b = s.whole->buffer;
  if (b.under_way >= c.total_planes) return kNone;
  if (const u32 asked = first_to_flush(b, b.asked[0]); asked != kNone) return asked;
  if (c.gather_programs != 0 && !has_partners(s, c)) return kNone;
  const u32 whole = first_to_flush(b, b.whole[0]), partial = first_to_flush(b, b.partial[0]);
  if (whole == kNone && partial == kNone) return kNone;
  if (whole != kNone && lets_flush(s, c, false)) return whole;
  const bool asked = c.flush != Flush::kByCount && whole != kNone;  // what does not depend on the list
  return partial != kNone && !asked && lets_flush(s, c, true) ? partial : kNone;
}

// All dirty entries that are resident pass to the lists of what is asked for (buffer.asked).
[[gnu::noinline]] inline void ask_for_entries(State& s, const Config& c) {
  Buffer& b = s.whole->buffer;
  for (u32 i = 0; i < dirty_lists(c); ++i) {
    for (const DirtyList* list : {&b.whole[i], &b.partial[i]}) {
      while (list->head != kNone) {
        const u32 entry = list->head;
        leave_dirty_list(b, entry);
        b.entries[entry].asked = 1;
        enter_dirty_list(s, c, entry);
      }
    }
  }
}

// The entry stays resident, and is clean from now on.
inline void begin_flush(State& s, const Config& c, u32 entry) {
  Buffer& b = s.whole->buffer;
  b.entries[entry].flushed_since = b.entries[entry].pending_since;
  force_with_program(b.entries[entry]);
  becomes_clean(c, b, entry);
  b.entries[entry].flushing = 1;
  ++b.flushed;
  ++s.flash.flushes;
}

inline void flush_entry(State& s, const Config& c, u32 entry) {
  begin_flush(s, c, entry);
  program_entry(s, c, entry);
}

// The stream of which a page of units is flushed, of several that have one the stream whose first candidate entered its
// list first; kNone: no stream has enough candidates.
inline u32 stream_to_flush(const Config& c, const Buffer& b, Candidates from) {
  u32 best = kNone;
  u64 first = ~u64{0};
  for (u32 i = 0; i < dirty_lists(c); ++i) {
    const u32 whole = from.whole ? at_rest(b.whole[i]) : 0, partial = from.partial ? at_rest(b.partial[i]) : 0;
    if (whole + partial < c.program_places) continue;
    const u64 listed = b.entries[first_to_flush(b, whole != 0 ? b.whole[i] : b.partial[i])].listed;
    if (listed < first) {
      first = listed;
      best = i;
    }
  }
  return best;
}

// The stream whose first entry that is asked for, and may be flushed, was asked for first; kNone: no stream has any.
inline u32 stream_asked_for(const Config& c, const Buffer& b) {
  u32 best = kNone;
  u64 first = ~u64{0};
  for (u32 i = 0; i < dirty_lists(c); ++i) {
    const u32 entry = first_to_flush(b, b.asked[i]);
    if (entry == kNone || b.entries[entry].listed >= first) continue;
    first = b.entries[entry].listed;
    best = i;
  }
  return best;
}

// Flushes the entries of a whole page of units (iu.buffer), or what is asked for with as many others as the page has
// room for. False: there are too few that may be flushed.
[[gnu::noinline]] inline bool flush_group(State& s, const Config& c) {
  Buffer& b = s.whole->buffer;
  if (b.under_way >= c.total_planes) return false;
  u32 stream = stream_asked_for(c, b);
  Candidates from{true, true};
  if (stream == kNone) {
    if (c.gather_programs != 0 && !has_partners(s, c)) return false;
    from = candidates(s, c);
    stream = stream_to_flush(c, b, from);
    if (stream == kNone) return false;
    if (c.gather_programs != 0) --b.batch;
  }
  EntryGroup group{0, {}};
  add_at_rest(b, b.asked[stream], c.program_places, kNone, group);
  if (from.whole) add_at_rest(b, b.whole[stream], c.program_places, kNone, group);
  if (from.partial) add_at_rest(b, b.partial[stream], c.program_places, kNone, group);
  for (u32 i = 0; i < group.count; ++i) begin_flush(s, c, group.entry[i]);
  program_group(s, c, group);
  return true;
}

// Flushes the next entry, or the next entries that share a program; false if there is nothing to flush now.
inline bool flush_next(State& s, const Config& c) {
  if (shares_programs(c)) return flush_group(s, c);
  const u32 entry = next_to_flush(s, c);
  if (entry == kNone) return false;
  Buffer& b = s.whole->buffer;
  if (c.gather_programs != 0 && b.entries[entry].asked == 0) --b.batch;
  flush_entry(s, c, entry);
  return true;
}

// False only if flush_buffer() would find nothing.
inline bool some_entry_may_be_flushed(const State& s, const Config& c) {
  const Buffer& b = s.whole->buffer;
  if (b.under_way >= c.total_planes) return false;
  if (s.whole->has_syncs != 0 && at_rest(sum_of(c, b.asked)) != 0) return true;
  if (b.batch != 0) return true;  // it may end because nothing is left to flush
  if (shares_programs(c) && stream_to_flush(c, b, {true, true}) == kNone) return false;
  const bool whole = at_rest(sum_of(c, b.whole)) != 0, partial = at_rest(sum_of(c, b.partial)) != 0;
  if (c.flush == Flush::kCondition) return whole || partial;
  return (whole && lets_flush(s, c, false)) || (partial && lets_flush(s, c, true));
}

// Returns whether any entry was flushed.
[[gnu::noinline]] inline bool flush_buffer(State& s, const Config& c) {
  bool any = false;
  while (flush_next(s, c)) {
    any = true;
    if (s.whole->full != 0) break;
    settle_buffer(s, c);  // the program has ended if it needs no flash (copies.absorb)
  }
  return any;
}

// Whether more than the entries and their programs determines whether one is flushed.
inline bool flush_looks_elsewhere(const Config& c) {
  return c.flush == Flush::kIdle || c.flush == Flush::kCondition || c.gather_programs != 0;
}

// Flushes what may be flushed now. Returns whether any entry was.
inline bool flush_what_may(State& s, const Config& c) {
  Buffer& b = s.whole->buffer;
  if (b.looked_at != 0 && !flush_looks_elsewhere(c)) return false;
  const bool any = some_entry_may_be_flushed(s, c) && flush_buffer(s, c);
  b.looked_at = 1;
  return any;
}

}  // namespace ssd::whole
