// Collections on the flash: start, moves page by page, and the erase, alone or together with others of the die
// (collection.hold, collection.moves, collection.preempt, collection.together).
#pragma once
#include "runtime/engine/whole/streams.h"

namespace ssd::whole {

inline Time move_array(const Config&, const PageOp& move, Step step) {
  if (step == Step::kCopyback) return move.array + move.held;
  return step == Step::kRead ? move.array : move.held;
}

// Placed at issue: whether the collection has something to do.
inline bool finds_work(const State& s, const Config& c, OpId job) {
  const PageOp& op = s.whole->ops[job];
  return op.wear != 0 ? find_levelling(s, c, op.plane).laggard != kNone : has_victim(s, c, op.plane);
}

// Placed at issue: chooses the victim and, unless they are fixed one by one, fixes all moves. The collection must have
// something to do.
inline void plan_job(State& s, const Config& c, OpId job) {
  Whole& w = *s.whole;
  const PlaneId plane = w.ops[job].plane;
  const bool wear = w.ops[job].wear != 0;
  if (wear)
    plan_levelling(s, c, job, find_levelling(s, c, plane));
  else
    w.ops[job].victim = static_cast<u32>(first_block(c, plane)) + choose_victim(s, c, plane);
  const u32 block = w.ops[job].victim;
  make_ineligible(s, c, block);
  leave_block(s, c, block);
  w.ops[job].retires = retires_next(s, c, block) ? 1 : 0;
  count_collection(s, w.ops[job].forced != 0);
  s.flash.background_collections += w.ops[job].background;
  const bool page_by_page = looks_again(c, w.ops[job]);
  if (!wear && !page_by_page) plan_moves(s, c, job);
  w.ops[job].array = erase_time(s, c, block);
  for (OpId move = w.ops[job].partner; move != kNone; move = w.ops[move].next) time_move(s, c, move);
}

// A collection of the plane begins. False if it finds nothing to do: then it is freed.
inline bool begin_job(State& s, const Config& c, OpId job) {
  Whole& w = *s.whole;
  const PlaneId plane = w.ops[job].plane;
  pop_front(w.ops, w.planes[plane].order);
  --w.units[unit_of(c, plane)].queued;
  w.ops[job].granted = 1;
  w.ops[job].next = kNone;
  if (c.at_issue != 0) {
    if (!finds_work(s, c, job)) {
      w.planes[plane].job = kNone;
      free_page_op(s, job);
      return false;
    }
    plan_job(s, c, job);
  }
  if (w.ops[job].wear != 0) add_skipped(s.series, w.now, w.ops[job].sectors);
  if (recorder(s) != nullptr && !has_superblocks(c)) [[unlikely]]
    tell_collection(s, c, job, plane, w.ops[job].victim, w.ops[job].forced != 0);
  return true;
}

// The move of units that is granted now takes its places (iu.collection).
[[gnu::noinline]] inline void place_units(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  const OpId job = unit.at_job;
  Ppn first = kNoPage;
  if (unit.step == Step::kRead) {
    const u32 page = unit.at_page / c.subpages * c.subpages;
    first = first_page_of_block(c, w.ops[job].victim) + page;
    unit.at_page = page + c.subpages;
  }
  const OpId move = place_move_of_units(s, c, job, first);
  time_move(s, c, move);
  w.units[u].move = move;
}

// The move that is granted now takes its page, or its slot (collection.moves, copies.any_idle), if its collection fixes
// moves one by one and some page of the victim is still valid.
inline void place_move(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  find_step(s, c, u);
  Unit& unit = w.units[u];
  const bool any = unit.step != Step::kErase;
  if (any && !looks_again(c, w.ops[unit.at_job])) return;
  if (any && shares_programs(c)) return place_units(s, c, u);
  const Ppn from = any ? first_page_of_block(c, w.ops[unit.at_job].victim) + next_valid_page(s, c, unit) : kNoPage;
  if (c.any_idle_slots != 0 && visit_page(s, c, u, from)) return;
  if (!any) return;
  OpId tail = kNone;
  const OpId job = unit.at_job;
  add_move(s, c, job, tail, from, holder_of(s, from));
  invalidate(s, c, from);
  time_move(s, c, tail);
  unit.move = tail;
  ++w.ops[job].sectors;
  unit.at_page = page_in_block(c, from) + 1;
  unit.step = w.ops[tail].copyback != 0 ? Step::kCopyback : Step::kRead;
}

inline Command collection_command(Whole& w, OpId head, u32 count, CommandType type, Time array, OpId leader) {
  Command command = kNoCommand;
  command.head = head;
  command.leader = leader;
  command.count = count;
  command.type = type;
  command.array = command.full_array = array;
  command.number = w.next_command++;
  return command;
}

inline CommandType type_of(Step step) {
  switch (step) {
    case Step::kCopyback: return CommandType::kCopyback;
    case Step::kIn: return CommandType::kProgram;
    case Step::kErase: return CommandType::kErase;
    default: return CommandType::kRead;
  }
}

// Begins the bus transfer of the step, except of a data out.
inline void begin_step(State& s, const Config& c, UnitId u, const Command& command, Time tenure) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  if (recorder(s) != nullptr) [[unlikely]]
    tell_step(s, c, u, command);
  occupy(s, c, u, Cause::kCollection, w.now, tenure);
  unit.current = command;
  begin_lead(s, c, u, w.now + tenure);
  want_nothing(s, c, u);
}

