// All memory of one run: plain structs and arrays in one arena (arena.h) that the caller owns. The engine itself
// allocates nothing.
// It has two halves, and neither reads the other's clock or map: the functional pass (map, space, collection) turns
// requests into flash operations in order of arrival; the timing pass (channels, units) carries out the operations.
// With static placement the functional pass never depends on the timing pass, so it runs ahead by a batch and can
// prefetch its table accesses.
#pragma once
#include "runtime/abi/config.h"
#include "runtime/abi/hooks.h"
#include "runtime/abi/request.h"
#include "runtime/abi/results.h"
#include "runtime/abi/series.h"
#include "runtime/abi/units.h"
#include "runtime/base/limits.h"
#include "runtime/engine/active.h"
#include "runtime/engine/earliest.h"
#include "runtime/engine/pool.h"
#include "runtime/engine/slot.h"
#include "runtime/engine/whole/whole.h"
#include "runtime/engine/wish.h"

namespace ssd {

// ---- functional half

// What the pages of the map note of the logical pages that they hold: see ftl/holders.h. A number of 24 bits; an enum,
// because stores of bytes would make the compiler reload all that it knows.
enum class NoteTop : u8 {};
struct [[gnu::packed]] Note {
  u16 low;
  NoteTop top;
};
struct Holders {
  Note* notes;     // [physical pages + 1]
  u32 group_log2;  // logical pages of a group; 0, or at least 2
};

// Free blocks of a plane. Block numbers are within the plane.
struct PlaneSpace {
  u32 free_first, free_count;  // a ring in State::free_blocks that begins with the block longest free
  u32 free_pages;              // every unprogrammed page, those of active blocks included
  u32 erased;                  // blocks erased so far, in the map
};

// How far a host write of one page has come through the steps of map.write_admission. The functional pass can stop
// between two steps when it runs out of operations.
enum class WriteStage : u8 {
  kStart,
  kNeedsRoom,
  kCollects,
  kEndsSeries,  // a collection gained nothing, so no other follows (collection.series)
};
// What is known of the write before its page is taken.
struct PageWrite {
  PlaneId plane;
  u32 sectors;  // that the program transfers
  OpId read;    // its read-modify-write read; kNone
};
struct WriteProgress {
  PageWrite page;  // undefined at kStart
  WriteStage stage;
  u8 collected;  // collections since wear was last looked at
};

// The low bits count the valid pages of a block; this bit is set while the block is not eligible as a victim (free or
// active).
inline constexpr u16 kNotEligible = 0x8000;

// An element of the list of a plane's full blocks in order of the time at which they became full; block numbers are
// within the plane. Kept only where the victim is the oldest block.
struct FullBlock {
  u32 previous, next;
};
struct FullEnds {
  u32 first, last;
};

// A block of a plane with the key that it is ranked by (collection.victim: `age_rank`, `random_rank`).
struct RankedBlock {
  u64 key;
  u32 block;
};

// Life of a block: erases << 1; the lowest bit is set while collection (not the host) writes to it.
using BlockLife = u32;

// ---- timing half

enum class OpKind : u8 {
  kInstant,  // a page operation that needs no flash: complete at admission
  kRead,
  kReadForModify,  // the read of a read-modify-write; `partner` is its program
  kProgram,
  kCollection,  // a whole job of `moves`; `sectors` is the number of pages that it skips
  kCostless,    // a collection that takes no time (collection.cost_zero): it is only counted
};

// A flash operation from its creation to its completion. Its pool is State::ops; queues are linked through `next`. Each
// operation is one cache line, because a channel takes up operations that were created hundreds of operations before.
struct alignas(64) FlashOp {
  Time ready;  // when its first phase may be granted; in a coupled run undefined until admission
  u64 order;   // sequence number (time.sequence)
  Time held;   // how long its unit had been held by collections when it became ready
  u64 stamp;   // reads: the value that State::issued must have reached for the page to be programmed (0: it is).
               // Programs: the value that State::issued gets. Collections: 1 if the erase wears the block out
  OpId next;
  u32 slot;   // of its request; kNone for a collection
  u32 block;  // global block number (plane id * blocks + block)
  union {
    OpId partner;  // of a read-modify-write
    u32 moves;     // of a collection
  };
  PlaneId plane;
  u16 sectors;  // that are transferred
  OpKind kind;
  u8 waits;     // a program whose read-modify-write read is pending
  bool served;  // a program whose old sectors the controller had
};
static_assert(sizeof(FlashOp) == 64);

// What a unit (chip, or die with interleave) will do next on its channel's bus.
enum class Phase : u8 { kIdle, kReadOut, kMoveOut, kMoveIn, kMoveRead, kErase };

// A unit's wish for its bus. The time from which it may be granted is in State::wish_times, an array of its own: every
// decision reads the times of all units of the channel, but a Wish only of the few units that are ready.
struct Wish {
  Time ready;  // of the phase
  u64 order;   // sequence number of the operation
  Tenure tenure;
};

struct alignas(64) Unit {
  Time free_at;      // while the phase is kIdle: the end of what the unit did last
  List<OpId> reads;  // host reads in order of admission
  OpId current;      // the operation that holds the unit, or while it is idle the one to be granted next; kNone
  u32 moves_left;
  PlaneId first_plane;
  Phase phase;
  u8 interleaved;    // the last array phase has been counted as interleaved
  CommandType type;  // of the last array phase
  Time array_end;    // of it
  Time held_total;   // by the collections before the last one; the last one holds the unit in [held_since, held_end)
  Time held_since, held_end;
  Waits waits;  // of the host operation in progress
};

// Programs and collections of a plane in the order in which they were decided (unit.queue), and its last program.
struct PlaneOrder {
  List<OpId> queue;
  u64 last_stamp;  // State::issued of the last host program granted
  u32 last_block;
  Time last_end;  // when that program's array phase ends
};

// The blocks that the host has lately programmed in a plane, by run of programs: a run is a series of programs in one
// block. All programs have ended except those of the run that the channel is at. So a read of any other block need not
// check State::issued, which saves a cache miss on large drives.
inline constexpr u32 kRecentBlocks = 4;
struct HostBlocks {
  u32 begun;                  // runs begun by the functional pass
  u32 reached;                // runs reached by the channel: it has granted a program of this many
  u32 recent[kRecentBlocks];  // global block numbers, a ring indexed by `begun`; kNone
};

// A program that waits for data which the bus of another unit's channel brings: it is ready when they have arrived.
struct Release {
  Time at;  // kNever: none
  OpId program;
  Waits waits;  // of the read-modify-write read
};

struct Channel {
  Time bus_free;
  Earliest<UnitId> wishes;  // of its units
  List<OpId>
      arrivals;     // operations admitted but not yet taken up by the channel, in order of admission (independent runs)
  Time end;         // of the last phase so far; in the plain loops as of the last call of settle_phases()
  Release release;  // coupled runs
  List<OpId> served;  // independent runs: as State::served, of this channel's operations
};

// The completion of a request. In a closed loop the next request arrives `think` after it.
struct RequestEnd {
  Time time, think;
};

// The requests of a flow or phase, and the arrivals that completions have made in its closed loop.
struct FlowSource {
  const Request* requests;
  u64 count, next;   // requests before `next` have arrived
  u64 left;          // requests that are not complete
  u32 closed_depth;  // 0: arrivals are the requests' own, counted from `begin`
  u32 arrivals_count;
  Time* arrivals;  // [closed depth] heap
  Time begin;      // 0 of flows; kNever: the phases before it have not ended
  Time length;     // of a phase (host.phases); 0: none
  u32 then;        // the phase that begins when this one ends; kNone: none
};
inline constexpr u32 kByFlow = ~u32{0};  // State::closed_depth

// The phase begins at `at`: in a closed loop as many requests arrive as it is deep.
inline void begin_phase(FlowSource& phase, Time at) {
  phase.begin = at;
  for (; phase.arrivals_count < phase.closed_depth; ++phase.arrivals_count) phase.arrivals[phase.arrivals_count] = at;
}

// When a phase ends of which the last request leaves at `time` (host.phases).
inline Time end_of_phase(const FlowSource& phase, Time time) {
  const Time end = phase.begin + phase.length;
  return end > time ? end : time;
}

// Completed requests that are not yet in the results: 64-bit sums over at most one interval of the series, which the
// results and the series take over at once (stats/tally.h). Plain loops only.
struct Recent {
  struct Sums {
    u64 requests, bytes;
    Time response, unit, collection, channel, transfer, array;  // the last five: as in Waits
    Time controller;
  };
  Time begin, length;  // the requests completed in [begin, begin + length); length 0: there are none
  Sums of[kDirections];
};

// A check of one of the design's expressions that failed.
struct Fault {
  Time time;
  u32 site;  // of the hook's design::Function
  Hook hook;
  bool found;
};

// ---- the whole

struct State {
  const Config* config;   // generic build only; a specialised module has its own constant
  Program hooks[kHooks];  // generic build only
  Cells tables[limits::kMostTables];
  const u8* queue_weights;  // [queues] with Arbitration::kWeighted

