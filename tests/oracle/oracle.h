// The interface of the oracle: a slow, simple simulator that every engine must agree with, bit for bit. It is written
// from docs/model.md (projections of a life: docs/results.md) alone, never from the engine, and shares no code with it.
// Exceptions are flows.cpp, rounds.cpp, `stream_pages` and what `collects_by_stream` reaches: the head that wrote the
// engine's wrote them, too; another one that had read only the page tested rounds.cpp and `collects_by_stream`. Tables
// and `move_stream` (tables.cpp and what it reaches) are independent: their head knew the page and not the engine. So
// are streams with indirection units, flushes of the host and forced writes (host_flush.cpp and what it reaches),
// completions that are seen together (coalesce.cpp), volatile slots, programs that wait for partners (gather.cpp), the
// controller's DRAM (dram.cpp), and tables and superblocks beside indirection units.
// A reader should be able to convince himself of its correctness by reading it.
//
// It covers all of docs/model.md. The random functions of the tests are plain std::functions here; the engine gets the
// same functions compiled.
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

#include "tests/oracle/reached.h"
#include "tests/oracle/views.h"

namespace ssd::oracle {

__extension__ using Femtojoules = unsigned __int128;
__extension__ using SlotTime = unsigned __int128;  // slots x ns

// The plane on which a logical page is placed: each number is an index within its parent (drive.numbering).
struct Place {
  std::int64_t channel, chip, die, plane;
};

enum class Level { kChannel, kChip, kDie, kPlane };
enum class Placement { kStatic, kWriteOrder, kDynamicOrder, kDynamicCost };
enum class Willing { kNo, kWise, kBlind, kPredicate };
enum class Evict { kLru, kFifo, kScore };
enum class Flush { kEager, kAbove, kIdle, kFull, kCondition };
enum class Wear { kNone, kStatic, kDynamic };
enum class Scope { kPlane, kDie, kChip, kDevice };

struct Drive {
  // Counts within the parent.
  std::int64_t channels = 1, chips = 1, dies = 1, planes = 1, blocks = 8, pages = 4;
  std::int64_t sectors_per_page = 4, sector_bytes = 512, spare_bytes = 64;
  std::int64_t logical_pages = 0;
  // U, the indirection units (IUs) in a flash page (iu.map). With more than one, logical pages are IUs: so are
  // `logical_pages` and all LPNs, and the map leads to places, of which a flash page has U.
  std::int64_t subpages = 1;
  std::int64_t unit_sectors() const { return sectors_per_page / subpages; }  // of a logical page
  std::int64_t places() const { return pages * subpages; }                   // in a block
  // k, the flash pages that one program command programs: a word line (iu.word_line).
  std::int64_t program_unit = 1;
  std::int64_t word_line() const { return program_unit * subpages; }  // V, the places of a word line
  Time read = 0, program = 0, erase = 0, command = 0;
  // The time of a byte on the bus is numerator / denominator ns. A transfer of n bytes takes n times that, rounded up
  // once (time.rounding).
  std::int64_t bus_numerator = 25, bus_denominator = 1;
  bool interleave = true;                // true: each die is a unit; false: each chip is a unit (drive.unit)
  bool chip_commands = false;            // interleave: command, beside `interleave` (drive.interleave_command)
  bool independent_plane_reads = false;  // plane_reads: independent (command.plane_reads)
  bool read_modify_write = true;
  bool complete_when_transferred = false;  // complete_write: transferred
  bool read_moves_page = false;            // transfer { read: page }
  bool program_moves_sectors = false;      // transfer { program: sectors }
  bool read_unwritten_as_written = true;
  std::int64_t queue = 0;                        // 0 = unlimited
  std::function<Place(std::int64_t lpn)> place;  // static: argument is the LPN; write_order: the number of the write

  // Latencies of the part (drive.latencies). `index` is the page's number in its block, `block` the block's number in
  // its plane. If a function is unset, the constant above holds.
  std::function<Time(std::int64_t index, std::int64_t block, std::int64_t erases, const Around&)> read_time,
      program_time;
  std::function<Time(const BlockView&)> erase_time;  // of the block as it was when it was chosen as victim
  Time dummy_busy = 0, cache_busy = 0, suspend = 0, resume = 0;

  Placement placement = Placement::kStatic;
  std::array<Level, 4> order{Level::kChannel, Level::kChip, Level::kDie,
                             Level::kPlane};          // ORDER of dynamic placement; the first level varies fastest
  std::function<std::int64_t(const UnitView&)> cost;  // for kDynamicCost
  std::int64_t streams = 1;
  std::function<std::int64_t(const RequestView&)> stream;  // unset: 0
  bool stream_reads_page = false;                          // `stream` is asked for each page of a write (place.streams)

