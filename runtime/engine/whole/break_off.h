// Programs of replicas that are under way end where the host has something to do (copies.replicate, 7). Invariant:
// while a replica is under way, no request is present and no operation of the host exists. So whatever creates such an
// operation, or admits a request, calls break_replicas_off() first.
#pragma once
#include <algorithm>

#include "runtime/engine/whole/phases.h"

namespace ssd::whole {

// For designs with replicas, which have no superblocks: only a copy runs in a unit without a collection and without the
// host.
inline bool runs_replica(const Whole& w, UnitId u) {
  const Unit& unit = w.units[u];
  if (unit.current.head == kNone || unit.current.host != 0 || unit.job != kNone) return false;
  return w.ops[unit.current.head].entry == kNone;
}

// The transfer of a replica is told when it is over, because it may be broken off. It began at Command::begin.
inline void tell_transfer_of_replica(State& s, const Config& c, UnitId u) {
  if (recorder(s) == nullptr) return;
  const Command& command = s.whole->units[u].current;
  const Time length = s.whole->now - command.begin, lead = std::min(length, c.command);
  const Time at = tell_bus(s, c, u, command.head, PhaseKind::kCommand, command.begin, lead);
  tell_bus(s, c, u, command.head, PhaseKind::kDataIn, at, length - lead, whole_page_bytes(c));
}

// The bus is free from now on, and was busy up to now.
inline void break_transfer(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  account_unit(s, u);
  const ChannelId index = channel_of(c, u);
  s.channel_bus[index][static_cast<u32>(Cause::kCollection)] -= w.tenure_end[u] - w.now;
  s.channels[index].bus_free = s.channels[index].end = w.now;
  w.tenure_end[u] = kNever;
  tell_transfer_of_replica(s, c, u);
}

inline void break_off(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  const OpId copy = unit.current.head;
  const PageOp& op = w.ops[copy];
  const bool in_array = unit.stage == Stage::kArray;
  if (in_array)
    stop_array(s, c, u);
  else
    break_transfer(s, c, u);
  unit.current.full_array = in_array ? w.now - unit.current.begin : 0;
  tally_command(s, c, unit.current);
  ++s.flash.replicas_broken_off;
  --w.replicas.programs;
  end_hold(w, c, u);
  drop_replica(s, c, op.lpn);
  free_page_op(s, copy);
  finish_command(s, c, u);
  touch_channel(w, channel_of(c, u));
  note_ends(w, c, u);
}

[[gnu::noinline]] inline void break_all_off(State& s, const Config& c) {
  const Whole& w = *s.whole;
  for (UnitId u{0}; u.value < unit_count(c) && w.replicas.programs != 0; ++u) {
    if (runs_replica(w, u)) break_off(s, c, u);
  }
}

inline void break_replicas_off(State& s, const Config& c) {
  if (c.replicas != 0 && s.whole->replicas.programs != 0) break_all_off(s, c);
}

}  // namespace ssd::whole
