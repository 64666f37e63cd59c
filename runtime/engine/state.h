// All memory of one run. Plain structs and arrays in one arena (arena.h) that the caller owns: the engine itself
// allocates nothing. Two halves that never look at each other's clock or map: the functional pass (map, space,
// collection) turns requests into flash operations in order of arrival; the timing pass (channels, units) carries the
// operations out. With static placement the first never depends on the second, so it runs ahead by a batch, and its
// table accesses can be prefetched.
#pragma once
#include "runtime/abi/config.h"
#include "runtime/abi/hooks.h"
#include "runtime/abi/request.h"
#include "runtime/abi/results.h"
#include "runtime/abi/series.h"
#include "runtime/abi/units.h"
#include "runtime/engine/earliest.h"
#include "runtime/engine/pool.h"
#include "runtime/engine/slot.h"
#include "runtime/engine/whole/whole.h"
#include "runtime/engine/wish.h"

namespace ssd {

// ---- functional half

// Free and active blocks of a plane. Block numbers are within the plane.
struct PlaneSpace {
  u32 host_block, host_page;              // active block for host writes and its next page; kNone if none is open
  u32 collection_block, collection_page;  // the same for collection
  u32 free_first, free_count;             // a ring in State::free_blocks: the block longest free first
  u32 free_pages;                         // every unprogrammed page, also of active blocks
  u32 erased;                             // blocks freed so far, by the map
};

// A host write of one page between the steps of rule 14. The functional pass can stop between them for want of
// operations.
enum class WriteStage : u8 {
  kStart,
  kNeedsRoom,
  kCollects,
  kEndsSeries,  // a collection gained nothing: no other follows (S69)
};
struct WriteProgress {
  PlaneId plane;
  u32 sectors;  // the program moves
  OpId read;    // operation of its read-modify-write; kNone
  WriteStage stage;
  u8 collected;  // since wear was last looked at
};

// Valid pages of a block in the low bits; set while the block is not eligible as a victim (free or active).
inline constexpr u16 kNotEligible = 0x8000;

// Full blocks of a plane by the time at which they became full; numbers within the plane. Only where the oldest is
// collected.
struct FullBlock {
  u32 previous, next;
};
struct FullEnds {
  u32 first, last;
};

// A block of a plane, and what it is ranked by (S62).
struct RankedBlock {
  u64 key;
  u32 block;
};

// Life of a block: erases << 1, and whether collection (not the host) writes to it at present.
using BlockLife = u32;

// ---- timing half

enum class OpKind : u8 {
  kInstant,  // a page read that needs no flash: complete at admission
  kRead,
  kReadForModify,  // the read of a read-modify-write; `partner` is its program
  kProgram,
  kCollection,  // a whole job of `moves`; `sectors` is the number of pages skipped by it
  kCostless,    // the same where collection takes no time: only counted
};

// A flash operation from its creation to its completion. Lives in State::ops; queues are linked through `next`. A cache
// line each: what the channels take up was made hundreds of operations ago.
struct alignas(64) FlashOp {
  Time ready;  // when its first phase may be granted; until admission in a coupled run: not set
  u64 order;   // sequence number (rule 2)
  Time held;   // how long its unit had been held by collections when it became ready
  u64 stamp;  // reads: what State::issued must have reached for the page to be programmed (0: it is). Programs: what it
              // reaches. Collections: 1 if the erase wears the block out
  OpId next;
  u32 slot;   // of the request it belongs to; kNone for a collection
  u32 block;  // global block number (plane id * blocks + block)
  union {
    OpId partner;  // of a read-modify-write
    u32 moves;     // of a collection
  };
  PlaneId plane;
  u16 sectors;  // of the transfer
  OpKind kind;
  u8 waits;     // a program whose read-modify-write read is pending
  bool served;  // a program whose old sectors the controller had
};
static_assert(sizeof(FlashOp) == 64);

// What a unit (chip, or die with interleave) will do next on its channel's bus.
enum class Phase : u8 { kIdle, kReadOut, kMoveOut, kMoveIn, kMoveRead, kErase };

// The wish of a unit for the bus. When it may be granted stands in State::wish_times, an array of its own: every
// decision reads those of all units of the channel, and this of the few that are ready.
struct Wish {
  Time ready;  // of the phase
  u64 order;   // sequence number of the operation
  Tenure tenure;
};

struct alignas(64) Unit {
  Time free_at;      // end of what it does, while the phase is kIdle
  List<OpId> reads;  // host reads in order
  OpId current;      // operation held, or the one to be granted next while idle; kNone
  u32 moves_left;
  PlaneId first_plane;
  Phase phase;
  u8 interleaved;    // the last array phase has been counted as interleaved
  CommandType type;  // of the last array phase
  Time array_end;    // of it
  Time held_total;   // by collections before the last one, which holds it in [held_since, held_end)
  Time held_since, held_end;
  Waits waits;  // of the host operation in progress
};

// Programs and collections of a plane in the order decided (rule 3), and its last program.
struct PlaneOrder {
  List<OpId> queue;
  u64 last_stamp;  // State::issued of the last host program granted
  u32 last_block;
  Time last_end;  // when that program's array phase ends
};

// The blocks that the host's programs in a plane have gone to lately, one run of programs behind the other. All but
// those from the run that its channel is at have ended, so that a read of another block need not ask: of large drives
// that is a miss of the caches saved.
inline constexpr u32 kRecentBlocks = 4;
struct HostBlocks {
  u32 begun;                  // runs, in the functional pass
  u32 reached;                // by the channel: it has granted a program of this many
  u32 recent[kRecentBlocks];  // global block numbers, a ring by `begun`; kNone
};

// A program of another unit whose data the channel's bus brings: it is ready when they are there.
struct Release {
  Time at;  // kNever: none
  OpId program;
  Waits waits;  // of the read
};

struct Channel {
  Time bus_free;
  Earliest<UnitId> wishes;  // kept only in coupled runs
  List<OpId> arrivals;  // operations admitted but not yet seen by the channel, in order of admission (independent runs)
  Time end;             // of the last phase so far; in the plain loops, as far as settle_phases() has looked
  Release release;      // coupled runs
  List<OpId> served;    // independent runs: as State::served, of this channel's operations
};

// In a closed loop the next request arrives `think` after the end.
struct RequestEnd {
  Time time, think;
};

// Requests that are complete and not yet in the results: sums of 64 bits, over an interval of the series at most, which
// both the results and the series take at once (stats/tally.h). Plain loops only.
struct Recent {
  struct Sums {
    u64 requests, bytes;
    Time response, unit, collection, channel, transfer, array;  // the last five: as in Waits
    Time controller;
  };
  Time begin, length;  // they completed in [begin, begin + length); 0: there are none
  Sums of[kDirections];
};

// A check of one of the design's expressions that did not hold.
struct Fault {
  Time time;
  u32 site;  // of the hook's design::Function
  Hook hook;
  bool found;
};

// ---- the whole

struct State {
  const Config* config;   // generic mode only; a specialised module has its own constant
  Program hooks[kHooks];  // likewise