  Willing multiplane = Willing::kNo, copyback = Willing::kNo;
  std::function<bool(const CommandView&)> multiplane_predicate, copyback_predicate;  // for kPredicate
  bool block_and_page = false;                                                       // multiplane_address
  bool cache = false, suspend_on = false;
  std::int64_t suspend_limit = 0;  // 0 = unlimited
  bool preempt_page = false;

  std::function<std::int64_t(const OpView&)> priority;  // unset: all equal
  bool reorder_fifo = false;
  bool whole_requests = false;  // reorder: requests (unit.reorder_requests)

  std::int64_t queues = 1;
  std::int64_t outstanding = 0;       // of all queues (host.outstanding); 0 = unlimited
  std::vector<std::int64_t> weights;  // of each queue, for `weighted` (host.arbitration)
  // The eligible queue of the highest score is served; unset, and without weights: round robin.
  std::function<std::int64_t(const QueueView&)> arbitration;
  Time host_command = 0, ecc = 0;
  bool link = false;  // a transfer of n bytes takes the ceiling of n * link_numerator / link_denominator ns
  std::int64_t link_numerator = 0, link_denominator = 1;
  // Completions that the host sees together (host.coalesce); one request, or no time: each by itself.
  std::int64_t coalesce_requests = 1;
  Time coalesce_time = 0;
  Time link_request = 0;  // for which each request holds the link beside its data; also without `link`

  // The controller's processors (host.firmware); cores 0: none.
  struct Firmware {
    std::int64_t cores = 0;
    Time read = 0, write = 0, trim = 0, per_page = 0;
  };
  Firmware firmware;

  // The controller's DRAM (host.dram): an access of n bytes takes the ceiling of n * numerator / denominator ns.
  struct Dram {
    bool limited = false;  // false: there is no such key
    std::int64_t numerator = 0, denominator = 1;
    std::int64_t entry = 0;  // bytes of an entry of the map
  };
  Dram dram;

  std::int64_t buffer_slots = 0;  // 0 = no buffer
  bool write_back = true;
  bool buffer_protected = false;  // buffer.protected; with write_back only, as `flush`
  Evict evict = Evict::kLru;
  std::function<std::int64_t(const EntryView&)> evict_score;  // for kScore: the entry of the highest score is evicted
  Flush flush = Flush::kFull;                                 // buffer.flush; with write_back only
  std::int64_t flush_share_numerator = 0, flush_share_denominator = 1;  // for kAbove
  std::function<bool(const FlushView&)> flush_condition;                // for kCondition
  std::int64_t gather_programs = 0;  // G, the planes of the key's scope (buffer.gather); 0: no key
  Time gather_time = 0;              // H
  Time buffer_latency = 0;
  std::int64_t readahead_trigger = 0, readahead_pages = 0;  // trigger 0 = no readahead

  bool filled = false;  // start.filled; the shares are in millionths
  std::int64_t valid_parts = 0, invalid_parts = 0;
  bool filled_random = false;
  bool filled_even = false;  // start.even: layout `even`, which shuffles like `random`
  std::uint64_t fill_seed = 0;
  // The counts are those of all planes of the scope (collection.scope).
  std::function<bool(std::int64_t free_pages, std::int64_t free_blocks, const Around&)> trigger, stop;

  // Policies of collection and wear: collection.victim, collection.preempt, space.free_block, wear.static,
  // collection.cost_zero.
  std::function<std::int64_t(const BlockView&)> victim;  // the block of the highest score is collected; unset: greedy
  std::function<bool(const CollectionView&)> preempt;  // may the host be served between two moves? unset: preempt_page
  // If this holds, the host may not be served between two moves; unset: holds if only the reserve is left.
  std::function<bool(std::int64_t free_pages, std::int64_t free_blocks, const Around&)> hard;
  Wear wear = Wear::kNone;
  std::int64_t wear_threshold = 0;  // for kStatic
  // The free block of the highest score is opened; unset: as `wear` says.
  std::function<std::int64_t(const BlockView&)> allocate;
  bool cost_zero = false;
  std::uint64_t run_seed = 1;  // seed of the random numbers that policies see (space.random)

