// Which requests of the drive may begin, where whole requests are served in order (unit.reorder_requests). A request
// may begin when it is the first in each of its lines (turns_memory.h); then its operations that wait become
// candidates. Only designs with `reorder: requests` call what changes anything here.
#pragma once
#include "runtime/engine/whole/pools.h"

namespace ssd::whole {

// ---- lines

inline void enter_line(State& s, ChannelId channel, u32 turn) {
  Turns& t = s.whole->turns;
  List<>& line = t.lines[channel];
  if (line.tail != kNone && t.places[line.tail].turn == turn) return;  // it has another page in this channel
  const u32 place = take_or_grow(s, t.places);
  t.places[place] = {.turn = turn, .channel = channel, .other = t.turns[turn].places, .previous = kNone, .next = kNone};
  t.turns[turn].places = place;
  t.turns[turn].behind += line.tail == kNone ? 0 : 1;
  link_after(t.places.at, line, place, line.tail);
}

// A request is being admitted: it enters the lines of the channels in which placement puts its pages.
[[gnu::noinline]] inline void enter_lines(State& s, const Config& c, Slot& request, u64 first_page, u32 pages) {
  Turns& t = s.whole->turns;
  const u32 turn = take_or_grow(s, t.turns);
  t.turns[turn] = {.behind = 0, .places = kNone, .waiting = kNone, .next = kNone};
  request.turn = turn;
  for (u32 i = 0; i < pages; ++i) enter_line(s, channel_of(c, place(s, Lpn(static_cast<u32>(first_page + i)))), turn);
}

// ---- operations

// A read-modify-write read belongs to the request of its program.
inline u32 slot_of(const Whole& w, const PageOp& op) {
  return op.kind == Kind::kReadForModify ? w.ops[op.partner].slot : op.slot;
}

// Whether the operation, which is not complete, belongs to no request or to one that may begin.
inline bool may_begin(const Whole& w, const Config& c, OpId op) {
  if (c.reorder_requests == 0) return true;
  const u32 slot = slot_of(w, w.ops[op]);
  return slot == kNone || w.turns.turns[w.slots[slot].turn].behind == 0;
}

// A host operation is ready for its unit: a read, or a program. If its request may not begin it waits for that.
inline void await_turn(State& s, const Config& c, OpId op) {
  Whole& w = *s.whole;
  PageOp& o = w.ops[op];
  if (may_begin(w, c, op)) {
    w.planes[o.plane].reads_in_turn += o.kind == Kind::kProgram ? 0 : 1;
    return;
  }
  const u32 waiting = take_or_grow(s, w.turns.waiting);
  Turn& turn = w.turns.turns[w.slots[slot_of(w, o)].turn];
  w.turns.waiting[waiting] = {.op = op, .order = o.order, .next = turn.waiting};
  turn.waiting = waiting;
}

// A read that await_turn() was told of is granted.
inline void leave_turn(Whole& w, const Config& c, OpId op) {
  w.planes[w.ops[op].plane].reads_in_turn -= may_begin(w, c, op) ? 1 : 0;
}

// ---- the end of a request

// The request may begin: its operations that wait become candidates, and wake() is called for their units. Those that
// joined a command have been granted.
template <class Wake>
inline void begin_turn(Whole& w, const Config& c, const Turn& turn, Wake wake) {
  for (u32 i = turn.waiting; i != kNone; i = w.turns.waiting[i].next) {
    const PageOp& op = w.ops[w.turns.waiting[i].op];
    if (op.order != w.turns.waiting[i].order || op.granted != 0) continue;
    w.planes[op.plane].reads_in_turn += op.kind == Kind::kProgram ? 0 : 1;
    wake(unit_of(c, op.plane));
  }
}

// The request leaves, and with it its turn. Requests that are then the first in all of their lines may begin; wake() is
// called for each unit that may have got a candidate.
template <class Wake>
inline void leave_lines(Whole& w, const Config& c, u32 turn, Wake wake) {
  Turns& t = w.turns;
  for (u32 i = t.turns[turn].waiting; i != kNone;) {
    const u32 waiting = i;
    i = t.waiting[i].next;
    give_back(t.waiting, waiting);
  }
  for (u32 i = t.turns[turn].places; i != kNone;) {
    const u32 place = i;
    List<>& line = t.lines[t.places[place].channel];
    const bool first = line.head == place;
    unlink(t.places.at, line, place);
    if (first && line.head != kNone) {
      Turn& next = t.turns[t.places[line.head].turn];
      if (--next.behind == 0) begin_turn(w, c, next, wake);
    }
    i = t.places[place].other;
    give_back(t.places, place);
  }
  give_back(t.turns, turn);
}

}  // namespace ssd::whole