  // Functional half.
  Table<Lpn, Ppn> l2p;  // [logical pages] physical page or kNoPage
  Table<Ppn, Lpn> p2l;  // [physical pages] logical page last programmed there
  u64* written;         // [logical pages * sectors a page bits] sectors ever written; null if no request needs it
  Table<PlaneId, PlaneSpace> space;  // [planes]
  u16* free_blocks;                  // [planes * blocks] rings
  u16* valid;                        // [planes * blocks]
  BlockLife* life;                   // [planes * blocks]
  Lpn* moves;                        // [pages] scratch of one collection
  u16* victim_rank;      // [pages + 1] by valid pages: 0 of the highest score, and so on (VictimClass::kByValid)
  Time* full_at;         // [planes * blocks] since kTimeZero (ftl/ages.h), if some policy reads ages
  RankedBlock* ranking;  // [blocks] of the plane that is looked at, if `victim` reads places in an order
  u16 *age_ranks, *random_ranks;       // [blocks] of that plane, of the order that `victim` reads
  FullBlock* full_list;                // [planes * blocks] with VictimClass::kOldest
  Table<PlaneId, FullEnds> full_ends;  // [planes] likewise
  Time map_time;                       // of the present map event (S47), if some policy reads ages
  u64 seed;                            // of the run
  u64 write_number;                    // rule 19: host programs so far; with write_order the place of the next
  u64 next_order;
  u64 next_number;      // of the request whose functional pass is next
  u32 pages_done;       // of that request, if the pass stopped within it for want of memory
  u32 partial_slot;     // its slot then; kNone otherwise
  WriteProgress write;  // of its current page
  PlaneId full_plane;   // set with Status::kDriveFull
  mutable Fault fault;  // hooks see a const State