  // Functional half.
  SparseTable<Lpn, Ppn> l2p;  // [logical pages] physical page or kNoPage
  Holders holders;            // the reverse
  u64* written;               // [logical pages * sectors a page bits] sectors ever written; null if no request needs it
  Table<PlaneId, PlaneSpace> space;  // [planes]
  u16* free_blocks;                  // [planes * blocks] rings
  u16* valid;                        // [planes * blocks] valid pages, with kNotEligible (ftl/valid.h)
  u32* wide_valid;                   // the same of large superblocks; only one of the two has memory
  Active* host_heads;                // [planes * streams] (ftl/heads.h)
  Active* collection_heads;          // [planes], or [planes * streams] where collection goes by stream
  u8* stream_of_block;               // [planes * blocks] only where collection goes by stream
  u32* striped;  // [stripe] the planes of a group in ORDER, counted from the group's first one (superblock.group); this
                 // and the next have memory only with superblocks
  u32* rank_in_stripe;  // [stripe] the inverse of `striped`
  BlockLife* life;      // [planes * blocks]
  Lpn* moves;           // [pages] scratch for the moves of one collection
  // Only if the start state may have begun blocks (start.even): the begun block of lowest number of each plane, or the
  // number of blocks if none is left; and how many pages of each begun block are programmed, 0 for all other blocks.
  Table<PlaneId, u32> begun_from;  // [planes]
  u16* begun_pages;                // [planes * blocks]
  u32* victim_rank;  // [pages + 1] rank of each number of valid pages: 0 for the highest score (VictimClass::kByValid)
  Time* full_at;     // [planes * blocks] since kTimeZero (ftl/ages.h), if some policy reads ages
  RankedBlock* ranking;                // [blocks] scratch of the plane at hand, if `victim` reads ranks
  u16 *age_ranks, *random_ranks;       // [blocks] of that plane; each is kept only if `victim` reads it
  FullBlock* full_list;                // [planes * blocks] with VictimClass::kOldest
  Table<PlaneId, FullEnds> full_ends;  // [planes] with VictimClass::kOldest
  Time map_time;                       // time of the present map event (space.time), if some policy reads ages
  u64 seed;                            // of the run
  u64 write_number;                    // host programs so far (place.write_order): the next one's place in the turn
  u64 next_order;
  u64 next_number;      // of the next request of the functional pass
  u32 pages_done;       // pages of that request that are done, if the pass stopped within it for lack of memory
  u32 partial_slot;     // the slot of that request; kNone if the pass did not stop within a request
  WriteProgress write;  // of its current page
  PlaneId full_plane;   // set with Status::kDriveFull
  mutable Fault fault;  // hooks see a const State

