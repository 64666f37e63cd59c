// Page operations from their creation until a unit may begin them: what they wait for, and where reads find their data
// (time.ready, time.sequence, map.read, buffer.read).
#pragma once
#include "runtime/engine/whole/collect.h"
#include "runtime/engine/whole/dram.h"

namespace ssd::whole {

inline bool buffer_serves(State& s, const Config& c, OpId op);
inline void buffer_write(State& s, const Config& c, OpId op);
inline void buffer_keep(State& s, const Config& c, OpId op);
inline void flush_is_ready(State& s, const Config& c, OpId op);
inline u32 begin_pending(Whole& w);
inline void begin_readahead(State& s, const Config& c, OpId op);
inline bool absorbed(State& s, const Config& c, OpId op);

inline bool resolves_when_ready(const Config& c) { return c.at_issue != 0 || c.buffer_slots != 0; }

// The read finds its physical page (map.read); its array time is evaluated.
inline void resolve(State& s, const Config& c, PageOp& read) {
  read.page = s.l2p[read.lpn];
  if (read.page != kNoPage) read.array = read_time(s, c, read.page);
}

// A read of the host, or ahead of it, joins the one of the unit before it if both become ready now, were created one
// after the other for one request, and read the same page of the flash (iu.read). Then its operation is over.
inline bool joins_read(State& s, const Config& c, OpId op) {
  Whole& w = *s.whole;
  const OpId last = w.last_read;
  const PageOp& o = w.ops[op];
  w.last_read = op;
  if (last == kNone) return false;
  PageOp& lead = w.ops[last];
  const bool waits = lead.kind == o.kind && lead.plane != kNone && lead.granted == 0 && lead.ready == o.ready;
  if (!waits || lead.slot != o.slot || lead.order + lead.joined + 1 != o.order) return false;
  if (lead.lpn + lead.joined + 1 != o.lpn) return false;
  if (lead.page.value / c.subpages != o.page.value / c.subpages) return false;
  lead.sectors += o.sectors;
  ++lead.joined;
  w.last_read = last;
  free_page_op(s, op);
  return true;
}

// The read goes to the flash: it becomes a candidate of its unit.
[[gnu::noinline]] inline void add_read(State& s, const Config& c, OpId op) {
  Whole& w = *s.whole;
  PageOp& o = w.ops[op];
  if (c.subpages != 1 && o.kind != Kind::kReadForModify && joins_read(s, c, op)) return;
  o.plane = flash_plane_of(s, c, o.page);
  const UnitId u = unit_of(c, o.plane);
  o.held = held_until_now(w, w.units[u]);
  if (c.priority_class == PriorityClass::kFixed) o.rank = priority_of(s, c, op, u);
  enter_queue(w.ops, w.planes[o.plane].reads, op);
  ++w.host_waiting;
  ++w.units[u].queued;
  ++w.units[u].ready_reads;
  if (c.reorder_requests != 0) await_turn(s, c, op);
  update_wish(s, c, u);
  consider_suspension(s, c, u);
}

// Serves the read without flash, from a buffer or the data of a write, `latency` from now.
[[gnu::noinline]] inline void serve(State& s, const Config& c, OpId op, Time latency) {
  Whole& w = *s.whole;
  PageOp& o = w.ops[op];
  const Time time = w.now + latency;
  if (o.kind == Kind::kReadForModify) {
    PageOp& program = w.ops[o.partner];
    for (u32 p = 0; p < kOpParts; ++p) program.parts[p] = o.parts[p];
    program.ready = time;
    const OpId partner = o.partner;
    free_page_op(s, op);
    if (latency != 0)
      set_timer(s, TimerKind::kReady, time, w.ops[partner].order, partner.value);
    else
      lacks_one_less(s, c, partner);
  } else if (latency != 0 && has_link(c)) {
    o.granted = 3;
    set_timer(s, TimerKind::kData, time, o.order, op.value);
  } else {
    if (has_link(c))
      finish_read(s, c, o);
    else
      complete_page(s, o, time);
    free_page_op(s, op);
  }
}

// The newest program of the page that has not ended, whose data serve a read-modify-write (map.not_yet_programmed,
// collection.cost_zero); kNone: none.
inline OpId unfinished_program(const State& s, Lpn lpn) {
  const Whole& w = *s.whole;
  const OpId latest = newest_program(w, lpn);
  if (latest == kNone || w.ops[latest].trimmed != 0) return kNone;
  return latest;
}

// The program whose data serve any other read that becomes ready; kNone: the read goes to the flash.
inline OpId source_of(const State& s, Lpn lpn) {
  const OpId source = unfinished_program(s, lpn);
  return source == kNone || s.whole->ops[source].moved != 0 ? kNone : source;
}

inline bool source_waits(const Whole& w, const PageOp& read) {
  return read.source != kNone && w.ops[read.source].order == read.source_order;
}

// Sends the read to a replica if it may read one (copies.replica_read); otherwise it may meet a collection
// (copies.replicate, 1).
inline void heed_replicas(State& s, const Config& c, PageOp& read) {
  const Ppn page = page_to_read(s, c, read.lpn, read.page);
  if (page != read.page)
    read.array = read_time(s, c, page);
  else
    read.met = read.kind == Kind::kRead && held_by_collection(s, c, page) ? 1 : 0;
  read.page = page;
}

inline void read_is_ready(State& s, const Config& c, OpId op) {
  Whole& w = *s.whole;
  PageOp& o = w.ops[op];
  if (o.kind == Kind::kReadAhead) {
    begin_readahead(s, c, op);
    return;
  }
  if (c.buffer_slots != 0 && o.kind == Kind::kRead && buffer_serves(s, c, op)) return;
  bool served;
  if (o.kind == Kind::kReadForModify || !resolves_when_ready(c)) {
    served = source_waits(w, o);
    if (c.at_issue != 0) resolve(s, c, o);
  } else {
    served = source_of(s, o.lpn) != kNone;
    resolve(s, c, o);
  }
  if (served) {
    ++s.flash.buffer_reads;
    serve(s, c, op, end_of_served(s, c, o) - w.now + c.buffer_latency);
  } else if (in_slot(s, c, o.lpn)) {
    ++s.flash.buffered_reads;
    serve(s, c, op, end_of_served(s, c, o) - w.now + c.buffer_latency);
  } else if (o.page == kNoPage) {
    s.flash.unwritten_reads += o.kind == Kind::kRead ? 1 : 0;
    serve(s, c, op, 0);
  } else {
    if (c.replicas != 0) heed_replicas(s, c, o);
    add_read(s, c, op);
  }
}

inline void program_is_ready(State& s, const Config& c, OpId op) {
  Whole& w = *s.whole;
  if (c.any_idle_slots != 0 && absorbed(s, c, op)) return;
  PageOp& o = w.ops[op];
  ++w.host_waiting;
  if (o.plane == kNone) {
    if (c.priority_class == PriorityClass::kFixed) o.rank = priority_of(s, c, op, kNone);
    enter_queue(w.ops, w.unplaced, op);
    return;
  }
  const UnitId u = unit_of(c, o.plane);
  o.held = held_until_now(w, w.units[u]);
  if (c.reorder_requests != 0) await_turn(s, c, op);
  update_wish(s, c, u);
}

// Until now `ready` was the time from which the operation waited only for the last thing that it lacked.
inline void ready_now(const Whole& w, PageOp& o) {
  part(o, Part::kUnit) += w.now - o.ready;
  o.ready = o.first_ready = w.now;
}

// Whether the operation is a unit of a program that another one leads (iu.program).
inline bool is_follower(const Config& c, const PageOp& o) {
  return shares_programs(c) && o.kind == Kind::kProgram && o.partner != kNone;
}

// The operation has everything that it waited for.
[[gnu::noinline]] inline void becomes_ready(State& s, const Config& c, OpId op) {
  PageOp& o = s.whole->ops[op];
  ready_now(*s.whole, o);
  if (is_follower(c, o))
    lacks_one_less(s, c, o.partner);
  else if (o.kind == Kind::kProgram)
    program_is_ready(s, c, op);
  else if (o.kind == Kind::kBuffered)
    buffer_write(s, c, op);
  else if (o.kind == Kind::kFlush)
    flush_is_ready(s, c, op);
  else
    read_is_ready(s, c, op);
}

inline void lacks_one_less(State& s, const Config& c, OpId op) {
  PageOp& o = s.whole->ops[op];
  if (--o.waits == 0) becomes_ready(s, c, op);
}

// The controller has what it needs of the host and of the map for this operation.
inline void accessed(State& s, const Config& c, OpId op) {
  const PageOp& o = s.whole->ops[op];
  if (c.buffer_slots != 0 && c.write_back == 0) {
    if (o.kind == Kind::kProgram)
      buffer_keep(s, c, op);
    else if (o.kind == Kind::kReadForModify)
      buffer_keep(s, c, o.partner);
  }
  lacks_one_less(s, c, op);
}

// The command and data of the host have reached the controller for this operation.
inline void arrived(State& s, const Config& c, OpId op) {
  Whole& w = *s.whole;
  if (has_dram(c)) {
    const Time end = end_of_access(s, c, w.ops[op]);
    if (end > w.now) {
      w.ops[op].ready = end;
      set_timer(s, TimerKind::kAccessed, end, w.ops[op].order, op.value);
      return;
    }
  }
  accessed(s, c, op);
}

// The operation is ready at `time` at the earliest: that is now, or set by a timer.
inline void ready_at(State& s, const Config& c, OpId op, Time time) {
  Whole& w = *s.whole;
  PageOp& o = w.ops[op];
  o.ready = time;
  ++o.waits;
  if (time > w.now)
    set_timer(s, TimerKind::kArrived, time, o.order, op.value);
  else
    arrived(s, c, op);
}

// ---- creation of programs

// What a host program is made from: a page of a request, or an evicted entry of the buffer.
struct Write {
  Lpn lpn;
  u32 kept, sectors;  // sectors that must be read first; sectors that the program transfers
  u32 slot, entry;
  u32 first, covered;  // sectors of the page that the request writes
  u32 stream, request_pages, queue;
  Time ready;
  Time link;  // time already spent on the link
};

[[gnu::noinline]] inline OpId create_read(State& s, const Config& c, Kind kind, Lpn lpn, u32 sectors, u32 slot,
                                          u32 request_pages) {
  const OpId op = new_page_op(s, kind);
  Whole& w = *s.whole;
  PageOp& o = w.ops[op];
  o.lpn = lpn;
  o.sectors = sectors;
  o.slot = slot;
  o.request_pages = request_pages;
  if (kind != Kind::kReadForModify && resolves_when_ready(c)) return op;
  resolve(s, c, o);
  o.source = o.page == kNoPage && c.at_issue == 0 ? kNone : unfinished_program(s, lpn);
  if (o.source != kNone) o.source_order = w.ops[o.source].order;
  return op;
}

inline PlaneId plane_of_write(State& s, const Config& c, Lpn lpn) {
  switch (c.placement) {
    case Placement::kStatic: return place(s, lpn);
    case Placement::kWriteOrder: return s.whole->plane_at[s.write_number++ % c.total_planes];
    default: return kNone;
  }
}

// Makes the write wait for the newest write of the page that is not granted yet (time.ready).
inline void queue_behind(State& s, const Config& c, OpId op) {
  Whole& w = *s.whole;
  PageOp& o = w.ops[op];
  const OpId before = enter_or_grow(s, w.latest, w.ops.at, op);
  if (c.at_issue == 0 || before == kNone || w.ops[before].granted != 0) return;
  w.ops[before].later = op;
  o.earlier = before;
  ++o.waits;
}

// `waits` counts the program's own creation as one thing that it lacks.
inline OpId new_program(State& s, const Write& write, PlaneId plane) {
  const OpId op = new_page_op(s, Kind::kProgram);
  PageOp& o = s.whole->ops[op];
  o.lpn = write.lpn;
  o.plane = plane;
  o.sectors = write.sectors;
  o.slot = write.slot;
  o.entry = write.entry;
  o.first = write.first;
  o.request_sectors = static_cast<u16>(write.covered);
  o.stream = static_cast<u16>(write.stream);
  o.request_pages = write.request_pages;
  o.queue = static_cast<u16>(write.queue);
  part(o, Part::kLink) = write.link;
  if (write.entry == kNone) o.source_order = begin_pending(*s.whole);
  ++o.waits;
  return op;
}

// The program is ready when its data are there: the host's, and the old ones if `read` brings some.
inline void await_data(State& s, const Config& c, const Write& write, OpId read, OpId op) {
  if (read == kNone) {
    --s.whole->ops[op].waits;
    ready_at(s, c, op, write.ready);
    return;
  }
  PageOp& r = s.whole->ops[read];
  r.partner = op;
  part(r, Part::kLink) = write.link;
  ready_at(s, c, read, write.ready);
}

inline void end_life(State& s) {
  if (s.whole->ended == 0) s.life_end = s.map_time;
  s.whole->ended = 1;
}

// A write placed at admission finds no page: the drive is full, or its life is over if blocks are retired
// (map.drive_full, wear.end_of_life). Nothing remains of the write but its forced collections.
[[gnu::cold]] inline void give_up(State& s, const Config& c, PlaneId plane, OpId read) {
  Whole& w = *s.whole;
  if (has_retired_block(s, c, map_plane_of(c, plane)))
    end_life(s);
  else
    w.full = 1;
  s.full_plane = plane;
  update_wish(s, c, unit_of(c, plane));
  if (read != kNone) free_page_op(s, read);
  if (c.placement == Placement::kWriteOrder) --s.write_number;
}

// The program takes its place behind what was decided for its plane; placed at admission, the collections that it
// triggers follow it. `space`: its plane in the map.
inline void decide_program(State& s, const Config& c, OpId op, PlaneId space) {
  Whole& w = *s.whole;
  const PlaneId plane = w.ops[op].plane;
  if (plane != kNone) {
    push_back(w.ops, w.planes[plane].order, op);
    ++w.units[unit_of(c, plane)].queued;
  }
  if (c.at_issue == 0) {
    collect_until_stop_now(s, c, space);
    update_wishes_of_scope(s, c, space);
  }
}

// Creates the program, its read-modify-write read and the collections around it (time.sequence). False: there is no
// page for it.
[[gnu::noinline]] inline bool create_program(State& s, const Config& c, const Write& write) {
  Whole& w = *s.whole;
  const PlaneId plane = plane_of_write(s, c, write.lpn), space = plane == kNone ? kNone : map_plane_of(c, plane);
  OpId read = kNone;
  if (write.kept != 0) {
    read = create_read(s, c, Kind::kReadForModify, write.lpn, write.kept, kNone, write.request_pages);
    w.ops[read].queue = static_cast<u16>(write.queue);
  }
  if (c.at_issue == 0 && !make_room_now(s, c, space, write.stream)) {
    give_up(s, c, plane, read);
    if (write.entry == kNone) begin_pending(w);
    return false;
  }
  const OpId op = new_program(s, write, plane);
  queue_behind(s, c, op);
  if (c.at_issue == 0) {
    bind_program(s, c, op, take_host(s, c, space, write.stream));
    w.ops[op].plane = flash_plane_of(s, c, w.ops[op].page);  // with superblocks it may be any plane of the group
  }
  decide_program(s, c, op, space);
  await_data(s, c, write, read, op);
  return true;
}

}  // namespace ssd::whole
