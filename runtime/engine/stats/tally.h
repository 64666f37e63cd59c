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

inline void tally_request(State& s, const Slot& slot) {
  const u32 d = static_cast<u32>(slot.direction);
  s.response[d].add(slot.finish - slot.arrival);
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
