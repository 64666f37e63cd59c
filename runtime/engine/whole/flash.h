// Flash commands of the host: what their grant begins (command.phases, command.cache_read, command.cache_program).
// phases.h contains how they go on.
#pragma once
#include "runtime/engine/whole/collect_now.h"
#include "runtime/engine/whole/lead.h"
#include "runtime/engine/whole/requests.h"
#include "runtime/engine/whole/wishes.h"

namespace ssd::whole {

// The most pages of the map that the programs of one command make invalid.
inline constexpr u32 kMostOld = kMostPlanes * kMostOfProgram;

inline constexpr Command kNoCommand{kNone, kNone, 0, CommandType::kRead, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

// When a transfer that is granted now begins: now, or behind the parts of the same chip command that were granted
// before it (drive.interleave_command).
inline Time begin_on_bus(const State& s, const Config& c, UnitId u) {
  const Time free = c.chip_command != 0 ? s.channels[channel_of(c, u)].bus_free : 0;
  return free > s.whole->now ? free : s.whole->now;
}

// The bus carries a transfer of the unit from `begin` on, for `length` ns.
inline void occupy(State& s, const Config& c, UnitId u, Cause cause, Time begin, Time length) {
  account_unit(s, u);
  becomes_busy(*s.whole, c, u);
  const ChannelId index = channel_of(c, u);
  Channel& channel = s.channels[index];
  channel.bus_free = begin + length;
  if (channel.bus_free > channel.end) channel.end = channel.bus_free;
  tally_bus(s, index, cause, length);
}

inline Time commands_time(const Config& c, u32 count) { return count * c.command + (count - 1) * c.dummy_busy; }

// Links the group's operations as a command. Its array phase is the longest of theirs (command.phases).
inline Command command_of(State& s, const Group& group, OpId leader, CommandType type) {
  Command command = kNoCommand;
  command.head = group.op[0];
  command.leader = leader;
  command.count = group.count;
  command.type = type;
  command.host = 1;
  Pool<PageOp, OpId>& ops = s.whole->ops;
  for (u32 i = 0; i < group.count; ++i) {
    ops[group.op[i]].next = i + 1 < group.count ? group.op[i + 1] : kNone;
    if (ops[group.op[i]].array > command.array) command.array = ops[group.op[i]].array;
  }
  command.full_array = command.array;
  command.number = s.whole->next_command++;
  return command;
}

// ---- collections that become necessary when pages are taken (collection.jobs); collect.h carries them out

inline void force_waiting_collection(State& s, PlaneId plane) {
  Whole& w = *s.whole;
  PageOp& job = w.ops[w.planes[plane].job];
  if (job.granted != 0 || job.forced != 0) return;
  job.forced = 1;
  job.background = 0;  // collection.background
  job.wear = 0;        // wear.static
  remove(w.ops, w.planes[plane].order, w.planes[plane].job);
  push_front(w.ops, w.planes[plane].order, w.planes[plane].job);
}

inline void add_job(State& s, const Config& c, PlaneId plane, OpId job) {
  Whole& w = *s.whole;
  w.planes[plane].job = job;
  push_back(w.ops, w.planes[plane].order, job);
  ++w.units[unit_of(c, plane)].queued;
}

// The series needs another collection: in the plane at hand unless that has a job, or with a larger scope in the plane
// of the best victim among those without a job (collection.scope). False: nothing was created.
[[gnu::noinline]] inline bool want_series(State& s, const Config& c, PlaneId plane) {
  const bool alone = c.scope_planes == 1;
  if (alone && (s.whole->planes[plane].job != kNone || !has_victim(s, c, plane))) return false;
  const PlaneId at = alone ? plane : plane_of_best_victim(s, c, plane, true);
  if (at == kNone) return false;
  add_job(s, c, at, new_collection(s, at, false));
  update_wish(s, c, unit_of(c, at));
  return true;
}

// The plane cannot give a page to some stream: it is collected before anything else is done there.
[[gnu::noinline]] inline bool want_room(State& s, const Config& c, PlaneId plane) {
  if (s.whole->planes[plane].job == kNone) {
    if (!has_victim(s, c, plane)) return false;
    add_job(s, c, plane, new_collection(s, plane, false));
  }
  force_waiting_collection(s, plane);
  update_wish(s, c, unit_of(c, plane));
  return true;
}

// Any plane of the scope may have been collected.
inline void update_wishes_of_scope(State& s, const Config& c, PlaneId plane) {
  const Scope scope = scope_of(c, plane);
  const PlaneId first = first_flash_plane(c, scope.first), last = first_flash_plane(c, scope.end) - 1;
  for (UnitId u = unit_of(c, first); u <= unit_of(c, last); ++u) update_wish(s, c, u);
}

// Looks at a plane whose room has changed (collection.jobs): at shortage of the plane itself, otherwise at the series.
// Returns whether there is something to collect.
[[gnu::noinline]] inline bool want_collection(State& s, const Config& c, PlaneId plane, bool series) {
  const bool starved = !can_take_all(s, c, plane);
  if (!starved && !series) return false;
  if (c.cost_zero == 0) return starved ? want_room(s, c, plane) : want_series(s, c, plane);
  const bool any = collect_at_once(s, c, plane, !starved);
  update_wishes_of_scope(s, c, plane);
  return any;
}

// A page has become invalid.
inline void look_after_invalidation(State& s, const Config& c, Ppn page) {
  if (c.at_issue == 0) return;
  want_collection(s, c, plane_of_page(c, page), false);
  watch(s, c, unit_of(c, plane_of_page(c, page)));  // it may have a victim now
  if (some_look_again(c))
    update_wish(s, c, unit_of(c, plane_of_page(c, page)));  // the page may have been the next to be moved
}
inline void invalidate_page(State& s, const Config& c, Ppn page) {
  invalidate(s, c, page);
  look_after_invalidation(s, c, page);
}

// ---- programs

// The program takes its page in the map (map.write_admission, map.write_issue). Returns the page that became invalid;
// kNoPage: none.
inline Ppn bind_program(State& s, const Config& c, OpId op, Ppn page) {
  PageOp& o = s.whole->ops[op];
  const Lpn lpn = o.lpn;
  const bool trimmed = o.trimmed != 0;
  o.page = page;
  if (begins_program(c, page)) {
    s.flash.host_programs += c.program_pages;
    count_host_pages(s, c, o.stream, c.program_pages);
    o.array = program_time(s, c, page);
  }
  const Ppn old = s.l2p[lpn];
  if (trimmed) {
    discard(s, c, page);
  } else {
    leave_slot(s, c, lpn);
    forget_copies(s, c, lpn);
    bind(s, lpn, page);
  }
  const bool leaves = old != kNoPage && !trimmed;
  if (leaves) invalidate(s, c, old);
  hear_write(s, c, lpn, o.stream, page, old == kNoPage);
  return leaves ? old : kNoPage;
}

// The program of one or more units takes a page of its plane, and leaves the places that it does not need as padding
// (iu.program). Fills `old` with the pages of the map that become invalid, `program_places` of them; kNoPage: none.
inline void take_page_of_program(State& s, const Config& c, OpId leader, Ppn* old) {
  Whole& w = *s.whole;
  const PlaneId plane = map_plane_of(c, w.ops[leader].plane);
  const u32 stream = w.ops[leader].stream;
  if (!shares_programs(c)) {
    old[0] = bind_program(s, c, leader, take_host(s, c, plane, stream));
    return;
  }
  OpId op = leader;
  for (u32 i = 0; i < c.program_places; ++i) {
    const Ppn page = take_host(s, c, plane, stream);
    old[i] = kNoPage;
    if (op == kNone) {
      discard(s, c, page);
      ++s.flash.padding;
    } else {
      old[i] = bind_program(s, c, op, page);
      op = w.ops[op].following;
      ++s.flash.units;
    }
  }
}

// Placed at issue: what is looked at when a program has taken its page (map.write_issue). `old`: as of
// take_page_of_program().
inline void look_after_program(State& s, const Config& c, PlaneId plane, const Ppn* old) {
  for (u32 i = 0; i < c.program_places; ++i) {
    if (old[i] != kNoPage) look_after_invalidation(s, c, old[i]);
  }
  want_collection(s, c, plane, triggers_after_write(s, c, plane));
}

// Whether collections that take no time wait until all planes of the command have their pages: those that reach beyond
// the plane or into the host's block (map.write_issue).
inline bool waits_for_command(const Config& c) {
  return c.cost_zero != 0 && (c.scope_planes != 1 || c.shared_stream != kNoStream);
}

// What is looked at when all planes of the group have their pages.
inline void look_after_programs(State& s, const Config& c, const Group& group, const Ppn* old) {
  for (u32 i = 0; i < group.count; ++i)
    look_after_program(s, c, s.whole->ops[group.op[i]].plane, old + i * c.program_places);
}

// Placed at issue: takes the pages of the group's planes, and skips pages before them where necessary (command.skip).
// `old`: the pages that become invalid, those of take_page_of_program() for each operation. Looks at the planes unless
// that waits for the command.
[[gnu::noinline]] inline void take_pages(State& s, const Config& c, const Group& group, Ppn* old) {
  Whole& w = *s.whole;
  u32 last = 0;
  for (u32 i = 0; i < group.count; ++i) {
    const PageOp& op = w.ops[group.op[i]];
    const u32 page = next_host_page(s, c, op.plane, op.stream).page;
    last = page > last ? page : last;
  }
  for (u32 i = 0; i < group.count; ++i) {
    const PlaneId plane = w.ops[group.op[i]].plane;
    const u32 stream = w.ops[group.op[i]].stream;
    while (next_host_page(s, c, plane, stream).page < last) {
      skip_host_page(s, c, plane, stream);
      s.flash.wasted_multiplane += c.program_pages;
      if (recorder(s) != nullptr) [[unlikely]]
        recorder(s)->wasted(plane.value, c.program_pages);
      add_skipped(s.series, w.now, c.program_pages);
    }
    take_page_of_program(s, c, group.op[i], old + i * c.program_places);
    if (!waits_for_command(c)) look_after_program(s, c, plane, old + i * c.program_places);
  }
}

inline void lacks_one_less(State& s, const Config& c, OpId op);

// The next write of the page may become ready now (time.ready).
inline void release_later(State& s, const Config& c, OpId op) {
  const OpId later = s.whole->ops[op].later;
  if (later == kNone) return;
  s.whole->ops[later].earlier = kNone;
  lacks_one_less(s, c, later);
}

// The same for the further units of programs (iu.program).
[[gnu::noinline]] inline void release_later_of_followers(State& s, const Config& c, const Group& group) {
  for (u32 i = 0; i < group.count; ++i) {
    for (OpId op = s.whole->ops[group.op[i]].following; op != kNone; op = s.whole->ops[op].following)
      release_later(s, c, op);
  }
}

inline void grant_followers(Whole& w, const PageOp& leader) {
  for (OpId op = leader.following; op != kNone; op = w.ops[op].following) w.ops[op].granted = 1;
}

// Begins the bus transfer of a program command, and accounts it to its operations. Returns its end.
inline Time begin_programs(State& s, const Config& c, UnitId u, const Group& group, Time released) {
  Whole& w = *s.whole;
  const bool unplaced = c.placement == Placement::kDynamicOrder;
  w.host_waiting -= group.count;
  const Time begin = begin_on_bus(s, c, u);
  if (recorder(s) != nullptr) [[unlikely]]
    tell_programs(s, c, u, group.count, group.op, begin);
  Time tenure = (group.count - 1) * c.dummy_busy;
  for (u32 i = 0; i < group.count; ++i) {
    const PageOp& op = w.ops[group.op[i]];
    tenure += c.command + program_transfer_time(c, op.sectors);
    s.bus_bytes += program_bytes(c, op.sectors);
  }
  Time own_end = begin;
  for (u32 i = 0; i < group.count; ++i) {
    PageOp& op = w.ops[group.op[i]];
    op.granted = 1;
    if (shares_programs(c)) grant_followers(w, op);
    if (unplaced)
      part(op, Part::kUnit) += w.now - op.ready;
    else
      split_wait(s, op, w.units[u], released);
    part(op, Part::kTransfer) += begin - w.now + tenure;
    own_end += c.command + program_transfer_time(c, op.sectors);
    mark_instant(s, c, own_end);
    if (c.complete_write == CompleteWrite::kTransferred && op.slot != kNone && !w.slots[op.slot].forced) {
      part(op, Part::kTransfer) -= begin + tenure - own_end;  // the page is complete at the end of its own data in
      complete_page_behind(s, op, own_end);
      op.slot = kNone;
    }
    own_end += c.dummy_busy;
  }
  add_programs(s.series, w.now, u64{group.count} * c.program_pages, 0);
  occupy(s, c, u, Cause::kHost, begin, tenure);
  return begin + tenure;
}

// The programs leave the queues of their planes.
inline void leave_queues(Whole& w, const Config& c, UnitId u, const Group& group) {
  w.units[u].granting = 1;
  if (c.placement == Placement::kDynamicOrder) return;
  for (u32 i = 0; i < group.count; ++i) {
    Plane& plane = w.planes[w.ops[group.op[i]].plane];
    pop_front(w.ops, plane.order);
    if (c.placement == Placement::kDynamicCost) --plane.writes_waiting;
  }
  w.units[u].queued -= group.count;
}

// Programs that have their pages begin in a unit: as its current command, or as the successor of the running one.
inline void start_programs(State& s, const Config& c, UnitId u, const Group& group, OpId leader) {
  Whole& w = *s.whole;
  const bool chained = w.units[u].stage == Stage::kArray;
  const Time end = begin_programs(s, c, u, group, chained ? w.units[u].current.opens : last_release(w, c, u));
  Unit& unit = w.units[u];
  const Command command = command_of(s, group, leader, CommandType::kProgram);
  if (chained) {
    unit.next = command;
    unit.next_in = 0;
    w.tenure_end[u] = end;
    note_ends(w, c, u);
  } else {
    unit.current = command;
    begin_lead(s, c, u, end);
  }
  unit.granting = 0;
  if (c.at_issue != 0) {
    for (u32 i = 0; i < group.count; ++i) release_later(s, c, group.op[i]);
    if (shares_programs(c)) release_later_of_followers(s, c, group);
  }
  want_nothing(s, c, u);
}

[[gnu::noinline]] inline void grant_programs(State& s, const Config& c, UnitId u, const Group& group, OpId leader) {
  leave_queues(*s.whole, c, u, group);
  if (c.at_issue != 0) {
    Ppn old[kMostOld];
    take_pages(s, c, group, old);
    if (waits_for_command(c)) look_after_programs(s, c, group, old);
  }
  start_programs(s, c, u, group, leader);
}

// ---- reads

inline void begin_reads(State& s, const Config& c, UnitId u, const Group& group, Time released) {
  Whole& w = *s.whole;
  w.host_waiting -= group.count;
  const Time begin = begin_on_bus(s, c, u);
  if (recorder(s) != nullptr) [[unlikely]]
    tell_reads(s, c, u, group.count, group.op, begin);
  Unit& home = w.units[home_of(c, u)];
  home.reading = static_cast<u8>(home.reading + c.plane_reads);
  for (u32 i = 0; i < group.count; ++i) {
    PageOp& op = w.ops[group.op[i]];
    remove(w.ops, w.planes[op.plane].reads, group.op[i]);
    if (c.reorder_requests != 0) leave_turn(w, c, group.op[i]);
    --home.queued;
    --home.ready_reads;
    op.granted = 1;
    ++s.flash.host_reads;
    s.flash.read_modify_write_reads += op.kind == Kind::kReadForModify ? 1 : 0;
    split_wait(s, op, home, released);
    part(op, Part::kTransfer) += begin - w.now + commands_time(c, group.count);
  }
}

[[gnu::noinline]] inline void grant_reads(State& s, const Config& c, UnitId u, const Group& group, OpId leader) {
  Whole& w = *s.whole;
  begin_reads(s, c, u, group, last_release(w, c, u));
  const Time begin = begin_on_bus(s, c, u), tenure = commands_time(c, group.count);
  occupy(s, c, u, Cause::kHost, begin, tenure);
  w.units[u].current = command_of(s, group, leader, CommandType::kRead);
  begin_lead(s, c, u, begin + tenure);
  want_nothing(s, c, u);
}

// The data of a read reach the controller at `time` (host.read_completion).
[[gnu::noinline]] inline void deliver(State& s, const Config& c, OpId op, Time time) {
  Whole& w = *s.whole;
  PageOp& o = w.ops[op];
  if (o.kind == Kind::kReadForModify) {
    PageOp& program = w.ops[o.partner];
    for (u32 p = 0; p < kOpParts; ++p) program.parts[p] = o.parts[p];
    program.ready = time;
    set_timer(s, TimerKind::kReady, time, program.order, o.partner.value);  // a timer even if that is now (time.timers)
  } else if (o.kind == Kind::kRead && !has_link(c)) {
    complete_page_behind(s, o, time);
  } else {
    o.granted = 2;  // still needed when the command is over
    set_timer(s, TimerKind::kData, time, o.order, op.value);
  }
}

// The data out of the command is over: its reads mark their pages, planes ascending (copies.replicate, 2), and end, or
// wait for the arrival of their data.
inline void free_reads(State& s, const Config& c, const Command& command) {
  OpId op = command.head;
  for (u32 i = 0; i < command.count; ++i) {
    const OpId next = s.whole->ops[op].next;
    if (c.replicas != 0 && s.whole->ops[op].met != 0) mark_page(s, c, s.whole->ops[op]);
    if (s.whole->ops[op].granted == 2)
      s.whole->ops[op].granted = 3;
    else
      free_page_op(s, op);
    op = next;
  }
}

// Grants the data out of the unit's read command, behind the command of its successor if it has one
// (command.cache_read).
[[gnu::noinline]] inline void grant_out(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  const Group group = c.cache != 0 ? successor(s, c, u) : Group{0, {}};
  const Time lead = group.count == 0 ? 0 : commands_time(c, group.count) + c.cache_busy;
  if (group.count != 0) {
    const OpId leader = choose_next(s, c, u);
    begin_reads(s, c, u, group, unit.current.ready_out > unit.released ? unit.current.ready_out : unit.released);
    for (u32 i = 0; i < group.count; ++i) part(w.ops[group.op[i]], Part::kArray) += c.cache_busy;
    unit.next = command_of(s, group, leader, CommandType::kRead);
    unit.next_array_done = 0;
  }
  if (recorder(s) != nullptr) [[unlikely]]
    tell_data_out(s, c, u, unit.current, lead, group.count == 0 ? 0 : c.cache_busy);
  Time end = w.now + lead;
  OpId op = unit.current.head;
  for (u32 i = 0; i < unit.current.count; ++i) {
    PageOp& o = w.ops[op];
    const OpId next = o.next;
    end += read_transfer_time(c, o.sectors);
    mark_instant(s, c, end);
    s.bus_bytes += read_bytes(c, o.sectors);
    part(o, Part::kArray) += unit.current.full_array;
    part(o, Part::kChannel) += w.now - unit.current.ready_out;
    part(o, Part::kArray) += group.count == 0 ? 0 : c.cache_busy;
    part(o, Part::kTransfer) += end - w.now - (group.count == 0 ? 0 : c.cache_busy);
    deliver(s, c, op, end + c.ecc);
    op = next;
  }
  occupy(s, c, u, Cause::kHost, w.now, end - w.now);
  unit.out_end = end;
  unit.stage = group.count == 0 ? Stage::kOut : Stage::kOutLead;
  w.tenure_end[u] = group.count == 0 ? end : w.now + lead;
  note_ends(w, c, u);
  want_nothing(s, c, u);
}

}  // namespace ssd::whole
