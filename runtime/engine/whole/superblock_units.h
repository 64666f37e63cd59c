// What collections of superblocks move where a program holds several units (iu.superblock): a read for each page of the
// flash, a program for each one that their units fill. A program has an operation for each of its units, the first of
// which stands for it, as programs of the host have (iu_program.h). Invariant: a read knows the programs that wait for
// it, two at most, and a program counts the reads that it waits for.
#pragma once
#include "runtime/engine/whole/superblock.h"

namespace ssd::whole {

// The units of the program that is being filled: their pages, and the reads that bring them.
struct Filling {
  u32 count = 0;
  Lpn lpn[kMostOfProgram];
  OpId read[kMostOfProgram];
  Ppn place[kMostOfProgram];
};

inline void wait_for_read(State& s, OpId program, OpId read) {
  Whole& w = *s.whole;
  OpId& first = w.ops[read].partner;
  (first == kNone ? first : w.ops[read].following) = program;
  ++w.ops[program].waits;
}

// The operation of a further unit, behind `tail`. It has the number of the program.
inline OpId new_unit_of_program(State& s, OpId program, OpId tail) {
  Whole& w = *s.whole;
  const u64 order = s.next_order;
  const OpId op = new_page_op(s, Kind::kMoveProgram);
  s.next_order = order;
  w.ops[op].order = w.ops[program].order;
  w.ops[op].partner = program;
  w.ops[tail].following = op;
  return op;
}

inline void enter_unit(State& s, const Filling& f, u32 i, OpId op) {
  Whole& w = *s.whole;
  w.ops[op].lpn = f.lpn[i];
  w.ops[op].page = f.place[i];
  enter_or_grow(s, w.moving, w.ops.at, op);
}

// Creates the program of the units that have been gathered.
inline void program_filling(State& s, const Config& c, OpId record, Filling& f) {
  Whole& w = *s.whole;
  if (record == kNone) {
    s.flash.collection_programs += c.program_pages;
    add_programs(s.series, w.now, 0, c.program_pages);
  } else {
    const OpId program = new_part(s, c, Kind::kMoveProgram, record, flash_plane_of(s, c, f.place[0]));
    w.ops[program].waits = 0;
    enter_unit(s, f, 0, program);
    OpId tail = program;
    for (u32 i = 1; i < f.count; ++i) {
      tail = new_unit_of_program(s, program, tail);
      enter_unit(s, f, i, tail);
    }
    for (u32 i = 0; i < f.count; ++i) {
      if (i == 0 || f.read[i] != f.read[i - 1]) wait_for_read(s, program, f.read[i]);
    }
    ++w.ops[record].source_order;
  }
  f.count = 0;
}

// The read of a page of the flash, of which `lpn` at `from` is the first unit that is valid.
inline OpId new_read_of_units(State& s, const Config& c, OpId record, Ppn from, Lpn lpn) {
  Whole& w = *s.whole;
  const OpId before = program_under_way(s, c, lpn, from);
  const OpId read = new_part(s, c, Kind::kMoveRead, record, flash_plane_of(s, c, from));
  w.ops[read].lpn = lpn;
  w.ops[read].page = from;
  wait_for_program(s, read, before);
  return read;
}

// Moves the valid units of the flash page that begins at `first`. Returns how many.
inline u32 move_units_of_flash_page(State& s, const Config& c, OpId record, u32 block, Ppn first, Filling& f,
                                    List<OpId>& reads) {
  Whole& w = *s.whole;
  OpId read = kNone;
  u32 moved = 0;
  for (Ppn from = first; from < first + c.subpages; ++from) {
    const Lpn lpn = holder_of(s, from);
    if (lpn == kNoPage) continue;
    if (record != kNone && moved == 0) {
      read = new_read_of_units(s, c, record, from, lpn);
      push_back(w.ops, reads, read);
    }
    ++moved;
    const Ppn to = take_moved(s, c, plane_of_block(c, block), stream_of(s, c, block));
    move_in_map(s, c, from, lpn, to);
    ++s.flash.units;
    f.lpn[f.count] = lpn;
    f.read[f.count] = read;
    f.place[f.count++] = to;
    if (f.count == c.program_places) program_filling(s, c, record, f);
  }
  if (moved == 0) return 0;
  if (record == kNone)
    ++s.flash.collection_reads;
  else
    w.ops[read].sectors = moved;
  return moved;
}

// Does for units what move_pages_of_superblock() does for pages.
[[gnu::noinline]] inline u32 move_units_of_superblock(State& s, const Config& c, OpId record, u32 block,
                                                      List<OpId>& reads) {
  Filling f;
  u32 moved = 0;
  const Ppn first = first_page_of_block(c, block);
  for (Ppn page = first; page < first + c.pages; page = page + c.subpages)
    moved += move_units_of_flash_page(s, c, record, block, page, f, reads);
  if (f.count == 0) return moved;
  for (u32 i = f.count; i < c.program_places; ++i) {
    discard(s, c, take_moved(s, c, plane_of_block(c, block), stream_of(s, c, block)));
    ++s.flash.padding;
  }
  program_filling(s, c, record, f);
  return moved;
}

}  // namespace ssd::whole
