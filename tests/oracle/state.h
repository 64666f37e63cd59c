// The state of the oracle's timing: pages of requests, operations that wait for a unit, commands that run in a unit,
// entries of the DRAM buffer. These are data only; the functions of timing.h change them.
#pragma once
#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "tests/oracle/oracle.h"
#include "tests/oracle/space.h"

namespace ssd::oracle {

constexpr Time kNever = ~Time{0};

// The time of a page operation of a host request, or of a program that leaves the DRAM buffer. `split` accounts for it
// up to `told`; tell() adds the time from there to `until` to one part.
struct Account {
  Split split;
  Time told;
  void tell(Time Split::* part, Time until) {
    split.*part += until - told;
    told = until;
  }
};
using AccountPointer = std::shared_ptr<Account>;

// One page operation of a host request.
struct Page : Account {
  std::int64_t request, sequence, lpn, sectors;
  std::int64_t units = 1;  // page operations that are complete together (iu.read)
  SlotWait slot_wait = {};
};
using PagePointer = std::shared_ptr<Page>;

// The requests that wrote some data, and when the drive took the first of these data of each.
using Writers = std::map<std::int64_t, Time>;
inline void add_writers(Writers& writers, const Writers& more) {
  for (const auto& [request, taken] : more) {
    Time& first = writers.try_emplace(request, taken).first->second;
    first = std::min(first, taken);
  }
}

// What a program holds: a logical page, or several, or IUs, where a word line has several places (iu.program).
struct ProgramUnit {
  std::int64_t lpn;
  bool trimmed = false;  // its page is invalid when it is taken (map.trim)
};

enum class OperationKind { kRead, kProgram, kCollection };

// An operation that waits for a unit: a read, a program, or a collection of one plane.
struct Operation {
  std::int64_t sequence = kNone;
  OperationKind kind = OperationKind::kRead;
  std::int64_t lpn = kNone, sectors = 0;  // lpn: of a program the first one that it holds; sectors: to transfer
  std::int64_t request_pages = 1, stream = 0;
  std::int64_t plane = kNone;  // kNone: a write without a place
  std::int64_t physical_page = kNone;
  std::vector<std::int64_t> skipped = {};  // pages skipped just before physical_page
  Time array_length = 0;
  std::optional<Time> ready = {};
  bool waited_without_place = false;             // place.dynamic: its whole wait counts as unit
  Time placed = 0;                               // place.cost: when it got its plane
  PagePointer page = {};                         // null: belongs to no request
  AccountPointer account = {};                   // null: nobody needs to know where its time goes
  std::function<void()> at_transferred = [] {};  // at the end of its own data in or out
  std::function<void()> at_command_end = [] {};  // read: at the end of the data out of its command
  std::function<void()> at_programmed = [] {};
  // Read placed at admission: the host program that wrote its page (map.not_yet_programmed).
  std::int64_t served_by = kNone;
  std::vector<ProgramUnit> units = {};  // program: in the order of the places that they take
  std::int64_t data_to_come = 0;        // program: those of `units` whose data, old ones included, are not there
  bool has_data = false;  // program: its data have crossed the link, and its read-modify-write reads are done
  std::function<void()> at_released = [] {};  // program: when its data are no longer needed
  bool forced = false;                        // collection (collection.jobs, map.write_admission)
  bool is_wear = false;                       // collection (wear.static)
  bool is_of_old_page = false;                // read: it belongs to a read-modify-write
  bool in_background = false;                 // collection (collection.background)
  std::int64_t moved = 0;                     // collection: valid pages moved (collection.preempt)
  bool is_stream = false;                     // collection (copies.any_idle)
  std::optional<Collection> collection = {};  // its victim and moves; empty until a collection placed at issue starts
  std::int64_t gained = 0;                    // collection: pages erased minus pages taken
  // preemptible collection with indirection units: those whose word line is begun, in ascending place
  std::vector<Move> gathered = {};
  // read or program of a superblock's collection: what it reads or programs; of a program also the reads that bring it
  // and have not ended (iu.superblock)
  std::vector<Move> moves = {};
  std::set<std::int64_t> sources = {};
  // collection: planes other than the victim's that gave it a page (collection.same_die)
  std::set<std::int64_t> other_planes = {};
  Writers writers = {};                    // program: of what it holds
  std::vector<std::int64_t> pending = {};  // program: the pending writes that end with it (host.flush)
  std::int64_t superblock = kNone;         // the superblock collection that it is part of (superblock.collection)
  std::vector<std::int64_t> readers = {};  // program: superblock moves that wait to read the page that it writes

