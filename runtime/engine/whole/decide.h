// Which wish gets a channel's bus (bus.decision), and what the grant begins. All decisions of the whole-drive loop
// except those of placement are taken here.
#pragma once
#include <bit>

#include "runtime/engine/whole/buffer.h"
#include "runtime/engine/whole/chip.h"
#include "runtime/engine/whole/superblock_units.h"

namespace ssd::whole {

// bus.decision over wishes: offer() each of them, then ask for winner().
struct Arbiter {
  UnitId command = kNone,
         out = kNone;  // the unit that offered the first wish of the highest priority so far, of each kind
  Wish best_command{}, best_out{};
  i64 priority = 0;
  bool any = false;

  void offer(UnitId who, const Wish& wish) {
    if (!any || wish.priority > priority) {
      any = true;
      priority = wish.priority;
      command = out = kNone;
    } else if (wish.priority < priority) {
      return;
    }
    const bool is_out = wish.tenure == Tenure::kDataOut;
    UnitId& holder = is_out ? out : command;
    Wish& best = is_out ? best_out : best_command;
    if (holder != kNone && !is_older(wish, best)) return;
    holder = who;
    best = wish;
  }
  UnitId winner() const {
    if (out == kNone) return command;
    if (command == kNone) return out;
    return best_command.tenure == Tenure::kCommand ? command : out;
  }
};

inline OpId first_unplaced(const State& s, const Config& c);  // dispatch.h

// Whether the plane's read has to wait because its unit reads, and a write without a place that the unit could take
// comes first (command.plane_reads 3).
[[gnu::noinline]] inline bool waits_for_unplaced(const State& s, const Config& c, UnitId reader) {
  const Whole& w = *s.whole;
  if (w.unplaced.head == kNone || c.placement != Placement::kDynamicOrder) return false;
  const UnitId u = home_of(c, reader);
  const Unit& home = w.units[u];
  if (w.units[reader].stage != Stage::kIdle || home.reading == 0 || home.halted.head != kNone || home.job != kNone)
    return false;
  const OpId write = first_unplaced(s, c);
  bool room = false;
  for (PlaneId p = home.first_plane; p < home.first_plane + c.planes_per_unit; ++p)
    room |= can_take(s, c, p, w.ops[write].stream);
  if (!room) return false;
  Best best;
  offer(s, c, w.wishes[reader].op, u, best);
  offer(s, c, write, kNone, best);
  return best.op == write;
}

inline void offer_channel(State& s, const Config& c, ChannelId channel, Arbiter& arbiter) {
  Whole& w = *s.whole;
  // With such a priority, time alone may change which operation comes first, and so whether a chain of cache commands
  // goes on, or whether a plane's read has to wait.
  const bool again = changes_with_time(c);
  const UnitId first = first_unit(c, channel), end = first + c.units_per_channel;
  for (UnitId u = first; u < end; ++u) {
    if (w.wants[u] == 0 && !(again && w.units[u].stage == Stage::kArray)) continue;
    if (again && !(may_want(s, c, u) && find_wish(s, c, u))) continue;
    arbiter.offer(u, w.wishes[u]);
  }
  const Readers readers = readers_of_channel(c, channel);
  for (UnitId u = readers.first; u < readers.end; ++u) {
    if (again ? !(may_want(s, c, u) && find_wish(s, c, u)) : w.wants[u] == 0) continue;
    if (!waits_for_unplaced(s, c, u)) arbiter.offer(u, w.wishes[u]);
  }
}

// The unit whose wish gets the bus; kNone if there is none. A single wish needs no arbiter.
inline UnitId choose_unit(State& s, const Config& c, ChannelId channel) {
  const Whole& w = *s.whole;
  if (changes_with_time(c) || w.wanting[channel] > 1 || c.plane_reads != 0) {
    Arbiter arbiter;
    offer_channel(s, c, channel, arbiter);
    return arbiter.winner();
  }
  if (w.wanting[channel] == 0) return kNone;
  UnitId u = first_unit(c, channel);
  while (w.wants[u] == 0) ++u;
  return u;
}

inline bool may_decide(const State& s, ChannelId channel) {
  return s.channels[channel].bus_free <= s.whole->now && s.whole->decided[channel] != s.whole->round;
}

// Gives the bus to the unit's wish. False if that begins nothing (a collection without a victim).
inline bool grant(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  const Stage stage = w.units[u].stage;
  if (stage == Stage::kOutWait) {
    if (has_superblocks(c) && w.units[u].current.host == 0)
      grant_move_out(s, c, u);
    else
      grant_out(s, c, u);
    return true;
  }
  const OpId op = w.wishes[u].op;
  if (op == kNone) {
    grant_step(s, c, u);
    return true;
  }
  if (w.ops[op].kind == Kind::kCollection) return start_collection(s, c, u, op);
  if (has_superblocks(c) && !is_of_host(w.ops[op].kind)) {
    grant_move_of_superblock(s, c, u, op);
    return true;
  }
  if (c.chip_command != 0) {
    ChipCommand command;
    join_on_chip(s, c, u, op, command);
    grant_on_chip(s, c, command);
    return true;
  }
  const Group group = combine(s, c, op, u);
  if (is_read(w.ops[op].kind))
    grant_reads(s, c, u, group, op);
  else
    grant_programs(s, c, u, group, op);
  return true;
}

[[gnu::noinline]] inline bool decide(State& s, const Config& c, ChannelId channel) {
  Whole& w = *s.whole;
  UnitId winner;
  do {
    winner = choose_unit(s, c, channel);
    if (winner == kNone) return false;
  } while (!grant(s, c, winner));
  w.decided[channel] = w.round;
  return true;
}

// Decides on the channels in ascending order, once each. Channels where nothing has changed since their last try are
// passed over: the result would be the same.
inline bool decide_where_touched(State& s, const Config& c) {
  Whole& w = *s.whole;
  bool any = false;
  for (u32 word = 0; word < (c.channels + 63) / 64; ++word) {
    for (u64 left = w.touched[word]; left != 0;) {
      const u32 bit = static_cast<u32>(std::countr_zero(left));
      const ChannelId channel(word * 64 + bit);
      w.touched[word] &= ~(u64{1} << bit);
      if (w.wanting[channel] != 0 && may_decide(s, channel)) {
        any |= decide(s, c, channel);
        if (s.channels[channel].bus_free > w.now) w.touched[word] &= ~(u64{1} << bit);  // it is marked when it is free
      }
      left = w.touched[word] & ~((u64{2} << bit) - 1);
    }
  }
  return any;
}

inline bool decide_everywhere(State& s, const Config& c) {
  if (!changes_with_time(c)) return decide_where_touched(s, c);
  bool any = false;
  for (ChannelId channel{0}; channel.value < c.channels; ++channel) {
    if (may_decide(s, channel)) any |= decide(s, c, channel);
  }
  return any;
}

}  // namespace ssd::whole
