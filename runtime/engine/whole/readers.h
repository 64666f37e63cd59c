// Planes that read by themselves (command.plane_reads). Each has a place of its own behind the units (places.h), with
// the state of its plane read; its unit has all other commands. Without such planes all ranges are empty.
#pragma once
#include "runtime/engine/places.h"
#include "runtime/engine/whole/whole.h"

namespace ssd::whole {

struct Readers {
  UnitId first, end;
};
inline Readers readers_of(const Config& c, PlaneId first, u32 planes) {
  if (c.plane_reads == 0) return {UnitId(0), UnitId(0)};
  return {reader_of(c, first), reader_of(c, first + planes)};
}
inline Readers readers_of_unit(const Config& c, const Unit& home) {
  return readers_of(c, home.first_plane, c.planes_per_unit);
}
inline Readers readers_of_chip(const Config& c, u32 chip) {
  return readers_of(c, PlaneId(chip * c.dies * c.planes), c.dies * c.planes);
}
inline Readers readers_of_channel(const Config& c, ChannelId channel) {
  return readers_of(c, PlaneId(channel.value * c.planes_per_channel), c.planes_per_channel);
}

// What the plane reads of a unit are doing (account.unit_shares).
struct Activity {
  bool array = false, bus = false, contention = false;
};
inline Activity activity_of_readers(const Whole& w, const Config& c, const Unit& home) {
  Activity found;
  const Readers readers = readers_of_unit(c, home);
  for (UnitId v = readers.first; v < readers.end; ++v) {
    found.array |= w.units[v].running != 0;
    found.bus |= w.tenure_end[v] != kNever;
    found.contention |= w.wants[v] != 0;
  }
  return found;
}

// The last release of what a command of the unit, or a plane read, would have waited for (account.split).
inline Time last_release(const Whole& w, const Config& c, UnitId u) {
  const Unit& unit = w.units[u];
  if (c.plane_reads == 0) return unit.released;
  Time last = unit.released > w.units[home_of(c, u)].released ? unit.released : w.units[home_of(c, u)].released;
  const Readers readers = is_reader(c, u) ? Readers{u, u} : readers_of_unit(c, unit);
  for (UnitId v = readers.first; v < readers.end; ++v) last = last > w.units[v].released ? last : w.units[v].released;
  return last;
}

}  // namespace ssd::whole