  // Copies in other places (copies.any_idle, copies.replicate).
  std::int64_t any_idle_slots = 0;  // pages; 0 = off
  bool any_idle_always = false;     // when: always; otherwise: conflict
  Time longest_program = 0;         // of program_time, for Outcome::power_loss; 0: `program` is the longest
  std::int64_t replicas = 0;        // 0 = off

  // Collection over several planes, in idle time, and requests that avoid collections: collection.scope,
  // collection.active, collection.same_die, collection.background, host.avoid.
  Scope scope = Scope::kPlane;
  // If set, they replace `trigger` and `stop`.
  std::function<bool(std::int64_t free_pages, std::int64_t free_blocks, bool idle, const Around&)> idle_trigger,
      idle_stop;
  bool active_shared = false;
  bool collects_by_stream = false;  // active: by_stream
  // The stream of each page that a collection moves (collection.stream); unset: that of the block that it leaves.
  std::function<std::int64_t(const MoveView&)> move_stream;
  // The stream whose active block collection shares; the default of the front end is the last stream.
  std::int64_t shared_stream = 0;
  bool migrate_same_die = false;
  bool idle_on = false;
  Time idle_after = 0;
  bool avoid = false;

  std::int64_t endurance = 0;  // a block retires at this many erases (wear.retirement); 0 = unlimited

  // The part's energy (account.numbers, 4): femtojoules for each page or block, for each byte on a bus, and, of idling,
  // for each die and ns (a microwatt is a femtojoule in a ns).
  struct Energy {
    std::int64_t read = 0, program = 0, erase = 0, byte_on_bus = 0, idle = 0;
  };
  Energy energy;

  // The group of planes whose blocks of one number form a superblock (superblock.group, iu.superblock); kPlane: no
  // superblocks. With superblocks `place` follows ORDER.
  Scope superblock = Scope::kPlane;