  // Timing half.
  Pool<FlashOp, OpId> ops;
  u32 ops_available;          // of them free
  Table<OpId, Waits> before;  // [ops.capacity] of a program: where the time of its read-modify-write read went; null if
                              // there are no such reads
  Pool<Slot> slots;
  Table<ChannelId, Channel> channels;
  Table<UnitId, Unit> units;               // [channels * units a channel]
  Table<UnitId, Wish> wishes;              // [channels * units a channel]
  Table<UnitId, Time> wish_times;          // [channels * units a channel] earliest grant; kNever: no wish
  Table<PlaneId, PlaneOrder> orders;       // [planes]
  Table<PlaneId, HostBlocks> host_blocks;  // [planes]
  u64* issued;         // [planes * blocks] (erases << 16) | host pages programmed or being programmed
  Time* chip_covered;  // [chips] end of the array phase that reaches furthest

  // Coupled runs: those with a finite queue or a closed loop, where completions let requests in, and those where the
  // read of a read-modify-write may be on another channel than its program (write_order with requests for parts of
  // pages).
  u32 closed_depth;  // 0: arrivals are the requests' own; kByFlow: the requests come from `sources`
  Time now;
  Time* arrivals;  // [closed depth] heap of the arrivals that completions have made
  u32 arrivals_count;
  RequestEnd* completions;  // heap of requests in flight whose end is known; null: the run is not coupled
  u32 in_flight, completion_count;
  u32 prepared_first, prepared_last, prepared_count;  // requests between their functional pass and their admission
  List<OpId> served;  // reads of read-modify-writes that the controller serves; the old sectors are there at `ready`

