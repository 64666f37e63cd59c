// The map and the flash at rest (start.snapshot), independent of any engine's memory: the state that one run leaves and
// another starts from, and the content of a snapshot file. Invariants of a sound state (defect() finds none): every
// block is exactly one of free, begun, active, full or retired; every mapped page is programmed and holds one logical
// page; every plane has a free block left for collection, or retired blocks.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "runtime/abi/plan.h"
#include "runtime/engine/state.h"

namespace ssd::run {

// What a drive must have in common with the state that it starts from.
struct DriveShape {
  u64 channels = 0, chips = 0, dies = 0, planes = 0, blocks = 0, pages = 0;  // per parent
  u64 page_bytes = 0, sector_bytes = 0, logical_pages = 0, streams = 0;
  u64 shared_stream = kNoStream;  // the stream whose active block collection shares
  u64 collects_by_stream = 0;     // 1: collection has an active block for each stream
  u64 planes_of_superblock = 1;   // this many flash planes are one plane of the map, and a block of the map has the
                                  // pages of all of them (superblock.group)

  u64 total_planes() const { return channels * chips * dies * planes / planes_of_superblock; }  // of the map
  // The active blocks of a plane: the host's by stream, then those of collection.
  u64 active_blocks() const { return streams + (collects_by_stream != 0 ? streams : 1); }
  u64 total_blocks() const { return total_planes() * blocks; }
  u64 physical_pages() const { return total_blocks() * pages; }
  u64 sectors_per_page() const { return page_bytes / sector_bytes; }
  friend bool operator==(const DriveShape&, const DriveShape&) = default;
};
DriveShape shape_of(const Config& c);
// The first thing in which two shapes differ, as texts: "4 channels" and "8 channels". Both are empty if the shapes are
// equal.
struct ShapeDifference {
  std::string here, there;
};
ShapeDifference difference(const DriveShape& here, const DriveShape& there);

inline constexpr Time kLongestAge = Time{1} << 62;

struct DriveState {
  DriveShape shape;
  std::vector<u32> map;      // [logical pages] physical page, or kNoPage
  std::vector<u64> written;  // one bit for each sector of the logical pages; empty: mapped pages were written wholly
  std::vector<u32> erases;   // [blocks of the drive]
  std::vector<Time> ages;   // [blocks of the drive] ns since the block became full; empty: the run that left this state
                            // did not keep them
  std::vector<u8> retired;  // [blocks of the drive]
  std::vector<u32> free_counts;       // [planes] how many of `free_blocks` are in the plane
  std::vector<u16> free_blocks;       // plane after plane, as numbers in the plane; the one longest free first
  std::vector<Active> active;         // [planes * DriveShape::active_blocks()]
  std::vector<u8> streams_of_blocks;  // [blocks of the drive] only where collection goes by stream; otherwise empty
  std::vector<u16> begun;  // [blocks of the drive] how many pages of a begun block are programmed (start.even), 0 for
                           // other blocks; empty: none is begun
  std::vector<std::vector<u8>> tables;        // the bytes of each table; a snapshot file has none (table.entries)
  u64 write_number = 0;                       // the counter of place.write_order
  std::vector<u64> given;                     // [planes] writes that the plane was given (place.dynamic)
  u64 units = 0;                              // of the drive that left the state
  u32 write_back_turn = 0, replica_turn = 0;  // q of copies.write_back, r of copies.replicate, both below `units`

  friend bool operator==(const DriveState&, const DriveState&) = default;
};

// The state of a run that has ended and finished everything that it began. `end`: the end of its last flash phase.
DriveState capture(const State& s, const Config& c, Time end);
// Puts the state into fresh memory (all erased). The state must be sound, of the drive's shape, and have ages if the
// design reads them. If the drive has other units than the one that left the state, the turns of copies start at 0.
void restore(State& s, const Config& c, const DriveState& state);
// Bytes that a state of this shape takes at most.
u64 bytes_of_state(const DriveShape& shape);
// Bytes of the entries of the plan's tables, which a state has besides.
u64 bytes_of_tables(const Plan& plan);

// Why the state cannot be that of a drive of its shape, in a few words; empty if it can be.
std::string defect(const DriveState& state);

// Why a design of the same shape cannot start from the state.
struct Misfit {
  enum class Kind : std::uint8_t { kNone, kMisplaced, kAges, kRetired, kReserve };
  Kind kind = Kind::kNone;
  u64 lpn = 0, plane = 0,
      expected = 0;  // kMisplaced: the page, the plane where it lies, and the one where the map puts it
  u64 blocks = 0;  // kReserve: the free blocks of `plane`. kRetired: blocks that are worn out by the design's endurance
                   // but not retired in the state, or the other way round
};
Misfit misfit(const DriveState& state, const Plan& plan);

}  // namespace ssd::run
