// The checked design as the engine reads it: plain numbers. Generic mode reads it from memory; in a specialised module it is a constant,
// so that every division by a geometry number becomes a shift or a multiplication and unused features disappear.
#pragma once
#include "runtime/abi/hooks.h"
#include "runtime/abi/units.h"

namespace ssd {

enum class Placement : u8 { kStatic, kWriteOrder, kDynamicOrder, kDynamicCost };
enum class Willing : u8 { kNo, kWise, kBlind, kPredicate };
enum class CompleteWrite : u8 { kProgrammed, kTransferred, kBuffered };
enum class Evict : u8 {
  kLru, kFifo,
  kScore,  // anything: every entry is asked
  kAge,    // a score that rises with the age and reads nothing else: entries in the order in which they were touched
};
// How much of an operation its priority reads, which decides how a unit finds its next one.
enum class PriorityClass : u8 {
  kConstant,  // none: first come, first served
  kByKind,    // only what kind of operation it is: looked up in a table, and the first of each queue stands for the rest of it
  kFixed,     // what stays as it is while an operation waits: each queue stands in the order of the priority
  kByAge,     // within a queue only `waited`, and it never falls as that rises: the oldest of each queue is asked, at every decision
  kGeneral,   // anything: every waiting operation is asked at every decision
};
// What kinds of operation a priority can tell apart (S46): the rows of its table.
enum class SeenKind : u8 { kHostRead, kHostProgram, kCollection, kMoveRead, kMoveProgram, kErase };
struct SeenAs {
  u8 is_read, is_write, is_erase, is_gc;  // what is not of collection is of the host
};
inline constexpr SeenAs kSeenAs[] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}};
inline constexpr u32 kSeenKinds = 6;

// What the score of `victim` reads, which decides how a victim is found (S47).
enum class VictimClass : u8 {
  kGreedy,   // falls as valid pages rise, and reads nothing else: the block of fewest valid pages
  kByValid,  // valid and invalid pages: a table of scores by count
  kOldest,   // age, and rises with it: blocks in the order in which they became full
  kGeneral,  // anything: every eligible block is asked
};
// Which free block is opened (S49).
enum class FreeChoice : u8 { kLongestFree, kFewestErases, kScore };

inline constexpr u32 kNoStream = ~u32{0};

// How the plain loops advance channels: each by itself, or all together (State::completions), or as the run has it.
enum class Advance : u8 { kByRun, kIndependent, kCoupled };

struct Config {
  // Geometry: counts are per parent. Blocks and their pages are those of the map: to it the planes of a group are one plane, whose blocks are
  // the superblocks (S71; engine/ftl/stripe.h). Without superblocks these are the planes and blocks of the flash.
  u32 channels, chips, dies, planes, blocks, pages;
  u32 sectors_per_page;
  u32 page_bytes, spare_bytes, sector_bytes;
  u64 logical_pages;
  // Derived, so that no part of the engine derives it again.
  u32 planes_per_channel, planes_per_unit, units_per_channel, units_per_chip;
  u32 total_planes;                      // of the flash
  u32 map_planes, pages_per_plane;       // of the map
  // From a plane's first block, or page, to the next plane's in the tables of the map and in physical page numbers: the plane's blocks, or one more
  // where they are even. Else the planes' active blocks, which fill in step, would lie a power of two apart and share a few sets of the caches.
  u32 block_stride, page_stride;
  u32 stripe;                            // planes of the flash that make one of the map; 1 without superblocks
  // NAND. A transfer of n bytes takes ceil(n * bus_numerator / bus_denominator) ns.
  Time read, program, erase;  // where they do not vary
  Time command, dummy_busy, cache_busy, suspend, resume;
  u64 bus_numerator, bus_denominator;
  // Host.
  Time host_command, ecc, buffer_latency;
  Time idle_after;                       // S67
  u64 link_numerator, link_denominator;  // like the bus; 0/1: no link
  u32 queue_depth;                       // of each queue; 0 = unlimited
  u32 queues;
  u32 buffer_slots, readahead_trigger, readahead_pages;
  u32 suspend_limit;                     // 0 = unlimited
  u32 streams;
  u32 wear_threshold;
  u32 endurance;                         // S69: erases that a block survives; 0: no end
  u32 any_idle_slots, replicas;          // S60, S61; 0: none
  u32 scope_planes;                      // S64: over which `trigger` and `stop` count
  u32 shared_stream;                     // S65: whose active block collection shares; kNoStream: none
  u32 level_order[4];                    // dynamic: 0 channel, 1 chip, 2 die, 3 plane, fastest first
  u32 reads[kHooks];                     // of each hook: bit i is set if its expression reads input i
  i64 priority_of_kind[kSeenKinds];      // PriorityClass::kByKind
  // Choices.
  Placement placement;
  Willing multiplane, copyback;
  CompleteWrite complete_write;
  Evict evict;
  PriorityClass priority_class;
  VictimClass victim_class;
  FreeChoice free_choice;
  Advance advance;             // of the plain loops
  // Features, as 0 or 1.
  u8 functional_only;          // the map alone, without flash operations (host/functional.h); `whole` is 0 then
  u8 whole;                    // needs the whole-drive loop (docs/architecture.md); else the plain ones
  u8 at_issue;                 // pages are placed when their program is granted (S22)
  u8 interleave;               // each die is a unit of its own; else the chip is
  u8 read_modify_write;
  u8 read_moves_page;          // reads move page + spare; else the sectors asked for
  u8 program_moves_sectors;    // programs move the sectors written; else page + spare
  u8 read_unwritten_as_written;
  u8 block_and_page;           // planes of one command must agree in the block index too
  u8 cache, suspend_on, preempt_page, reorder_fifo, write_back;
  u8 read_varies, program_varies, erase_varies;  // the latency is a function: see Hook
  u8 by_stream;                // writes choose their stream; else all go to stream 0
  u8 checks;                   // some expression has a check that can fail in the run
  u8 preempt_asks, hard_given;  // preempt(g) has a predicate; `hard` is not the default
  u8 wear_static, cost_zero;
  u8 keeps_ages;               // some policy reads when a block became full
  u8 draws;                    // some policy reads a block's random number
  u8 same_die;                 // moved pages may go to other planes of the die
  u8 background;               // S67: idle units collect, by `idle: on` or by what `trigger` and `stop` read
  u8 idle_on;                  // `idle: on`
  u8 avoid;                    // S68
  u8 reserved[3];
};

// Whether the hook's expression reads any of the inputs of a mask (abi/hooks.h): what is not read need not be found out.
constexpr bool reads_any(const Config& c, Hook hook, u32 inputs) { return (c.reads[static_cast<std::size_t>(hook)] & inputs) != 0; }

// Whether a block of the map is several of the flash (S71).
constexpr bool has_superblocks(const Config& c) { return c.stripe > 1; }

// Whether victims are scored by their place in an order of the blocks (S62).
constexpr bool ranks_by_age(const Config& c) { return reads_any(c, Hook::kVictim, input_mask(Hook::kVictim, "age_rank")); }
constexpr bool ranks_by_random(const Config& c) { return reads_any(c, Hook::kVictim, input_mask(Hook::kVictim, "random_rank")); }

}  // namespace ssd
