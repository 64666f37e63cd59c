// Memory of the whole-drive loop: everything that the plain loops (time/) do not need. Designs with commands,
// placements, a buffer or a host path that depend on the clock run here: all resources advance together, instant by
// instant (docs/model.md, S18). Operations are named by index because pools move when they grow: no reference to a
// pool's element outlives a call that may create one.
#pragma once
#include "runtime/abi/config.h"
#include "runtime/abi/hooks.h"
#include "runtime/abi/phases.h"
#include "runtime/abi/request.h"
#include "runtime/abi/results.h"
#include "runtime/abi/units.h"
#include "runtime/engine/earliest.h"
#include "runtime/engine/pool.h"
#include "runtime/engine/slot.h"
#include "runtime/engine/whole/copies_memory.h"
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
  kCollection,
  kMove,
  kMoveRead,
  kMoveProgram,  // of a superblock's collection (S71): operations of their own
};

struct PageOp {
  Time ready;          // since when it may be granted; before that: since when it waits for what it still lacks
  Time first_ready;    // rule 2: `waited` counts from here
  u64 order;           // sequence number; ~0 once it has ended
  u64 source_order;    // of `source`. A collection: the pages that it took. The record of a superblock's (S71): its
                       // programs that have not ended
  Time held;           // how long its unit had been held by collections when it became ready
  Time array;          // its array phase
  Time parts[kParts];  // of the response time, so far
  i64 rank;            // PriorityClass::kFixed, once it is in a queue: its priority
  OpId next;           // in whatever list it is in
  u32 slot;            // of its request; kNone: of none
  Lpn lpn;
  Ppn page;  // once it is known
  PlaneId plane;
  OpId partner;         // of a read-modify-write: the other half. A collection: the head of its moves. A kMoveRead: its
                        // kMoveProgram
  OpId source;          // a read placed at admission: the program whose data it may take (S25), with source_order. Of a
                        // superblock's collection: its record
  OpId later, earlier;  // writes of the same page waiting for each other (rule 24). With superblocks (S71) `later` of a
                        // program: the kMoveRead that waits for it (`earlier` of which that program is); of a record or
                        // an erase: the collection's next erase
  u32 entry;            // of the buffer. A move, a write-back: its slot (S60)
  union {
    Ppn from;    // a move: the page to be read
    u32 victim;  // a collection: its global block
    u32 first;   // of the host: its first sector in the page
  };
  u32 request_pages;
  u16 sectors;  // of the transfer. A collection: the pages that it has moved; a wear collection: those that it skips
  u16 request_sectors;  // of the page, that the request writes
  u16 stream;
  u16 gave;  // a collection: the planes of its die that gave it pages (S66), a bit each
  Kind kind;
  u8 waits;  // things without which it is not ready
  u8 granted, trimmed, forced, copyback;
  u8 wear;         // a collection that levels wear (S50): its moves are fixed
  u8 covers;       // a program: it leaves nothing of what the page held before (S60 d)
  u8 in_conflict;  // a collection: it reads pages into slots (S60)
  u8 moved;        // a program: a collection that takes no time has moved its page (S51)
  u8 background;   // a collection of an idle unit (S67)
  u8 retires;      // a collection whose erase wears the block out (S69)
  u8 begun;        // a record: something of its collection was granted
};

// What a unit does on the flash: one operation, or one a plane, planes ascending, linked by `next`.
struct Command {
  OpId head, leader;  // head kNone: none
  u32 count;
  CommandType type;
  u8 host, interleaved;
  Time array;       // length of the array phase, or what is left of it
  Time begin;       // of the running part of the array phase
  Time opens;       // S34: when its cache register takes the next data
  Time full_array;  // what the plane is busy in all
  Time ready_out;   // reads: end of the array phase. Programs in the cache register: end of data in. Halted: since when
                    // reads are served
  u64 number;       // in the order of grants
  u32 suspended;    // times
  Time extra_array, extra_unit;  // suspend and resume; the time in between (S43)
};