  whole::Whole* whole;  // of the whole-drive loop; null in the plain loops

  Recent recent;

  // Results.
  Histogram* response;  // [kDirections]
  FlashCounts flash;
  u32 retired_blocks;         // in the map (wear.retirement)
  Time life_end;              // set with Status::kEndOfLife: the time of that map event (space.time)
  u64 pages_moved;            // pages taken for moves in the map; their programs may follow later (policy.inputs:
                              // `write_amplification`). Counted in the whole-drive loop only
  StreamPages* stream_pages;  // [streams] null if there is only one
  HostCounts host;
  CommandCounts commands;
  u64 bus_bytes;                        // that crossed the channels, spare included
  Table<UnitId, UnitTimes> unit_times;  // [units]
  Series series;
  Table<ChannelId, Time[kCauses]> channel_bus;  // [channels]
  Table<PlaneId, Time[kCauses]> plane_array;    // [planes]
  Time (*die_array)[kCauses];                   // [dies]; in the plain loops it is summed from the planes after the run
  Time (*chip_array)[kCauses];                  // [chips]
  Time* completion_out;                         // [requests] completion time of each, if wanted; else null
  Time* arrival_out;                            // [requests] arrival of each; null or set with completion_out
  Time (*split_out)[kParts];  // [requests] split of each (account.split); null or set with completion_out
  FlowCounts* flows;          // [flow_count] null if the workload has no flows
  u32 flow_count;
  u32* queue_of_flow;   // [flow_count] the host queue of each flow; null if requests go to the queues in turn
                        // (host.flows)
  u8 follows_requests;  // whether there are flows, or the times of requests are wanted

  // Whole-drive loop: the requests of each flow, if the order of their arrivals follows from completions (host.flows).
  FlowSource* sources;   // [flow_count] null: the requests are those that ssd_run() is given
  u8* flow_out;          // [requests] the flow of each, if the times of requests are wanted; else null
  u8 ends_with_first;    // the run ends with the first flow that is through
  u8 arrivals_are_over;  // it is
  Time rests_until;      // behind a warm-up: until then no request counts as one that has still to arrive (host.phases)
};

// Whether the plain loops advance all channels together. A module that is specialised for one of the two ways does not
// contain the other.
inline bool is_coupled(const State& s, const Config& c) {
  return c.advance == Advance::kByRun ? s.completions != nullptr : c.advance == Advance::kCoupled;
}

enum class Status : u32 {
  kDone = 0,   // all requests given were taken in; if they were the last, all are complete
  kNeedOps,    // State::ops must grow, then call again
  kNeedSlots,  // State::slots must grow, then call again
  kStuck,      // an error of the engine: requests wait, but nothing can happen, or only collections happen without end
  kDriveFull,  // full_plane has no page for a host write and nothing to collect
  kEndOfLife,  // a host write finds no page because of retired blocks (wear.end_of_life); what was admitted has
               // continued as far as it could
  kFault,      // State::fault says where an expression of the design could not be computed
};

}  // namespace ssd