inline void grant_erase(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  const Unit& unit = w.units[u];
  u32 count = 0, gained = 0;
  Time longest = 0;
  for (OpId job = unit.jobs.head; job != kNone; job = w.ops[job].next, ++count) {
    if (w.ops[job].array > longest) longest = w.ops[job].array;
    gained += pages_gained(c, w.ops[job].retires != 0);
  }
  add_erased(s.series, w.now, gained);
  if (c.any_idle_slots != 0) complete_segments(w.held, u);
  begin_step(s, c, u, collection_command(w, unit.jobs.head, count, CommandType::kErase, longest, unit.job),
             commands_time(c, count));
}

inline void grant_move(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  const Unit& unit = w.units[u];
  PageOp& move = w.ops[unit.move];
  if (unit.step != Step::kRead) move.plane = plane_of_page(c, move.page);
  Time tenure = c.command;
  if (unit.step == Step::kIn) {
    tenure += transfer_time(c, whole_program_bytes(c));
    s.bus_bytes += whole_program_bytes(c);
  }
  s.flash.collection_reads += unit.step == Step::kRead ? 1 : 0;
  if (unit.step != Step::kRead) {
    s.flash.collection_programs += c.program_pages;
    add_programs(s.series, w.now, 0, c.program_pages);
  }
  s.flash.copybacks += unit.step == Step::kCopyback ? 1 : 0;
  begin_step(s, c, u, collection_command(w, unit.move, 1, type_of(unit.step), move_array(c, move, unit.step), unit.job),
             tenure);
}

inline void grant_move_out(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  const u64 bytes = bytes_out(c, w.ops[w.units[u].current.head]);
  const Time tenure = c.subpages == 1 ? page_transfer_time(c) : transfer_time(c, bytes);
  s.bus_bytes += bytes;
  if (recorder(s) != nullptr) [[unlikely]]
    tell_move_out(s, c, u, w.units[u].current.head);
  occupy(s, c, u, Cause::kCollection, w.now, tenure);
  w.tenure_end[u] = w.now + tenure;
  note_ends(w, c, u);
  w.units[u].stage = Stage::kOut;
  want_nothing(s, c, u);
}

// Whether the step goes on with a move that has begun. Only the program that ends a gathering begins one by itself
// (iu.collection).
inline bool moves_already(const Unit& unit) { return unit.step == Step::kIn && unit.move != kNone; }

// Grants the bus to the next step of the unit's collections.
[[gnu::noinline]] inline void grant_step(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  if (unit.held_since == kNever) hold_for_collection(w, c, u);
  unit.opened = 0;
  if (unit.step == Step::kOut) {
    grant_move_out(s, c, u);
    return;
  }
  if (some_look_again(c) && !moves_already(unit)) place_move(s, c, u);
  if (unit.step == Step::kErase)
    grant_erase(s, c, u);
  else
    grant_move(s, c, u);
}

