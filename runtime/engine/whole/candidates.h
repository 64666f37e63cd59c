// What a unit may be granted next (unit.candidates, unit.queue, unit.reorder, unit.reorder_requests,
// collection.preempt). Nothing here changes anything.
#pragma once
#include "runtime/engine/whole/priority.h"
#include "runtime/engine/whole/turns.h"

namespace ssd::whole {

// The first of a plane's reads of one kind. The list is in decision order, unless the priority can change while they
// wait.
inline OpId head_of_reads(const State& s, const Config& c, const List<OpId>& reads, UnitId unit) {
  const Whole& w = *s.whole;
  const OpId first = reads.head;
  if (c.priority_class != PriorityClass::kGeneral || first == kNone) return first;
  Best best;
  for (OpId op = first; op != kNone; op = w.ops[op].next) offer(s, c, op, unit, best);
  return best.op;
}

// The plane's head for host reads (command.combine).
inline OpId head_read(const State& s, const Config& c, PlaneId plane, UnitId unit) {
  return head_of_reads(s, c, s.whole->planes[plane].reads, unit);
}
// The plane's first read whose request may begin (unit.reorder_requests).
inline OpId next_read(const State& s, const Config& c, PlaneId plane, UnitId unit) {
  const Whole& w = *s.whole;
  if (c.reorder_requests == 0) return head_read(s, c, plane, unit);
  Best best;
  const bool in_order = c.priority_class != PriorityClass::kGeneral;
  OpId op = w.planes[plane].reads_in_turn == 0 ? OpId(kNone) : w.planes[plane].reads.head;
  for (; op != kNone; op = w.ops[op].next) {
    if (!may_begin(w, c, op)) continue;
    if (in_order) return op;
    offer(s, c, op, unit, best);
  }
  return best.op;
}
// The first ready read of a superblock's move in the plane.
inline OpId head_move_read(const State& s, const Config& c, PlaneId plane, UnitId unit) {
  return has_superblocks(c) ? head_of_reads(s, c, s.whole->planes[plane].move_reads, unit) : kNone;
}

// The head of the plane's queue, if it is ready. Between the moves of a collection only if it was decided before the
// collection (collection.preempt).
inline OpId ready_head(const State& s, const Config& c, PlaneId plane) {
  const Whole& w = *s.whole;
  const OpId head = w.planes[plane].order.head, job = w.units[unit_of(c, plane)].job;
  if (head == kNone || w.ops[head].waits != 0) return kNone;
  return job != kNone && w.ops[head].order > w.ops[job].order ? kNone : head;
}

// ready_head(), if it can get a page (where it is a program placed at issue).
inline OpId head_of_order(const State& s, const Config& c, PlaneId plane) {
  const Whole& w = *s.whole;
  const OpId head = ready_head(s, c, plane);
  if (head == kNone) return kNone;
  if (c.at_issue != 0 && w.ops[head].kind == Kind::kProgram && !can_take(s, c, plane, w.ops[head].stream)) return kNone;
  return head;
}

inline bool has_ready_read(const Unit& unit) { return unit.ready_reads != 0; }

// Whether all that waits in the unit, ready or not, are reads in Plane::reads.
inline bool has_only_reads(const Unit& unit) { return unit.queued == unit.ready_reads; }

// The ready host read of the unit that comes first.
inline Best best_read(const State& s, const Config& c, UnitId u) {
  const Unit& unit = s.whole->units[u];
  Best best;
  for (PlaneId p = unit.first_plane; p < unit.first_plane + c.planes_per_unit; ++p) {
    const OpId op = head_read(s, c, p, u);
    if (op == kNone) continue;
    offer(s, c, op, u, best);
    if (unit.ready_reads == 1) break;
  }
  return best;
}

// How many host operations are ready in the unit and not granted.
inline u32 ready_operations(const State& s, const Config& c, const Unit& unit) {
  const Whole& w = *s.whole;
  u32 count = unit.ready_reads;
  if (has_only_reads(unit)) return count;
  for (PlaneId p = unit.first_plane; p < unit.first_plane + c.planes_per_unit; ++p) {
    for (OpId op = w.planes[p].order.head; op != kNone; op = w.ops[op].next)
      count += w.ops[op].kind == Kind::kProgram && w.ops[op].waits == 0 ? 1 : 0;
  }
  return count;
}

// Whether there are any. It decides whether a collection was begun in idle time (account.conflicts), whether it becomes
// a stream (copies.any_idle), and whether a copy may go there (copies.write_back, copies.replicate).
inline bool host_is_ready(const State& s, const Config& c, const Unit& unit) {
  const Whole& w = *s.whole;
  if (w.host_waiting == 0) return false;
  if (has_ready_read(unit)) return true;
  if (unit.queued == 0) return false;
  for (PlaneId p = unit.first_plane; p < unit.first_plane + c.planes_per_unit; ++p) {
    for (OpId op = w.planes[p].order.head; op != kNone; op = w.ops[op].next) {
      if (w.ops[op].kind == Kind::kProgram && w.ops[op].waits == 0) return true;
    }
  }
  return false;
}

inline constexpr u64 kUnforced =
    u64{1} << 62;  // with reorder: fifo, forced collections come before all others (unit.reorder)

// Between moves only programs that were decided before the collection may go first (collection.preempt).
inline bool may_go_first(const Whole& w, const Unit& unit, OpId head) {
  return unit.job == kNone || (w.ops[head].kind == Kind::kProgram && w.ops[head].order < w.ops[unit.job].order);
}

// With reorder: fifo (unit.reorder): the unit's first operation by sequence number, ready or not; kNone if it is not
// ready.
inline OpId first_in_order(const State& s, const Config& c, const Unit& unit, bool reads_only) {
  const Whole& w = *s.whole;
  OpId first = kNone;
  u64 least = ~u64{0};
  const auto look = [&](OpId op, u64 order) {
    if (order >= least) return;
    least = order;
    first = op;
  };
  for (PlaneId p = unit.first_plane; p < unit.first_plane + c.planes_per_unit; ++p) {
    for (OpId op = w.planes[p].reads.head; op != kNone; op = w.ops[op].next) look(op, kUnforced + w.ops[op].order);
    if (reads_only) continue;
    for (OpId op = has_superblocks(c) ? w.planes[p].move_reads.head : kNone; op != kNone; op = w.ops[op].next)
      look(op, kUnforced + w.ops[op].order);
    const OpId head = w.planes[p].order.head;
    if (head != kNone && may_go_first(w, unit, head))
      look(head, (c.at_issue != 0 && w.ops[head].forced != 0 ? 0 : kUnforced) + w.ops[head].order);
  }
  if (first == kNone || w.ops[first].kind < Kind::kProgram || w.ops[first].kind == Kind::kMoveRead) return first;
  return head_of_order(s, c, w.ops[first].plane);
}

enum class Requests : u8 { kThatMayBegin, kAll };

// What the unit would be granted, by time.order, if it were idle, of the operations of these requests; not host reads
// of planes that read by themselves.
[[gnu::noinline]] inline OpId choose_operation(const State& s, const Config& c, UnitId u,
                                               Requests of = Requests::kThatMayBegin) {
  const Unit& unit = s.whole->units[u];
  if (c.reorder_fifo != 0) return first_in_order(s, c, unit, false);
  if (c.plane_reads == 0 && c.reorder_requests == 0 && has_only_reads(unit)) return best_read(s, c, u).op;
  Best best;
  for (PlaneId p = unit.first_plane; p < unit.first_plane + c.planes_per_unit; ++p) {
    if (c.plane_reads == 0) {
      const OpId read = of == Requests::kAll ? head_read(s, c, p, u) : next_read(s, c, p, u);
      if (read != kNone) offer(s, c, read, u, best);
    }
    if (const OpId op = head_move_read(s, c, p, u); op != kNone) offer(s, c, op, u, best);
    const OpId op = head_of_order(s, c, p);
    if (op != kNone && (of == Requests::kAll || may_begin(*s.whole, c, op))) offer(s, c, op, u, best);
  }
  return best.op;
}

[[gnu::noinline]] inline OpId choose_read(const State& s, const Config& c, UnitId u) {
  const Unit& unit = s.whole->units[u];
  if (c.reorder_fifo != 0) return first_in_order(s, c, unit, true);
  return best_read(s, c, u).op;
}

// The host operation that goes first between two moves (collection.preempt); kNone if there is none. Reads as above.
[[gnu::noinline]] inline OpId choose_between_moves(const State& s, const Config& c, UnitId u) {
  const Whole& w = *s.whole;
  const Unit& unit = w.units[u];
  if (c.reorder_fifo != 0) return first_in_order(s, c, unit, false);
  Best best;
  for (PlaneId p = unit.first_plane; p < unit.first_plane + c.planes_per_unit; ++p) {
    const OpId read = c.plane_reads != 0 ? OpId(kNone) : head_read(s, c, p, u);
    if (read != kNone) offer(s, c, read, u, best);
    const OpId op = head_of_order(s, c, p);
    if (op != kNone && w.ops[op].kind == Kind::kProgram) offer(s, c, op, u, best);
  }
  return best.op;
}

// `g.waiting_host` of collection.preempt: host operations that could go before the collection's next move.
inline u32 waiting_host(const State& s, const Config& c, const Unit& unit) {
  const Whole& w = *s.whole;
  u32 count = unit.ready_reads;
  for (PlaneId p = unit.first_plane; p < unit.first_plane + c.planes_per_unit; ++p) {
    const OpId head = head_of_order(s, c, p);
    count += head != kNone && w.ops[head].kind == Kind::kProgram ? 1 : 0;
  }
  return count;
}

// The design's `preempt`, for the collection that has just moved a page.
inline bool preempt_holds(const State& s, const Config& c, const Unit& unit) {
  const PageOp& job = s.whole->ops[unit.moved_job];
  const u32 left = valid_pages(s, c, job.victim);
  const u32 waiting =
      reads_any(c, Hook::kPreempt, input_mask(Hook::kPreempt, "waiting_host")) ? waiting_host(s, c, unit) : 0;
  return hook::preempt(s, job.sectors, left, waiting, s.space[job.plane].free_pages) != 0;
}

inline bool hard_holds(const State& s, const Config& c, const Unit& unit) {
  if (c.hard_given != 0) {
    const PlaneSpace& space = s.space[s.whole->ops[unit.moved_job].plane];
    return hook::hard(s, space.free_pages, space.free_count) != 0;
  }
  for (OpId job = unit.jobs.head; job != kNone; job = s.whole->ops[job].next) {
    if (!can_take_all(s, c, s.whole->ops[job].plane)) return true;
  }
  return false;
}

// Whether the unit is open between two moves, so that host operations may go first (collection.preempt).
inline bool is_open(const State& s, const Config& c, const Unit& unit) {
  return unit.opened != 0 && !hard_holds(s, c, unit) && (c.preempt_asks == 0 || preempt_holds(s, c, unit));
}

// What the unit would be granted now if it ran nothing, given what it has suspended or which collection it has open.
inline OpId choose_next(const State& s, const Config& c, UnitId u) {
  const Unit& unit = s.whole->units[u];
  if (unit.halted.head != kNone) return choose_read(s, c, u);
  if (unit.job == kNone) return choose_operation(s, c, u);
  return is_open(s, c, unit) ? choose_between_moves(s, c, u) : kNone;  // a closed unit goes on with its next move
}

}  // namespace ssd::whole