enum class Stage : u8 {
  kIdle,  // holds nothing; or, with `halted`, open for reads; or, with `job` and preemption, between moves
  kLead,  // tenure of command (+ data in)
  kArray,
  kOutWait,  // the data out of a read waits for the bus
  kOutLead,  // a cache read's command and cache_busy before the data out
  kOut,
  kStepWait,  // a collection waits for the bus for its next step
  kSuspending,
  kResuming,
};

// The step that a collection takes next or is taking.
enum class Step : u8 { kNone, kRead, kOut, kIn, kCopyback, kErase };

struct Wish {
  i64 priority;
  Time ready;
  u64 order;
  OpId op;  // the candidate of an idle unit; else the leader of what it holds
  Tenure tenure;
};

struct Unit {
  Stage stage;
  Step step;
  u8 opened;           // S36: between moves, so that host operations may come first
  u8 next_in;          // the successor's data is in its register
  u8 next_array_done;  // a cache read's successor has finished its array phase before the tenure ended
  u8 cache_open;       // S34: array begin + cache_busy has passed
  Command current, next, halted;
  OpId job;           // the collection in progress that was granted; kNone: none
  List<OpId> jobs;    // it and those that joined it (rule 30), planes ascending
  OpId at_job, move;  // where it is: collection, move
  OpId moved_job;     // S48: the collection that moved last, while opened
  u32 at_page;        // S36: pages of the victim before this one are done
  Time out_end;       // of the tenure whose lead runs
  Time step_ready;
  PlaneId first_plane;
  u32 queued;                   // reads, programs and collections placed here and not begun
  u32 turn;                     // S26: of its planes
  Time released;                // S43: R
  Time held_total, held_since;  // held_since kNever: not held by a collection
  Time mark;                    // unit_times are right up to here
  u8 running;                   // an array phase runs (not suspend, resume): of `current`, or of `next` if running_next
  u8 running_next;
};

struct Plane {
  List<OpId> order;       // programs and collections as they were decided (rule 3)
  List<OpId> reads;       // ready host reads in the order of enter_queue()
  List<OpId> move_reads;  // S71: ready kMoveRead likewise
  OpId job;               // placed at issue: its collection, waiting or running
  u32 index;              // in ORDER (S26)
  u32 writes_waiting;     // placed by cost (S27) and not granted
};

struct Active {
  u32 block, page;  // block kNone: none open
};

// ---- host

struct Queue {
  List<> waiting;  // slots that have arrived
  u32 in_flight;
};

enum class TimerKind : u8 { kArrived, kReady, kData, kCacheOpen, kEvicted, kNothing };

struct Timer {
  Time time;
  u64 order;
  u32 what;  // operation; unit of kCacheOpen; entry of kEvicted
  TimerKind kind;
};

struct Completion {
  Time time;
  u64 number;
  Time think;  // closed loop
  u32 queue;
};

// ---- buffer

enum class EntryState : u8 { kWaiting, kLoading, kResident, kEvicting };

struct Entry {
  Lpn lpn;
  u32 previous, next;  // resident entries in the order of eviction; waiting ones; free ones
  List<OpId> ops;      // page operations to be completed when it is resident
  Time touched;
  u32 hits, pages;
  u64 number;  // in the order in which they became resident
  EntryState state;
  u8 dirty;
  u8 stale;  // being read ahead: the page was written or trimmed meanwhile
};

struct Buffer {
  Pool<Entry> entries;
  u64* sectors;                 // [entries * words] which sectors it has
  u32 words, sectors_capacity;  // in entries
  Table<Lpn, u32> open;         // [logical pages] the open entry or kNone
  List<> resident, waiting;
  List<> loading;  // entries being read ahead
  u32 free_slots, waiting_count, evicting;
  u64 next_number;  // of the entry that becomes resident next
  u8 settling;      // an entry is being evicted: slots that come free meanwhile are seen after it
  u64 next_sector;  // readahead: where a sequential read would start
  u32 run;          // requests in a row
  u64 ahead_until;  // logical page up to which this run was read ahead
};

