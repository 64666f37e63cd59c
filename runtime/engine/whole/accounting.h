// Where time goes: of units and chips, counted up to the present whenever their state changes, and of requests
// (account.split, account.busy, account.unit_shares).
#pragma once
#include "runtime/engine/stats/tally.h"
#include "runtime/engine/whole/calendar.h"
#include "runtime/engine/whole/instants.h"
#include "runtime/engine/whole/readers.h"
#include "runtime/engine/whole/tell.h"

namespace ssd::whole {

inline bool stops_or_goes_on(Stage stage) { return stage == Stage::kSuspending || stage == Stage::kResuming; }

inline Command& running_command(Unit& unit) { return unit.running_next != 0 ? unit.next : unit.current; }

// Call it before any change of what a unit is doing. An array phase may run whose bus transfer has not ended until now,
// or ended meanwhile (runs_ahead()).
inline void account_unit(State& s, UnitId u) {
  Whole& w = *s.whole;
  const Config& c = config(s);
  const UnitId home = home_of(c, u);
  Unit& unit = w.units[home];
  const Time since = unit.mark, length = w.now - since;
  if (length == 0) return;
  unit.mark = w.now;
  UnitTimes& times = s.unit_times[home];
  const Activity reads = activity_of_readers(w, c, unit);
  if (reads.array) s.die_array[die_of(c, unit.first_plane)][static_cast<u32>(Cause::kHost)] += length;
  if (unit.running != 0 && runs_ahead(c)) {
    const Time begin = running_command(unit).begin;
    const Time on_bus = begin <= since ? 0 : begin < w.now ? begin - since : length;
    times.bus += on_bus;
    times.array += length - on_bus;
  } else if (unit.running != 0 || stops_or_goes_on(unit.stage) || reads.array) {
    times.array += length;
  } else if (w.tenure_end[home] != kNever || reads.bus) {
    times.bus += length;
  } else if (w.wants[home] != 0 || reads.contention) {
    times.contention += length;
  }
}

// Counts the time since the chip's last change: at each time for the phase granted first of those that run
// (account.busy).
inline void account_chip(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  const u32 chip = chip_of(c, u);
  const Time since = w.chip_mark[chip];
  w.chip_mark[chip] = w.now;
  for (Time until = w.now; until > since;) {
    const Command* first = nullptr;
    const auto look = [&](UnitId v) {
      if (w.units[v].running == 0) return;
      const Command& command = running_command(w.units[v]);
      if (command.begin < until && (first == nullptr || command.number < first->number)) first = &command;
    };
    for (UnitId v = first_unit_of_chip(c, chip); v < first_unit_of_chip(c, chip + 1); ++v) look(v);
    const Readers readers = readers_of_chip(c, chip);
    for (UnitId v = readers.first; v < readers.end; ++v) look(v);
    if (first == nullptr) return;
    const Time from = first->begin > since ? first->begin : since;
    s.chip_array[chip][static_cast<u32>(first->host != 0 ? Cause::kHost : Cause::kCollection)] += until - from;
    until = from;
  }
}

// Counts up to now what runs where a run stops before it has ended.
inline void account_all(State& s, const Config& c) {
  for (UnitId u{0}; u.value < unit_count(c); ++u) account_unit(s, u);
  for (u32 chip = 0; chip < c.channels * c.chips; ++chip) account_chip(s, c, first_unit_of_chip(c, chip));
}

// At the end of an array phase, or of a part of it: if it overlaps an array phase of another unit of its chip, both
// count as interleaved. Phases that only touch do not overlap (account.parallelism).
inline void mark_interleaved(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  Command& command = running_command(w.units[u]);
  if (c.units_per_chip == 1 || command.begin >= w.now) return;
  const u32 chip = chip_of(c, u);
  const auto meet = [&](UnitId v) {
    if (home_of(c, v) == home_of(c, u) || w.units[v].running == 0 || running_command(w.units[v]).begin >= w.now) return;
    running_command(w.units[v]).interleaved = 1;
    command.interleaved = 1;
  };
  const UnitId first = first_unit_of_chip(c, chip);
  for (UnitId v = first; v < first + c.units_per_chip; ++v) meet(v);
  const Readers readers = readers_of_chip(c, chip);
  for (UnitId v = readers.first; v < readers.end; ++v) meet(v);
}

// The array phase of the unit's current command, or of the next one, begins or goes on.
[[gnu::noinline]] inline void begin_array(State& s, const Config& c, UnitId u, bool next) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  account_unit(s, u);
  account_chip(s, c, u);
  Command& command = next ? unit.next : unit.current;
  unit.running = 1;
  unit.running_next = next ? 1 : 0;
  command.begin = w.now;
  w.array_end[u] = w.now + command.array;
}