// The collection at the head of the plane's queue that could go together with `leader` (collection.together); kNone:
// there is none.
inline OpId joining_job(const State& s, const Config& c, OpId leader, PlaneId plane) {
  const Whole& w = *s.whole;
  if (c.multiplane == Willing::kNo || c.block_and_page != 0 || w.ops[leader].wear != 0) return kNone;
  const OpId head = w.planes[plane].order.head;
  if (head == kNone || w.ops[head].kind != Kind::kCollection) return kNone;
  return w.ops[head].waits == 0 && w.ops[head].wear == 0 ? head : OpId(kNone);
}

// Planes of the die that have such a collection, the leader's included: `pending` of collection.together.
inline u32 pending_jobs(const State& s, const Config& c, OpId leader) {
  const PlaneId plane = s.whole->ops[leader].plane, first = first_plane_of_die(c, plane);
  u32 pending = 0;
  for (PlaneId p = first; p < first + c.planes; ++p)
    pending += p == plane || joining_job(s, c, leader, p) != kNone ? 1 : 0;
  return pending;
}

// Adds the other collections of the die that are ready, planes ascending (collection.together).
inline void gather_jobs(State& s, const Config& c, UnitId u, OpId leader) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  const PlaneId plane = w.ops[leader].plane;
  const PlaneId first = first_plane_of_die(c, plane);
  const bool asks = c.multiplane == Willing::kPredicate;
  const u32 pending = asks ? pending_jobs(s, c, leader) : 0;
  u32 count = 1;
  unit.jobs = kEmpty;
  for (PlaneId p = first; p < first + c.planes; ++p) {
    const OpId job = p == plane ? leader : joining_job(s, c, leader, p);
    if (job == kNone) continue;
    if (p != plane && asks && hook::multiplane(s, 0, pending, count + 1, false, true) == 0) continue;
    if (!begin_job(s, c, job)) continue;
    push_back(w.ops, unit.jobs, job);
    count += p == plane ? 0 : 1;
  }
}

inline void note_begun(State& s, const Config& c, OpId op);

// Whether no chip but those from `first` to `end` is busy or wanted, if no write without a place is ready
// (account.conflicts).
inline bool other_chips_rest(const State& s, const Config& c, u32 first, u32 end) {
  const Whole& w = *s.whole;
  u32 busy = 0;
  u64 ready = 0;
  for (u32 chip = first; chip < end; ++chip) busy += w.busy_units[chip] != 0 ? 1 : 0;
  if (busy != w.busy_chips) return false;
  if (w.host_waiting == 0) return true;
  for (UnitId u = first_unit_of_chip(c, first); u < first_unit_of_chip(c, end); ++u)
    ready += ready_operations(s, c, w.units[u]);
  return ready == w.host_waiting;
}

// Grants a unit to a collection and to those that join it. False if there was nothing to collect.
[[gnu::noinline]] inline bool start_collection(State& s, const Config& c, UnitId u, OpId leader) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  const bool in_idle_time = w.unplaced.head == kNone && !host_is_ready(s, c, unit);
  const u32 chip = chip_of(c, u);
  const bool in_idle_drive = in_idle_time && !has_superblocks(c) && other_chips_rest(s, c, chip, chip + 1);
  if (c.at_issue != 0 && !finds_work(s, c, leader)) {
    begin_job(s, c, leader);
    update_wish(s, c, u);
    return false;
  }
  gather_jobs(s, c, u, leader);
  unit.job = leader;
  unit.at_job = unit.jobs.head;
  unit.at_page = 0;
  for (OpId job = unit.jobs.head; job != kNone; job = w.ops[job].next) {
    if (has_superblocks(c)) {
      note_begun(s, c, job);
    } else {
      s.flash.idle_collections += in_idle_time ? 1 : 0;
      s.flash.idle_drive_collections += in_idle_drive ? 1 : 0;
    }
  }
  find_step(s, c, u);
  grant_step(s, c, u);
  return true;
}

// ---- ends of phases

inline void wait_for_step(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  unit.stage = Stage::kStepWait;
  unit.step_ready = w.now;
  may_rest(w, c, u);
  update_wish(s, c, u);
}

