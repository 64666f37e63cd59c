// The whole drive, instant by instant (S18). It can stop before any instant for want of requests and goes on there.
#pragma once
#include "runtime/engine/whole/host.h"

namespace ssd::whole {

// ---- (a) what ends ----------------------------------------------------------------------------------------------------------------

inline void end_tenure(State& s, const Config& c, u32 u) {
  const Unit& unit = s.whole->units[u];
  const bool of_host = unit.current.head != kNil && unit.current.host != 0;
  if (of_host) end_host_tenure(s, c, u);
  else end_step_tenure(s, c, u);
}

inline void end_array_phase(State& s, const Config& c, u32 u) {
  Whole& w = *s.whole;
  const Unit& unit = w.units[u];
  if (unit.stage == Stage::kSuspending) {
    end_suspend(s, c, u);
  } else if (unit.stage == Stage::kResuming) {
    account_unit(s, u);
    set_array_end(w, u, kNever);
    enter_array(s, c, u);
  } else if (unit.current.host != 0) {
    end_host_array(s, c, u);
  } else {
    end_step_array(s, c, u);
  }
}

// An array phase ends before a tenure that ends at the same time.
[[gnu::noinline]] inline bool end_phases(State& s, const Config& c) {
  Whole& w = *s.whole;
  bool any = false;
  for (u32 channel = 0; channel < c.channels; ++channel) {
    if (w.channel_next[channel] > w.now) continue;
    any = true;
    const u32 end = (channel + 1) * c.units_per_channel;
    for (u32 u = channel * c.units_per_channel; u < end; ++u) {
      while (w.unit_next[u] <= w.now) {  // phases without length end at once
        if (w.array_end[u] <= w.now) end_array_phase(s, c, u);
        else end_tenure(s, c, u);
      }
    }
    refresh_channel(w, c, channel);
  }
  return any;
}

[[gnu::noinline]] inline void fire(State& s, const Config& c, const Timer& timer) {
  Whole& w = *s.whole;
  switch (timer.kind) {
    case TimerKind::kArrived: arrived(s, c, timer.what); return;
    case TimerKind::kReady: lacks_one_less(s, c, timer.what); return;
    case TimerKind::kCacheOpen: open_cache(s, c, timer.what); return;
    case TimerKind::kData: break;
  }
  if (w.ops.at[timer.what].kind == Kind::kReadAhead) end_readahead(s, c, timer.what);
  else finish_read(s, c, w.ops.at[timer.what]);
  if (w.ops.at[timer.what].granted == 3) free_page_op(s, timer.what);
  else w.ops.at[timer.what].granted = 1;  // its command is not over yet
}

inline bool fire_timers(State& s, const Config& c) {
  Whole& w = *s.whole;
  bool any = false;
  while (w.timer_count != 0 && w.timers[0].time <= w.now) {
    fire(s, c, heap_pop(w.timers, w.timer_count, timer_before));
    any = true;
  }
  return any;
}

// Requests that are complete leave their queues; in a closed loop each makes an arrival.
inline bool retire(State& s) {
  Whole& w = *s.whole;
  bool any = false;
  while (w.done_count != 0 && w.done[0].time <= w.now) {
    const Completion done = heap_pop(w.done, w.done_count, completion_before);
    --w.queues[done.queue].in_flight;
    any = true;
    if (s.closed_depth == 0) continue;
    u32 place = s.arrivals_first + s.arrivals_count++;
    if (place >= s.closed_depth) place -= s.closed_depth;
    s.arrivals[place] = done.time + s.think;
  }
  return any;
}

// ---- (b) what arrives ---------------------------------------------------------------------------------------------------------------

// The piece of the workload that the caller gave.
struct Piece {
  const Request* requests;
  u64 count, first;
  bool last;
  bool has(u64 number) const { return number - first < count; }
  const Request& request(u64 number) const { return requests[number - first]; }
};

// When the next request arrives, as far as is known (its content may be in the next piece); kNever: none, or not before a completion.
inline Time next_arrival(const State& s, const Piece& piece) {
  const Whole& w = *s.whole;
  const bool has = piece.has(w.next_request);
  if (s.closed_depth == 0) return has ? piece.request(w.next_request).arrival : kNever;
  return s.arrivals_count == 0 || (!has && piece.last) ? kNever : s.arrivals[s.arrivals_first];
}

// The engine can only go on when it is given the requests that follow.
inline bool needs_more(const State& s, const Piece& piece) {
  const Whole& w = *s.whole;
  if (piece.last || piece.has(w.next_request)) return false;
  return s.closed_depth == 0 || (s.arrivals_count != 0 && s.arrivals[s.arrivals_first] <= w.now);
}

inline bool take_arrivals(State& s, const Config& c, const Piece& piece) {
  Whole& w = *s.whole;
  bool any = false;
  for (Time at = next_arrival(s, piece); at <= w.now && piece.has(w.next_request); at = next_arrival(s, piece)) {
    const u64 number = w.next_request;
    if (piece.has(number + kAhead)) fetch_ahead(s, c, piece.request(number + kAhead));
    arrive(s, c, piece.request(number), at);
    any = true;
    if (s.closed_depth == 0) continue;
    s.arrivals_first = s.arrivals_first + 1 == s.closed_depth ? 0 : s.arrivals_first + 1;
    --s.arrivals_count;
  }
  return any;
}

// ---- (c) decisions ------------------------------------------------------------------------------------------------------------------

inline bool goes_before(const Wish& a, const Wish& b) { return a.ready != b.ready ? a.ready < b.ready : a.order < b.order; }

// S17 over wishes: offered one by one, then asked.
struct Arbiter {
  u32 command = kNil, out = kNil;  // who offered the oldest of the highest priority so far
  Wish best_command{}, best_out{};
  i64 priority = 0;
  bool any = false;

