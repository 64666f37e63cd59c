// Who gets a channel's bus (S17), and what the grant begins. Every decision of the whole-drive loop is taken here.
#pragma once
#include <bit>

#include "runtime/engine/whole/buffer.h"
#include "runtime/engine/whole/superblock.h"

namespace ssd::whole {

// S17 over wishes: offered one by one, then asked.
struct Arbiter {
  UnitId command = kNone, out = kNone;  // who offered the oldest of the highest priority so far
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

inline void offer_channel(State& s, const Config& c, ChannelId channel, Arbiter& arbiter) {
  Whole& w = *s.whole;
  const UnitId first = first_unit(c, channel), end = first + c.units_per_channel;
  for (UnitId u = first; u < end; ++u) {
    // With a priority it may change with time alone which operation is the first, and so whether a cache chain goes on.
    const bool again = changes_with_time(c);
    if (w.wants[u] == 0 && !(again && w.units[u].stage == Stage::kArray)) continue;
    if (again && !find_wish(s, c, u)) continue;
    arbiter.offer(u, w.wishes[u]);
  }
}

inline bool may_decide(const State& s, ChannelId channel) {
  return s.channels[channel].bus_free <= s.whole->now && s.whole->decided[channel] != s.whole->round;
}

// Gives the bus to a unit's wish. False if nothing came of it (a collection without a victim).
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
  const Group group = combine(s, c, op, u);
  if (is_read(w.ops[op].kind))
    grant_reads(s, c, u, group, op);
  else
    grant_programs(s, c, u, group, op);
  return true;
}

[[gnu::noinline]] inline bool decide(State& s, const Config& c, ChannelId channel) {
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

// Channels ascending, each once. Where nothing has changed since a channel was asked it would say the same.
inline bool decide_where_touched(State& s, const Config& c) {
  Whole& w = *s.whole;
  bool any = false;
  for (u32 word = 0; word < (c.channels + 63) / 64; ++word) {
    for (u64 left = w.touched[word]; left != 0;) {
      const u32 bit = static_cast<u32>(std::countr_zero(left));
      const ChannelId channel(word * 64 + bit);
      w.touched[word] &= ~(u64{1} << bit);
      if (w.wanting[channel] != 0 && may_decide(s, channel)) any |= decide(s, c, channel);
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
