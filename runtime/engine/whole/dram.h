// The controller's DRAM as a pipe that reads and writes share (host.dram): when accesses end, and which ones the
// operations of the host ask for. Invariant: an operation that arrives asks once, and is ready at the end of that.
#pragma once
#include "runtime/engine/whole/requests.h"

namespace ssd::whole {

// Asks for an access; returns when it ends.
[[gnu::noinline]] inline Time access_dram(State& s, const Config& c, u64 bytes) {
  Whole& w = *s.whole;
  const unsigned __int128 time = static_cast<unsigned __int128>(bytes) * c.dram_numerator + (c.dram_denominator - 1);
  w.dram_free = std::max(w.dram_free, w.now) + static_cast<Time>(time / c.dram_denominator);
  return w.dram_free;
}

inline u64 bytes_of(const Config& c, u32 sectors) { return u64{sectors} * c.sector_bytes; }

// Entries of the map of a read request: the first of its operations that arrives asks for all. A readahead comes behind
// the reads of its request.
inline Time look_up(State& s, const Config& c, const PageOp& read) {
  Whole& w = *s.whole;
  if (read.slot == kNone) return w.last_look_up;
  Time& end = w.outside[read.slot].looked_up;
  if (end == kNever) end = access_dram(s, c, u64{read.request_pages} * c.dram_entry);
  return w.last_look_up = end;
}

// A write page of the host: its entry of the map and, with a buffer, its sectors.
inline Time write_dram(State& s, const Config& c, u32 sectors) {
  return access_dram(s, c, c.dram_entry + (c.buffer_slots != 0 ? bytes_of(c, sectors) : 0));
}

// When an operation that has arrived in the controller is ready. Programs of the buffer asked when they were created,
// and flushes ask for nothing.
[[gnu::noinline]] inline Time end_of_access(State& s, const Config& c, const PageOp& o) {
  const Whole& w = *s.whole;
  switch (o.kind) {
    case Kind::kRead:
    case Kind::kReadAhead: return look_up(s, c, o);
    case Kind::kBuffered: return write_dram(s, c, o.sectors);
    case Kind::kProgram: return o.entry == kNone ? write_dram(s, c, o.request_sectors) : w.now;
    case Kind::kReadForModify: {
      const PageOp& program = w.ops[o.partner];
      return program.entry == kNone ? write_dram(s, c, program.request_sectors) : w.now;
    }
    default: return w.now;
  }
}

// When the data of a read that needs no flash have left the DRAM.
inline Time end_of_served(State& s, const Config& c, const PageOp& o) {
  if (!has_dram(c) || o.kind != Kind::kRead) return s.whole->now;
  return access_dram(s, c, bytes_of(c, o.sectors));
}

}  // namespace ssd::whole