[[gnu::noinline]] inline void end_move(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  const OpId move = unit.move;
  const OpId job = unit.at_job;
  const bool opens = c.preempt_page != 0 && w.ops[job].wear == 0;
  w.ops[job].partner = looks_again(c, w.ops[job]) ? kNone : w.ops[move].next;
  unit.current.head = kNone;
  free_page_op(s, move);
  find_step(s, c, u);
  if (opens) {
    unit.opened = 1;
    unit.moved_job = job;
    end_hold(w, c, u);
    unit.released = w.now;
  }
  wait_for_step(s, c, u);
}

// Creates a wear collection if one is due, after the erase of a collection that no other one follows (collection.jobs,
// step 4).
inline void want_levelling(State& s, const Config& c, PlaneId plane) {
  if (c.wear_static == 0 || find_levelling(s, c, plane).laggard == kNone) return;
  add_job(s, c, plane, new_wear_collection(s, plane));
}

// Looks at the planes that gave pages to a collection of another plane of their die (collection.same_die). A collection
// that gained nothing, or ran in the background, starts no series there.
inline void look_after_givers(State& s, const Config& c, PlaneId plane, u32 gave, bool goes_on) {
  const PlaneId first = first_plane_of_die(c, plane);
  for (PlaneId p = first; gave != 0; ++p, gave >>= 1) {
    if ((gave & 1) != 0) want_collection(s, c, p, goes_on && triggers(s, c, p));
  }
}

// After the erase: frees the job, and creates the collections that collection.jobs asks for.
inline void end_job(State& s, const Config& c, OpId job) {
  Whole& w = *s.whole;
  const PageOp ended = w.ops[job];
  const bool goes_on = ended.source_order < pages_gained(c, ended.retires != 0) && ended.background == 0;
  if (c.at_issue != 0) w.planes[ended.plane].job = kNone;
  free_page_op(s, job);
  if (c.at_issue == 0) return;
  if (!want_collection(s, c, ended.plane, goes_on && !stops(s, c, ended.plane)) && ended.wear == 0)
    want_levelling(s, c, ended.plane);
  look_after_givers(s, c, ended.plane, ended.gave, goes_on);
}

[[gnu::noinline]] inline void end_erase(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  OpId job = unit.jobs.head;
  end_hold(w, c, u);
  unit.current.head = kNone;
  unit.job = kNone;
  unit.jobs = kEmpty;
  unit.step = Step::kNone;
  unit.released = w.now;
  unit.stage = Stage::kIdle;
  may_rest(w, c, u);
  for (OpId erased = job; erased != kNone; erased = w.ops[erased].next) {  // all of them, before any plane is looked at
    ++s.flash.erases;
    if (c.at_issue != 0) free_victim(s, c, w.ops[erased].victim);
  }
  while (job != kNone) {
    const OpId next = w.ops[job].next;
    end_job(s, c, job);
    job = next;
  }
  update_wish(s, c, u);
}

inline void end_copy(State& s, const Config& c, UnitId u);
inline void end_array_of_move(State& s, const Config& c, UnitId u);
inline void end_move_read(State& s, const Config& c, UnitId u);

inline void end_step_array(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  stop_array(s, c, u);
  tally_command(s, c, unit.current);
  if (unit.job == kNone && has_superblocks(c)) {
    end_array_of_move(s, c, u);
  } else if (unit.job == kNone) {
    end_copy(s, c, u);
  } else if (unit.step == Step::kRead) {
    unit.step = Step::kOut;
    wait_for_step(s, c, u);
  } else if (unit.step == Step::kErase) {
    end_erase(s, c, u);
  } else {
    end_move(s, c, u);
  }
}

inline void end_step_tenure(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  account_unit(s, u);
  w.tenure_end[u] = kNever;
  if (w.units[u].stage == Stage::kLead) {
    if (c.replicas != 0 && runs_replica(w, u)) tell_transfer_of_replica(s, c, u);
    enter_array(s, c, u);
    return;
  }
  if (has_superblocks(c)) return end_move_read(s, c, u);
  if (w.ops[w.units[u].move].entry != kNone) {
    fill_slot(s, c, w.units[u].move);
    end_move(s, c, u);
    return;
  }
  if (!programs_page(c, w.ops[w.units[u].move])) {
    end_move(s, c, u);
    return;
  }
  w.units[u].step = Step::kIn;
  wait_for_step(s, c, u);
}

}  // namespace ssd::whole