[[gnu::noinline]] inline void stop_array(State& s, const Config& c, UnitId u) {
  account_unit(s, u);
  account_chip(s, c, u);
  mark_interleaved(s, c, u);
  if (recorder(s) != nullptr) [[unlikely]] {
    const Command& command = running_command(s.whole->units[u]);
    tell_array(s, command, array_kind(command.type), command.begin, s.whole->now);
  }
  s.whole->units[u].running = 0;
  s.whole->array_end[u] = kNever;
  Channel& channel = s.channels[channel_of(c, u)];
  if (s.whole->now > channel.end) channel.end = s.whole->now;
}

// Counts a command when its array phase is over.
[[gnu::noinline]] inline void tally_command(State& s, const Config& c, const Command& command) {
  const u32 planes = command.count < kMostPlanes ? command.count : kMostPlanes;
  ++s.commands.count[static_cast<u32>(command.type)][planes - 1][command.interleaved];
  const u32 cause = static_cast<u32>(command.host != 0 ? Cause::kHost : Cause::kCollection);
  PlaneId plane{0};
  OpId op = command.head;
  for (u32 i = 0; i < command.count; ++i, op = s.whole->ops[op].next) {
    plane = s.whole->ops[op].plane;
    s.plane_array[plane][cause] += command.full_array;
  }
  const bool is_plane_read = c.plane_reads != 0 && command.host != 0 && command.type == CommandType::kRead;
  if (!is_plane_read) s.die_array[die_of(c, plane)][cause] += command.full_array;  // the others: account_unit()
}

inline Time held_until_now(const Whole& w, const Unit& unit) {
  return unit.held_total + (unit.held_since == kNever ? 0 : w.now - unit.held_since);
}

// The units that a collection or a copy in `u` holds (collection.hold): `u` itself, or all dies of its chip.
struct HeldUnits {
  UnitId first, end;
};
inline HeldUnits held_with(const Config& c, UnitId u) {
  if (c.chip_command == 0) return {u, u + 1};
  const UnitId first = first_unit_of_chip(c, chip_of(c, u));
  return {first, first + c.units_per_chip};
}

inline void hold_for_collection(Whole& w, const Config& c, UnitId u) {
  const HeldUnits held = held_with(c, u);
  for (UnitId v = held.first; v < held.end; ++v) w.units[v].held_since = w.now;
  ++w.holds;
}

inline void end_hold(Whole& w, const Config& c, UnitId u) {
  const HeldUnits held = held_with(c, u);
  for (UnitId v = held.first; v < held.end; ++v) {
    w.units[v].held_total += w.now - w.units[v].held_since;
    w.units[v].held_since = kNever;
  }
  --w.holds;
}

// Call it before the clock advances by `length`: counts the chips that are idle while a collection holds a unit and a
// host operation waits (account.conflicts).
inline void account_idle_chips(State& s, const Config& c, Time length) {
  const Whole& w = *s.whole;
  if (w.holds == 0 || w.host_waiting == 0) return;
  s.flash.beside_collections += length;
  s.flash.idle_beside_collections += u128{length} * (u64{c.channels} * c.chips - w.busy_chips);
}

// Splits the wait of a host operation that is granted now (account.split).
inline void split_wait(State& s, PageOp& op, const Unit& unit, Time released) {
  Whole& w = *s.whole;
  const Time waited = w.now - op.ready;
  const Time collection = held_until_now(w, unit) - op.held;
  const Time since = released > op.ready ? released : op.ready;
  Time channel = w.now > since ? w.now - since : 0;
  if (channel > waited - collection) channel = waited - collection;
  part(op, Part::kCollection) += collection;
  part(op, Part::kChannel) += channel;
  part(op, Part::kUnit) += waited - collection - channel;
  s.flash.conflicts += collection != 0 ? 1 : 0;
}

// The operation of a write page waited for a slot until now: what the program did meanwhile that let its entry in, the
// last of it first (account.slot_wait).
[[gnu::noinline]] inline void split_slot_wait(const Whole& w, PageOp& op) {
  const Waits& p = w.buffer.let_in_by;
  Time left = w.now - op.ready;
  const auto take = [&](Part which, Time most) {
    part(op, which) = std::min(left, most);
    left -= part(op, which);
  };
  take(Part::kArray, p.array);
  take(Part::kTransfer, p.transfer);
  take(Part::kChannel, p.channel);
  take(Part::kUnit, p.unit);
  take(Part::kCollection, p.collection);
}

}  // namespace ssd::whole
