// The slow, obvious simulator: the reference that every engine must agree with, bit for bit. Written from model.md and
// rules.md alone, never from the engine; it shares no code with it. Readers should be able to believe it by reading it.
//
// What it covers: docs/model.md. Random functions of the tests are plain std::functions here; the engine has the same
// ones compiled.
#pragma once
#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ssd::oracle {

using Time = std::uint64_t;  // ns

// Where a logical page is placed, down to the plane (each an index within its parent).
struct Place {
  std::int64_t channel, chip, die, plane;
};

enum class Level { kChannel, kChip, kDie, kPlane };
enum class Placement { kStatic, kWriteOrder, kDynamicOrder, kDynamicCost };
enum class Willing { kNo, kWise, kBlind, kPredicate };
enum class Evict { kLru, kFifo, kScore };
enum class Wear { kNone, kStatic, kDynamic };
enum class Scope { kPlane, kDie, kChip, kDevice };

// What is in scope in all of the design's functions (S59). The amplification is that of the pages taken so far.
struct Around {
  Time now = 0;
  double write_amplification = 1;
};

// What the design's functions are given beside it (language.md section 6). Times are in ns.
struct UnitView {
  std::int64_t channel = 0, chip = 0, die = 0, plane = 0, busy_for = 0, queued = 0, free_pages = 0;
  Around around = {};
};
struct RequestView {
  std::int64_t lpn, pages, size;
  Time arrival;
  std::int64_t queue;
  Around around = {};
};
struct CommandView {
  std::int64_t wasted, pending, planes;
  Around around = {};
};
struct OpView {
  bool is_read, is_write, is_erase, is_gc, is_host;
  std::int64_t waited, pages;  // pages: of its request; 1 for collection
  UnitView unit = {};
  Around around = {};
};
struct EntryView {
  std::int64_t age, dirty, hits, pages;  // dirty: 0 or 1
  Around around = {};
};
struct BlockView {
  std::int64_t valid, invalid, free, written, pages, erases, age, random, age_rank = 0, random_rank = 0;
  Around around = {};
};
struct CollectionView {
  std::int64_t moved, left, waiting_host, free_pages;
  Around around = {};
};

struct Drive {
  // Counts per parent.
  std::int64_t channels = 1, chips = 1, dies = 1, planes = 1, blocks = 8, pages = 4;
  std::int64_t sectors_per_page = 4, sector_bytes = 512, spare_bytes = 64;
  std::int64_t logical_pages = 0;
  Time read = 0, program = 0, erase = 0, command = 0;
  // Bus time a byte = numerator / denominator ns; a transfer of n bytes takes the ceiling of n times that, once.
  std::int64_t bus_numerator = 25, bus_denominator = 1;
  bool interleave = true;  // each die is a unit of its own; else the chip is the unit
  bool read_modify_write = true;
  bool complete_when_transferred = false;  // complete_write: transferred
  bool read_moves_page = false;            // transfer { read: page }
  bool program_moves_sectors = false;      // transfer { program: sectors }
  bool read_unwritten_as_written = true;
  std::int64_t queue = 0;                        // 0 = unlimited
  std::function<Place(std::int64_t lpn)> place;  // static: of the page; write_order: of the number of the write

  // Latencies of the part; `index` is the page's number in its block, `block` the block's in its plane. If unset: the
  // constants above.
  std::function<Time(std::int64_t index, std::int64_t block, std::int64_t erases, const Around&)> read_time,
      program_time;
  std::function<Time(const BlockView&)> erase_time;  // of the block as it was when it was chosen
  Time dummy_busy = 0, cache_busy = 0, suspend = 0, resume = 0;

  Placement placement = Placement::kStatic;
  std::array<Level, 4> order{Level::kChannel, Level::kChip, Level::kDie,
                             Level::kPlane};          // of dynamic; the first varies fastest
  std::function<std::int64_t(const UnitView&)> cost;  // kDynamicCost
  std::int64_t streams = 1;
  std::function<std::int64_t(const RequestView&)> stream;  // unset: 0

  Willing multiplane = Willing::kNo, copyback = Willing::kNo;
  std::function<bool(const CommandView&)> multiplane_predicate, copyback_predicate;  // kPredicate
  bool block_and_page = false;                                                       // multiplane_address
  bool cache = false, suspend_on = false;
  std::int64_t suspend_limit = 0;  // 0 = unlimited
  bool preempt_page = false;

  std::function<std::int64_t(const OpView&)> priority;  // unset: all equal
  bool reorder_fifo = false;

