// Counts busy times and completions as they happen, in integers only, so that the order of counting does not matter.
#pragma once
#include "runtime/engine/time/operations.h"

namespace ssd {

inline void tally_bus(State& s, ChannelId channel, Cause cause, Time length) {
  s.channel_bus[channel][static_cast<u32>(cause)] += length;
}

// Counts an array phase [begin, end). Phases of a chip are granted in order of their begins (its channel's bus is
// serial), so the part of this phase that no earlier one covers is the part after the furthest end so far
// (account.busy).
[[gnu::always_inline]] inline void tally_array(State& s, const Config& c, PlaneId plane, Cause cause, Time begin,
                                               Time end) {
  const u32 k = static_cast<u32>(cause);
  s.plane_array[plane][k] += end - begin;
  const u32 chip = chip_of(c, plane);
  const Time covered = s.chip_covered[chip];
  const Time from = begin > covered ? begin : covered;
  s.chip_array[chip][k] += end > from ? end - from : 0;
  s.chip_covered[chip] = end > covered ? end : covered;
}

// Counts a command. If its array phase overlaps the last one of another unit of its chip, both count as interleaved
// (account.parallelism). Array phases of a chip begin in the order of their grants. The code has no branches, because
// whether phases overlap cannot be predicted.
[[gnu::always_inline]] inline void tally_command(State& s, const Config& c, UnitId u, CommandType type, Time begin,
                                                 Time end) {
  Unit& unit = s.units[u];
  const UnitId after_chip = first_unit_of_chip(c, chip_of(c, u) + 1);
  u8 interleaved = 0;
  for (u32 i = 1; i < c.units_per_chip; ++i) {
    Unit& other = s.units[u + i < after_chip ? u + i : u + i - c.units_per_chip];
    const u8 overlaps = static_cast<u8>((other.array_end > begin) & (end != begin));
    const u64 changes = overlaps & static_cast<u8>(other.interleaved ^ 1);
    u64(&counts)[2] = s.commands.count[static_cast<u32>(other.type)][0];
    counts[0] -= changes;
    counts[1] += changes;
    other.interleaved |= overlaps;
    interleaved |= overlaps;
  }
  unit.interleaved = interleaved;
  unit.type = type;
  unit.array_end = end;
  ++s.commands.count[static_cast<u32>(type)][0][interleaved];
}

// The split of a response time, by Part.
struct SplitTime {
  Time parts[kParts];
};

// That of a request, or of several, that spent time nowhere but in these parts.
inline SplitTime plain_split(Time queue, const Waits& w, Time controller) {
  SplitTime split{};
  const auto set = [&split](Part part, Time time) { split.parts[static_cast<u32>(part)] = time; };
  set(Part::kQueue, queue);
  set(Part::kUnit, w.unit);
  set(Part::kCollection, w.collection);
  set(Part::kChannel, w.channel);
  set(Part::kTransfer, w.transfer);
  set(Part::kArray, w.array);
  set(Part::kController, controller);
  return split;
}

inline void settle(State& s, Direction direction, const Recent::Sums& sums) {
  const u32 d = static_cast<u32>(direction);
  s.host.completed[d] += sums.requests;
  s.host.bytes[d] += sums.bytes;
  s.response[d].count += sums.requests;
  s.response[d].sum += sums.response;
  const Time flash = sums.unit + sums.collection + sums.channel + sums.transfer + sums.array;
  const Time queue = sums.response - flash - sums.controller;
  const SplitTime split =
      plain_split(queue, {sums.unit, sums.collection, sums.channel, sums.transfer, sums.array}, sums.controller);
  for (u32 p = 0; p < kSummedParts; ++p) s.host.parts[d][p] += split.parts[p];
  if (direction == Direction::kTrim || sums.requests == 0) return;
  Interval& interval = interval_at(s.series, s.recent.begin);
  interval.requests += sums.requests;
  interval.bytes += sums.bytes;
  interval.response += sums.response;
}

// Sets what follows from the counts of each phase: a unit's array time is that of its planes, a channel's end that of
// its bus and units.
[[gnu::noinline]] inline void settle_phases(State& s, const Config& c) {
  for (UnitId u{0}; u.value < unit_count(c); ++u) {
    const Unit& unit = s.units[u];
    Time array = 0;
    for (PlaneId p = unit.first_plane; p < unit.first_plane + c.planes_per_unit; ++p) {
      for (u32 k = 0; k < kCauses; ++k) array += s.plane_array[p][k];
    }
    s.unit_times[u].array = array;
    Channel& channel = s.channels[channel_of(c, u)];
    const Time end = unit.array_end > channel.bus_free ? unit.array_end : channel.bus_free;
    channel.end = end > channel.end ? end : channel.end;
  }
}

// Adds the requests that completed lately to the results.
[[gnu::noinline]] inline void settle(State& s) {
  for (u32 d = 0; d < kDirections; ++d) settle(s, static_cast<Direction>(d), s.recent.of[d]);
  s.recent = {};
}

// Settles the present interval and begins the one that contains `finish`. The series may have doubled its intervals
// meanwhile; the settled requests then still lie in one interval.
[[gnu::noinline]] inline void begin_interval(State& s, Time finish) {
  settle(s);
  s.recent.begin = finish >> s.series.shift << s.series.shift;
  s.recent.length = Time{1} << s.series.shift;
}

inline Time controller_time(const State& s, const Slot& slot) { return slot.served ? config(s).buffer_latency : 0; }

// What is counted of single requests, beside the sums over all of them: the counts of its flow, and its times.
[[gnu::noinline]] inline void follow_request(State& s, const Slot& slot, const SplitTime& split) {
  const Time response = slot.finish - slot.arrival;
  if (s.flow_count != 0) {
    FlowCounts& flow = s.flows[slot.flow];
    const u32 d = static_cast<u32>(slot.direction);
    ++flow.host.completed[d];
    flow.host.bytes[d] += u64{slot.sectors} * config(s).sector_bytes;
    for (u32 p = 0; p < kParts; ++p) flow.host.parts[d][p] += split.parts[p];
    flow.response[d].add(response);
    if (slot.arrival < flow.host.first_arrival) flow.host.first_arrival = slot.arrival;
    if (slot.finish > flow.host.last_completion) flow.host.last_completion = slot.finish;
  }
  if (s.completion_out == nullptr) return;
  s.completion_out[slot.number] = slot.finish;
  s.arrival_out[slot.number] = slot.arrival;
  for (u32 p = 0; p < kParts; ++p) s.split_out[slot.number][p] = split.parts[p];
}

inline void note_request(State& s, const Slot& slot, Time response) {
  const Waits& w = slot.waits;
  const Time controller = controller_time(s, slot);
  const Time queue = response - w.unit - w.collection - w.channel - w.transfer - w.array - controller;
  follow_request(s, slot, plain_split(queue, w, controller));
}

inline void tally_request(State& s, const Slot& slot) {
  constexpr u32 kSumBits = 62;  // a sum and a response below 2^62 ns cannot overflow together
  const u32 d = static_cast<u32>(slot.direction);
  const Time response = slot.finish - slot.arrival;
  if (slot.finish - s.recent.begin >= s.recent.length || (s.recent.of[d].response | response) >> kSumBits != 0)
      [[unlikely]]
    begin_interval(s, slot.finish);
  Recent::Sums& sums = s.recent.of[d];
  ++sums.requests;
  sums.bytes += u64{slot.sectors} * config(s).sector_bytes;
  sums.response += response;
  sums.unit += slot.waits.unit;
  sums.collection += slot.waits.collection;
  sums.channel += slot.waits.channel;
  sums.transfer += slot.waits.transfer;
  sums.array += slot.waits.array;
  sums.controller += controller_time(s, slot);
  s.response[d].note(response);
  if (slot.arrival < s.host.first_arrival) s.host.first_arrival = slot.arrival;
  if (slot.finish > s.host.last_completion) s.host.last_completion = slot.finish;
  if (s.follows_requests != 0) [[unlikely]]
    note_request(s, slot, response);
}

}  // namespace ssd