  // Tables, and the functions that change them: each does all that its event causes (table.events). Unset: nothing.
  std::vector<TableSpec> tables;
  std::function<void(const WriteEvent&, Tables&)> on_write;
  std::function<void(const TrimEvent&, Tables&)> on_trim;
  std::function<void(const MoveEvent&, Tables&)> on_move;
  std::function<void(const EraseEvent&, Tables&)> on_erase;
};

struct HostRequest {
  // Closed loop: the think time between the completion of this request and the arrival that it causes.
  Time arrival = 0;
  std::int64_t sector = 0, sectors = 1;
  bool is_read = false, is_trim = false;
  std::int64_t handle = 0;  // place.streams
  bool is_flush = false;    // host.flush; then `sector` and `sectors` are 0
  bool is_forced = false;   // of a write (host.fua)
};

// What a flow has that is a phase (host.phases).
struct Phase {
  Time length = 0;      // the key `for`; 0 = none
  bool counted = true;  // account.phases
};

// One of several flows (host.flows), or of the phases of a workload. The arrivals of a phase count from its begin.
struct Flow {
  std::vector<HostRequest> requests;
  std::int64_t closed = 0;                 // > 0: closed loop of that depth
  std::optional<std::int64_t> queue = {};  // the key `queue`
  std::optional<Phase> phase = {};         // all flows of a workload have one, or none
};

struct Workload {
  std::vector<HostRequest> requests;
  std::int64_t closed = 0;       // > 0: closed loop of that depth
  std::vector<Flow> flows = {};  // if there are any, they have all requests
  bool until_first = false;      // until: first
  bool shared_loop = false;      // loop: shared (generator.rounds)
};

// The parts of a response time (account.split). They sum to completion - arrival.
struct Split {
  Time queue = 0, firmware = 0, link = 0, buffer = 0, unit = 0, collection = 0, channel = 0, transfer = 0, array = 0,
       controller = 0;
};

// What the program that let an entry into the DRAM buffer did while a write waited for the slot (account.slot_wait).
// The sum is at most the part `buffer` of the write.
struct SlotWait {
  Time unit = 0, collection = 0, channel = 0, transfer = 0, array = 0;
};

enum class Command { kRead, kProgram, kErase, kCopyback };
// Commands are counted by type, by number of planes, and by whether they were interleaved (account.parallelism).
struct CommandKind {
  Command command;
  std::int64_t planes;
  bool interleaved;
  friend auto operator<=>(const CommandKind&, const CommandKind&) = default;
};

// How long a unit was in each state (account.unit_shares). The four sum to the clock (Outcome::end).
struct UnitShares {
  Time array = 0, bus = 0, contention = 0, idle = 0;
};

// What the energy of a run consists of (account.numbers, 4), exact.
struct EnergyUse {
  Femtojoules read = 0, program = 0, erase = 0, transfer = 0, idle = 0;
  Femtojoules total() const { return read + program + erase + transfer + idle; }
};

// The map and the flash at rest (start.snapshot). Pages, blocks and planes are numbered as in Outcome.
struct Snapshot {
  static constexpr std::int64_t kFree = -1, kInvalid = -2;
  struct Active {
    std::int64_t block, next_page;
    friend bool operator==(const Active&, const Active&) = default;
  };
  // With superblocks each plane lists its own blocks of the free and active superblocks; next_page counts the pages
  // taken in that block.
  struct Plane {
    std::vector<std::int64_t> free_blocks;          // the one longest free first
    std::vector<std::optional<Active>> host;        // by stream
    std::vector<std::optional<Active>> collection;  // one, or with collects_by_stream one for each stream
    friend bool operator==(const Plane&, const Plane&) = default;
  };
  std::vector<std::int64_t> pages;  // the logical page that each physical page holds, or kFree or kInvalid
  std::map<std::int64_t, std::set<std::int64_t>> written_sectors;  // of each logical page in the map
  std::vector<std::int64_t> block_erases;
  std::vector<Time> block_ages;  // time since the block became full
  std::vector<bool> retired;     // of each block
  // The stream that each block belongs to, 0 of a free or retired one; empty without collects_by_stream.
  std::vector<std::int64_t> block_streams = {};
  std::vector<Plane> planes;
  std::int64_t write_count = 0;                                  // place.write_order
  std::vector<std::int64_t> writes_given;                        // to each plane (place.dynamic, place.cost)
  std::int64_t next_write_back_unit = 0, next_replica_unit = 0;  // q of copies.write_back, r of copies.replicate
  friend bool operator==(const Snapshot&, const Snapshot&) = default;
};

constexpr Time kNotComplete = ~Time{0};

struct StreamPages {
  std::int64_t host = 0, moved = 0;
};

struct Outcome {
  bool drive_full = false;       // the run stopped: of all other fields only full_plane is compared
  std::int64_t full_plane = -1;  // plane id = ((channel * chips + chip) * dies + die) * planes + plane
  // Of each request. After the end of life some requests never arrive in a closed loop, and some are not complete.
  std::vector<Time> arrival, completion;
  // Of flows and phases: the requests that arrived, by number, and the flow of each.
  std::vector<HostRequest> requests = {};
  std::vector<std::int64_t> flow_of = {};
  // account.phases: C, and the number of the first request that is counted. Both are 0 without a warm-up. If the run
  // stopped before C, all counts and the clock are 0, and no request is counted.
  Time since = 0;
  std::int64_t first_counted = 0;
  // Counts.
  std::int64_t host_programs = 0, collection_programs = 0, flash_reads = 0, collection_reads = 0, erases = 0,
               collections = 0;
  std::vector<StreamPages> stream_pages = {};  // account.streams; moved pages are told only if it collects_by_stream
  std::int64_t forced_collections = 0;         // part of collections
  std::int64_t rmw_reads = 0;  // flash reads that are part of a read-modify-write; included in flash_reads
  // Page reads (by the host or by a read-modify-write) served from data not yet programmed.
  std::int64_t buffer_reads = 0;
  std::int64_t unwritten_reads = 0;  // host page reads that needed no flash because the page was never written
  std::int64_t preloaded = 0;  // pages written before time 0 because the workload reads them before it writes them
  // Not part of the run and not compared (start.preload_collects). Generators of test cases check whether they occur.
  std::int64_t collections_before_time_0 = 0, moves_before_time_0 = 0;
  // Busy time by cause ([0] host, [1] collection): bus transfers of each channel, array phases of each plane
  // (account.busy).
  std::vector<std::array<Time, 2>> channel_bus, plane_array;
  // Time in which at least one array phase runs in the die, in the chip. If several run, the instant counts for the
  // phase whose command was granted first (account.busy).
  std::vector<std::array<Time, 2>> die_array, chip_array;
  std::vector<std::int64_t> block_erases;  // indexed by plane id * blocks + block
  // LPN -> physical page ((plane id * blocks + block) * pages + page), without pages held in slots (copies.any_idle).
  // With indirection units LPN -> place, which is physical page * subpages + its number there (iu.map).
  std::map<std::int64_t, std::int64_t> map;
  Time end = 0;  // the clock: end of the last flash phase (time.clock), since C (account.phases)

