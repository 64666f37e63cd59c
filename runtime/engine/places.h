// The conversions between the numbers of planes, units and channels. Planes are numbered level by level (abi/units.h).
#pragma once
#include "runtime/abi/config.h"

namespace ssd {

inline UnitId unit_of(const Config& c, PlaneId plane) { return UnitId(plane.value / c.planes_per_unit); }
inline u32 unit_count(const Config& c) { return c.channels * c.units_per_channel; }

// Planes that read by themselves (command.plane_reads) have numbers behind the units, in the order of the planes.
inline bool is_reader(const Config& c, UnitId unit) { return c.plane_reads != 0 && unit.value >= unit_count(c); }
inline u32 reader_count(const Config& c) { return c.plane_reads != 0 ? c.total_planes : 0; }
inline UnitId reader_of(const Config& c, PlaneId plane) { return UnitId(unit_count(c) + plane.value); }
inline PlaneId plane_of_reader(const Config& c, UnitId reader) { return PlaneId(reader.value - unit_count(c)); }
// The unit itself, or the one of a plane that reads.
inline UnitId home_of(const Config& c, UnitId unit) {
  return is_reader(c, unit) ? unit_of(c, plane_of_reader(c, unit)) : unit;
}

inline ChannelId channel_of(const Config& c, PlaneId plane) { return ChannelId(plane.value / c.planes_per_channel); }
inline ChannelId channel_of(const Config& c, UnitId unit) {
  return is_reader(c, unit) ? channel_of(c, plane_of_reader(c, unit)) : ChannelId(unit.value / c.units_per_channel);
}

inline UnitId first_unit(const Config& c, ChannelId channel) { return UnitId(channel.value * c.units_per_channel); }
inline PlaneId first_plane_of(const Config& c, UnitId unit) { return PlaneId(unit.value * c.planes_per_unit); }
inline PlaneId first_plane_of_die(const Config& c, PlaneId plane) { return plane - plane.value % c.planes; }

// Chips and dies are numbered over the whole drive only where their busy times are kept.
inline u32 chip_of(const Config& c, UnitId unit) { return home_of(c, unit).value / c.units_per_chip; }
inline u32 chip_of(const Config& c, PlaneId plane) { return plane.value / (c.dies * c.planes); }
inline u32 die_of(const Config& c, PlaneId plane) { return plane.value / c.planes; }
inline UnitId first_unit_of_chip(const Config& c, u32 chip) { return UnitId(chip * c.units_per_chip); }

// Numbers within the parent, as a design's expressions see them.
inline u32 chip_in_channel(const Config& c, PlaneId plane) { return plane.value / (c.dies * c.planes) % c.chips; }
inline u32 die_in_chip(const Config& c, PlaneId plane) { return plane.value / c.planes % c.dies; }
inline u32 plane_in_die(const Config& c, PlaneId plane) { return plane.value % c.planes; }

}  // namespace ssd
