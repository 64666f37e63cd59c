// Entries of the DRAM buffer (buffer.entry): their sectors, and the lists that they are in.
#pragma once
#include <algorithm>
#include <bit>

#include "runtime/engine/ftl/sectors.h"
#include "runtime/engine/whole/pending.h"
#include "runtime/engine/whole/volatile.h"

namespace ssd::whole {

// ---- sectors of an entry

inline u64* sectors_of(const Config& c, Buffer& b, u32 entry) { return b.sectors + u64{entry} * sector_words(c); }
// Those that the host wrote since the entry was opened or last flushed; there only if lists_dirty().
inline u64* fresh_sectors_of(const Config& c, Buffer& b, u32 entry) { return sectors_of(c, b, entry) + b.words; }

inline void add_sectors(u64* sectors, u32 first, u32 count) {
  for_bits(first, count, [&](u64 word, u64 mask) { sectors[word] |= mask; });
}

inline void clear_sectors(const Config& c, Buffer& b, u32 entry) {
  for (u32 i = 0; i < sector_words(c); ++i) sectors_of(c, b, entry)[i] = 0;
}

// Which of the page's sectors from 64 * `word` on were ever written to flash, or are on their way there: a mask of at
// most 64 bits. If written sectors are not tracked, a page is written wholly or not at all.
inline u64 ever_written(const State& s, const Config& c, Lpn lpn, u64 word) {
  const u32 first = static_cast<u32>(word) * 64, count = std::min(c.sectors_per_page - first, 64U);
  if (s.written != nullptr) return written_mask(s, first_sector_of(c, lpn) + first, count);
  const bool any = s.l2p[lpn] != kNoPage || in_slot(s, c, lpn) || newest_program(*s.whole, lpn) != kNone;
  return any ? ~u64{0} >> (64 - count) : 0;
}

// Whether the entry lacks one of the sectors [first, first + count) that was ever written.
inline bool lacks_written(const State& s, const Config& c, Buffer& b, u32 entry, u32 first, u32 count) {
  bool lacks = false;
  for_bits(first, count, [&](u64 word, u64 mask) {
    const u64 missing = mask & ~sectors_of(c, b, entry)[word];
    if (missing != 0) lacks |= (ever_written(s, c, b.entries[entry].lpn, word) & missing) != 0;
  });
  return lacks;
}

inline bool holds_any(const Config& c, Buffer& b, u32 entry) {
  bool any = false;
  for (u32 i = 0; i < b.words; ++i) any |= sectors_of(c, b, entry)[i] != 0;
  return any;
}

// What a program of the entry's sectors means for the flash, as write_sectors() says it of a request's write.
inline SectorEffect program_sectors(State& s, const Config& c, u32 entry) {
  Buffer& b = s.whole->buffer;
  const Lpn lpn = b.entries[entry].lpn;
  if (s.written == nullptr) return {0, c.sectors_per_page};
  const u64 first = first_sector_of(c, lpn);
  u32 kept = 0, own = 0;
  for (u32 i = 0; i < c.sectors_per_page; i += 64) {
    const u32 count = c.sectors_per_page - i < 64 ? c.sectors_per_page - i : 64;
    const u64 has = sectors_of(c, b, entry)[i / 64];
    own += static_cast<u32>(std::popcount(has));
    if (c.read_modify_write != 0) kept += static_cast<u32>(std::popcount(written_mask(s, first + i, count) & ~has));
    mark_written_mask(s, first + i, count, c.read_modify_write != 0 ? has : ~u64{0});
  }
  return {kept, kept + own};
}

// ---- lists

inline void append_resident(Buffer& b, u32 entry) {
  Entry& e = b.entries[entry];
  e.previous = b.resident.tail;
  e.next = kNone;
  if (b.resident.head == kNone)
    b.resident.head = entry;
  else
    b.entries[b.resident.tail].next = entry;
  b.resident.tail = entry;
}

inline void remove_resident(Buffer& b, u32 entry) {
  const Entry& e = b.entries[entry];
  if (e.previous == kNone)
    b.resident.head = e.next;
  else
    b.entries[e.previous].next = e.next;
  if (e.next == kNone)
    b.resident.tail = e.previous;
  else
    b.entries[e.next].previous = e.previous;
}

inline void touch(State& s, const Config& c, u32 entry) {
  Buffer& b = s.whole->buffer;
  Entry& e = b.entries[entry];
  e.touched = s.whole->now;
  ++e.hits;
  if ((c.evict != Evict::kLru && c.evict != Evict::kAge) || e.state != EntryState::kResident) return;
  remove_resident(b, entry);
  append_resident(b, entry);
}

[[gnu::noinline]] inline u32 new_entry(State& s, const Config& c, Lpn lpn, EntryState state, u32 pages) {
  Buffer& b = s.whole->buffer;
  const u32 entry = take_or_grow(s, b.entries);
  while (b.sectors_capacity < b.entries.capacity) {
    void* memory = b.sectors;
    s.whole->grow(&s, &memory, &b.sectors_capacity, u64{sector_words(c)} * sizeof(u64));
    b.sectors = static_cast<u64*>(memory);
  }
  b.entries[entry] = {.lpn = lpn,
                      .previous = kNone,
                      .next = kNone,
                      .dirtied_before = kNone,
                      .dirtied_after = kNone,
                      .ops = kEmpty,
                      .forced = kEmpty,
                      .on_way = kEmpty,
                      .touched = s.whole->now,
                      .hits = 0,
                      .pages = pages,
                      .same_hash = kNone,
                      .number = 0,
                      .state = state,
                      .dirty = 0,
                      .flushing = 0,
                      .whole = 0,
                      .stream = 0,
                      .stale = 0,
                      .lists = 0,
                      .asked = 0,
                      .pending_since = 0,
                      .flushed_since = 0,
                      .listed = 0,
                      .listed_at = 0};
  clear_sectors(c, b, entry);
  if (state != EntryState::kLoading) enter_or_grow(s, b.open, b.entries.at, entry);
  return entry;
}

// The entry that is being read ahead for the page and is not stale; kNone if there is none.
inline u32 loading_entry(const Buffer& b, Lpn lpn) {
  u32 entry = b.loading.head;
  while (entry != kNone && (b.entries[entry].lpn != lpn || b.entries[entry].stale != 0)) entry = b.entries[entry].next;
  return entry;
}

// The page is written or trimmed, so what is being read ahead of it is out of date.
inline void spoil_readahead(Buffer& b, Lpn lpn) {
  if (const u32 entry = loading_entry(b, lpn); entry != kNone) b.entries[entry].stale = 1;
}

inline void drop_entry(Buffer& b, u32 entry) {
  leave(b.open, b.entries.at, entry);
  give_back(b.entries, entry);
}

// ---- dirty entries (buffer.flush, buffer.asked)

inline DirtyList& dirty_list(Buffer& b, const Entry& e) {
  if (e.asked != 0) return b.asked[e.lists];
  return e.whole != 0 ? b.whole[e.lists] : b.partial[e.lists];
}

// A resident entry is dirty from now on, or has become whole: it goes to the end of its list.
inline void enter_dirty_list(State& s, const Config& c, u32 entry) {
  Buffer& b = s.whole->buffer;
  Entry& e = b.entries[entry];
  DirtyList& list = dirty_list(b, e);
  e.listed = b.next_listed++;
  e.listed_at = s.whole->now;
  if (c.gather_programs != 0) set_timer(s, TimerKind::kNothing, s.whole->now + c.gather_time, 0, kNone);
  e.dirtied_before = list.tail;
  e.dirtied_after = kNone;
  if (list.head == kNone)
    list.head = entry;
  else
    b.entries[list.tail].dirtied_after = entry;
  list.tail = entry;
  ++list.count;
  list.flushing += e.flushing;
  b.looked_at = 0;
}

inline void leave_dirty_list(Buffer& b, u32 entry) {
  const Entry& e = b.entries[entry];
  DirtyList& list = dirty_list(b, e);
  if (e.dirtied_before == kNone)
    list.head = e.dirtied_after;
  else
    b.entries[e.dirtied_before].dirtied_after = e.dirtied_after;
  if (e.dirtied_after == kNone)
    list.tail = e.dirtied_before;
  else
    b.entries[e.dirtied_after].dirtied_before = e.dirtied_before;
  --list.count;
  list.flushing -= e.flushing;
  b.looked_at = 0;
}

// Entries that one program holds (iu.buffer).
struct EntryGroup {
  u32 count;
  u32 entry[kMostOfProgram];
};

inline u32 at_rest(const DirtyList& list) { return list.count - list.flushing; }

// All lists of one kind as one.
inline DirtyList sum_of(const Config& c, const DirtyList* lists) {
  DirtyList sum = lists[0];
  for (u32 i = 1; i < dirty_lists(c); ++i) {
    sum.count += lists[i].count;
    sum.flushing += lists[i].flushing;
  }
  return sum;
}

// How many resident entries are clean and not being flushed: all but those of the lists, and those whose flush left
// them clean.
inline u32 clean_at_rest(const Config& c, const Buffer& b) {
  const u32 resident = c.buffer_slots - b.free_slots - b.evicting - b.loading_count;
  return resident - b.flushed - sum_of(c, b.whole).count - sum_of(c, b.partial).count - sum_of(c, b.asked).count;
}

// Adds entries of the list that no flush has under way, in its order, until the group has `most`. `except` is passed
// over.
inline void add_at_rest(const Buffer& b, const DirtyList& list, u32 most, u32 except, EntryGroup& group) {
  if (at_rest(list) == 0) return;
  for (u32 entry = list.head; entry != kNone && group.count < most; entry = b.entries[entry].dirtied_after) {
    if (b.entries[entry].flushing == 0 && entry != except) group.entry[group.count++] = entry;
  }
}

inline bool wrote_all_sectors(const Config& c, Buffer& b, u32 entry) {
  u32 count = 0;
  for (u32 i = 0; i < b.words; ++i) count += static_cast<u32>(std::popcount(fresh_sectors_of(c, b, entry)[i]));
  return count == c.sectors_per_page;
}

// Whether what makes the entry dirty is a pending write (host.flush, buffer.protected).
inline bool is_pending(const Config& c, const Entry& e) {
  return c.buffer_protected == 0 || e.state == EntryState::kWaiting;
}

// The host has written sectors of the entry, resident or waiting.
inline void becomes_dirty(State& s, const Config& c, u32 entry, u32 first, u32 count) {
  Buffer& b = s.whole->buffer;
  Entry& e = b.entries[entry];
  add_sectors(sectors_of(c, b, entry), first, count);
  const bool was_dirty = e.dirty != 0;
  e.dirty = 1;
  const bool resident = e.state == EntryState::kResident;
  if (!was_dirty && is_pending(c, e)) e.pending_since = begin_pending(*s.whole);
  if (!was_dirty && resident && e.flushing == 0) count_volatile(*s.whole, 1);
  add_sectors(fresh_sectors_of(c, b, entry), first, count);
  const bool becomes_whole = e.whole == 0 && wrote_all_sectors(c, b, entry);
  const bool listed = was_dirty && resident, passes = becomes_whole && e.asked == 0;
  if (listed && passes) leave_dirty_list(b, entry);
  e.whole |= becomes_whole ? 1 : 0;
  if (resident && (!listed || passes)) enter_dirty_list(s, c, entry);
  if (!was_dirty) b.flushed -= e.flushing;
}

// The host gives the entry another stream: with units it passes to the lists of that stream (iu.buffer).
inline void pass_to_lists(State& s, const Config& c, u32 entry, u32 stream) {
  Buffer& b = s.whole->buffer;
  Entry& e = b.entries[entry];
  if (!shares_programs(c) || e.lists == stream) return;
  const bool listed = e.dirty != 0 && e.state == EntryState::kResident;
  if (listed) leave_dirty_list(b, entry);
  e.lists = static_cast<u8>(stream);
  if (listed) enter_dirty_list(s, c, entry);
}

// What the host wrote is on its way to flash, or is lost with a trim.
inline void becomes_clean(const Config& c, Buffer& b, u32 entry) {
  Entry& e = b.entries[entry];
  if (lists_dirty(c) && e.dirty != 0 && e.state == EntryState::kResident) leave_dirty_list(b, entry);
  e.dirty = e.whole = e.asked = 0;
  if (!lists_dirty(c)) return;
  for (u32 i = 0; i < b.words; ++i) fresh_sectors_of(c, b, entry)[i] = 0;
}

}  // namespace ssd::whole
