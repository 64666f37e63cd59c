// Which entries may be flushed before their slots are needed (buffer.flush, iu.buffer), and whether their programs wait
// for partners (buffer.gather).
#pragma once
#include "runtime/engine/whole/buffer.h"

namespace ssd::whole {

// The first entry of the list without an earlier flush under way; kNone: there is none. Fewer flushes are under way
// than the drive has planes, so few entries are passed over.
inline u32 first_to_flush(const Buffer& b, const DirtyList& list) {
  if (at_rest(list) == 0) return kNone;
  u32 entry = list.head;
  while (b.entries[entry].flushing != 0) entry = b.entries[entry].dirtied_after;
  return entry;
}

// Whether an entry may be flushed that the host wrote wholly, or (`partial`) only in part.
inline bool lets_flush(const State& s, const Config& c, bool partial) {
  const Buffer& b = s.whole->buffer;
  const u32 whole = sum_of(c, b.whole).count;
  const u32 dirty = whole + sum_of(c, b.partial).count + sum_of(c, b.asked).count;
  switch (c.flush) {
    case Flush::kByCount: return dirty > (partial ? c.flush_partial_above : c.flush_whole_above);
    case Flush::kIdle: return is_host_idle(s);
    case Flush::kCondition: return hook::flush(s, dirty, whole, c.buffer_slots, b.under_way, is_host_idle(s)) != 0;
    default: return false;
  }
}

// Whether whole entries, and partial ones, may be flushed now.
struct Candidates {
  bool whole, partial;
};
inline Candidates candidates(const State& s, const Config& c) {
  const Buffer& b = s.whole->buffer;
  return {at_rest(sum_of(c, b.whole)) != 0 && lets_flush(s, c, false),
          at_rest(sum_of(c, b.partial)) != 0 && lets_flush(s, c, true)};
}

// How many programs the candidates fill (buffer.gather 1), and when the first of those of streams that fill some
// entered the list that it is in.
struct Gathered {
  u32 programs;
  Time since;
};
inline Gathered gathered(const State& s, const Config& c) {
  const Buffer& b = s.whole->buffer;
  const Candidates from = candidates(s, c);
  Gathered all{.programs = 0, .since = kNever};
  for (u32 i = 0; i < dirty_lists(c); ++i) {
    const bool whole = from.whole && at_rest(b.whole[i]) != 0, partial = from.partial && at_rest(b.partial[i]) != 0;
    const u32 count = (whole ? at_rest(b.whole[i]) : 0) + (partial ? at_rest(b.partial[i]) : 0);
    if (count < c.program_places) continue;
    all.programs += count / c.program_places;
    if (whole) all.since = std::min(all.since, b.entries[first_to_flush(b, b.whole[i])].listed_at);
    if (partial) all.since = std::min(all.since, b.entries[first_to_flush(b, b.partial[i])].listed_at);
  }
  return all;
}

// Whether an entry, or a group of them, may be flushed: it has its partners, has waited for them long enough, or goes
// on with a batch that had them (buffer.gather 2 and 3).
[[gnu::noinline]] inline bool has_partners(State& s, const Config& c) {
  Buffer& b = s.whole->buffer;
  const Gathered all = gathered(s, c);
  if (all.programs == 0) {
    b.batch = 0;
    return false;
  }
  const bool enough = all.programs >= c.gather_programs || all.since + c.gather_time <= s.whole->now;
  if (b.batch == 0 && enough) b.batch = std::min(all.programs, c.gather_programs);
  return b.batch != 0;
}

}  // namespace ssd::whole