  bool is_move() const { return superblock != kNone && kind != OperationKind::kCollection; }
  bool is_host() const { return kind != OperationKind::kCollection && !is_move(); }
};

// An access of the controller's DRAM (host.dram). Operations that are ready together share it.
struct Access {
  std::int64_t bytes;
  std::optional<Time> end = {};  // empty until it is asked for
};
using AccessPointer = std::shared_ptr<Access>;

// A program that is to be created.
struct ProgramOrder {
  struct Unit {
    std::int64_t lpn;
    std::set<std::int64_t> covered;
  };
  std::vector<Unit> units;  // one, or several IUs (iu.program)
  std::int64_t request_pages, stream;
  PagePointer page;  // null: a program of the buffer
  AccountPointer account;
  Time ready;                              // but for the DRAM (host.dram)
  Writers writers = {};                    // see Operation
  std::vector<std::int64_t> pending = {};  // likewise
  std::function<void()> at_ready = [] {};  // of a page of a request: when its data are in the controller
};

// A read-modify-write of a program.
struct OldData {
  std::int64_t read, lpn, sectors;
  std::int64_t before;          // the write of this page that was admitted before
  AccountPointer account = {};  // that of the program, if its time has the parts of this read (account.slot_wait)
  Operation found = {};         // placed at admission: the read, with the page that it has found
};

// The last read of the host that went to flash (iu.read).
struct LastRead {
  std::int64_t sequence, lpn;  // lpn: the last one that has joined
};

// The last readahead that went to flash (iu.read).
struct LastReadahead {
  std::int64_t request, sequence;                   // request: the read behind which it stands
  std::shared_ptr<std::vector<std::int64_t>> lpns;  // those that have joined, ascending
};

// What a preemptible collection with indirection units does next (iu.collection).
struct NextGathering {
  std::int64_t job;
  // A place of the flash page that is read; kNone: the word line begun is programmed with padding.
  std::int64_t source = kNone;
};

enum class Stage { kTransferIn, kWaitsForArray, kArray, kArrayEnded, kWaitsForBus, kDataOut };

// A command in a unit: a command of host operations, or one step of a collection.
struct Running {
  Command kind = Command::kRead;
  std::int64_t leader = kNone;
  std::vector<std::int64_t> operations;  // host operations, planes ascending; empty for a step of a collection
  std::vector<std::int64_t> planes;
  bool is_collection = false;
  bool is_plane_read = false;  // command.plane_reads
  std::int64_t number = 0;     // in order of grants
  Time array_length = 0;       // while the command is suspended: the rest of its array phase
  Stage stage = Stage::kTransferIn;
  Time stage_end = kNever;
  Time array_begin = 0, piece_begin = 0, bus_ready = 0;
  std::int64_t units_out = 0;  // of a collection's read with indirection units: IUs of its data out
  // The part of its bus transfer that is cache_busy, in a chain of reads (command.cache_read).
  Time cache_from = 0, cache_to = 0;
  std::int64_t suspends = 0;
  // When the transfer of each page ends, within the bus transfer.
  std::deque<std::pair<Time, std::int64_t>> own_ends = {};
  std::map<std::int64_t, std::function<void()>> at_end = {};  // of reads, by plane
  std::function<void()> at_array_end = [] {}, at_data_out_end = [] {};
};

// One command of a collection that was not granted yet.
struct Step {
  Command kind;
  std::vector<std::int64_t> planes;
  Time bus, array;
  std::function<void()> at_array_end = [] {}, at_data_out_end = [] {};
  std::int64_t units_out = 0;  // see Running
};

struct Collecting {
  std::int64_t leader;
  std::vector<std::int64_t> jobs;    // planes ascending (collection.together)
  std::int64_t at_hand = 0;          // the job whose page is moving, or moved last (collection.preempt)
  std::deque<Step> steps;            // decided, not yet granted
  std::deque<std::int64_t> sources;  // pages still to be visited, if moves are fixed one by one (collection.moves)
  Time ready = 0;                    // ready time of the next step
  bool erasing = false;              // its erase was granted, or is among the steps
  // It checks each page again before the move: preemptible, or with any_idle (collection.preempt, copies.any_idle).
  bool looks_again = false;
  bool may_open = false;  // preemptible (collection.preempt)
};

struct Settling {
  Time end;
  bool resuming;
};

struct Unit {
  std::optional<Running> current, successor, halted;
  std::map<std::int64_t, Running> plane_reads;  // by plane (command.plane_reads)
  // All commands that run.
  std::vector<const Running*> running() const {
    std::vector<const Running*> found;
    if (current) found.push_back(&*current);
    if (successor) found.push_back(&*successor);
    for (const auto& [plane, read] : plane_reads) found.push_back(&read);
    return found;
  }
  std::optional<Settling> settling;  // a `suspend` or `resume` runs
  std::optional<Collecting> collecting;
  std::set<std::int64_t> reads;                       // reads of pages in this unit that have not begun
  std::int64_t host_reads_to_come = 0;                // those of `reads` that belong to the host and are not ready yet
  Time released = 0;                                  // R of account.split, by what is no plane read
  std::map<std::int64_t, Time> planes_released = {};  // by plane: the end of its last plane read (command.plane_reads)
  std::optional<Time> at_rest_since = {};             // collection.background
  // When a collection held it; the last interval may still be open (kNever).
  std::vector<std::pair<Time, Time>> collected;
};

// A superblock collection of which parts are not finished (superblock.collection).
struct SuperblockCollection {
  std::vector<std::int64_t> planes;  // planes of the group, ascending
  bool forced;
  std::set<std::int64_t> programs = {};  // that have not ended
  std::vector<std::int64_t> erases = {};
  bool begun = false;
};

struct SuperblockState {
  std::map<std::int64_t, SuperblockCollection> superblocks_;  // in the order of decision (superblock.collection)
  // The first place of a word line -> the last program decided for it, which may have ended.
  std::map<std::int64_t, std::int64_t> writers_;
  std::int64_t next_superblock_ = 0;
};

// A page slot of any_idle: first reserved for a page of a victim, then it holds the page's data, then these are written
// back (copies.any_idle, copies.write_back).
enum class SlotState { kReserved, kHeld, kWritingBack };
struct Slot {
  std::int64_t lpn;     // kNone: the data that are being written back are out of date
  std::int64_t source;  // the page for which it was reserved
  std::int64_t job;     // the collection that reserved it
  // The place of its segment among those that are complete (copies.write_back).
  std::optional<std::int64_t> segment = {};
  SlotState state = SlotState::kReserved;
  Time since = 0;  // when it began to hold data
};

// A second copy of a logical page (copies.replicate).
struct Replica {
  std::int64_t page;
  std::int64_t used = 0;  // the number of its last making or use, counted over all replicas
  bool under_way = true;
};

struct CopiesState {
  std::map<std::int64_t, Slot> slots_;  // by number of reservation (copies.any_idle)
  std::int64_t next_slot_ = 0, next_segment_ = 0, next_write_back_unit_ = 0;
  std::deque<std::int64_t> marked_;  // logical pages, in the order in which they were marked (copies.replicate)
  std::map<std::int64_t, Replica> replicas_;  // by logical page
  std::int64_t next_replica_unit_ = 0, replica_uses_ = 0;
};

enum class WishKind { kDataOut, kStart, kChain, kStep };

// A phase that waits for the bus; a channel decides among them (bus.decision). A write without a place has no unit.
struct Wish {
  WishKind kind;
  std::int64_t unit, leader;
  Time ready;
  std::int64_t priority;
  bool moves_data;
};

struct ChosenPlanes {
  std::int64_t leader;
  std::vector<std::int64_t> operations;  // planes ascending
  std::vector<std::int64_t> planes;
  std::int64_t index = 0;  // programs placed at issue: the page number that all planes take (command.skip)
};

struct Entry {
  std::set<std::int64_t> sectors;
  bool resident = false, dirty = false;
  std::int64_t resident_number = 0;  // counts entries in the order in which they became resident
  Time touched = 0;                  // when it was last written or hit
  std::int64_t touch_number = 0;     // the number of that event, counted over all entries
  std::int64_t hits = 0, request_pages = 1, stream = 0;
  std::vector<PagePointer> waiting;  // writes that wait until it is resident
  // buffer.flush.
  std::set<std::int64_t> unflushed;        // sectors that the host wrote since it was opened or last flushed
  std::int64_t lists = 0;                  // the stream in whose lists it waits (iu.buffer); 0 if all share them
  std::int64_t listed = 0;                 // counts entries in the order in which they entered their list
  Time entered = 0;                        // when it entered that list (buffer.gather)
  std::optional<std::int64_t> flush = {};  // the number of its flush that is under way
  // host.flush, buffer.asked; empty, or false, of a clean entry.
  std::optional<std::int64_t> pending = {};  // the number of the pending write that makes it dirty
  Writers writers = {};                      // of what makes it dirty
  bool asked = false;                        // it is in the third list, or enters it when it becomes resident
};

// The lists of dirty entries (buffer.flush, buffer.asked).
enum class List { kAsked, kWhole, kPartial };

struct RequestState {
  Time completed = 0;
  std::int64_t pages_left = 0, last_sequence = kNone, stream = 0;
  bool is_admitted = false;
  std::optional<Time> posted = {};  // host.coalesce
  std::int64_t admission = kNone;   // counts requests in the order of their admission
  Time through = 0, processed = 0;  // when its core is through with it, and p of host.firmware
  std::set<std::int64_t> channels;  // those that it needs (unit.reorder_requests)
  bool has_crossed = false;         // one of its pages has crossed the link, or is crossing it (host.link)
};

// host.flows: of a flow the arrivals that are known and have no number, and how many of its requests have one and how
// many have left.
struct FlowState {
  std::multiset<Time> arrivals;
  std::int64_t numbered = 0, left = 0;
};

// host.phases: the phase that runs, or the last one that ran.
struct PhaseState {
  std::int64_t number = 0;
  Time begin = 0;
  bool is_through = false;                  // and no other one has begun
  bool is_counted = true;                   // it is no warm-up (account.phases)
  bool counts_began = true;                 // it, or one before it, is counted and had a request
  std::vector<std::int64_t> erases_before;  // of each block, when the counts were 0; also without phases
};

// A page that is being read ahead.
struct Coming {
  bool stale = false;                // the page was written or trimmed meanwhile
  std::vector<PagePointer> waiting;  // host reads
};

struct ArrayPhase {
  std::int64_t number, unit, die, chip;
  Time begin, end;
  bool is_collection;
};
// account.volatile.
struct VolatileSpan {
  Time begin, end;
  std::int64_t slots;
};
struct CommandRecord {
  Command kind;
  std::int64_t planes, unit, chip;
};

// What the accounts of a run are made of (accounting.cpp).
struct AccountingState {
  std::vector<UnitShares> shares_;  // up to the present instant
  std::vector<ArrayPhase> array_phases_;
  std::vector<VolatileSpan> volatile_spans_;  // one from each instant to the next, up to the present one
  std::vector<CommandRecord> commands_;       // by command number
};

}  // namespace ssd::oracle