  void offer(u32 who, const Wish& wish) {
    if (!any || wish.priority > priority) {
      any = true;
      priority = wish.priority;
      command = out = kNil;
    } else if (wish.priority < priority) {
      return;
    }
    const bool is_out = wish.tenure == Tenure::kDataOut;
    u32& holder = is_out ? out : command;
    Wish& best = is_out ? best_out : best_command;
    if (holder != kNil && !goes_before(wish, best)) return;
    holder = who;
    best = wish;
  }
  u32 winner() const {
    if (out == kNil) return command;
    if (command == kNil) return out;
    return best_command.tenure == Tenure::kCommand ? command : out;
  }
};

inline void offer_channel(State& s, const Config& c, u32 channel, Arbiter& arbiter) {
  Whole& w = *s.whole;
  const u32 end = (channel + 1) * c.units_per_channel;
  for (u32 u = channel * c.units_per_channel; u < end; ++u) {
    const bool general = c.priority_class == PriorityClass::kGeneral;
    // What a priority says may change with time alone, and with it whether a cache chain goes on.
    if (w.wants[u] == 0 && !(general && w.units[u].stage == Stage::kArray)) continue;
    if (general && !find_wish(s, c, u)) continue;
    arbiter.offer(u, w.wishes[u]);
  }
}

inline bool may_decide(const State& s, u32 channel) {
  return s.channels[channel].bus_free <= s.whole->now && s.whole->decided[channel] != s.whole->round;
}

// Gives the bus to a unit's wish. False if nothing came of it (a collection without a victim).
inline bool grant(State& s, const Config& c, u32 u) {
  Whole& w = *s.whole;
  const Stage stage = w.units[u].stage;
  if (stage == Stage::kOutWait) {
    grant_out(s, c, u);
    return true;
  }
  const u32 op = w.wishes[u].op;
  if (op == kNil) {
    grant_step(s, c, u);
    return true;
  }
  if (w.ops.at[op].kind == Kind::kCollection) return start_collection(s, c, u, op);
  const Group group = combine(s, c, op, u);
  if (is_read(w.ops.at[op].kind)) grant_reads(s, c, u, group, op);
  else grant_programs(s, c, u, group, op);
  return true;
}

[[gnu::noinline]] inline bool decide(State& s, const Config& c, u32 channel) {
  for (;;) {
    Arbiter arbiter;
    offer_channel(s, c, channel, arbiter);
    if (!arbiter.any) return false;
    if (grant(s, c, arbiter.winner())) break;
  }
  s.whole->decided[channel] = s.whole->round;
  refresh_channel(*s.whole, c, channel);
  return true;
}

inline bool decide_everywhere(State& s, const Config& c) {
  bool any = false;
  for (u32 channel = 0; channel < c.channels; ++channel) {
    if (may_decide(s, channel)) any |= decide(s, c, channel);
  }
  return any;
}

// ---- writes without a place -----------------------------------------------------------------------------------------------------------

inline u32 first_unplaced(const State& s, const Config& c) {
  const Whole& w = *s.whole;
  if (c.priority_class != PriorityClass::kGeneral) return w.unplaced.head;
  Best best;
  for (u32 op = w.unplaced.head; op != kNil; op = w.ops.at[op].next) offer(s, c, op, kNil, best);
  return best.op;
}

// The next after it of the same stream by rule 2, of those not in the group yet.
inline u32 next_unplaced(const State& s, const Config& c, const Group& group, u32 stream) {
  const Whole& w = *s.whole;
  Best best;
  for (u32 op = w.unplaced.head; op != kNil; op = w.ops.at[op].next) {
    bool taken = w.ops.at[op].stream != stream;
    for (u32 i = 0; i < group.count; ++i) taken |= group.op[i] == op;
    if (taken) continue;
    if (c.priority_class != PriorityClass::kGeneral) return op;
    offer(s, c, op, kNil, best);
  }
  return best.op;
}

inline u32 cyclic_rank(const Whole& w, const Config& c, u32 plane) {
  const u32 index = w.planes[plane].index;
  return index >= w.turn ? index - w.turn : index + c.total_planes - w.turn;
}

inline bool is_idle(const Unit& unit) { return unit.stage == Stage::kIdle && unit.halted.head == kNil && unit.job == kNil; }

// S26: whether the write would be chosen on this channel if it went there.
inline bool would_win(State& s, const Config& c, u32 channel, u32 op) {
  const PageOp& o = s.whole->ops.at[op];
  Arbiter arbiter;
  offer_channel(s, c, channel, arbiter);
  arbiter.offer(kNil - 1, {priority_of(s, c, op, kNil), o.ready, o.order, op, Tenure::kDataIn});
  return arbiter.winner() == kNil - 1;
}

// The first plane in cyclic order that can take the write now; kNil if none.
inline u32 offer_planes(State& s, const Config& c, u32 op) {
  Whole& w = *s.whole;
  const u32 stream = w.ops.at[op].stream;
  u32 best = kNil, best_rank = kNil;
  for (u32 channel = 0; channel < c.channels; ++channel) {
    if (!may_decide(s, channel)) continue;
    u32 rank_here = best_rank, here = kNil;
    const u32 end = (channel + 1) * c.units_per_channel;
    for (u32 u = channel * c.units_per_channel; u < end; ++u) {
      if (!is_idle(w.units[u])) continue;
      const u32 first = w.units[u].first_plane;
      for (u32 p = first; p < first + c.planes_per_unit; ++p) {
        const u32 rank = cyclic_rank(w, c, p);
        if (rank >= rank_here || !can_take(s, c, p, stream)) continue;
        rank_here = rank;
        here = p;
      }
    }
    if (here == kNil || !would_win(s, c, channel, op)) continue;
    best = here;
    best_rank = rank_here;
  }
  return best;
}

// The command that the write begins in the plane: with others of its stream in the die's other planes.
inline Group gather_unplaced(State& s, const Config& c, u32 leader) {
  Whole& w = *s.whole;
  Group group{1, {leader}};
  if (c.multiplane == Willing::kNo || c.planes == 1) return group;
  const u32 stream = w.ops.at[leader].stream, plane = w.ops.at[leader].plane, first = plane - plane % c.planes;
  u32 pending = 0;
  for (u32 op = w.unplaced.head; op != kNil && pending < c.planes; op = w.ops.at[op].next) pending += w.ops.at[op].stream == stream ? 1 : 0;
  Agreement agreement = agreement_of(s, c, leader);
  u32 op = next_unplaced(s, c, group, stream);
  for (u32 i = 1; i < c.planes && op != kNil; ++i) {
    const u32 p = first + (plane - first + i) % c.planes;
    if (!can_take(s, c, p, stream)) continue;
    w.ops.at[op].plane = p;
    if (!joins(s, c, w.ops.at[op], group.count, pending, agreement)) {
      w.ops.at[op].plane = kNil;
      continue;
    }
    group.op[group.count++] = op;
    op = next_unplaced(s, c, group, stream);
  }
  return group;
}

inline bool place_next(State& s, const Config& c) {
  Whole& w = *s.whole;
  const u32 op = first_unplaced(s, c);
  const u32 plane = offer_planes(s, c, op);
  if (plane == kNil) return false;
  w.ops.at[op].plane = plane;
  Group group = gather_unplaced(s, c, op);
  w.turn = w.planes[w.ops.at[group.op[group.count - 1]].plane].index + 1;
  if (w.turn == c.total_planes) w.turn = 0;
  for (u32 i = 0; i < group.count; ++i) remove(w.ops, w.unplaced, group.op[i]);
  sort_by_plane(w, group);
  const u32 u = unit_of(c, plane);
  const u32 channel = channel_of(c, u);
  w.decided[channel] = w.round;
  grant_programs(s, c, u, group, op);
  refresh_channel(w, c, channel);
  return true;
}

inline Time later_of(Time a, Time b) { return a > b ? a : b; }

// The end of the unit's last phase that is fixed already: what follows a tenure or a resume without waiting for the bus is fixed with it.
inline Time fixed_end(const Whole& w, u32 u) {
  const Unit& unit = w.units[u];
  switch (unit.stage) {
    case Stage::kLead: return w.tenure_end[u] + unit.current.array;
    case Stage::kArray:
      if (unit.next.head == kNil) return w.array_end[u];
      return (unit.next_in != 0 ? w.array_end[u] : later_of(w.array_end[u], w.tenure_end[u])) + unit.next.array;
    case Stage::kOutLead: return later_of(unit.out_end, w.tenure_end[u] + unit.next.array);
    case Stage::kOut: return unit.running != 0 ? later_of(w.tenure_end[u], w.array_end[u]) : w.tenure_end[u];
    case Stage::kSuspending: return w.array_end[u];
    case Stage::kResuming: return w.array_end[u] + unit.current.array;
    default: return 0;
  }
}

inline Time busy_for(const Whole& w, u32 u) {
  const Time end = fixed_end(w, u);
  return end > w.now ? end - w.now : 0;
}

inline u32 waiting_for(const State& s, const Config& c, u32 u) {
  const Whole& w = *s.whole;
  const Unit& unit = w.units[u];
  u32 count = 0;
  for (u32 p = unit.first_plane; p < unit.first_plane + c.planes_per_unit; ++p) {
    for (u32 op = w.planes[p].reads.head; op != kNil; op = w.ops.at[op].next) ++count;
    for (u32 op = w.planes[p].order.head; op != kNil; op = w.ops.at[op].next) ++count;
  }
  return count;
}

// S27.
inline bool place_by_cost(State& s, const Config& c) {
  Whole& w = *s.whole;
  const u32 op = first_unplaced(s, c);
  u32 best = kNil, best_rank = 0;
  i64 least = 0;
  for (u32 u = 0; u < c.channels * c.units_per_channel; ++u) {
    const i64 busy = visible(busy_for(w, u)), queued = waiting_for(s, c, u);
    const u32 first = w.units[u].first_plane;
    for (u32 p = first; p < first + c.planes_per_unit; ++p) {
      if (!can_take(s, c, p, w.ops.at[op].stream)) continue;
      const i64 cost = hook::cost(s, p / c.planes_per_channel, p / (c.dies * c.planes) % c.chips, p / c.planes % c.dies, p % c.planes, busy,
                                  queued, s.space[p].free_pages);
      const u32 rank = cyclic_rank(w, c, p);
      if (best != kNil && (cost > least || (cost == least && rank > best_rank))) continue;
      best = p;
      least = cost;
      best_rank = rank;
    }
  }
  if (best == kNil) return false;
  remove(w.ops, w.unplaced, op);
  w.turn = w.planes[best].index + 1 == c.total_planes ? 0 : w.planes[best].index + 1;
  w.ops.at[op].plane = best;
  w.ops.at[op].held = held_until_now(w, w.units[unit_of(c, best)]);
  push_back(w.ops, w.planes[best].order, op);
  update_wish(s, c, unit_of(c, best));
  return true;
}

[[gnu::noinline]] inline bool dispatch(State& s, const Config& c) {
  bool any = false;
  while (s.whole->unplaced.head != kNil) {
    if (!(c.placement == Placement::kDynamicOrder ? place_next(s, c) : place_by_cost(s, c))) break;
    any = true;
  }
  return any;
}

// ---- the loop -------------------------------------------------------------------------------------------------------------------------

// Bounds that no sound run comes near: a fault of ours ends in a report instead of a hang.
inline constexpr u64 kMostRounds = 10'000'000;
inline bool makes_no_progress(const State& s, const Config& c) {
  const Whole& w = *s.whole;
  return w.rounds_at_now > kMostRounds || w.collections_without_progress > 1'000 + 64 * u64{c.total_planes} * c.blocks;
}

enum class Round : u8 { kNothing, kSomething, kNeedsMore };

inline Round round(State& s, const Config& c, const Piece& piece) {
  Whole& w = *s.whole;
  ++w.round;
  ++w.rounds_at_now;
  bool any = end_phases(s, c);
  any |= fire_timers(s, c);
  any |= retire(s);
  for (bool admitted = true; admitted && w.full == 0;) {
    any |= take_arrivals(s, c, piece);
    if (needs_more(s, piece)) return Round::kNeedsMore;
    admitted = admit_next(s, c);
    any |= admitted;
    if (admitted) retire(s);  // a request that is complete at once leaves at once
  }
  if (w.unplaced.head != kNil) any |= dispatch(s, c);
  any |= decide_everywhere(s, c);
  return any ? Round::kSomething : Round::kNothing;
}

inline Time next_instant(const State& s, const Config& c, const Piece& piece) {
  const Whole& w = *s.whole;
  Time next = next_arrival(s, piece);
  if (w.timer_count != 0 && w.timers[0].time < next) next = w.timers[0].time;
  if (w.done_count != 0 && w.done[0].time < next) next = w.done[0].time;
  for (u32 i = 0; i < c.channels; ++i) next = w.channel_next[i] < next ? w.channel_next[i] : next;
  return next;
}

// Nothing will happen any more, but requests are not complete: the plane that a write waits for is full.
inline Status stuck(State& s, const Config& c) {
  const Whole& w = *s.whole;
  u64 least = ~u64{0};
  for (u32 p = 0; p < c.total_planes; ++p) {
    for (u32 i = w.planes[p].order.head; i != kNil; i = w.ops.at[i].next) {
      const PageOp& op = w.ops.at[i];
      if (op.kind != Kind::kProgram || op.waits != 0 || can_take(s, c, p, op.stream) || op.order >= least) continue;
      least = op.order;
      s.full_plane = p;
    }
  }
  for (u32 op = w.unplaced.head; op != kNil; op = w.ops.at[op].next) {
    if (w.ops.at[op].order >= least) continue;
    least = w.ops.at[op].order;
    s.full_plane = w.plane_at[0];
  }
  return least != ~u64{0} ? Status::kDriveFull : Status::kStuck;
}

inline Status run(State& s, const Config& c, const Piece& piece) {
  Whole& w = *s.whole;
  if (w.round == 0 && c.at_issue != 0) {
    for (u32 p = 0; p < c.total_planes; ++p) want_collection(s, c, p, false);  // the drive may start short of pages
  }
  for (;;) {
    const Round done = round(s, c, piece);
    if (done == Round::kNeedsMore) return Status::kDone;
    if (w.full != 0) return Status::kDriveFull;
    if (makes_no_progress(s, c)) return Status::kStuck;
    if (done == Round::kSomething) continue;
    if (w.out_of_memory != 0) return Status::kNeedOps;
    const Time next = next_instant(s, c, piece);
    if (next == kNever) return w.outstanding == 0 ? Status::kDone : stuck(s, c);
    w.now = next;
    w.rounds_at_now = 0;
  }
}

}  // namespace ssd::whole
