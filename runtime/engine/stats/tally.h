// Busy time and completions, counted as they happen: integers only, so that the order of counting does not matter.
#pragma once
#include "runtime/engine/time/operations.h"

namespace ssd {

inline void tally_bus(State& s, u32 channel, Cause cause, Time length) { s.channel_bus[channel][static_cast<u32>(cause)] += length; }

// An array phase [begin, end). Phases of a chip are granted in order of their begins (its channel's bus is serial), so the part of
// this one that no earlier one covers is what lies beyond the furthest end so far (S10).
inline void tally_array(State& s, const Config& c, PlaneId plane, Cause cause, Time begin, Time end) {
  const u32 k = static_cast<u32>(cause);
  s.plane_array[plane][k] += end - begin;
  const u32 chip = plane / (c.dies * c.planes);
  Time& covered = s.chip_covered[chip];
  if (end > covered) {
    s.chip_array[chip][k] += end - (begin > covered ? begin : covered);
    covered = end;
  }
}

// Counts a command, and it and the last one of another unit of its chip as interleaved if their array phases overlap (rule 6). Array
// phases of a chip begin in the order of their grants.
inline void tally_command(State& s, const Config& c, u32 u, CommandType type, Time begin, Time end) {
  s.unit_times[u].array += end - begin;
  Unit& unit = s.units[u];
  u8 interleaved = 0;
  if (c.units_per_chip != 1 && end != begin) {
    const u32 first = u / c.units_per_chip * c.units_per_chip;
    for (u32 v = first; v < first + c.units_per_chip; ++v) {
      Unit& other = s.units[v];
      if (v == u || other.array_end <= begin) continue;
      interleaved = 1;
      if (other.interleaved != 0) continue;
      other.interleaved = 1;
      u64(&counts)[2] = s.commands.count[static_cast<u32>(other.type)][0];
      --counts[0];
      ++counts[1];
    }
  }
  unit.interleaved = interleaved;
  unit.type = type;
  unit.array_end = end;
  ++s.commands.count[static_cast<u32>(type)][0][interleaved];
}

inline void tally_parts(State& s, const Slot& slot, Time response) {
  const Waits& w = slot.waits;
  const Time queue = response - w.unit - w.collection - w.channel - w.transfer - w.array;
  const Time parts[kParts] = {queue, w.unit, w.collection, w.channel, w.transfer, w.array, 0};
  u128* sums = s.host.parts[static_cast<u32>(slot.direction)];
  for (u32 p = 0; p < kParts; ++p) sums[p] += parts[p];
  if (s.split_out == nullptr) return;
  for (u32 p = 0; p < kParts; ++p) s.split_out[slot.number][p] = parts[p];
}

inline void tally_request(State& s, const Slot& slot) {
  const u32 d = static_cast<u32>(slot.direction);
  s.response[d].add(slot.finish - slot.arrival);
  if (slot.direction != Direction::kTrim) add_completion(s.series, slot.finish, slot.bytes, slot.finish - slot.arrival);
  tally_parts(s, slot, slot.finish - slot.arrival);
  ++s.host.completed[d];
  s.host.bytes[d] += slot.bytes;
  if (slot.arrival < s.host.first_arrival) s.host.first_arrival = slot.arrival;
  if (slot.finish > s.host.last_completion) s.host.last_completion = slot.finish;
  if (s.completion_out != nullptr) {
    s.completion_out[slot.number] = slot.finish;
    s.arrival_out[slot.number] = slot.arrival;
  }
}

}  // namespace ssd
