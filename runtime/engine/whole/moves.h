// A collection in the map: its operation, the moves of its victim's valid pages, and the victim's end
// (collection.moves, collection.in_map). Invariant: a move is in the map as soon as it has its page; the flash follows,
// and reads of the page meanwhile find its data by map.not_yet_programmed.
#pragma once
#include "runtime/engine/whole/destination.h"

namespace ssd::whole {

// Moves and copies get no sequence number of their own.
inline OpId new_move(State& s) {
  const u64 order = s.next_order;
  const OpId move = new_page_op(s, Kind::kMove);
  s.next_order = order;
  return move;
}

// A page has been moved before its program ended: from now on its reads go to the flash (map.not_yet_programmed).
// Placed at issue this holds only for host reads, not for reads of read-modify-writes (collection.cost_zero).
inline void leave_program(State& s, const Config& c, Lpn lpn, Ppn from) {
  Whole& w = *s.whole;
  const OpId latest = newest_program(w, lpn);
  if (latest == kNone || w.ops[latest].page != from) return;
  if (c.at_issue != 0)
    w.ops[latest].moved = 1;
  else
    leave(w.latest, w.ops.at, latest);
}

// A page of the victim has moved in the map.
inline void move_in_map(State& s, const Config& c, Ppn from, Lpn lpn, Ppn to) {
  bind(s, lpn, to);
  if (begins_program(c, to)) {
    s.pages_moved += c.program_pages;
    count_moved_pages(s, c, block_of(c, from), c.program_pages);
  }
  hear_move(s, c, lpn, block_of(c, from), to);
  leave_program(s, c, lpn, from);
}

// Appends a move from the page to the collection's list.
inline OpId append_move(State& s, OpId job, OpId& tail, Ppn from, Lpn lpn) {
  const PlaneId plane = s.whole->ops[job].plane;
  const OpId move = new_move(s);
  PageOp& op = s.whole->ops[move];
  op.plane = plane;
  op.lpn = lpn;
  op.from = from;
  if (tail == kNone)
    s.whole->ops[job].partner = move;
  else
    s.whole->ops[tail].next = move;
  tail = move;
  return move;
}

// Puts a move into the map, and its operation at the end of the collection's list.
[[gnu::noinline]] inline void add_move_to(State& s, const Config& c, OpId job, OpId& tail, Ppn from, Lpn lpn,
                                          const Destination& to) {
  move_in_map(s, c, from, lpn, to.page);
  PageOp& op = s.whole->ops[append_move(s, job, tail, from, lpn)];
  op.page = to.page;
  op.copyback = to.copyback ? 1 : 0;
}

inline void add_move(State& s, const Config& c, OpId job, OpId& tail, Ppn from, Lpn lpn) {
  add_move_to(s, c, job, tail, from, lpn, take_destination(s, c, job, from, lpn));
}

// ---- moves of indirection units (iu.collection). A move reads the units of one flash page, or none; then it programs
// a flash page, or a word line (iu.word_line), if the units read so far have filled one.

// The places that a collection fills.
struct Gathering {
  OpId tail = kNone;
  u32 units = 0;        // in the program that is being filled
  Ppn place = kNoPage;  // the last one taken
  u32 moved = 0;
};

inline void program_behind(State& s, const Config& c, OpId job, const Gathering& g) {
  s.whole->ops[g.tail].programs = 1;
  s.whole->ops[g.tail].page = g.place;
  s.whole->ops[job].source_order += c.program_pages;
}

inline void take_place(State& s, const Config& c, OpId job, Gathering& g) {
  const PageOp& collection = s.whole->ops[job];
  g.place = take_moved(s, c, collection.plane, stream_of(s, c, collection.victim));
  g.units = g.units + 1 == c.program_places ? 0 : g.units + 1;
}

// Moves the valid units of the flash page that begins at `first`.
inline void move_units_of_page(State& s, const Config& c, OpId job, Ppn first, Gathering& g) {
  OpId move = kNone;
  for (Ppn from = first; from < first + c.subpages; ++from) {
    fetch_holder(s, c, from);
    const Lpn lpn = holder_of(s, from);
    if (lpn == kNoPage) continue;
    s.whole->ops[job].lpn = lpn;
    if (move == kNone) move = append_move(s, job, g.tail, from, lpn);
    ++s.whole->ops[move].sectors;
    ++g.moved;
    take_place(s, c, job, g);
    move_in_map(s, c, from, lpn, g.place);
    ++s.flash.units;
    if (g.units == 0) program_behind(s, c, job, g);
  }
}

// Fills the program that was begun with padding.
inline void pad_page(State& s, const Config& c, OpId job, Gathering& g) {
  while (g.units != 0) {
    take_place(s, c, job, g);
    discard(s, c, g.place);
    ++s.flash.padding;
  }
}

[[gnu::noinline]] inline void plan_moves_of_units(State& s, const Config& c, OpId job) {
  Gathering g;
  const Ppn first = first_page_of_block(c, s.whole->ops[job].victim);
  for (Ppn page = first; page < first + c.pages; page = page + c.subpages) move_units_of_page(s, c, job, page, g);
  if (g.units == 0) return;
  pad_page(s, c, job, g);
  if (s.whole->ops[g.tail].programs != 0) append_move(s, job, g.tail, kNoPage, s.whole->ops[g.tail].lpn);
  program_behind(s, c, job, g);
}

// Places the next move of a collection that fixes its moves one by one: that of the flash page that begins at `first`,
// or the padding of the page that was begun if `first` is kNoPage (iu.collection). Returns its operation.
[[gnu::noinline]] inline OpId place_move_of_units(State& s, const Config& c, OpId job, Ppn first) {
  const Active& head = move_head(s, c, s.whole->ops[job].plane, stream_of(s, c, s.whole->ops[job].victim));
  Gathering g;
  g.units = head.page % c.program_places;
  if (first == kNoPage) {
    append_move(s, job, g.tail, kNoPage, s.whole->ops[job].lpn);
    pad_page(s, c, job, g);
    program_behind(s, c, job, g);
  } else {
    move_units_of_page(s, c, job, first, g);
    for (u32 i = 0; i < g.moved; ++i) invalidate(s, c, first);
    s.whole->ops[job].sectors += g.moved;
  }
  return g.tail;
}

// Gives all valid pages of the victim their places (collection.moves). Collections that fix their moves one by one do
// not call this.
[[gnu::noinline]] inline void plan_moves(State& s, const Config& c, OpId job) {
  if (shares_programs(c)) return plan_moves_of_units(s, c, job);
  OpId tail = kNone;
  const Ppn first = first_page_of_block(c, s.whole->ops[job].victim);
  for (Ppn page = first; page < first + c.pages; ++page) {
    fetch_holder(s, c, page);
    if (const Lpn lpn = holder_of(s, page); lpn != kNoPage) add_move(s, c, job, tail, page, lpn);
  }
}

inline OpId new_collection(State& s, PlaneId plane, bool forced) {
  const OpId job = new_page_op(s, Kind::kCollection);
  PageOp& op = s.whole->ops[job];
  op.plane = plane;
  op.ready = op.first_ready = s.whole->now;
  op.forced = forced ? 1 : 0;
  return job;
}

inline void count_collection(State& s, bool forced) {
  ++s.flash.collections;
  s.flash.forced_collections += forced ? 1 : 0;
  ++s.whole->collections_without_progress;
}

// The victim holds no data any more: it is erased in the map.
inline void free_victim(State& s, const Config& c, u32 victim) {
  free_block_in_map(s, c, plane_of_block(c, victim), block_in_plane_of(c, victim));
}

}  // namespace ssd::whole
