// Ends of phases that decide nothing: of a bus transfer or a `resume` behind which only the unit's own array phase
// begins. Such an end is *quiet* as long as nobody wants the bus and nothing may suspend the array phase: then it is no
// instant, and the loop looks at the unit again when its array phase ends. Invariant: what is quiet and over is carried
// out, with its own time, before anybody asks for something that it changes. So whatever gives the unit something to
// do, or its channel a wish, disturbs it: a quiet end to come is an instant from then on.
#pragma once
#include "runtime/engine/whole/accounting.h"
#include "runtime/engine/whole/candidates.h"
#include "runtime/engine/whole/instants.h"

namespace ssd::whole {

// Whether the design has quiet ends at all: none of its choices may depend on the instants that there are.
inline bool has_quiet_ends(const Config& c) {
  return !changes_with_time(c) && !flush_looks_around(c) && c.any_idle_slots == 0 && c.replicas == 0 &&
         c.background == 0 && c.chip_command == 0;
}

inline Time quiet_end(const Whole& w, UnitId u) {
  return w.units[u].stage == Stage::kLead ? w.tenure_end[u] : w.array_end[u];
}

// The quiet end is over: the array phase has begun then.
[[gnu::noinline]] inline void carry_out_quiet_end(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  const Time end = quiet_end(w, u);
  w.quiet[u] = 0;
  if (unit.stage == Stage::kLead) w.quiet_on_bus[channel_of(c, u)] = kNone;
  account_unit_until(s, u, end);
  set_tenure_end(w, u, kNever);
  begin_array_at(s, c, u, false, end);
  unit.stage = Stage::kArray;
  unit.cache_open = 0;
}

// Carries out the quiet ends of the unit's chip that are over, in the order of their times, because array phases of a
// chip are counted together.
inline void settle_chip(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  if (!has_quiet_ends(c)) return;
  const UnitId first = first_unit_of_chip(c, chip_of(c, u));
  for (;;) {
    UnitId next = kNone;
    for (UnitId v = first; v < first + c.units_per_chip; ++v) {
      if (w.quiet[v] == 0 || quiet_end(w, v) > w.now) continue;
      if (next == kNone || quiet_end(w, v) < quiet_end(w, next)) next = v;
    }
    if (next == kNone) return;
    carry_out_quiet_end(s, c, next);
  }
}

// Something happens that the unit's quiet end may matter to.
inline void disturb(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  if (!has_quiet_ends(c) || w.quiet[u] == 0) return;
  if (quiet_end(w, u) <= w.now) {
    settle_chip(s, c, u);
    return;
  }
  if (w.units[u].stage == Stage::kLead) w.quiet_on_bus[channel_of(c, u)] = kNone;
  w.quiet[u] = 0;
  refresh_unit(w, c, u);
}

inline void disturb_bus(State& s, const Config& c, ChannelId channel) {
  if (!has_quiet_ends(c)) return;
  const UnitId u = s.whole->quiet_on_bus[channel];
  if (u != kNone) disturb(s, c, u);
}

// Before the results are read of a run that ends early.
[[gnu::cold]] inline void settle_all(State& s, const Config& c) {
  for (UnitId u{0}; u.value < unit_count(c); ++u) settle_chip(s, c, u);
}

// Whether nothing but the unit's own array phase follows the end of its present phase.
inline bool ends_quietly(const State& s, const Config& c, UnitId u) {
  const Whole& w = *s.whole;
  const Unit& unit = w.units[u];
  if (!has_quiet_ends(c) || (unit.stage != Stage::kLead && unit.stage != Stage::kResuming)) return false;
  if (c.cache != 0 && unit.current.host != 0 && unit.current.type == CommandType::kProgram)
    return false;  // its cache register may be open then
  if (unit.stage == Stage::kLead) {
    const ChannelId channel = channel_of(c, u);
    if (w.wanting[channel] != 0) return false;
    if (w.unplaced.head != kNone && w.engaged_units[channel] != c.units_per_channel) return false;
  }
  return c.suspend_on == 0 || unit.current.type == CommandType::kRead || !has_ready_read(s, c, unit);
}

// After a change of this unit alone: finds when the loop has to look at the unit again.
inline void foresee_end(State& s, const Config& c, UnitId u) {
  Whole& w = *s.whole;
  if (!ends_quietly(s, c, u)) {
    refresh_unit(w, c, u);
    return;
  }
  w.quiet[u] = 1;
  if (w.units[u].stage == Stage::kLead) w.quiet_on_bus[channel_of(c, u)] = u;
  set_due(w.ends, leaves_of(unit_count(c)), u.value, quiet_end(w, u) + w.units[u].current.array);
}

}  // namespace ssd::whole
