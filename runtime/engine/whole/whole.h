// Memory of the whole-drive loop: everything that the plain loops (time/) do not need. Designs whose commands,
// placement, buffer or host path depend on the clock run here; all resources advance together, instant by instant
// (time.instant). Operations are named by index, because pools move when they grow: no reference to a pool's element
// may be used after a call that can create one.
#pragma once
#include "runtime/abi/config.h"
#include "runtime/abi/hooks.h"
#include "runtime/abi/phases.h"
#include "runtime/abi/request.h"
#include "runtime/abi/results.h"
#include "runtime/abi/units.h"
#include "runtime/base/limits.h"
#include "runtime/engine/page_index.h"
#include "runtime/engine/pool.h"
#include "runtime/engine/slot.h"
#include "runtime/engine/whole/copies_memory.h"
#include "runtime/engine/whole/turns_memory.h"
#include "runtime/engine/wish.h"

namespace ssd {

struct State;

namespace whole {

// ---- operations

enum class Kind : u8 {
  kRead,
  kReadForModify,
  kReadAhead,
  kProgram,
  kBuffered,
  kFlush,  // of the host (host.flush)
  kCollection,
  kMove,
  kMoveRead,
  kMoveProgram,  // reads and programs of a superblock's collection (superblock.collection) are operations of their own
};

// The parts of a response time that a page operation counts itself, from kLink to kArray. What is left is queue and
// firmware, which its request knows, and controller.
inline constexpr u32 kFirstOpPart = static_cast<u32>(Part::kLink);
inline constexpr u32 kOpParts = static_cast<u32>(Part::kController) - kFirstOpPart;

// The parts of a request's response time that only some designs have, in ns.
struct OutsideFlash {
  Time firmware, link, buffer;
  Time looked_up;  // when a read has its entries of the map, once it has asked for them (host.dram)
};

inline bool has_link(const Config& c) { return c.link_numerator != 0 || c.link_request != 0; }
inline bool has_dram(const Config& c) { return c.dram_numerator != 0; }
inline bool has_outside(const Config& c) {
  return c.buffer_slots != 0 || has_link(c) || has_dram(c) || c.firmware_cores != 0 || c.coalesce_requests != 0;
}

struct PageOp {
  Time ready;            // from when it may be granted; before that, from when it waits for the rest of what it lacks
  Time first_ready;      // when it first was ready: `waited` counts from here (bus.priority)
  u64 order;             // sequence number; ~0 once it has ended
  u64 source_order;      // of `source`. A collection: the number of pages that it took. The record of a superblock's
                         // collection: its programs that have not ended. A program of a request: since which flush its
                         // write is pending (pending.h)
  Time held;             // how long its unit had been held by collections when it became ready
  Time array;            // the length of its array phase, in ns
  Time parts[kOpParts];  // of the response time so far, in ns (account.split): see part()
  i64 rank;              // PriorityClass::kFixed, once it is in a queue: its priority
  OpId next;             // in the list that it is in
  u32 slot;              // of its request; kNone: it belongs to no request
  Lpn lpn;
  Ppn page;  // kNoPage until it is known
  PlaneId plane;
  OpId partner;  // of a read-modify-write: the other half. A collection: the head of its list of moves. A kMoveRead:
                 // its kMoveProgram. The program of a unit behind the first: that of the first (iu.program)
  OpId source;   // a read placed at admission: the program whose data it may take (map.not_yet_programmed), with
                 // source_order. A part of a superblock's collection: the collection's record
  OpId later, earlier;  // writes of the same page that wait for each other (time.ready). With superblocks, `later` of a
                        // program is the kMoveRead that waits for it, and `earlier` of that read is the program;
                        // `later` of a record or an erase is the collection's next erase
  u32 entry;            // of the DRAM buffer. A move into a slot, a write-back: its slot (copies.any_idle)
  union {
    Ppn from;    // a move: the page that is read; kNoPage: it reads none (iu.collection)
    u32 victim;  // a collection: its global block number
    u32 first;   // a host operation: its first sector in the page
  };
  u32 request_pages;
  u32 sectors;  // of the transfer. A collection: the pages that it has moved; a wear collection: the pages that it
                // skips. A move of units: how many it reads
  u16 request_sectors;  // sectors of the page that the request writes
  u16 stream;
  u16 gave;        // a collection: the planes of its die that gave it pages, a bit each (collection.same_die)
  u16 joined;      // a host read or a readahead: how many units of its request joined it (iu.read)
  OpId following;  // a program: the one of its next unit, which has its leader in `partner` (iu.program)
  OpId same_hash;  // in Whole::latest or Whole::moving
  u16 queue;       // a host operation: the host queue of its request, if the priority reads it (bus.priority)
  Kind kind;
  u8 waits;  // the number of things that it still lacks to be ready
  // `granted`: 1 once it is granted; 2 for a read whose data still have to arrive in the controller; 3 if moreover no
  // command holds it any more, so that it is freed when they arrive.
  u8 granted, trimmed, forced, copyback;
  u8 wear;        // a collection for wear levelling (wear.static): its moves are fixed
  u8 is_stream;   // a collection: it reads pages into slots (copies.any_idle)
  u8 moved;       // a program: a collection that takes no time has moved its page (collection.cost_zero)
  u8 background;  // a collection in the background (collection.background)
  u8 retires;     // a collection whose erase wears the block out (wear.retirement)
  u8 met;         // a host read that met a collection (copies.replicate)
  u8 begun;       // a record: some part of its collection was granted
  u8 programs;    // a move of units: a page that it has filled is programmed behind its read (iu.collection)
};

// What a unit carries out on the flash: one operation, or one for each of several planes, planes ascending, linked by
// `next`.
struct Command {
  OpId head, leader;  // head kNone: no command
  u32 count;
  CommandType type;
  u8 host, interleaved;
  Time array;       // length of the array phase, or what is left of it
  Time begin;       // of the running part of the array phase
  Time opens;       // when its cache register takes the next data (command.cache_program)
  Time full_array;  // the whole time for which its planes are busy, in ns
  Time ready_out;  // reads: end of the array phase. Programs in the cache register: end of data in. Suspended commands:
                   // since when reads are served
  u64 number;      // in the order of grants; of two array phases the one granted first counts (account.busy)
  u32 suspended;   // how many times
  Time extra_array, extra_unit;  // the time of `suspend` and `resume`; the time in between (account.split)
};

enum class Stage : u8 {
  kIdle,  // holds nothing; or, with `halted`, serves reads; or, with `job` and preemption, is open between two moves
  kLead,  // bus transfer of the command (and data in)
  kArray,
  kOutWait,  // the data out of a read is ready and waits for the bus
  kOutLead,  // a chained read: its command and cache_busy, before the data out of its predecessor
  kOut,
  kStepWait,  // a collection's next step waits for the bus
  kSuspending,
  kResuming,
};

// The step of a collection that is next or under way.
enum class Step : u8 { kNone, kRead, kOut, kIn, kCopyback, kErase };

struct Wish {
  i64 priority;
  Time ready;
  u64 order;
  OpId op;  // the candidate of an idle unit; otherwise the leader of what the unit holds
  Tenure tenure;
};

struct Unit {
  Stage stage;
  Step step;
  u8 opened;           // between two moves, so that host operations may go first (collection.preempt)
  u8 next_in;          // the successor's data are in its register
  u8 next_array_done;  // the successor of a chained read has ended its array phase before the bus transfer ended
  u8 cache_open;       // array begin + cache_busy has passed (command.cache_program)
  Command current, next, halted;
  OpId job;           // the collection in progress whose first command was granted; kNone: none
  List<OpId> jobs;    // `job` and the collections that joined it, planes ascending (collection.together)
  OpId at_job, move;  // the collection and the move that are next or under way
  OpId moved_job;     // while `opened`: the collection that moved a page last (collection.preempt)
  u32 at_page;        // collections that fix their moves one by one: pages of the victim before this one are done
                      // (collection.moves)
  Time out_end;       // end of the bus transfer whose first part (kOutLead) runs
  Time step_ready;
  PlaneId first_plane;
  u32 queued;       // operations placed here that have not begun: reads, programs and collections (place.unit_record)
  u32 ready_reads;  // of these, those in Plane::reads
  Time released;    // R, its last release (account.split), but not by a plane read
  Time held_total, held_since;  // by collections; held_since kNever: none holds it now
  Time mark;                    // unit_times are counted up to here
  u8 running;  // an array phase runs (not suspend or resume): that of `current`, or of `next` if running_next
  u8 running_next;
  u8 granting;  // programs of a command have left their queues, and the command has not begun
  u8 reading;   // plane reads that run in it (command.plane_reads)
};

struct Plane {
  List<OpId> order;       // programs and collections in the order in which they were decided (unit.queue)
  List<OpId> reads;       // ready host reads in decision order, as enter_queue() keeps it
  List<OpId> move_reads;  // ready kMoveRead operations of superblocks in the same order
  OpId job;               // placed at issue: its collection, waiting or running
  u32 index;              // in ORDER (place.order)
  u32 writes_waiting;     // writes that got this plane by cost (place.cost) and are not granted
  u32 reads_in_turn;      // of `reads`, those whose request may begin (unit.reorder_requests)
  u64 given;              // writes without a place that it was given (place.dynamic)
};

// ---- host

struct Queue {
  List<> waiting;  // slots of requests that have arrived and are not admitted
  u32 in_flight;
  u32 waiting_count;  // kept only if the score of queues reads it
  List<> posted;      // slots of requests that are complete and that the host has not seen (host.coalesce)
  u32 posted_count;
  Time posted_since;  // when the first of them was posted
};

enum class TimerKind : u8 { kArrived, kAccessed, kReady, kData, kCacheOpen, kEvicted, kNothing };

struct Timer {
  Time time;
  u64 order;
  u32 what;  // an operation; of kCacheOpen a unit; of kEvicted an entry
  TimerKind kind;
};

// A request whose page operations are complete at `time`, which is posted then (host.coalesce).
struct Posting {
  Time time;
  u64 number;
  u32 slot;
};

struct Completion {
  Time time;
  u64 number;
  Time think;  // closed loop
  u32 queue, turn;
  u8 flow;
};

// ---- buffer

enum class EntryState : u8 {
  kWaiting,
  kLoading,
  kResident,
  kEvicting,
  kTrimmed,  // it has no slot any more, but the program of its flush has not ended
};

struct Entry {
  Lpn lpn;
  u32 previous,
      next;  // in its list: of resident entries (in the order of eviction), waiting or free ones
  u32 dirtied_before, dirtied_after;  // in its list of dirty entries (buffer.flush)
  List<OpId> ops;                     // page operations that complete when the entry is resident
  List<OpId> forced, on_way;          // forced writes that wait for what makes it dirty, and for its program (forced.h)
  Time touched;
  u32 hits, pages;
  u32 same_hash;  // in Buffer::open
  u64 number;     // in the order in which entries became resident
  EntryState state;
  u8 dirty;
  u8 flushing;  // the program of a flush has not ended; then it is no victim
  u8 whole;     // the host wrote all sectors of its page since it was opened or last flushed
  u8 stream;    // of the last write (place.streams)
  u8 stale;     // an entry that is read ahead: the page was written or trimmed meanwhile
  u8 lists;     // while it is dirty: which of Buffer::whole, Buffer::partial and Buffer::asked it is in
  u8 asked;     // while it is dirty: a flush of the host waits for it (buffer.asked)
  u32 pending_since, flushed_since;  // since which flush what makes it dirty, and what its program has, is pending
                                     // (pending.h)
  u64 listed;                        // when it entered that list, counted over all of them
  Time listed_at;                    // and the time
};

// Resident entries that wait to be flushed, in the order in which they entered (buffer.flush).
struct DirtyList {
  u32 head, tail, count;
  u32 flushing;  // of these: an earlier flush of them is under way, so they cannot be flushed yet
};

inline constexpr DirtyList kNoDirty{.head = kNone, .tail = kNone, .count = 0, .flushing = 0};

// Whether dirty entries are in lists.
inline bool lists_dirty(const Config& c) { return c.buffer_slots != 0 && c.write_back != 0; }

// How many lists of each kind there are.
inline u32 dirty_lists(const Config& c) { return c.program_places == 1 ? 1 : c.streams; }

inline u32 words_of_page(const Config& c) { return (c.sectors_per_page + 63) / 64; }
// Words of an entry in Buffer::sectors.
inline u32 sector_words(const Config& c) { return words_of_page(c) * (lists_dirty(c) ? 2 : 1); }

inline constexpr u32 kMostStreams = limits::kMostStreams;

struct Buffer {
  Pool<Entry> entries;
  u64* sectors;  // [entries * words * (1 or 2)] one bit for each sector that the entry has; if lists_dirty(), behind
                 // these one for each sector that the host wrote since the entry was opened or last flushed
  u32 words, sectors_capacity;  // words of a bit for each sector; entries that `sectors` has room for
  PageIndex<> open;             // the page's open entry
  List<> resident, waiting;
  List<> loading;  // entries that are being read ahead
  DirtyList whole[kMostStreams], partial[kMostStreams],
      asked[kMostStreams];  // of each stream with units (iu.buffer), otherwise only [0]
  u64 next_listed;
  u32 batch;  // programs that may still be flushed without waiting for partners (buffer.gather)
  u32 free_slots, waiting_count, loading_count, evicting;
  u32 flushed;      // resident entries whose flush is under way and that are clean (buffer.write)
  u32 under_way;    // programs of evictions and flushes that have not ended
  u64 next_number;  // of the entry that becomes resident next
  u8 looked_at;     // nothing may be flushed, unless something has changed that it depends on (flush.h)
  u8 settling;  // an entry is being evicted or flushed just now: slots that become free meanwhile are handled after it
  u32 volatile_slots, most_volatile;  // account.volatile; most_volatile before volatile_since
  Time volatile_since;                // of the last change
  u128 volatile_time;                 // slots x ns before that
  Waits let_in_by;                    // of the program that ends just now; otherwise 0 (account.slot_wait)
  u64 next_sector;                    // readahead: where a sequential read would start
  u32 run;                            // read requests of the present sequential run
  u64 ahead_until;                    // logical page up to which this run has looked for pages to read ahead
};

// The page's open entry; kNone: none.
inline u32 open_entry(const Buffer& b, Lpn lpn) { return find(b.open, b.entries.at, lpn); }

// ---- flushes of the host (pending.h)

struct WaitingFlush {
  OpId op;
  u32 pending;  // writes that began to be pending after the flush before it was ready
};

struct Flushes {
  WaitingFlush* at;  // [begin, end) in the order in which they became ready
  u32 begin, end, capacity;
  u32 ready;    // flushes that were ready so far; the last of them are those that wait
  u32 pending;  // writes that began to be pending after the last of them
};

// ---- the whole

struct Whole {
  Pool<PageOp, OpId> ops;
  Pool<Slot> slots;
  Timer* timers;  // binary heap
  u32 timer_count, timer_capacity;
  Completion* done;  // binary heap by time and number; kept only if completions matter
  u32 done_count, done_capacity;
  Time next_timer, next_done;  // when the first of these are due; kNever: there is none
  Posting* postings;           // binary heap by time and number; kept only if completions are coalesced
  u32 posting_count, posting_capacity;
  Table<UnitId, Unit> units;   // [units, then planes that read by themselves (command.plane_reads)]
  Table<UnitId, Wish> wishes;  // [units, planes that read]
  Table<UnitId, u8> wants;     // [units, planes that read] whether the unit has a wish
  Table<UnitId, u8> engaged;   // [units] the unit is not idle: it runs, has suspended or collects something. Kept only
                               // with dynamic ORDER and chip commands, as are the next two
  Table<ChannelId, u32> engaged_units;   // [channels]
  u32* engaged_dies;                     // [chips] units that are not idle
  Table<UnitId, u8> busy;                // [units] whether it makes its chip busy (account.conflicts)
  u32* busy_units;                       // [chips]
  Time *unit_ends, *bus_ends;            // calendar.h
  Table<ChannelId, UnitId> unit_on_bus;  // [channels] to which unit bus_ends belongs
  Table<UnitId, Time> tenure_end;        // [units, planes that read] of the bus transfer that runs; kNever: none
  Table<UnitId, Time> array_end;         // [the same] of the array phase, `suspend` or `resume` that runs; kNever: none
  Table<PlaneId, Plane> planes;
  PlaneId* plane_at;               // [planes] by index in ORDER
  PageIndex<OpId> moving;          // the page's newest kMoveProgram that has not ended; memory only with superblocks
  Table<PlaneId, u8> collected;    // [planes] placed at admission: whether the series at hand collected in the plane
                                   // (collection.scope); only if a scope has several planes
  Table<UnitId, Time> rest_since;  // [units] since when nothing is to be done there, writes without a place aside
                                   // (collection.background); kNever: something is to be done
  u64* watched;  // [units / 64] bits: units that may have come to rest, or may want to collect, since they were looked
                 // at. This and rest_since are kept only with background collection
  Time placed_since;              // since when no write has been without a place; kNever: some write is
  Table<ChannelId, u32> wanting;  // [channels] units that have a wish
  u64* touched;  // [channels / 64] bits: channels where a wish may have changed, or the bus may have become free, since
                 // their last decision was tried
  Time* chip_mark;                // [chips] chip_array is counted up to here
  Table<ChannelId, u64> decided;  // [channels] the last round in which it took a decision
  PageIndex<OpId> latest;         // the page's newest host program that has not ended
  Queue* queues;
  Buffer buffer;
  HeldPages held;       // memory only with any_idle
  Replicas replicas;    // memory only with replicate
  Turns turns;          // memory only with reorder: requests
  List<OpId> unplaced;  // ready writes without a place in decision order, as enter_queue() keeps it
  u64* behind;          // [planes / 64] bits by index in ORDER: planes that were given the fewest writes
  u32 behind_count;
  u32 queue_turn;     // the host queue behind the one that was served last (host.queues)
  u32 burst_left;     // requests that may still be served in a row from that one (Arbitration::kWeighted)
  u32 present;        // requests that were admitted and have not left (host.outstanding)
  u64 next_request;   // the next request to arrive
  Time next_arrival;  // when it arrives, as it was known when the present round began
  OpId last_read;     // the host read that entered the queue of a plane last; kept only with units (iu.read)
  Time now;
  u64 round, next_command;
  Time write_link_free, read_link_free;
  Time dram_free, last_look_up;  // last_look_up: when the read that asked last has its entries of the map (host.dram)
  Time core_free[kMostCores];    // when each of the firmware's cores is free (host.firmware)
  OutsideFlash* outside;         // of each slot; memory only if has_outside()
  u32 outside_capacity;
  u64 rounds_at_now, collections_without_progress;
  u8 in_arrivals, changed_before;  // a round waits for more requests, and whether it has changed anything so far
  u64 outstanding;                 // requests admitted and not complete
  u64 ends_behind;        // the last round that granted a page's data a transfer of no time; kept if background
  u64 host_waiting;       // host operations that are ready and not granted
  u32 holds;              // units that a collection holds (collection.hold)
  u32 busy_chips;         // see busy
  Flushes flushes;        // kept only if has_syncs
  u8 has_syncs;           // some request may be a flush, or a forced write
  u8 completions_matter;  // a completion may let another request in, or begin
  u8 full;                // the drive is full; State::full_plane is set
  u8 ended;               // its life is over: no further request is admitted (wear.end_of_life)
  Recorder* recorder;     // null: no trace records are made (only the native engine makes any; hooks.h)
  void* owner;            // of the memory, passed on to `grow`
  // Enlarges an array of the engine: *memory, of *capacity elements. If that would exceed the run's memory, it does not
  // return: the run is over, and of the State only what was counted so far is read.
  void (*grow)(State* state, void** memory, u32* capacity, u64 element_bytes);
};

// The page's newest host program that has not ended; kNone: none.
inline OpId newest_program(const Whole& w, Lpn lpn) { return find(w.latest, w.ops.at, lpn); }

}  // namespace whole
}  // namespace ssd
