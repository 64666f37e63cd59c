// The checked design as the engine reads it: plain numbers. Generic mode reads it from memory; in a specialised module it is a constant,
// so that every division by a geometry number becomes a shift or a multiplication and unused features disappear.
#pragma once
#include "runtime/abi/units.h"

namespace ssd {

struct Config {
  // Geometry: counts are per parent.
  u32 channels, chips, dies, planes, blocks, pages;
  u32 sectors_per_page;
  u32 page_bytes, spare_bytes, sector_bytes;
  u64 logical_pages;
  // Derived, so that no part of the engine derives it again.
  u32 planes_per_channel, planes_per_unit, units_per_channel, units_per_chip;
  u32 total_planes;
  u32 pages_per_plane;
  // NAND. A transfer of n bytes takes ceil(n * bus_numerator / bus_denominator) ns.
  Time read, program, erase;
  Time command;
  u64 bus_numerator, bus_denominator;
  // Features, as 0 or 1 unless said.
  u8 interleave;               // each die is a unit of its own; else the chip is
  u8 read_modify_write;
  u8 complete_when_transferred;  // a write is complete at the end of data in
  u8 read_moves_page;          // reads move page + spare; else the sectors asked for
  u8 program_moves_sectors;    // programs move the sectors written; else page + spare
  u8 read_unwritten_as_written;
  u8 reserved[2];
  u32 queue_depth;             // 0 = unlimited
  u32 reserved2;
};

}  // namespace ssd
