// What a unit would do next, and with which other planes (rules 2 to 4, 9, 10; S28, S46). Nothing here changes anything.
#pragma once
#include "runtime/engine/whole/place.h"

namespace ssd::whole {

inline Time busy_for(const Whole& w, u32 unit);  // dispatch.h

// What a priority sees of an operation.
struct View {
  bool is_read, is_write, is_erase, is_gc;
};

inline View view_of(const Whole& w, const PageOp& op, u32 unit) {
  if (op.kind != Kind::kCollection) return {op.kind != Kind::kProgram, op.kind == Kind::kProgram, false, false};
  const Step step = op.granted == 0 ? Step::kNone : w.units[unit].step;
  return {step == Step::kRead || step == Step::kOut, step == Step::kIn || step == Step::kCopyback, step == Step::kErase, true};
}

// The design's priority of an operation now; unit kNil: a write without a place.
inline i64 priority_of(const State& s, const Config& c, u32 op_index, u32 unit) {
  if (c.priority_class == PriorityClass::kConstant) return 0;
  const Whole& w = *s.whole;
  const PageOp& op = w.ops.at[op_index];
  const View v = unit == kNil ? View{false, true, false, false} : view_of(w, op, unit);
  const u32 plane = unit == kNil ? 0 : op.plane;
  const bool sees_unit = c.priority_reads_unit != 0 && unit != kNil;
  return hook::priority(s, v.is_read, v.is_write, v.is_erase, v.is_gc, !v.is_gc, visible(w.now - op.first_ready), op.request_pages,
                        plane / c.planes_per_channel, plane / (c.dies * c.planes) % c.chips, plane / c.planes % c.dies, plane % c.planes,
                        sees_unit ? visible(busy_for(w, unit)) : 0, sees_unit ? w.units[unit].queued : 0,
                        sees_unit ? s.space[plane].free_pages : 0);
}

// Rule 2 between two operations that are both ready.
struct Best {
  u32 op = kNil;
  i64 priority = 0;
};

inline void offer(const State& s, const Config& c, u32 op, u32 unit, Best& best) {
  const i64 priority = priority_of(s, c, op, unit);
  const Pool<PageOp>& ops = s.whole->ops;
  if (best.op != kNil && (priority < best.priority || (priority == best.priority && !earlier(ops.at[op], ops.at[best.op])))) return;
  best = {op, priority};
}

// The head of a plane's reads (S28). Reads of one kind and age order: with a priority by kind the oldest is the first.
inline u32 head_read(const State& s, const Config& c, u32 plane, u32 unit) {
  const Whole& w = *s.whole;
  const u32 oldest = w.planes[plane].reads.head;
  if (c.priority_class != PriorityClass::kGeneral || oldest == kNil) return oldest;
  Best best;
  for (u32 op = oldest; op != kNil; op = w.ops.at[op].next) offer(s, c, op, unit, best);
  return best.op;
}

// The head of a plane's order, if it is ready. Between the moves of a collection only what was decided before that (S36).
inline u32 ready_head(const State& s, const Config& c, u32 plane) {
  const Whole& w = *s.whole;
  const u32 head = w.planes[plane].order.head, job = w.units[unit_of(c, plane)].job;
  if (head == kNil || w.ops.at[head].waits != 0) return kNil;
  return job != kNil && w.ops.at[head].order > w.ops.at[job].order ? kNil : head;
}

// The same, if (a program placed at issue) it can have a page.
inline u32 head_of_order(const State& s, const Config& c, u32 plane) {
  const Whole& w = *s.whole;
  const u32 head = ready_head(s, c, plane);
  if (head == kNil) return kNil;
  if (c.at_issue != 0 && w.ops.at[head].kind == Kind::kProgram && !can_take(s, c, plane, w.ops.at[head].stream)) return kNil;
  return head;
}

inline bool has_ready_read(const State& s, const Config& c, const Unit& unit) {
  for (u32 p = unit.first_plane; p < unit.first_plane + c.planes_per_unit; ++p) {
    if (s.whole->planes[p].reads.head != kNil) return true;
  }
  return false;
}

inline constexpr u64 kUnforced = u64{1} << 62;  // S46: forced collections come before all others

// S36: between moves only programs that were decided before the collection.
inline bool may_go_first(const Whole& w, const Unit& unit, u32 head) {
  return unit.job == kNil || (w.ops.at[head].kind == Kind::kProgram && w.ops.at[head].order < w.ops.at[unit.job].order);
}

// reorder: fifo. The unit's first operation by sequence number, ready or not; kNil if it is not ready.
inline u32 first_in_order(const State& s, const Config& c, const Unit& unit, bool reads_only) {
  const Whole& w = *s.whole;
  u32 first = kNil;
  u64 least = ~u64{0};
  const auto look = [&](u32 op, u64 order) {
    if (order >= least) return;
    least = order;
    first = op;
  };
  for (u32 p = unit.first_plane; p < unit.first_plane + c.planes_per_unit; ++p) {
    for (u32 op = w.planes[p].reads.head; op != kNil; op = w.ops.at[op].next) look(op, kUnforced + w.ops.at[op].order);
    if (reads_only) continue;
    const u32 head = w.planes[p].order.head;
    if (head != kNil && may_go_first(w, unit, head)) look(head, (c.at_issue != 0 && w.ops.at[head].forced != 0 ? 0 : kUnforced) + w.ops.at[head].order);
  }
  if (first == kNil || w.ops.at[first].kind < Kind::kProgram) return first;
  return head_of_order(s, c, w.ops.at[first].plane);
}

// What the unit would be granted by rule 2 if it were idle.
[[gnu::noinline]] inline u32 choose_operation(const State& s, const Config& c, u32 u) {
  const Unit& unit = s.whole->units[u];
  if (c.reorder_fifo != 0) return first_in_order(s, c, unit, false);
  Best best;
  for (u32 p = unit.first_plane; p < unit.first_plane + c.planes_per_unit; ++p) {
    if (const u32 op = head_read(s, c, p, u); op != kNil) offer(s, c, op, u, best);
    if (const u32 op = head_of_order(s, c, p); op != kNil) offer(s, c, op, u, best);
  }
  return best.op;
}

[[gnu::noinline]] inline u32 choose_read(const State& s, const Config& c, u32 u) {
  const Unit& unit = s.whole->units[u];
  if (c.reorder_fifo != 0) return first_in_order(s, c, unit, true);
  Best best;
  for (u32 p = unit.first_plane; p < unit.first_plane + c.planes_per_unit; ++p) {
    if (const u32 op = head_read(s, c, p, u); op != kNil) offer(s, c, op, u, best);
  }
  return best.op;
}

// S36: host operations between moves.
[[gnu::noinline]] inline u32 choose_between_moves(const State& s, const Config& c, u32 u) {
  const Whole& w = *s.whole;
  const Unit& unit = w.units[u];
  if (c.reorder_fifo != 0) return first_in_order(s, c, unit, false);
  Best best;
  for (u32 p = unit.first_plane; p < unit.first_plane + c.planes_per_unit; ++p) {
    if (const u32 op = head_read(s, c, p, u); op != kNil) offer(s, c, op, u, best);
    const u32 op = head_of_order(s, c, p);
    if (op != kNil && w.ops.at[op].kind == Kind::kProgram) offer(s, c, op, u, best);
  }
  return best.op;
}

inline bool is_read(Kind kind) { return kind <= Kind::kReadAhead; }

// Operations of one command, at most one a plane of a die.
struct Group {
  u32 count;
  u32 op[kMostPlanes];
};

// What joining operations must agree in (R_c).
struct Agreement {
  u32 page, block;       // the largest next page so far; of the leader: block within its plane
  u64 sum;               // of next pages
};

inline NextPage place_of(const State& s, const Config& c, const PageOp& op) {
  if (op.page == kNil) return next_host_page(s, c, op.plane, op.stream);
  return {op.page / c.pages % c.blocks, op.page % c.pages};
}

// Rules 9 and 10: may `op` join a command of `count` operations? `plane` is where it would go.
inline bool joins(const State& s, const Config& c, const PageOp& op, u32 count, u32 pending, Agreement& agreement) {
  const NextPage next = place_of(s, c, op);
  if (c.block_and_page != 0 && next.block != agreement.block) return false;
  if (op.page != kNil && next.page != agreement.page) return false;
  const u32 page = next.page > agreement.page ? next.page : agreement.page;
  const u64 sum = agreement.sum + next.page;
  const i64 wasted = static_cast<i64>(u64{page} * (count + 1) - sum);
  const bool predicate = c.multiplane == Willing::kPredicate && 
                         hook::multiplane(s, wasted, pending, count + 1) != 0;
  if (!willing(c.multiplane, wasted, predicate)) return false;
  agreement.page = page;
  agreement.sum = sum;
  return true;
}

inline Agreement agreement_of(const State& s, const Config& c, u32 leader) {
  const NextPage next = place_of(s, c, s.whole->ops.at[leader]);
  return {next.page, next.block, next.page};
}

inline void sort_by_plane(const Whole& w, Group& group) {
  for (u32 i = 1; i < group.count; ++i) {
    for (u32 k = i; k != 0 && w.ops.at[group.op[k]].plane < w.ops.at[group.op[k - 1]].plane; --k) {
      const u32 op = group.op[k];
      group.op[k] = group.op[k - 1];
      group.op[k - 1] = op;
    }
  }
}

// Heads of the die's other planes that could join `leader`, in sequence order (rule 9).
inline Group partners(const State& s, const Config& c, u32 leader, u32 unit) {
  const Whole& w = *s.whole;
  const PageOp& lead = w.ops.at[leader];
  const u32 first = lead.plane - lead.plane % c.planes;
  Group found{0, {}};
  for (u32 p = first; p < first + c.planes; ++p) {
    if (p == lead.plane) continue;
    const u32 op = is_read(lead.kind) ? head_read(s, c, p, unit) : head_of_order(s, c, p);
    if (op == kNil || is_read(w.ops.at[op].kind) != is_read(lead.kind) || w.ops.at[op].kind == Kind::kCollection) continue;
    u32 k = found.count++;
    for (; k != 0 && w.ops.at[op].order < w.ops.at[found.op[k - 1]].order; --k) found.op[k] = found.op[k - 1];
    found.op[k] = op;
  }
  return found;
}

// S28: planes of the die whose head of the kind is ready, whether or not it can have a page.
inline u32 pending_in_die(const State& s, const Config& c, u32 leader) {
  const Whole& w = *s.whole;
  const PageOp& lead = w.ops.at[leader];
  const u32 first = lead.plane - lead.plane % c.planes;
  u32 pending = 0;
  for (u32 p = first; p < first + c.planes; ++p) {
    const u32 op = is_read(lead.kind) ? w.planes[p].reads.head : ready_head(s, c, p);
    pending += op != kNil && (is_read(lead.kind) || w.ops.at[op].kind == Kind::kProgram) ? 1 : 0;
  }
  return pending;
}

// The command that `leader`, a placed host operation, would begin: planes ascending.
[[gnu::noinline]] inline Group combine(const State& s, const Config& c, u32 leader, u32 unit) {
  Group group{1, {leader}};
  if (c.multiplane == Willing::kNo) return group;
  const Group others = partners(s, c, leader, unit);
  if (others.count == 0) return group;
  const u32 pending = c.multiplane == Willing::kPredicate ? pending_in_die(s, c, leader) : 0;
  Agreement agreement = agreement_of(s, c, leader);
  for (u32 i = 0; i < others.count; ++i) {
    if (joins(s, c, s.whole->ops.at[others.op[i]], group.count, pending, agreement)) group.op[group.count++] = others.op[i];
  }
  sort_by_plane(*s.whole, group);
  return group;
}

// Rule 12: the group goes to just the planes of the command.
inline bool same_planes(const Whole& w, const Group& group, const Command& command) {
  if (group.count != command.count) return false;
  u32 op = command.head;
  for (u32 i = 0; i < group.count; ++i, op = w.ops.at[op].next) {
    if (w.ops.at[group.op[i]].plane != w.ops.at[op].plane) return false;
  }
  return true;
}

// S48: host operations that could go before the collection's next move.
inline u32 waiting_host(const State& s, const Config& c, const Unit& unit) {
  const Whole& w = *s.whole;
  u32 count = 0;
  for (u32 p = unit.first_plane; p < unit.first_plane + c.planes_per_unit; ++p) {
    for (u32 op = w.planes[p].reads.head; op != kNil; op = w.ops.at[op].next) ++count;
    const u32 head = head_of_order(s, c, p);
    count += head != kNil && w.ops.at[head].kind == Kind::kProgram ? 1 : 0;
  }
  return count;
}

// The design's own say, for the collection that has just moved a page.
inline bool preempt_holds(const State& s, const Config& c, const Unit& unit) {
  const PageOp& job = s.whole->ops.at[unit.moved_job];
  const u32 left = s.valid[job.from] & ~u32{kNotEligible};
  return hook::preempt(s, job.sectors, left, waiting_host(s, c, unit), s.space[job.plane].free_pages) != 0;
}

inline bool hard_holds(const State& s, const Config& c, const Unit& unit) {
  if (c.hard_given != 0) {
    const PlaneSpace& space = s.space[s.whole->ops.at[unit.moved_job].plane];
    return hook::hard(s, space.free_pages, space.free_count) != 0;
  }
  for (u32 job = unit.jobs.head; job != kNil; job = s.whole->ops.at[job].next) {
    if (!can_take_all(s, c, s.whole->ops.at[job].plane)) return true;
  }
  return false;
}

// S36, S48: between moves host operations may come first.
inline bool is_open(const State& s, const Config& c, const Unit& unit) {
  return unit.opened != 0 && !hard_holds(s, c, unit) && (c.preempt_asks == 0 || preempt_holds(s, c, unit));
}

// What the unit would be granted now if it held nothing but what it has halted or left open.
inline u32 choose_next(const State& s, const Config& c, u32 u) {
  const Unit& unit = s.whole->units[u];
  if (unit.halted.head != kNil) return choose_read(s, c, u);
  if (unit.job == kNil) return choose_operation(s, c, u);
  return is_open(s, c, unit) ? choose_between_moves(s, c, u) : kNil;  // a closed one goes on with its next move
}

// The command that may follow a running one in its cache register; count 0: none.
[[gnu::noinline]] inline Group successor(const State& s, const Config& c, u32 u) {
  const Whole& w = *s.whole;
  const Unit& unit = w.units[u];
  const u32 op = choose_next(s, c, u);
  if (op == kNil || w.ops.at[op].kind == Kind::kCollection) return {0, {}};
  if (is_read(w.ops.at[op].kind) != (unit.current.type == CommandType::kRead)) return {0, {}};
  const Group group = combine(s, c, op, u);
  return same_planes(w, group, unit.current) ? group : Group{0, {}};
}

inline Tenure tenure_of(const PageOp& op) { return op.kind == Kind::kProgram ? Tenure::kDataIn : Tenure::kCommand; }

inline void wish_for(State& s, const Config& c, u32 u, u32 op) {
  const PageOp& o = s.whole->ops.at[op];
  s.whole->wishes[u] = {priority_of(s, c, op, u), o.ready, o.order, op, tenure_of(o)};
}

inline Tenure tenure_of(Step step) {
  if (step == Step::kOut) return Tenure::kDataOut;
  return step == Step::kIn ? Tenure::kDataIn : Tenure::kCommand;
}

// S36: the next page of the victim that is still valid; c.pages if none.
inline u32 next_valid_page(const State& s, const Config& c, const Unit& unit) {
  const Ppn first = s.whole->ops.at[unit.at_job].from * c.pages;
  u32 page = unit.at_page;
  while (page < c.pages && !holds_data(s, first + page)) ++page;
  return page;
}

// Whether some collections look at their pages again before each move: preemptible ones (S36) and those in conflict (S60 a).
inline bool some_look_again(const Config& c) { return c.preempt_page != 0 || c.any_idle_slots != 0; }
inline bool looks_again(const Config& c, const PageOp& job) { return job.wear == 0 && (c.preempt_page != 0 || job.in_conflict != 0); }

// S60 (a): the page will be read into a slot.
inline bool has_slot(const State& s, const Config& c, u32 u, Ppn from) {
  if (c.any_idle_slots == 0) return false;
  const HeldPages& held = s.whole->held;
  u32 slot = held.reserved[u].head;
  while (slot != kNil && held.at[slot].page < from) slot = held.at[slot].next;
  return slot != kNil && held.at[slot].page == from;
}

// What the collections of the unit do next: the next move, or the erase when all are done.
[[gnu::noinline]] inline void find_step(State& s, const Config& c, u32 u) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  for (; unit.at_job != kNil; unit.at_job = w.ops.at[unit.at_job].next) {
    if (looks_again(c, w.ops.at[unit.at_job])) {
      unit.at_page = next_valid_page(s, c, unit);
      const Ppn from = w.ops.at[unit.at_job].from * c.pages + unit.at_page;
      if (unit.at_page < c.pages) {
        unit.step = !has_slot(s, c, u, from) && kind_of_move(s, c, unit.at_job, from).copyback ? Step::kCopyback : Step::kRead;
        return;
      }
      unit.at_page = 0;
    } else {
      unit.move = w.ops.at[unit.at_job].partner;
      unit.step = unit.move != kNil && w.ops.at[unit.move].copyback != 0 ? Step::kCopyback : Step::kRead;
      if (unit.move != kNil) return;
    }
  }
  unit.step = Step::kErase;
}

