// The two loops that advance channels. Independent: nothing that happens on one channel affects another, so each runs
// by itself up to the horizon, and arrivals cost no event. Coupled: completions let requests in, so all channels
// advance together, instant by instant (time.instant). Both call the same decide() and admit().
#pragma once
#include "runtime/engine/time/channel.h"

namespace ssd {

// Advances one channel, whose units wish for the bus as `wishes` says, through all its decisions before `horizon`.
// Operations that arrive at the horizon or later stay unseen, because the functional pass may not have finished with
// their request. Returns the units' wishes at the horizon.
inline Earliest<UnitId> decide_until(State& s, const Config& c, ChannelId index, Time horizon,
                                     Earliest<UnitId> wishes) {
  Channel& channel = s.channels[index];
  for (;;) {
    const Time now = next_decision(wishes, channel.bus_free);
    const OpId arriving = channel.arrivals.head;
    const Time served = next_served(s, channel.served);
    if (served <= now && (arriving == kNone || served <= s.ops[arriving].ready)) [[unlikely]] {
      if (served >= horizon) return wishes;
      const UnitId unit = end_served_read(s, c, channel.served);
      note_wish(wishes, unit, s.wish_times[unit]);
    } else if (arriving != kNone && s.ops[arriving].ready <= now) {
      const Time arrival = s.ops[arriving].ready;
      if (arrival >= horizon) return wishes;
      const UnitId unit = unit_of(c, s.ops[arriving].plane);
      pop_front(s.ops, channel.arrivals);
      const OpId following = channel.arrivals.head;
      if (following != kNone) fetch_following(s, following);
      admit(s, c, arriving, arrival);
      note_wish(wishes, unit, s.wish_times[unit]);
    } else if (now < horizon) {
      wishes = decide(s, c, index, wishes, now);
    } else {
      return wishes;
    }
  }
}

[[gnu::noinline]] inline void advance_channel(State& s, const Config& c, ChannelId index, Time horizon) {
  s.channels[index].wishes = decide_until(s, c, index, horizon, s.channels[index].wishes);
}

inline void advance_channels(State& s, const Config& c, Time horizon) {
  for (ChannelId i{0}; i.value < c.channels; ++i) advance_channel(s, c, i, horizon);
}

// Carries out an operation of the host when it is made, if its channel has nothing to do before it or at its arrival.
// Of several operations that arrive at that instant the first made is granted first, so the later ones do not matter.
[[gnu::always_inline]] inline bool carry_out_at_once(State& s, const Config& c, const FlashOp& o) {
  if (is_coupled(s, c)) return false;
  const UnitId unit = unit_of(c, o.plane);
  const ChannelId index = channel_of(c, o.plane);
  Channel& channel = s.channels[index];
  if (channel.arrivals.head != kNone || channel.wishes.first <= o.ready) advance_channel(s, c, index, o.ready);
  if (channel.arrivals.head != kNone || channel.wishes.first <= o.ready || channel.bus_free > o.ready) return false;
  if (channel.served.head != kNone || !finds_unit_idle(s, c, o, unit, o.ready)) return false;
  const OpId op = o.kind == OpKind::kRead ? new_op(s, o) : OpId(kNone);
  grant_at_once(s, c, {index, unit, o.ready}, o, op, channel.wishes);
  return true;
}

// Requests that complete by State::now leave the queue, if the queue has a limit (time.instant, step (a) 4). In a
// closed loop each makes an arrival.
inline bool completed_leave(State& s) {
  bool any = false;
  while (next_completion(s) <= s.now) {
    const RequestEnd end = pop_completion(s);
    --s.in_flight;
    any = true;
    if (s.closed_depth != 0) push_arrival(s, end.time + end.think);
  }
  return any;
}

// When the next prepared request can be admitted; kNever if the queue is full or none waits.
inline Time next_admission(const State& s, const Config& c) {
  if (s.prepared_count == 0) return kNever;
  if (queue_binds(s, c) && s.in_flight >= c.queue_depth) return kNever;
  if (s.closed_depth == 0) return s.slots[s.prepared_first].arrival;
  return first_arrival(s);
}

inline void admit_request(State& s, const Config& c) {
  const u32 index = s.prepared_first;
  Slot& slot = s.slots[index];
  s.prepared_first = slot.next;
  --s.prepared_count;
  ++s.in_flight;
  if (s.closed_depth != 0) slot.arrival = pop_arrival(s);
  List<OpId> ops = slot.ops;  // a copy: the slot may be free again before the request's last operation is admitted
  while (ops.head != kNone) {
    const OpId op = pop_front(s.ops, ops);
    const UnitId unit = unit_of(c, s.ops[op].plane);
    s.ops[op].ready = s.now;
    admit(s, c, op, s.now);
    note_wish(s.channels[channel_of(c, unit)].wishes, unit, s.wish_times[unit]);
  }
}

inline Time next_decision(const Channel& channel) { return next_decision(channel.wishes, channel.bus_free); }

// The earliest next decision of all channels with its channel, and the earliest of the others.
inline Earliest<ChannelId> next_decisions(const State& s, const Config& c) {
  Earliest<ChannelId> found{.first = next_decision(s.channels[ChannelId(0)]), .second = kNever, .whose = ChannelId(0)};
  for (ChannelId i{1}; i.value < c.channels; ++i) join(found, i, next_decision(s.channels[i]));
  return found;
}

inline void decide_now(State& s, const Config& c, ChannelId index) {
  Channel& channel = s.channels[index];
  channel.wishes = decide(s, c, index, channel.wishes, s.now);
}

// Usually the decision of only one channel is due.
inline void decide_due(State& s, const Config& c, const Earliest<ChannelId>& decisions) {
  decide_now(s, c, decisions.whose);
  if (decisions.second > s.now) return;
  for (ChannelId i{0}; i.value < c.channels; ++i) {
    if (i != decisions.whose && next_decision(s.channels[i]) <= s.now) decide_now(s, c, i);
  }
}

inline Time next_release(const State& s, const Config& c) {
  Time first = next_served(s, s.served);
  if (c.placement != Placement::kWriteOrder) return first;
  for (ChannelId i{0}; i.value < c.channels; ++i)
    first = s.channels[i].release.at < first ? s.channels[i].release.at : first;
  return first;
}

inline void release_due(State& s, const Config& c) {
  while (next_served(s, s.served) <= s.now) end_served_read(s, c, s.served);
  if (c.placement != Placement::kWriteOrder) return;
  for (ChannelId i{0}; i.value < c.channels; ++i) {
    Release& release = s.channels[i].release;
    if (release.at > s.now) continue;
    release_program(s, c, release.program, release.at, release.waits);
    release.at = kNever;
  }
}

// Runs until all prepared requests are admitted, if `more` may follow; otherwise until nothing is left to do.
inline void advance_coupled(State& s, const Config& c, bool more) {
  for (;;) {
    const bool left = completed_leave(s);
    if (more && s.prepared_count == 0) return;
    if (next_admission(s, c) <= s.now) {
      admit_request(s, c);
      continue;
    }
    if (left) continue;
    const Earliest<ChannelId> decisions = next_decisions(s, c);
    const Time admission = next_admission(s, c), completion = next_completion(s), release = next_release(s, c);
    const Time host = admission < completion ? admission : completion, before = host < release ? host : release;
    const Time next = before < decisions.first ? before : decisions.first;
    if (next == kNever) return;
    s.now = next;
    if (release <= next)
      release_due(s, c);
    else if (decisions.first < before)
      decide_due(s, c, decisions);
  }
}

}  // namespace ssd