// ---- the whole

struct Whole {
  Pool<PageOp, OpId> ops;
  Pool<Slot> slots;
  Timer* timers;  // binary heap
  u32 timer_count, timer_capacity;
  Completion* done;  // binary heap by time, number; kept only if completions matter
  u32 done_count, done_capacity;
  Table<UnitId, Unit> units;
  Table<UnitId, Wish> wishes;  // [units]
  Table<UnitId, u8> wants;     // [units] whether the wish stands
  Table<UnitId, u8>
      engaged;  // [units] not idle: it holds, halts or collects something. With placement by order, as of the next
  Table<ChannelId, u32> engaged_units;  // [channels]
  Table<UnitId, Time> unit_next;        // [units] end of its next phase
  Table<UnitId, Time> tenure_end;       // [units]
  Table<UnitId, Time> array_end;        // [units] of the array phase, suspend or resume
  Table<PlaneId, Plane> planes;
  PlaneId* plane_at;  // [planes] by index in ORDER
  u32* striped;  // S71: [stripe] the planes of a group in ORDER, counted from its first; memory only with superblocks,
                 // as of the next two
  u32* rank_in_stripe;      // [stripe] the other way
  Table<Lpn, OpId> moving;  // [logical pages] newest kMoveProgram that has not ended
  Active* active;           // [planes of the map * streams]
  Table<PlaneId, u8>
      collected;  // [planes] S64: placed at admission, in the series at hand; only where a scope has several planes
  Table<UnitId, Time> rest_since;  // [units] S67: since when nothing is to be done there, but for writes without a
                                   // place; kNever: something is
  u64* watched;  // [units / 64] units that may have come to rest or want to collect since they were looked at; both
                 // only with background collection
  Time placed_since;                      // since when no write has been without a place; kNever: some are
  Table<ChannelId, Time> channel_next;    // [channels] first of unit_next
  Table<ChannelId, UnitId> channel_unit;  // [channels] and whose it is: the first unit among equals
  Table<ChannelId, u32> wanting;          // [channels] units whose wish stands
  u64* touched;     // [channels / 64] channels where a wish may have changed, or the bus may have come free, since they
                    // were asked to decide
  Time* chip_mark;  // [chips] chip_array is right up to here
  Table<ChannelId, u64> decided;  // [channels] the last round in which it took a decision
  Table<Lpn, OpId> latest;        // [logical pages] newest host program that has not ended
  Queue* queues;
  Buffer buffer;
  HeldPages held;                     // S60; memory only with any_idle
  Replicas replicas;                  // S61; memory only with replicate
  Table<Lpn, u8> streams_of_entries;  // [logical pages] stream of the last write, if there is a buffer and more than
                                      // one stream; else null
  List<OpId> unplaced;                // ready writes without a place in the order of enter_queue()
  u32 turn;                           // S26: k, of the units
  u32 queue_turn;
  u64 next_request;  // to arrive
  Time now;
  Time soonest;  // least channel_next that was set since they were last looked at
  Earliest<ChannelId>
      due;  // of channel_next when the present instant was found; kNothingDue once it has been looked at
  u64 round, next_command;
  Time write_link_free, read_link_free;
  u64 rounds_at_now, collections_without_progress;
  u64 outstanding;        // requests admitted and not complete
  u64 host_waiting;       // host operations that are ready and not granted
  u8 completions_matter;  // a completion lets another request in
  u8 full;                // the drive is full: State::full_plane
  u8 ended;               // its life is over: no request is admitted any more (S69)
  Recorder* recorder;     // null: nobody is told (native engine only; hooks.h)
  void* owner;            // of the memory, for `grow`
  // Enlarges an array of the engine: *memory of *capacity elements. Where that would pass the run's memory it does not
  // come back: the run is over, and of the State only what was counted so far is looked at.
  void (*grow)(State* state, void** memory, u32* capacity, u64 element_bytes);
};

}  // namespace whole
}  // namespace ssd