  std::int64_t queues = 1;
  Time host_command = 0, ecc = 0;
  bool link = false;  // a transfer of n bytes takes the ceiling of n * link_numerator / link_denominator ns
  std::int64_t link_numerator = 0, link_denominator = 1;

  std::int64_t buffer_slots = 0;  // 0 = no buffer
  bool write_back = true;
  Evict evict = Evict::kLru;
  std::function<std::int64_t(const EntryView&)> evict_score;  // kScore: the highest goes
  Time buffer_latency = 0;
  std::int64_t readahead_trigger = 0, readahead_pages = 0;  // trigger 0 = none

  bool filled = false;  // start: filled (rule 39); shares in parts of a million
  std::int64_t valid_parts = 0, invalid_parts = 0;
  bool filled_random = false;
  std::uint64_t fill_seed = 0;
  // Of the scope's planes together.
  std::function<bool(std::int64_t free_pages, std::int64_t free_blocks, const Around&)> trigger, stop;

  // Policies of collection and wear (S47 to S51).
  std::function<std::int64_t(const BlockView&)> victim;  // the highest is collected; unset: greedy
  std::function<bool(const CollectionView&)> preempt;    // may the host come between two moves? unset: preempt_page
  std::function<bool(std::int64_t free_pages, std::int64_t free_blocks, const Around&)>
      hard;  // then it may not; unset: only the reserve is left
  Wear wear = Wear::kNone;
  std::int64_t wear_threshold = 0;  // kStatic
  std::function<std::int64_t(const BlockView&)>
      allocate;  // the free block of the highest is opened; unset: as `wear` says
  bool cost_zero = false;
  std::uint64_t run_seed = 1;  // of what policies draw (S62)

  // Copies in other places (S60, S61).
  std::int64_t any_idle_slots = 0;  // pages; 0 = off
  std::int64_t replicas = 0;        // 0 = off

  // Collection over several planes, in idle time, around the host (S64 to S68).
  Scope scope = Scope::kPlane;
  // In place of `trigger`, `stop`.
  std::function<bool(std::int64_t free_pages, std::int64_t free_blocks, bool idle, const Around&)> idle_trigger,
      idle_stop;
  bool active_shared = false;
  std::int64_t shared_stream = 0;  // whose active block collection shares; the front end's default is the last
  bool migrate_same_die = false;
  bool idle_on = false;
  Time idle_after = 0;
  bool avoid = false;

  std::int64_t endurance = 0;  // erases that a block survives (S69); 0 = no end

  Scope superblock =
      Scope::kPlane;  // the group whose blocks of one number are one (S71); the plane: none. Then `place` is ORDER's
};

struct HostRequest {
  Time arrival = 0;  // in a closed loop the think time: from this request's completion to the arrival that it makes
  std::int64_t sector = 0, sectors = 1;
  bool is_read = false, is_trim = false;
};

struct Workload {
  std::vector<HostRequest> requests;
  std::int64_t closed = 0;  // > 0: closed loop of that depth
};

// Response time without remainder: they sum to completion - arrival.
struct Split {
  Time queue = 0, unit = 0, collection = 0, channel = 0, transfer = 0, array = 0, controller = 0;
};

enum class Command { kRead, kProgram, kErase, kCopyback };
// Commands are counted by kind, number of planes, and whether they were interleaved.
struct CommandKind {
  Command command;
  std::int64_t planes;
  bool interleaved;
  friend auto operator<=>(const CommandKind&, const CommandKind&) = default;
};

// Sum to the clock (Outcome::end) for each unit.
struct UnitShares {
  Time array = 0, bus = 0, contention = 0, idle = 0;
};

// The map and the flash at rest (S70). Pages, blocks and planes are numbered as in Outcome.
struct Snapshot {
  static constexpr std::int64_t kFree = -1, kInvalid = -2;
  struct Active {
    std::int64_t block, next_page;
    friend bool operator==(const Active&, const Active&) = default;
  };
  // With superblocks: its blocks of the free and the active ones, and the pages taken in it (S71).
  struct Plane {
    std::vector<std::int64_t> free_blocks;    // the one longest free first
    std::vector<std::optional<Active>> host;  // by stream
    std::optional<Active> collection;
    friend bool operator==(const Plane&, const Plane&) = default;
  };
  std::vector<std::int64_t> pages;  // the logical page that each holds, or one of the above
  std::map<std::int64_t, std::set<std::int64_t>> written_sectors;  // of each logical page in the map
  std::vector<std::int64_t> block_erases;
  std::vector<Time> block_ages;  // since it became full
  std::vector<bool> retired;     // of each block
  std::vector<Plane> planes;
  std::int64_t write_count = 0;                                  // rule 19
  std::int64_t next_plane = 0;                                   // the k of S26
  std::vector<std::int64_t> unit_turns;                          // and the t of each unit
  std::int64_t next_write_back_unit = 0, next_replica_unit = 0;  // S60's q, S61's r
  friend bool operator==(const Snapshot&, const Snapshot&) = default;
};