  // Accounting: account.split, account.unit_shares, account.parallelism, account.conflicts.
  std::vector<Split> split;         // of each request
  std::vector<SlotWait> slot_wait;  // of each request (account.slot_wait)
  std::int64_t copybacks = 0;       // moves by copyback; included in collection_programs, not in collection_reads
  std::int64_t wasted_multiplane = 0, wasted_copyback = 0;  // pages skipped
  std::int64_t suspends = 0;
  // Page reads served by the DRAM buffer (buffer.read), and page writes merged into open entries.
  std::int64_t buffer_hits = 0;
  std::int64_t evictions = 0;   // dirty entries evicted
  std::int64_t flushes = 0;     // entries flushed; none of them is an eviction
  std::int64_t readaheads = 0;  // pages read ahead from flash
  std::int64_t trimmed = 0;     // pages whose data a trim took away
  std::int64_t conflicts = 0;   // host page operations (reads, programs) whose wait has a collection part above 0
  // Collections that started while no host operation was ready in the unit and no write without a place was ready
  // anywhere.
  std::int64_t idle_collections = 0;
  std::int64_t begun_in_idle_drive = 0;  // those of them that started while no other chip was busy or wanted
  // Over the time in which a collection holds a unit and a host operation is ready: that time, and the sum of the times
  // in which chips are not busy then. The share of idle chips is idle_beside / (time_beside * chips).
  Time time_beside = 0, idle_beside = 0;
  std::map<CommandKind, std::int64_t> commands;
  std::vector<UnitShares> unit_shares;

  // wear.static, copies.any_idle, copies.replicate.
  std::int64_t wear_collections = 0;  // included in collections
  std::int64_t wasted_wear = 0;       // pages skipped in the blocks that wear collections filled
  // Collections that started while a host operation was ready in the unit; counted with any_idle only.
  std::int64_t conflicting_collections = 0;
  std::int64_t streams = 0;         // collections that became streams (copies.any_idle)
  std::int64_t buffered_moves = 0;  // pages read into slots; included in collection_reads
  std::int64_t write_backs = 0;     // included in collection_programs
  std::int64_t buffered_reads = 0;  // page reads (by the host or by a read-modify-write) served from a slot
  std::vector<Time> held_times;     // how long pages were in their slots, of those that have left them
  // The sum of these times, those of pages that are held at the end included: the mean number of held pages times
  // `end`.
  Time held_sum = 0;
  Time power_loss = 0;                // copies.held_time
  std::int64_t absorbed_writes = 0;   // page writes absorbed by a slot; not included in host_programs
  std::int64_t replica_programs = 0;  // neither host nor collection programs; those that were broken off included
  std::int64_t replicas_broken_off = 0;
  std::int64_t replica_reads = 0;  // included in flash_reads

  // collection.background, wear.retirement, wear.end_of_life, start.snapshot.
  std::int64_t background_collections = 0;  // included in collections
  std::int64_t retired_blocks = 0;          // in the drive at the end of the run
  bool end_of_life = false;
  Snapshot snapshot;  // at the end of the run
  Tables tables;      // at the end of the run; no part of the snapshot (table.entries)

  // account.numbers, 4. What the arrays did is counted where it is done, page by page and block by block, and not taken
  // from the counts above.
  std::int64_t array_reads = 0, array_programs = 0, array_erases = 0;
  std::int64_t bus_bytes = 0;
  EnergyUse energy;

  // `lifetime` of docs/results.md. A projection is 0 if the life has ended, if blocks do not wear out, or if this run
  // erased nothing.
  std::int64_t written_bytes = 0;
  double write_amplification_by_bytes = 1;  // account.bytes
  double projected_bytes_mean = 0, projected_bytes_most_worn = 0;

  // iu.account, with indirection units only: places that programs left without data, IUs that programs of the host
  // held, IUs that collections moved.
  std::int64_t padding = 0, held_units = 0, moved_units = 0;
  UnitsReached units_reached;

  // account.volatile: V, e, and the largest number of slots.
  SlotTime volatile_sum = 0;
  Time volatile_end = 0;
  std::int64_t volatile_most = 0;

  HostFlushes host_flushes;
  ForcedWrites forced;
  Gathered gathered;
  Seen seen;
};

// Runs the workload from the state `start`, or if that is null from a drive that is erased or filled as Drive says.
// Tables begin with the values of `tables`, which a run before this one has left (start.run), or if that is null with
// their initial values.
Outcome simulate(const Drive& drive, const Workload& workload, const Snapshot* start = nullptr,
                 const Tables* tables = nullptr);

}  // namespace ssd::oracle
