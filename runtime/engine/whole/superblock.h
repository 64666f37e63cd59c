// Collections of superblocks on the flash (superblock.collection). In the map such a collection is complete at its
// decision. On the flash every moved page is a read and a program of its own (of units: superblock_units.h), and every
// plane of the group erases its block when all these programs have ended. No unit waits for another: everything that an
// operation here waits for was decided, and numbered, before it. Invariant: the record of a collection, an operation
// that is never granted, lives until the last of the erases is granted.
#pragma once
#include "runtime/engine/whole/collect.h"

namespace ssd::whole {

// ---- the decision

inline OpId new_record(State& s, const Config& c) {
  const u64 order = s.next_order;
  const OpId record = new_page_op(s, Kind::kCollection);
  s.next_order = order;
  s.whole->ops[record].request_pages = c.stripe;  // the erases that are not granted yet
  return record;
}

// A read, a program or an erase of a collection, which is not ready yet.
inline OpId new_part(State& s, const Config& c, Kind kind, OpId record, PlaneId plane) {
  const OpId op = new_page_op(s, kind);
  Whole& w = *s.whole;
  PageOp& o = w.ops[op];
  o.plane = plane;
  o.source = record;
  o.waits = 1;
  ++w.units[unit_of(c, plane)].queued;
  if (kind != Kind::kMoveRead) push_back(w.ops, w.planes[plane].order, op);
  return op;
}

inline void part_is_ready(State& s, const Config& c, OpId op) {
  Whole& w = *s.whole;
  PageOp& o = w.ops[op];
  const UnitId u = unit_of(c, o.plane);
  o.waits = 0;
  o.ready = o.first_ready = w.now;
  if (o.kind == Kind::kMoveRead) {
    if (c.priority_class == PriorityClass::kFixed) o.rank = priority_of(s, c, op, u);
    enter_queue(w.ops, w.planes[o.plane].move_reads, op);
  }
  update_wish(s, c, u);
}

// The program that brings the page's data to the flash, the host's or that of an earlier move; kNone if it has ended.
inline OpId program_under_way(const State& s, const Config& c, Lpn lpn, Ppn page) {
  const Whole& w = *s.whole;
  for (const OpId op : {newest_program(w, lpn), find(w.moving, w.ops.at, lpn)}) {
    if (op == kNone || w.ops[op].page != page) continue;
    return shares_programs(c) && w.ops[op].partner != kNone ? w.ops[op].partner : op;
  }
  return kNone;
}

// The read waits for the program, whose end makes it ready.
inline void wait_for_program(State& s, OpId read, OpId before) {
  Whole& w = *s.whole;
  w.ops[read].earlier = before;
  if (before == kNone) return;
  w.ops[read].later = w.ops[before].later;
  w.ops[before].later = read;
}

// Creates the read and the program of a move and returns the read. The read's `partner` is the program, its `earlier`
// the program that it waits for.
inline OpId new_move_of_superblock(State& s, const Config& c, OpId record, Ppn from, Lpn lpn, Ppn to) {
  Whole& w = *s.whole;
  const OpId before = program_under_way(s, c, lpn, from);
  const OpId read = new_part(s, c, Kind::kMoveRead, record, flash_plane_of(s, c, from));
  const OpId program = new_part(s, c, Kind::kMoveProgram, record, flash_plane_of(s, c, to));
  w.ops[read].lpn = w.ops[program].lpn = lpn;
  w.ops[read].page = from;
  w.ops[program].page = to;
  w.ops[read].partner = program;
  enter_or_grow(s, w.moving, w.ops.at, program);
  ++w.ops[record].source_order;
  wait_for_program(s, read, before);
  return read;
}

// Gives the victim's valid pages their places. Returns how many, and in `reads` the reads of the moves, in order; none
// if collections take no time.
[[gnu::noinline]] inline u32 move_pages_of_superblock(State& s, const Config& c, OpId record, u32 block,
                                                      List<OpId>& reads) {
  u32 moved = 0;
  const Ppn first = first_page_of_block(c, block);
  for (Ppn page = first; page < first + c.pages; ++page) {
    const Lpn lpn = holder_of(s, page);
    if (lpn == kNoPage) continue;
    const Ppn to = take_moved(s, c, plane_of_block(c, block), stream_of_move(s, c, block, lpn));
    ++moved;
    ++s.pages_moved;
    count_moved_pages(s, c, block, 1);
    if (record != kNone) {
      const OpId read = new_move_of_superblock(s, c, record, page, lpn, to);
      push_back(s.whole->ops, reads, read);
    } else {
      ++s.flash.collection_reads;
      ++s.flash.collection_programs;
      add_programs(s.series, s.whole->now, 0, 1);
    }
    bind(s, lpn, to);
    hear_move(s, c, lpn, block, to);
    leave_program(s, c, lpn, page);
  }
  return moved;
}

// Adds the erases, planes ascending. Their latency is evaluated once (superblock.space).
inline void add_erases(State& s, const Config& c, OpId record, u32 block, bool forced) {
  Whole& w = *s.whole;
  const Time time = erase_time(s, c, block);
  const PlaneId first = first_flash_plane(c, plane_of_block(c, block));
  OpId before = record;
  for (PlaneId plane = first; plane < first + c.stripe; ++plane) {
    const OpId erase = new_part(s, c, Kind::kCollection, record, plane);
    w.ops[erase].array = time;
    w.ops[erase].forced = forced ? 1 : 0;
    w.ops[erase].retires = retires_next(s, c, block) ? 1 : 0;
    w.ops[before].later = erase;
    before = erase;
  }
}

inline void erases_are_ready(State& s, const Config& c, OpId record) {
  for (OpId erase = s.whole->ops[record].later; erase != kNone; erase = s.whole->ops[erase].later)
    part_is_ready(s, c, erase);
}

// Evaluates the times of the programs that come behind the read in the order of sequence numbers: those that it is the
// last read of.
inline void time_programs_behind(State& s, const Config& c, const PageOp& read) {
  Whole& w = *s.whole;
  const u64 next = read.next == kNone ? ~u64{0} : w.ops[read.next].order;
  for (const OpId op : {read.partner, read.following}) {
    if (op == kNone || w.ops[op].order > next) continue;
    w.ops[op].array = program_time(s, c, w.ops[op].page);
  }
}

// Makes ready the reads that wait for no program.
inline void begin_moves(State& s, const Config& c, const List<OpId>& reads) {
  Whole& w = *s.whole;
  for (OpId read = reads.head; read != kNone;) {
    PageOp& r = w.ops[read];
    const OpId next = r.next;
    r.array = read_time(s, c, r.page);
    time_programs_behind(s, c, r);
    if (r.earlier == kNone) part_is_ready(s, c, read);
    read = next;
  }
}

inline u32 move_units_of_superblock(State& s, const Config& c, OpId record, u32 block, List<OpId>& reads);

// Collects `victim`, a superblock of the group.
inline void collect_superblock(State& s, const Config& c, PlaneId group, u32 victim, bool forced) {
  const u32 block = static_cast<u32>(first_block(c, group)) + victim;
  const OpId record = c.cost_zero != 0 ? kNone : new_record(s, c);
  if (recorder(s) != nullptr && record != kNone) [[unlikely]]
    tell_collection(s, c, record, first_flash_plane(c, group), block, forced);
  List<OpId> reads = kEmpty;
  hear_erase(s, c, block,
             shares_programs(c) ? move_units_of_superblock(s, c, record, block, reads)
                                : move_pages_of_superblock(s, c, record, block, reads));
  count_collection(s, forced);
  if (record == kNone) {
    add_erased(s.series, s.whole->now, c.stripe * pages_gained(c, retires_next(s, c, block)));
    s.flash.erases += c.stripe;
  } else {
    add_erases(s, c, record, block, forced);
    begin_moves(s, c, reads);
    if (reads.head == kNone) erases_are_ready(s, c, record);
  }
  free_victim(s, c, block);
}

// ---- grants

inline bool host_wants_group(const State& s, const Config& c, PlaneId group) {
  const PlaneId first = first_flash_plane(c, group), last = first + c.stripe - 1;
  for (UnitId u = unit_of(c, first); u <= unit_of(c, last); ++u) {
    if (host_is_ready(s, c, s.whole->units[u])) return true;
  }
  return false;
}

// The other chips are those that have no plane of the group (account.conflicts).
inline bool others_of_group_rest(const State& s, const Config& c, PlaneId group) {
  const PlaneId first = first_flash_plane(c, group), last = first + c.stripe - 1;
  return other_chips_rest(s, c, chip_of(c, first), chip_of(c, last) + 1);
}

// A part of a collection is granted. The first one determines whether the collection was begun in idle time, and in an
// idle drive.
inline void note_begun(State& s, const Config& c, OpId op) {
  Whole& w = *s.whole;
  const OpId record = w.ops[op].source;
  PageOp& r = w.ops[record];
  const PlaneId group = map_plane_of(c, w.ops[op].plane);
  if (r.begun == 0 && !host_wants_group(s, c, group)) {
    ++s.flash.idle_collections;
    s.flash.idle_drive_collections += others_of_group_rest(s, c, group) ? 1 : 0;
  }
  r.begun = 1;
  if (w.ops[op].kind == Kind::kCollection && --r.request_pages == 0) free_page_op(s, record);
}

// Grants a read or program of a move. It holds the unit from now on, for itself alone (collection.hold).
[[gnu::noinline]] inline void grant_move_of_superblock(State& s, const Config& c, UnitId u, OpId op) {
  Whole& w = *s.whole;
  PageOp& o = w.ops[op];
  const bool reads = o.kind == Kind::kMoveRead;
  note_begun(s, c, op);
  if (reads)
    remove(w.ops, w.planes[o.plane].move_reads, op);
  else
    pop_front(w.ops, w.planes[o.plane].order);
  --w.units[u].queued;
  o.granted = 1;
  o.next = kNone;
  Time tenure = c.command;
  if (reads) {
    ++s.flash.collection_reads;
  } else {
    s.flash.collection_programs += c.program_pages;
    add_programs(s.series, w.now, 0, c.program_pages);
    s.bus_bytes += whole_program_bytes(c);
    tenure += shares_programs(c) ? transfer_time(c, whole_program_bytes(c)) : page_transfer_time(c);
  }
  hold_for_collection(w, c, u);
  begin_step(s, c, u, collection_command(w, op, 1, reads ? CommandType::kRead : CommandType::kProgram, o.array, op),
             tenure);
}

// ---- ends of phases

// Ends the unit's read or program of a move and frees it.
inline void end_part(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  end_hold(w, c, u);
  free_page_op(s, w.units[u].current.head);
  finish_command(s, c, u);
}

// The data of one more read are there for the program.
inline void bring_data(State& s, const Config& c, OpId program) {
  if (program != kNone && --s.whole->ops[program].waits == 0) part_is_ready(s, c, program);
}

inline void end_move_read(State& s, const Config& c, UnitId u) {
  const PageOp& read = s.whole->ops[s.whole->units[u].current.head];
  const OpId first = read.partner, second = read.following;
  end_part(s, c, u);
  bring_data(s, c, first);
  bring_data(s, c, second);
}

// The program has ended that these reads, linked by `later`, waited for.
inline void reads_are_ready(State& s, const Config& c, OpId read) {
  while (read != kNone) {
    const OpId next = s.whole->ops[read].later;
    part_is_ready(s, c, read);
    read = next;
  }
}

// The operations of a program's further units are over (superblock_units.h).
inline void free_followers(State& s, OpId op) {
  Whole& w = *s.whole;
  while (op != kNone) {
    const OpId next = w.ops[op].following;
    leave(w.moving, w.ops.at, op);
    free_page_op(s, op);
    op = next;
  }
}

inline void end_move_program(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  const OpId op = w.units[u].current.head;
  const PageOp ended = w.ops[op];
  leave(w.moving, w.ops.at, op);
  free_followers(s, ended.following);
  end_part(s, c, u);
  reads_are_ready(s, c, ended.later);
  if (--w.ops[ended.source].source_order == 0) erases_are_ready(s, c, ended.source);
}

inline void end_array_of_move(State& s, const Config& c, UnitId u) {
  Unit& unit = s.whole->units[u];
  if (unit.current.type == CommandType::kProgram) {
    end_move_program(s, c, u);
  } else {
    unit.current.ready_out = s.whole->now;
    unit.stage = Stage::kOutWait;
    update_wish(s, c, u);
  }
}

}  // namespace ssd::whole