constexpr Time kNotComplete = ~Time{0};

struct Outcome {
  bool drive_full = false;       // the run stopped; what follows is then not compared, except full_plane
  std::int64_t full_plane = -1;  // plane id = ((channel * chips + chip) * dies + die) * planes + plane
  std::vector<Time> arrival,
      completion;  // of each request; after the end of life some never arrive in a closed loop, some are not complete
  // Counts.
  std::int64_t host_programs = 0, collection_programs = 0, flash_reads = 0, collection_reads = 0, erases = 0,
               collections = 0;
  std::int64_t forced_collections = 0;  // part of collections
  std::int64_t rmw_reads = 0;        // flash reads that are the first half of a read-modify-write (part of flash_reads)
  std::int64_t buffer_reads = 0;     // page reads (host, or for read-modify-write) served from data not yet programmed
  std::int64_t unwritten_reads = 0;  // host page reads that needed no flash because nothing was ever written there
  std::int64_t preloaded = 0;        // pages written before time 0 because they are read before they are written
  // Not of the run, and not compared (S72): whoever makes cases asks whether these occur.
  std::int64_t collections_before_time_0 = 0, moves_before_time_0 = 0;
  // Busy time: bus tenures of each channel, array phases of each plane, by cause ([0] host, [1] collection).
  std::vector<std::array<Time, 2>> channel_bus, plane_array;
  // Time in which at least one array phase runs in the chip, attributed to the phase that first covers the instant
  // (phases in order of their grants).
  std::vector<std::array<Time, 2>> chip_array;
  std::vector<std::int64_t> block_erases;  // index plane id * blocks + block
  std::map<std::int64_t, std::int64_t>
      map;       // lpn -> physical page ((plane id * blocks + block) * pages + page); not those held in slots (S60)
  Time end = 0;  // end of the last flash phase

  // Accounting (S43 to S45, rule 43).
  std::vector<Split> split;    // of each request
  std::int64_t copybacks = 0;  // moves done so; part of collection_programs (and not of collection_reads)
  std::int64_t wasted_multiplane = 0, wasted_copyback = 0;  // pages skipped
  std::int64_t suspends = 0;
  std::int64_t buffer_hits = 0;  // page reads served by the write buffer (S39), and pages merged into open entries
  std::int64_t evictions = 0;    // dirty entries evicted
  std::int64_t readaheads = 0;   // pages read ahead from flash
  std::int64_t trimmed = 0;      // pages that lost their data
  std::int64_t conflicts = 0;    // host page operations (reads, programs) with a collection share above 0
  std::int64_t idle_collections =
      0;  // begun while no host operation was ready in the unit, and no write without a place anywhere
  std::map<CommandKind, std::int64_t> commands;
  std::vector<UnitShares> unit_shares;

  // S50, S60, S61.
  std::int64_t wear_collections = 0;  // part of collections
  std::int64_t wasted_wear = 0;       // pages skipped in the blocks that they filled
  std::int64_t conflicting_collections =
      0;                              // began while a host operation was ready for the unit; counted with any_idle only
  std::int64_t buffered_moves = 0;    // pages read into slots; part of collection_reads
  std::int64_t write_backs = 0;       // part of collection_programs
  std::int64_t buffered_reads = 0;    // page reads (host, or for read-modify-write) served by a slot
  std::vector<Time> held_times;       // of pages that have left their slots: how long they were there
  std::int64_t absorbed_writes = 0;   // page writes that went into a slot; not part of host_programs
  std::int64_t replica_programs = 0;  // neither host nor collection programs
  std::int64_t replica_reads = 0;     // part of flash_reads

  // S67, S69, S70.
  std::int64_t background_collections = 0;  // part of collections
  std::int64_t retired_blocks = 0;          // in the drive at the end
  bool end_of_life = false;
  Snapshot snapshot;  // at the end
};

// From a drive in that state, or as `filled` says.
Outcome simulate(const Drive& drive, const Workload& workload, const Snapshot* start = nullptr);

}  // namespace ssd::oracle
