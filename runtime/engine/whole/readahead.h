// Pages that are read into the DRAM buffer ahead of sequential requests (buffer.readahead), once they are ready. That a
// run of requests is sequential is found at their admission (host.h).
#pragma once
#include "runtime/engine/whole/buffer.h"

namespace ssd::whole {

inline bool is_loading(const Buffer& b, Lpn lpn) {
  u32 entry = b.loading.head;
  while (entry != kNone && b.entries[entry].lpn != lpn) entry = b.entries[entry].next;
  return entry != kNone;
}

inline u32 sectors_with_data(const State& s, const Config& c, Lpn lpn) {
  return s.written == nullptr ? c.sectors_per_page : written_sectors(s, first_sector_of(c, lpn), c.sectors_per_page);
}

// The readahead is ready: it takes a slot and goes to the flash, or it is dropped.
inline void begin_readahead(State& s, const Config& c, OpId op) {
  Whole& w = *s.whole;
  Buffer& b = w.buffer;
  const Lpn lpn = w.ops[op].lpn;
  const u32 victim = choose_entry(s, c);
  const bool free = b.free_slots != 0 && b.waiting_count == 0;
  const bool clean = !free && victim != kNone && b.entries[victim].dirty == 0;
  const bool coming = b.loading.head != kNone && is_loading(b, lpn);
  if (s.l2p[lpn] == kNoPage || in_slot(s, c, lpn) || source_of(s, lpn) != kNone || open_entry(b, lpn) != kNone ||
      coming || (!free && !clean)) {
    free_page_op(s, op);
    return;
  }
  if (clean) {
    remove_resident(b, victim);
    drop_entry(b, victim);
  } else {
    --b.free_slots;
  }
  const u32 entry = new_entry(s, c, lpn, EntryState::kLoading, 1);
  push_back(b.entries, b.loading, entry);
  ++b.loading_count;
  w.ops[op].entry = entry;
  resolve(s, c, w.ops[op]);
  w.ops[op].sectors = sectors_with_data(s, c, lpn);
  ++s.flash.readaheads;
  add_read(s, c, op);
}

// The data of the entry that was being read ahead have arrived.
inline void end_loading(State& s, const Config& c, u32 entry) {
  Buffer& b = s.whole->buffer;
  const Lpn lpn = b.entries[entry].lpn;
  remove(b.entries, b.loading, entry);
  --b.loading_count;
  if (b.entries[entry].stale != 0 || open_entry(b, lpn) != kNone) {
    complete_waiting(s, c, entry);
    give_back(b.entries, entry);
    ++b.free_slots;
    fill_free_slots(s, c);
  } else {
    enter_or_grow(s, b.open, b.entries.at, entry);
    for (u32 word = 0; word < b.words; ++word) sectors_of(c, b, entry)[word] |= ever_written(s, c, lpn, word);
    becomes_resident(s, c, entry);
  }
}

// The data of the readahead have arrived, and of those that joined it: their entries follow its own.
inline void end_readahead(State& s, const Config& c, OpId op) {
  const Buffer& b = s.whole->buffer;
  u32 entry = s.whole->ops[op].entry;
  for (u32 left = u32{s.whole->ops[op].joined} + 1; left != 0; --left) {
    const u32 next = b.entries[entry].next;
    end_loading(s, c, entry);
    entry = next;
  }
  settle_buffer(s, c);
}

}  // namespace ssd::whole
