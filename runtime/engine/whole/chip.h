// A host command for several dies of a chip at once: which operations of the other dies join it, and how its parts
// begin (drive.interleave_command).
#pragma once
#include "runtime/engine/whole/flash.h"

namespace ssd::whole {

inline constexpr u32 kMostDies = 16;

// The part of a die: what it programs or reads, and the operation that leads it.
struct DiePart {
  UnitId unit;
  OpId leader;
  Group group;
};

// The parts in the order of their bus transfers: the leader's die first, then the others ascending.
struct ChipCommand {
  u32 count;
  DiePart part[kMostDies];
};

// The part of a die; nullptr: nothing of it has joined yet.
inline DiePart* part_of(ChipCommand& command, UnitId u) {
  for (u32 i = 0; i < command.count; ++i) {
    if (command.part[i].unit == u) return &command.part[i];
  }
  return nullptr;
}

// Adds the part of a die that has none yet.
inline void add_part(ChipCommand& command, const DiePart& part) {
  u32 i = command.count++;
  for (; i > 1 && part.unit < command.part[i - 1].unit; --i) command.part[i] = command.part[i - 1];
  command.part[i] = part;
}

// What joins an operation that has a place, and is about to be granted to its die.
inline void join_on_chip(const State& s, const Config& c, UnitId u, OpId leader, ChipCommand& command) {
  command.count = 0;
  add_part(command, {u, leader, combine(s, c, leader, u)});
  const bool reads = is_read(s.whole->ops[leader].kind);
  const UnitId first = first_unit_of_chip(c, chip_of(c, u));
  for (UnitId v = first; v < first + c.units_per_chip; ++v) {
    if (v == u) continue;
    const OpId op = choose_operation(s, c, v, Requests::kAll);
    if (op == kNone || !is_of_host(s.whole->ops[op].kind) || is_read(s.whole->ops[op].kind) != reads) continue;
    add_part(command, {v, op, combine(s, c, op, v)});
  }
}

[[gnu::noinline]] inline void grant_chip_programs(State& s, const Config& c, const ChipCommand& command) {
  Ppn old[kMostDies][kMostOld];
  for (u32 i = 0; i < command.count; ++i) leave_queues(*s.whole, c, command.part[i].unit, command.part[i].group);
  for (u32 i = 0; i < command.count && c.at_issue != 0; ++i) take_pages(s, c, command.part[i].group, old[i]);
  for (u32 i = 0; i < command.count && c.at_issue != 0 && waits_for_command(c); ++i)
    look_after_programs(s, c, command.part[i].group, old[i]);
  for (u32 i = 0; i < command.count; ++i)
    start_programs(s, c, command.part[i].unit, command.part[i].group, command.part[i].leader);
}

[[gnu::noinline]] inline void grant_on_chip(State& s, const Config& c, const ChipCommand& command) {
  if (!is_read(s.whole->ops[command.part[0].leader].kind)) {
    grant_chip_programs(s, c, command);
    return;
  }
  for (u32 i = 0; i < command.count; ++i)
    grant_reads(s, c, command.part[i].unit, command.part[i].group, command.part[i].leader);
}

}  // namespace ssd::whole