  // Timing half.
  Pool<FlashOp, OpId> ops;
  u32 ops_available;  // free ones
  Table<OpId, Waits>
      before;  // [ops.capacity] of a program: what its read-modify-write read took; null if there are none
  Pool<Slot> slots;
  Table<ChannelId, Channel> channels;
  Table<UnitId, Unit> units;               // [channels * units a channel]
  Table<UnitId, Wish> wishes;              // the same
  Table<UnitId, Time> wish_times;          // the same: earliest grant; kNever: no wish
  Table<PlaneId, PlaneOrder> orders;       // [planes]
  Table<PlaneId, HostBlocks> host_blocks;  // [planes]
  u64* issued;         // [planes * blocks] (erases << 16) | host pages programmed or being programmed
  Time* chip_covered;  // [chips] end of the array phase that reaches furthest

  // Coupled runs: those with a finite queue or a closed loop, where completions let requests in, and those where the
  // read for a program may be on another channel than the program (write_order with requests for parts of pages).
  u32 closed_depth;  // 0: arrivals are the requests' own
  Time now;
  Time* arrivals;  // [closed depth] heap of those that completions have made
  u32 arrivals_count;
  RequestEnd* completions;  // heap of requests in flight whose end is known; null: the run is not coupled
  u32 in_flight, completion_count;
  u32 prepared_first, prepared_last, prepared_count;  // requests after their functional pass, before admission
  List<OpId> served;  // reads of read-modify-writes that the controller serves; the old sectors are there at `ready`

  whole::Whole* whole;  // the whole-drive loop's; null where the plain ones run

  Recent recent;

  // Results.
  Histogram* response;  // [kDirections]
  FlashCounts flash;
  u32 retired_blocks;  // S69; by the map
  Time life_end;       // set with Status::kEndOfLife; the time of a map event (S47)
  u64 pages_moved;     // that collections have taken in the map; their programs follow (S59; counted in the whole-drive
                       // loop)
  HostCounts host;
  CommandCounts commands;
  u64 bus_bytes;                        // that crossed the channels, spare included
  Table<UnitId, UnitTimes> unit_times;  // [units]
  Series series;
  Table<ChannelId, Time[kCauses]> channel_bus;  // [channels]
  Table<PlaneId, Time[kCauses]> plane_array;    // [planes]
  Time (*die_array)[kCauses];                   // [dies]; the plain loops leave it to be summed from the planes
  Time (*chip_array)[kCauses];                  // [chips]
  Time* completion_out;                         // [requests] completion time of each, if wanted; else null
  Time* arrival_out;                            // likewise
  Time (*split_out)[kParts];                    // likewise
};

// Whether the plain loops advance all channels together. A module that was specialised for one way does not contain the
// other.
inline bool is_coupled(const State& s, const Config& c) {
  return c.advance == Advance::kByRun ? s.completions != nullptr : c.advance == Advance::kCoupled;
}

enum class Status : u32 {
  kDone = 0,   // all requests given were taken in; if they were the last, all are complete
  kNeedOps,    // State::ops must grow, then call again
  kNeedSlots,  // State::slots likewise
  kStuck,      // our fault: nothing can happen although requests wait, or nothing but collection does
  kDriveFull,  // full_plane has no page for a host write and nothing to collect
  kEndOfLife,  // a host write finds no page because of blocks that are worn out: what was admitted has gone on as far
               // as it could
  kFault,      // State::fault says where an expression of the design could not be computed
};

}  // namespace ssd
