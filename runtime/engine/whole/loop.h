// The whole drive, instant by instant (time.instant). The loop can stop before any instant for lack of requests, and
// continues there.
#pragma once
#include "runtime/engine/whole/absorb.h"
#include "runtime/engine/whole/background.h"
#include "runtime/engine/whole/coalesce.h"
#include "runtime/engine/whole/flows.h"
#include "runtime/engine/whole/flush.h"
#include "runtime/engine/whole/host.h"
#include "runtime/engine/whole/readahead.h"

namespace ssd::whole {

// ---- (a) what ends

inline void end_tenure(State& s, const Config& c, UnitId u) {
  const Unit& unit = s.whole->units[u];
  const bool of_host = unit.current.head != kNone && unit.current.host != 0;
  if (of_host)
    end_host_tenure(s, c, u);
  else
    end_step_tenure(s, c, u);
}

inline void end_array_phase(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  const Unit& unit = w.units[u];
  if (unit.stage == Stage::kSuspending) {
    end_suspend(s, c, u);
  } else if (unit.stage == Stage::kResuming) {
    account_unit(s, u);
    w.array_end[u] = kNever;
    enter_array(s, c, u);
  } else if (unit.current.host != 0) {
    end_host_array(s, c, u);
  } else {
    end_step_array(s, c, u);
  }
}

// An array phase ends before a bus transfer that ends at the same time. Phases of length 0 end at once.
inline void end_phases_of_unit(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  while (next_end_of(w, u) <= w.now) {
    if (w.array_end[u] <= w.now)
      end_array_phase(s, c, u);
    else
      end_tenure(s, c, u);
  }
}

// The first leaf of the units that is due now and behind `passed`, or kNone, where an earlier one is due again: a phase
// of no length.
[[gnu::noinline, gnu::cold]] inline u32 first_due_behind(const Whole& w, const Config& c, i64 passed) {
  const u32 leaves = unit_leaves(c);
  for (u32 leaf = static_cast<u32>(passed + 1); leaf < leaves; ++leaf) {
    if (w.unit_ends[leaves + leaf] <= w.now) return leaf;
  }
  return kNone;
}

// Units ascending, each once. If an end makes a phase end in a unit that was already passed, that comes in the next
// round.
[[gnu::noinline]] inline void end_due_phases(State& s, const Config& c) {
  Whole& w = *s.whole;
  i64 passed = -1;
  while (w.unit_ends[1] <= w.now) {
    u32 leaf = first_leaf(w.unit_ends, unit_leaves(c));
    if (leaf <= passed) leaf = first_due_behind(w, c, passed);
    if (leaf == kNone) return;
    passed = leaf;
    const UnitId u = unit_of_leaf(c, leaf);
    touch_channel(w, channel_of(c, u));
    end_phases_of_unit(s, c, u);
    note_ends(w, c, u);
  }
}

// Buses become free whose commands' array phases run ahead, and these phases begin.
[[gnu::noinline]] inline void free_due_buses(State& s, const Config& c) {
  Whole& w = *s.whole;
  while (w.bus_ends[1] <= w.now) {
    const ChannelId channel(first_leaf(w.bus_ends, channel_leaves(c)));
    forget_bus(w, c, channel.value);
    touch_channel(w, channel);
    consider_suspension(s, c, w.unit_on_bus[channel]);
  }
}

inline bool end_phases(State& s, const Config& c) {
  const Whole& w = *s.whole;
  const bool buses = runs_ahead(c) && w.bus_ends[1] <= w.now;
  if (buses) free_due_buses(s, c);
  if (w.unit_ends[1] > w.now) return buses;
  end_due_phases(s, c);
  return true;
}

[[gnu::noinline]] inline void fire(State& s, const Config& c, const Timer& timer) {
  Whole& w = *s.whole;
  switch (timer.kind) {
    case TimerKind::kArrived: arrived(s, c, OpId(timer.what)); return;
    case TimerKind::kAccessed: accessed(s, c, OpId(timer.what)); return;
    case TimerKind::kReady: lacks_one_less(s, c, OpId(timer.what)); return;
    case TimerKind::kEvicted: end_entry_program(s, c, timer.what); return;
    case TimerKind::kCacheOpen: open_cache(s, c, UnitId(timer.what)); return;
    case TimerKind::kNothing: return;
    case TimerKind::kData: break;
  }
  const OpId op(timer.what);
  if (w.ops[op].kind == Kind::kReadAhead)
    end_readahead(s, c, op);
  else
    finish_read(s, c, w.ops[op]);
  if (w.ops[op].granted == 3)
    free_page_op(s, op);
  else
    w.ops[op].granted = 1;  // its command is not over yet
}

inline bool some_request_leaves(const Whole& w) { return w.next_done <= w.now; }

inline bool fire_timers(State& s, const Config& c) {
  Whole& w = *s.whole;
  bool any = false;
  while (w.next_timer <= w.now) {
    fire(s, c, take_timer(w));
    any = true;
  }
  return any;
}

// Requests that are complete leave their queues, which may let others begin; in a closed loop each makes an arrival.
[[gnu::noinline]] inline bool requests_leave(State& s, const Config& c) {
  Whole& w = *s.whole;
  bool any = false;
  while (some_request_leaves(w)) {
    const Completion done = heap_pop(w.done, w.done_count, completion_before);
    w.next_done = w.done_count == 0 ? kNever : w.done[0].time;
    --w.queues[done.queue].in_flight;
    --w.present;
    if (done.turn != kNone) leave_lines(w, c, done.turn, [&](UnitId u) { update_wish(s, c, u); });
    any = true;
    if (s.closed_depth != 0) let_next_arrive(s, done);
  }
  return any;
}

// ---- (b) what arrives

// The requests that the caller gave: a piece of the workload, which arrive in order.
struct Arrivals {
  const Request* requests;
  u64 count, first;
  bool last;
  bool has(u64 number) const { return number - first < count; }
  const Request& request(u64 number) const { return requests[number - first]; }
};

// When the next request arrives, as far as it is known; 0 if that is in the next piece; kNever: there is none, or it
// arrives only after a completion.
inline Time next_arrival(const State& s, const Arrivals& given) {
  const Whole& w = *s.whole;
  const bool has = given.has(w.next_request);
  if (s.closed_depth == 0) return has ? given.request(w.next_request).arrival : given.last ? kNever : 0;
  if (s.closed_depth == kByFlow) return first_of_flows(s).at;
  return !has && given.last ? kNever : first_arrival(s);
}

// Whether the engine can go on only when it is given the requests that follow.
inline bool needs_more(const State& s, const Arrivals& given) {
  const Whole& w = *s.whole;
  if (given.last || given.has(w.next_request)) return false;
  if (s.closed_depth == kByFlow) return first_of_flows(s).at <= w.now;
  return s.closed_depth == 0 || first_arrival(s) <= w.now;
}

// Prefetches what the admission of later requests will read.
inline void fetch_for_later(const State& s, const Config& c, const Arrivals& given, u64 number) {
  if (given.has(number + kAhead)) {
    fetch_ahead(s, c, given.request(number + kAhead));
    const Lpn lpn = lpn_of_sector(c, given.request(number + kAhead).sector);
    if (c.buffer_slots != 0) __builtin_prefetch(&list_of(s.whole->buffer.open, lpn), 1);
  }
  if (given.has(number + kBlocksAhead)) fetch_block_ahead(s, c, given.request(number + kBlocksAhead));
}

inline bool take_arrivals(State& s, const Config& c, const Arrivals& given) {
  Whole& w = *s.whole;
  if (s.closed_depth == kByFlow) return take_from_flows(s, c, given.first + given.count);
  bool any = false;
  for (Time at = next_arrival(s, given); at <= w.now && given.has(w.next_request); at = next_arrival(s, given)) {
    const u64 number = w.next_request;
    fetch_for_later(s, c, given, number);
    arrive(s, c, given.request(number), at);
    any = true;
    if (s.closed_depth != 0) pop_arrival(s);
  }
  return any;
}

// ---- the loop

// Limits that no correct run comes near: an error of the engine ends in a report instead of a hang.
inline constexpr u64 kMostRounds = 10'000'000;
inline bool makes_no_progress(const State& s, const Config& c) {
  const Whole& w = *s.whole;
  return w.rounds_at_now > kMostRounds || w.collections_without_progress > 1'000 + 64 * u64{c.total_planes} * c.blocks;
}

// Whether some request is not complete or has still to arrive.
inline bool goes_on(const State& s, const Arrivals& given) {
  const Whole& w = *s.whole;
  if (w.outstanding != 0 || s.host.last_completion > w.now || w.ends_behind == w.round) return true;
  return s.closed_depth == kByFlow ? flows_go_on(s) : !given.last || given.has(w.next_request);
}

// Whether a plane is stuck (wear.end_of_life, placed at issue): no collection will make a page there. (A wear
// collection that waits does not count: it gains no page, and may wait behind the very write that needs one.)
inline bool is_stuck(const State& s, const Config& c, PlaneId plane) {
  const Whole& w = *s.whole;
  const OpId job = w.planes[plane].job;
  if (job != kNone && (w.ops[job].wear == 0 || w.ops[job].granted != 0)) return false;
  return !has_victim(s, c, plane);
}

inline bool is_first_unplaced_stuck(const State& s, const Config& c) {
  const OpId op = first_unplaced(s, c);
  if (op == kNone) return false;
  const u32 stream = s.whole->ops[op].stream;
  for (PlaneId p{0}; p.value < c.total_planes; ++p) {
    if (can_take(s, c, p, stream) || !is_stuck(s, c, p)) return false;
  }
  return true;
}

[[gnu::noinline]] inline bool is_life_over(const State& s, const Config& c) {
  const Whole& w = *s.whole;
  const bool dynamic = c.placement == Placement::kDynamicOrder || c.placement == Placement::kDynamicCost;
  for (PlaneId p{0}; p.value < c.total_planes; ++p) {
    const OpId head = w.planes[p].order.head;
    if (head == kNone || w.ops[head].kind != Kind::kProgram || w.ops[head].waits != 0) continue;
    if (can_take(s, c, p, w.ops[head].stream) || !is_stuck(s, c, p)) continue;
    if (dynamic || has_retired_block(s, c, p)) return true;
  }
  return is_first_unplaced_stuck(s, c);
}

enum class Round : u8 { kNothing, kSomething, kNeedsMore };

// A round that needs more requests goes on with its arrivals when it is called again.
inline Round round(State& s, const Config& c, const Arrivals& given) {
  Whole& w = *s.whole;
  bool any = w.changed_before != 0, left = w.in_arrivals != 0;
  if (!left) {
    ++w.round;
    ++w.rounds_at_now;
    any = end_phases(s, c);
    any |= fire_timers(s, c);
    if (c.coalesce_requests != 0) any |= show_completions(s, c);
    left = some_request_leaves(w) && requests_leave(s, c);
    any |= left;
  }
  w.in_arrivals = w.changed_before = 0;
  // Only then may arrivals and admissions change something, or need more requests: a queue that is full stays so until
  // a request leaves.
  for (bool admitted = left || w.next_arrival <= w.now; admitted && w.full == 0 && w.ended == 0;) {
    any |= take_arrivals(s, c, given);
    if (needs_more(s, given)) {
      w.in_arrivals = 1;
      w.changed_before = any ? 1 : 0;
      return Round::kNeedsMore;
    }
    admitted = admit_next(s, c);
    any |= admitted;
    if (admitted && c.coalesce_requests != 0) post_completions(s, c);
    if (admitted && some_request_leaves(w))
      requests_leave(s, c);  // a request that is complete at its admission leaves at once
  }
  if (c.flush != Flush::kFull || w.has_syncs != 0) any |= flush_what_may(s, c);
  if (w.unplaced.head != kNone) any |= dispatch(s, c);
  any |= decide_everywhere(s, c);
  if (c.any_idle_slots != 0) any |= write_back(s, c);
  if (c.replicas != 0) any |= replicate(s, c);
  if (c.background != 0 && w.ended == 0) any |= collect_in_background(s, c, goes_on(s, given));
  if (c.endurance != 0 && c.at_issue != 0 && s.retired_blocks != 0 && w.ended == 0 && is_life_over(s, c)) end_life(s);
  return any ? Round::kSomething : Round::kNothing;
}

// Whether something waits until the channel's bus is free, or until the array phase begins of the unit that has it.
inline bool is_awaited(const State& s, const Config& c, ChannelId channel) {
  const Whole& w = *s.whole;
  return w.wanting[channel] != 0 || w.unplaced.head != kNone ||
         (c.suspend_on != 0 && w.units[w.unit_on_bus[channel]].queued != 0);
}

// The next time at which a bus becomes free that something waits for, as far as that is before `other`, which is when
// anything else happens; otherwise `other`.
inline Time next_free_bus(State& s, const Config& c, Time other) {
  Whole& w = *s.whole;
  while (w.bus_ends[1] < other) {
    const u32 channel = first_leaf(w.bus_ends, channel_leaves(c));
    if (is_awaited(s, c, ChannelId(channel))) return w.bus_ends[1];
    forget_bus(w, c, channel);
  }
  return other;
}

inline Time next_instant(State& s, const Config& c, const Arrivals& given) {
  Whole& w = *s.whole;
  w.next_arrival = w.ended != 0 ? kNever : next_arrival(s, given);
  Time next = w.next_arrival;
  if (w.next_timer < next) next = w.next_timer;
  if (w.next_done < next) next = w.next_done;
  if (c.coalesce_requests != 0) next = std::min(next, next_completion(w, c));
  if (c.background != 0 && w.ended == 0 && c.idle_after != 0 && goes_on(s, given))
    next = std::min(next, next_rest(s, c));
  if (w.unit_ends[1] < next) next = w.unit_ends[1];
  return runs_ahead(c) ? next_free_bus(s, c, next) : next;
}

// Nothing will happen any more, but requests are not complete: the plane that a write waits for is full
// (map.drive_full).
inline Status stuck(State& s, const Config& c) {
  const Whole& w = *s.whole;
  u64 least = ~u64{0};
  for (PlaneId p{0}; p.value < c.total_planes; ++p) {
    for (OpId i = w.planes[p].order.head; i != kNone; i = w.ops[i].next) {
      const PageOp& op = w.ops[i];
      if (op.kind != Kind::kProgram || op.waits != 0 || can_take(s, c, map_plane_of(c, p), op.stream) ||
          op.order >= least)
        continue;
      least = op.order;
      s.full_plane = p;
    }
  }
  for (OpId op = w.unplaced.head; op != kNone; op = w.ops[op].next) {
    if (w.ops[op].order >= least) continue;
    least = w.ops[op].order;
    s.full_plane = w.plane_at[0];
  }
  return least != ~u64{0} ? Status::kDriveFull : Status::kStuck;
}

// Whether some marked channel with a wish has a free bus.
inline bool some_touched_bus_is_free(const State& s, const Config& c) {
  const Whole& w = *s.whole;
  for (u32 word = 0; word < (c.channels + 63) / 64; ++word) {
    for (u64 left = w.touched[word]; left != 0; left &= left - 1) {
      const ChannelId channel(word * 64 + static_cast<u32>(std::countr_zero(left)));
      if (w.wanting[channel] != 0 && s.channels[channel].bus_free <= w.now) return true;
    }
  }
  return false;
}

// After a round: whether another round at this instant would find nothing but phases, timers and completions that are
// due now. The round took in everything that arrived, and admitted until the queues were full.
inline bool is_settled(const State& s, const Config& c) {
  const Whole& w = *s.whole;
  if (changes_with_time(c) || flush_looks_around(c) || c.any_idle_slots != 0 || c.replicas != 0 || c.background != 0)
    return false;
  const bool places = w.unplaced.head != kNone;
  if (places && c.placement != Placement::kDynamicOrder) return false;
  for (ChannelId channel{0}; places && channel.value < c.channels; ++channel) {
    if (has_idle_unit(w, c, channel) && s.channels[channel].bus_free <= w.now) return false;
  }
  return !some_touched_bus_is_free(s, c);
}

inline Status run(State& s, const Config& c, const Arrivals& given) {
  Whole& w = *s.whole;
  if (w.round == 0 && c.at_issue != 0) {
    for (PlaneId p{0}; p.value < c.total_planes; ++p)
      want_collection(s, c, p, false);  // the drive may start short of pages
  }
  w.next_arrival = next_arrival(s, given);
  for (;;) {
    const Round done = round(s, c, given);
    if (done == Round::kNeedsMore) return c.checks != 0 && s.fault.found ? Status::kFault : Status::kDone;
    if (c.checks != 0 && s.fault.found) return Status::kFault;
    if (w.full != 0) return Status::kDriveFull;
    if (makes_no_progress(s, c)) return Status::kStuck;
    if (done == Round::kSomething && !is_settled(s, c)) {
      w.next_arrival = next_arrival(s, given);
      continue;
    }
    const Time next = next_instant(s, c, given);
    if (next <= w.now) continue;
    if (next == kNever && w.ended != 0) return Status::kEndOfLife;
    if (next == kNever) return w.outstanding == 0 ? Status::kDone : stuck(s, c);
    account_idle_chips(s, c, next - w.now);
    w.now = s.map_time = next;
    w.rounds_at_now = 0;
  }
}

}  // namespace ssd::whole
