// Tables that policies learn in (table.entries), as a Plan states them, and their cells in a run's memory. An int is
// stored as its distance from the table's least value, in the fewest bytes that hold the greatest distance; a real as
// its eight bytes.
#pragma once
#include "runtime/abi/units.h"

namespace ssd {

enum class TableOf : u8 { kDrive, kPage, kBlock, kStream };

struct TableShape {
  TableOf of = TableOf::kDrive;
  u8 bytes_log2 = 0;  // of a cell: 0 to 3
  u64 initial = 0;    // what every cell holds at time 0
};

// The cells of one table. `at` may be written through a const Cells: hooks see a const State.
struct Cells {
  u8* at = nullptr;
  u64 count = 0;
  u64 bytes = 0;  // of all cells
};

// A cell outside the table reads as 0 and is not written. That happens only in a branch that is not taken, or behind a
// check that has failed (program.h).
inline i64 load_cell(const Cells& cells, u32 bytes_log2, i64 index) {
  const u64 i = static_cast<u64>(index);
  if (i >= cells.count) return 0;
  switch (bytes_log2) {
    case 0: return cells.at[i];
    case 1: return reinterpret_cast<const u16*>(cells.at)[i];
    case 2: return reinterpret_cast<const u32*>(cells.at)[i];
    default: return reinterpret_cast<const i64*>(cells.at)[i];
  }
}

inline void store_cell(const Cells& cells, u32 bytes_log2, i64 index, i64 value) {
  const u64 i = static_cast<u64>(index);
  if (i >= cells.count) return;
  switch (bytes_log2) {
    case 0: cells.at[i] = static_cast<u8>(value); break;
    case 1: reinterpret_cast<u16*>(cells.at)[i] = static_cast<u16>(value); break;
    case 2: reinterpret_cast<u32*>(cells.at)[i] = static_cast<u32>(value); break;
    default: reinterpret_cast<i64*>(cells.at)[i] = value; break;
  }
}

// How a node names a table and the size of its cells (program.h).
inline constexpr i64 kTableStep = 4;
constexpr i64 cell_id(u32 table, u32 bytes_log2) { return i64{table} * kTableStep + bytes_log2; }
constexpr u32 table_of(i64 name) { return static_cast<u32>(name / kTableStep); }
constexpr u32 bytes_log2_of(i64 name) { return static_cast<u32>(name % kTableStep); }

}  // namespace ssd
