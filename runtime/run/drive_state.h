// The map and the flash at rest (S70), apart from any engine's memory: what one run leaves and another begins with, and
// what a snapshot file holds. Invariants of a sound state (defect() finds none): every block is free, active, full or
// retired, exactly one of them; every mapped page is programmed and holds one logical page; every plane has a free
// block left for collection, or blocks that have worn out.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "runtime/abi/plan.h"
#include "runtime/engine/state.h"

namespace ssd::run {

// What a drive must have in common with the state that it begins with.
struct DriveShape {
  u64 channels = 0, chips = 0, dies = 0, planes = 0, blocks = 0, pages = 0;  // per parent
  u64 page_bytes = 0, sector_bytes = 0, logical_pages = 0, streams = 0;
  u64 shared_stream = kNoStream;  // whose active block collection shares
  u64 planes_of_superblock = 1;   // S71: to the map so many planes are one, and a block has the pages of so many

  u64 total_planes() const { return channels * chips * dies * planes / planes_of_superblock; }  // of the map
  u64 total_blocks() const { return total_planes() * blocks; }
  u64 physical_pages() const { return total_blocks() * pages; }
  u64 sectors_per_page() const { return page_bytes / sector_bytes; }
  friend bool operator==(const DriveShape&, const DriveShape&) = default;
};
DriveShape shape_of(const Config& c);
// What two shapes differ in, as one would say it: "4 channels" and "8 channels". Both empty if they are the same.
struct ShapeDifference {
  std::string here, there;
};
ShapeDifference difference(const DriveShape& here, const DriveShape& there);

inline constexpr Time kLongestAge = Time{1} << 62;

struct DriveState {
  struct Active {
    u32 block = kNone, page = 0;  // of its plane, and the next page to be taken; kNone: none is open
    friend bool operator==(const Active&, const Active&) = default;
  };
  DriveShape shape;
  std::vector<u32> map;      // [logical pages] physical page, or kNoPage
  std::vector<u64> written;  // a bit a sector of the logical pages; empty: mapped pages were written wholly
  std::vector<u32> erases;   // [blocks of the drive]
  std::vector<Time> ages;    // likewise, since the block became full; empty: the run that left this did not keep them
  std::vector<u8> retired;   // likewise
  std::vector<u32> free_counts;               // [planes] how many of `free_blocks` are its own
  std::vector<u16> free_blocks;               // plane after plane, numbers within it; the one longest free first
  std::vector<Active> active;                 // [planes * (streams + 1)], collection's own last
  u64 write_number = 0;                       // rule 19
  u32 turn = 0;                               // the k of S26
  std::vector<u32> unit_turns;                // and the t of each unit
  u32 write_back_turn = 0, replica_turn = 0;  // S60's q, S61's r

  friend bool operator==(const DriveState&, const DriveState&) = default;
};

// Of a run that has ended with all that it began, `end` being the end of its last flash phase.
DriveState capture(const State& s, const Config& c, Time end);
// Into memory that is fresh, all erased; the state is sound, of the drive's shape, and has ages if the design reads
// them. Where the drive is made of other units than the one that left it, their turns begin anew.
void restore(State& s, const Config& c, const DriveState& state);
// Bytes that such a state takes, at most.
u64 bytes_of_state(const DriveShape& shape);

// Why the state cannot be that of a drive of its shape, in a few words; empty if it can.
std::string defect(const DriveState& state);

// Why a design of the same shape cannot begin with the state.
struct Misfit {
  enum class Kind : std::uint8_t { kNone, kMisplaced, kAges, kRetired };
  Kind kind = Kind::kNone;
  u64 lpn = 0, plane = 0, expected = 0;  // kMisplaced: where it lies, and where the map puts it
  u64 blocks = 0;  // kRetired: that are worn out by the design's endurance and not by the state, or the other way round
};
Misfit misfit(const DriveState& state, const Plan& plan);

}  // namespace ssd::run