// Whether the unit wants the bus now, and for what (left in Whole::wishes).
[[gnu::noinline]] inline bool find_wish(State& s, const Config& c, u32 u) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  u32 op = kNil;
  switch (unit.stage) {
    case Stage::kIdle: op = unit.halted.head != kNil ? choose_read(s, c, u) : choose_operation(s, c, u); break;
    case Stage::kOutWait: {
      const u32 leader = unit.current.leader;
      w.wishes[u] = {priority_of(s, c, leader, u), unit.current.ready_out, w.ops.at[leader].order, leader, Tenure::kDataOut};
      return true;
    }
    case Stage::kStepWait:
      if (some_look_again(c) && unit.step != Step::kOut && unit.step != Step::kIn) find_step(s, c, u);
      if (is_open(s, c, unit)) op = choose_between_moves(s, c, u);
      if (op == kNil) {
        w.wishes[u] = {priority_of(s, c, unit.job, u), unit.step_ready, w.ops.at[unit.job].order, kNil, tenure_of(unit.step)};
        return true;
      }
      break;
    case Stage::kArray: {
      if (unit.cache_open == 0 || unit.next.head != kNil) return false;
      const Group group = successor(s, c, u);
      if (group.count == 0) return false;
      op = choose_next(s, c, u);
      break;
    }
    default: return false;
  }
  if (op == kNil) return false;
  wish_for(s, c, u, op);
  return true;
}

// To be called when a unit's stage or what it may choose from has changed.
[[gnu::noinline]] inline void update_wish(State& s, const Config& c, u32 u) {
  account_unit(s, u);
  Whole& w = *s.whole;
  const u8 wants = find_wish(s, c, u) ? 1 : 0;
  u32& wanting = w.wanting[channel_of(c, u)];
  wanting = wanting + wants - w.wants[u];
  w.wants[u] = wants;
}

}  // namespace ssd::whole
