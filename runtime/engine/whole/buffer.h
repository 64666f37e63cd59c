// The DRAM buffer (buffer.write, buffer.evict, buffer.read, buffer.write_through): entries of pages, each open (waiting
// for a slot or resident), being read ahead, or being evicted. Invariant: a page has at most one open entry; slots in
// use = resident + loading + evicting entries.
#pragma once
#include "runtime/engine/whole/forced.h"
#include "runtime/engine/whole/iu_program.h"

namespace ssd::whole {

// ---- eviction

inline i64 age_of(const State& s, const Entry& e) { return visible(s.whole->now - e.touched); }

// The first one of the resident entries from `entry` on that is not being flushed. Fewer are being flushed than the
// drive has planes.
inline u32 first_at_rest(const Buffer& b, u32 entry) {
  while (entry != kNone && b.entries[entry].flushing != 0) entry = b.entries[entry].next;
  return entry;
}

// The resident entries are in the order of events, so those of the greatest age come first. Of these returns the one
// that became resident first.
inline u32 longest_untouched(const State& s) {
  const Buffer& b = s.whole->buffer;
  const u32 first = first_at_rest(b, b.resident.head);
  u32 best = first;
  for (u32 entry = first; entry != kNone && age_of(s, b.entries[entry]) == age_of(s, b.entries[first]);
       entry = first_at_rest(b, b.entries[entry].next)) {
    if (b.entries[entry].number < b.entries[best].number) best = entry;
  }
  return best;
}

// The policy's victim among the resident entries that are not being flushed; kNone if there is none.
inline u32 choose_entry(const State& s, const Config& c) {
  const Buffer& b = s.whole->buffer;
  if (c.evict == Evict::kAge) return longest_untouched(s);
  const u32 first = first_at_rest(b, b.resident.head);
  if (c.evict != Evict::kScore) return first;
  u32 best = kNone;
  i64 most = 0;
  for (u32 entry = first; entry != kNone; entry = first_at_rest(b, b.entries[entry].next)) {
    const Entry& e = b.entries[entry];
    const i64 score = hook::evict(s, age_of(s, e), e.dirty, e.hits, e.pages);
    if (best != kNone && score <= most) continue;
    best = entry;
    most = score;
  }
  return best;
}

// Prefetches what the next eviction will read, as far as the first entry is its victim.
inline void fetch_for_next_eviction(const State& s, const Config& c) {
  const Buffer& b = s.whole->buffer;
  if (b.resident.head == kNone) return;
  const Lpn lpn = b.entries[b.resident.head].lpn;
  __builtin_prefetch(s.l2p.address(lpn));
  if (s.written != nullptr) __builtin_prefetch(&s.written[first_sector_of(c, lpn) / 64], 1);
}

// What the program of an entry is made from.
inline Write write_of_entry(State& s, const Config& c, u32 entry) {
  const Lpn lpn = s.whole->buffer.entries[entry].lpn;
  const SectorEffect effect = program_sectors(s, c, entry);
  const u32 own = effect.written - effect.kept;
  return {.lpn = lpn,
          .kept = effect.kept,
          .sectors = effect.written,
          .slot = kNone,
          .entry = entry,
          .first = 0,
          .covered = 0,
          .stream = s.whole->buffer.entries[entry].stream,
          .request_pages = 1,
          .queue = 0,
          .ready = has_dram(c) ? access_dram(s, c, bytes_of(c, own)) : s.whole->now,
          .link = 0};
}

// Creates the program of an entry that is evicted or flushed. Slots that become free before that is done are given away
// by the caller.
inline void program_entry(State& s, const Config& c, u32 entry) {
  break_replicas_off(s, c);
  Buffer& b = s.whole->buffer;
  ++b.under_way;
  const Time dram_free = s.whole->dram_free;
  const Write write = write_of_entry(s, c, entry);
  b.settling = 1;
  if (!create_program(s, c, write)) s.whole->dram_free = dram_free;  // nothing was asked for (host.dram)
  b.settling = 0;
}

// The same for entries that one program holds (iu.program).
inline void program_group(State& s, const Config& c, const EntryGroup& group) {
  ++s.whole->buffer.under_way;
  const Time dram_free = s.whole->dram_free;
  Write writes[kMostOfProgram];
  for (u32 i = 0; i < group.count; ++i) writes[i] = write_of_entry(s, c, group.entry[i]);
  if (!create_shared_program(s, c, writes, group.count)) s.whole->dram_free = dram_free;
}

// A dirty entry leaves its slot, which is free when its program has ended.
inline void begin_eviction(State& s, const Config& c, u32 entry) {
  Buffer& b = s.whole->buffer;
  b.entries[entry].flushed_since = b.entries[entry].pending_since;
  force_with_program(b.entries[entry]);
  becomes_clean(c, b, entry);
  remove_resident(b, entry);
  leave(b.open, b.entries.at, entry);
  b.entries[entry].state = EntryState::kEvicting;
  ++b.evicting;
  ++s.flash.evictions;
}

inline void evict_dirty(State& s, const Config& c, u32 entry) {
  begin_eviction(s, c, entry);
  fetch_for_next_eviction(s, c);
  program_entry(s, c, entry);
}

// Evicts a dirty entry and those that share its program (iu.buffer).
[[gnu::noinline]] inline void evict_group(State& s, const Config& c, u32 victim) {
  const Buffer& b = s.whole->buffer;
  EntryGroup group{1, {victim}};
  const u32 lists = b.entries[victim].lists;
  add_at_rest(b, b.asked[lists], c.program_places, victim, group);
  add_at_rest(b, b.whole[lists], c.program_places, victim, group);
  add_at_rest(b, b.partial[lists], c.program_places, victim, group);
  for (u32 i = 0; i < group.count; ++i) begin_eviction(s, c, group.entry[i]);
  program_group(s, c, group);
}

// The operation of a page that is in the buffer is complete after the latency. If a read waited for the page
// (`waited`), other reads that arrive at this instant may come before it: so it takes its turn at the link among the
// timers (host.link).
[[gnu::noinline]] inline void complete_buffered(State& s, const Config& c, OpId op, bool waited) {
  PageOp& o = s.whole->ops[op];
  const Time time = end_of_served(s, c, o) + c.buffer_latency;
  part(o, Part::kBuffer) += s.whole->now - o.ready;
  if (o.kind == Kind::kBuffered && waited) split_slot_wait(*s.whole, o);
  if (o.kind == Kind::kRead && has_link(c)) {
    o.granted = 3;
    if (time != s.whole->now || waited) {
      set_timer(s, TimerKind::kData, time, o.order, op.value);
      return;
    }
    finish_read(s, c, o);
  } else {
    complete_page(s, o, time);
  }
  free_page_op(s, op);
}

inline void complete_waiting(State& s, const Config& c, u32 entry) {
  Buffer& b = s.whole->buffer;
  List<OpId> ops = b.entries[entry].ops;
  b.entries[entry].ops = kEmpty;
  while (ops.head != kNone) complete_buffered(s, c, pop_front(s.whole->ops, ops), true);
}

inline void becomes_resident_dirty(State& s, const Config& c, u32 entry) {
  Entry& e = s.whole->buffer.entries[entry];
  if (is_asked_for(*s.whole, c, e)) e.asked = 1;
  enter_dirty_list(s, c, entry);
  count_volatile(*s.whole, 1);
  if (c.buffer_protected != 0) end_pending(s, c, e.pending_since);
}

[[gnu::noinline]] inline void becomes_resident(State& s, const Config& c, u32 entry) {
  Buffer& b = s.whole->buffer;
  b.entries[entry].state = EntryState::kResident;
  b.entries[entry].touched = s.whole->now;
  b.entries[entry].number = b.next_number++;
  append_resident(b, entry);
  if (lists_dirty(c) && b.entries[entry].dirty != 0) becomes_resident_dirty(s, c, entry);
  complete_waiting(s, c, entry);
}

// Waiting entries take free slots, in their order.
inline void fill_free_slots(State& s, const Config& c) {
  Buffer& b = s.whole->buffer;
  while (b.free_slots != 0 && b.waiting_count != 0) {
    --b.free_slots;
    --b.waiting_count;
    becomes_resident(s, c, pop_front(b.entries, b.waiting));
  }
}

// Waiting entries take free slots. While more entries wait than are being evicted, a victim that is clean leaves at
// once, and a dirty one is evicted unless the end of a flush will leave a clean one instead (buffer.write).
[[gnu::noinline]] inline void settle_buffer(State& s, const Config& c) {
  Buffer& b = s.whole->buffer;
  for (;;) {
    fill_free_slots(s, c);
    if (b.waiting_count <= b.evicting) return;
    if (b.waiting_count <= b.evicting + b.flushed && clean_at_rest(c, b) == 0) return;  // any victim is dirty
    const u32 victim = choose_entry(s, c);
    if (victim == kNone) return;
    if (b.entries[victim].dirty == 0) {
      remove_resident(b, victim);
      drop_entry(b, victim);
      ++b.free_slots;
    } else if (b.waiting_count <= b.evicting + b.flushed) {
      return;
    } else {
      if (!shares_programs(c))
        evict_dirty(s, c, victim);
      else
        evict_group(s, c, victim);
      if (s.whole->full != 0) return;
    }
  }
}

// The program that held the entry has ended. The slot is free if the entry was evicted; if it was flushed, it may be a
// victim again.
inline void release_entry(State& s, const Config& c, u32 entry) {
  Buffer& b = s.whole->buffer;
  Entry& e = b.entries[entry];
  if (c.buffer_protected == 0) end_pending(s, c, e.flushed_since);
  if (e.on_way.head != kNone) complete_forced(s, e.on_way);
  if (e.state != EntryState::kTrimmed && e.dirty == 0) count_volatile(*s.whole, -1);
  if (e.state == EntryState::kResident) {
    if (e.dirty != 0)
      --dirty_list(b, e).flushing;
    else
      --b.flushed;
    e.flushing = 0;
    e.on_way = kEmpty;
  } else {
    const u32 slots = e.state == EntryState::kEvicting ? 1 : 0;
    give_back(b.entries, entry);
    b.evicting -= slots;
    b.free_slots += slots;
  }
}

inline void end_entry_program(State& s, const Config& c, u32 entry) {
  Buffer& b = s.whole->buffer;
  --b.under_way;
  b.looked_at = 0;
  release_entry(s, c, entry);
  if (b.settling == 0) settle_buffer(s, c);
}

// The program of several units has ended (iu.program).
[[gnu::noinline]] inline void end_shared_program(State& s, const Config& c, OpId leader) {
  Whole& w = *s.whole;
  w.buffer.let_in_by = waits_of(w.ops[leader]);
  for (OpId op = leader; op != kNone;) {
    const PageOp& o = w.ops[op];
    const OpId next = o.following;
    leave(w.latest, w.ops.at, op);
    release_entry(s, c, o.entry);
    free_page_op(s, op);
    op = next;
  }
  --w.buffer.under_way;
  w.buffer.looked_at = 0;
  settle_buffer(s, c);
  w.buffer.let_in_by = {};
}

// ---- pages of the host

// The stream of a write page that is asked for page by page: when it enters its entry (place.streams).
inline u32 stream_in_buffer(const State& s, const Config& c, const PageOp& op) {
  const Slot& slot = s.whole->slots[op.slot];
  return stream_of_page(s, c, request_of(slot), op.lpn, slot.arrival, queue_of(s, c, slot));
}

// A write page has arrived, with sectors [first, first + sectors) of its page (buffer.write).
inline void buffer_write(State& s, const Config& c, OpId op) {
  Whole& w = *s.whole;
  Buffer& b = w.buffer;
  const PageOp o = w.ops[op];
  u32 entry = open_entry(b, o.lpn);
  const u32 stream = c.streams_by_page != 0 ? stream_in_buffer(s, c, o) : o.stream;
  spoil_readahead(b, o.lpn);
  if (entry != kNone) {
    ++s.flash.buffer_hits;
    touch(s, c, entry);
    b.entries[entry].pages = o.request_pages;
  } else {
    entry = new_entry(s, c, o.lpn, EntryState::kWaiting, o.request_pages);
    push_back(b.entries, b.waiting, entry);
    ++b.waiting_count;
  }
  if (c.streams > 1) {
    b.entries[entry].stream = static_cast<u8>(stream);
    pass_to_lists(s, c, entry, stream);
  }
  becomes_dirty(s, c, entry, o.first, o.sectors);
  if (is_forced(w, c, o))
    wait_for_flash(s, c, entry, op);
  else if (b.entries[entry].state == EntryState::kWaiting)
    push_back(w.ops, b.entries[entry].ops, op);
  else
    complete_buffered(s, c, op, false);
  settle_buffer(s, c);
}

// Keeps a page that is written through, for later reads (buffer.write_through).
inline void buffer_keep(State& s, const Config& c, OpId op) {
  Whole& w = *s.whole;
  Buffer& b = w.buffer;
  const PageOp o = w.ops[op];
  u32 entry = open_entry(b, o.lpn);
  spoil_readahead(b, o.lpn);
  if (entry != kNone) {
    ++s.flash.buffer_hits;
    touch(s, c, entry);
    b.entries[entry].pages = o.request_pages;
  } else {
    if (b.free_slots == 0) {
      const u32 victim = choose_entry(s, c);
      if (victim == kNone) return;
      remove_resident(b, victim);
      drop_entry(b, victim);
      ++b.free_slots;
    }
    --b.free_slots;
    entry = new_entry(s, c, o.lpn, EntryState::kWaiting, o.request_pages);
    becomes_resident(s, c, entry);
  }
  add_sectors(sectors_of(c, b, entry), o.first, o.request_sectors);
}

// Looks for the read's data in the buffer (buffer.read). True if the read needs no flash: it is complete, or it waits
// for the page that is being read ahead.
inline bool buffer_serves(State& s, const Config& c, OpId op) {
  Whole& w = *s.whole;
  Buffer& b = w.buffer;
  const PageOp& o = w.ops[op];
  const u32 entry = open_entry(b, o.lpn);
  if (entry == kNone) {
    const u32 loading = loading_entry(b, o.lpn);
    if (loading == kNone) return false;
    ++s.flash.buffer_hits;
    push_back(w.ops, b.entries[loading].ops, op);
    return true;
  }
  if (!holds_any(c, b, entry) && s.l2p[o.lpn] == kNoPage && !in_slot(s, c, o.lpn) && source_of(s, o.lpn) == kNone)
    return false;  // the page was trimmed
  if (lacks_written(s, c, b, entry, o.first, o.sectors)) return false;
  ++s.flash.buffer_hits;
  touch(s, c, entry);
  complete_buffered(s, c, op, false);
  if (b.waiting_count > b.evicting) settle_buffer(s, c);  // the victim may be another entry now
  return true;
}

// A resident entry loses its data: its slot is free at once. If it is being flushed, the program goes on
// (buffer.flush).
inline void trim_resident(State& s, const Config& c, u32 entry) {
  Buffer& b = s.whole->buffer;
  Entry& e = b.entries[entry];
  if (e.dirty == 0) b.flushed -= e.flushing;
  if ((e.dirty | e.flushing) != 0) count_volatile(*s.whole, -1);
  lose_dirty(s, c, entry);
  remove_resident(b, entry);
  if (e.flushing == 0) {
    drop_entry(b, entry);
  } else {
    leave(b.open, b.entries.at, entry);
    e.state = EntryState::kTrimmed;
  }
  ++b.free_slots;
  settle_buffer(s, c);
}

// The page loses its data in the buffer (map.trim).
inline void buffer_trim(State& s, const Config& c, Lpn lpn) {
  Buffer& b = s.whole->buffer;
  const u32 entry = open_entry(b, lpn);
  spoil_readahead(b, lpn);
  if (entry == kNone) return;
  const EntryState state = b.entries[entry].state;
  if (state == EntryState::kResident) {
    trim_resident(s, c, entry);
  } else if (state == EntryState::kWaiting) {
    lose_dirty(s, c, entry);
    clear_sectors(c, b, entry);
  }
}

}  // namespace ssd::whole
