// The begin and the end of an array phase.
#pragma once
#include "runtime/engine/whole/quiet.h"

namespace ssd::whole {

// Call it before an array phase of the chip begins or ends.
inline void account_chip(State& s, const Config& c, UnitId u) {
  if (c.units_per_chip != 1) settle_chip(s, c, u);
  account_chip_until(s, c, u, s.whole->now);
}

[[gnu::noinline]] inline void begin_array(State& s, const Config& c, UnitId u, bool next) {
  if (c.units_per_chip != 1) settle_chip(s, c, u);
  begin_array_at(s, c, u, next, s.whole->now);
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
  set_array_end(*s.whole, u, kNever);
  Channel& channel = s.channels[channel_of(c, u)];
  if (s.whole->now > channel.end) channel.end = s.whole->now;
}

}  // namespace ssd::whole
