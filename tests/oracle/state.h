// What the oracle's clock works on: pages of requests, operations that wait for a unit, commands that run in one,
// entries of the buffer. Nothing but state; who changes it, and when, is in timing.h.
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "tests/oracle/oracle.h"
#include "tests/oracle/space.h"

namespace ssd::oracle {

constexpr Time kNever = ~Time{0};

// One page of a host request. `told`: up to when `split` explains its time.
struct Page {
  std::int64_t request, sequence, lpn, sectors;
  Split split;
  Time told;
  void tell(Time Split::* part, Time until) {
    split.*part += until - told;
    told = until;
  }
};
using PagePointer = std::shared_ptr<Page>;

enum class OperationKind { kRead, kProgram, kCollection };

// What waits for a unit: a host read, a host program, or a collection of one plane.
struct Operation {
  std::int64_t sequence = kNone;
  OperationKind kind = OperationKind::kRead;
  std::int64_t lpn = kNone, sectors = 0;  // sectors to move
  std::int64_t request_pages = 1, stream = 0;
  std::int64_t plane = kNone;  // none: a write without a place
  std::int64_t physical_page = kNone;
  std::vector<std::int64_t> skipped = {};  // pages given up just before that one
  Time array_length = 0;
  std::optional<Time> ready = {};
  bool waited_without_place = false;             // S26
  Time placed = 0;                               // S27
  PagePointer page = {};                         // none: of no request, or the page is complete
  std::function<void()> at_transferred = [] {};  // end of its own data in or out
  std::function<void()> at_programmed = [] {};
  std::int64_t served_by = kNone;             // read placed at admission: the host program of its page (rule 23)
  bool has_data = false;                      // program: link and read-modify-write are behind it
  bool trimmed = false;                       // program: its page is invalid when it is taken (S42)
  bool covers_page = false;                   // program: nothing of the old page stays (S60)
  std::function<void()> at_released = [] {};  // program: nobody needs its data any more
  bool forced = false;                        // collection
  bool is_wear = false;                       // collection (S50)
  bool is_of_old_page = false;                // read: that of a read-modify-write
  bool in_background = false;                 // collection (S67)
  std::int64_t moved = 0;                     // collection: valid pages (S48)
  std::optional<Collection> collection = {};  // chosen; none before the start of one placed at issue
  std::int64_t gained = 0;                    // pages erased less pages taken
  std::set<std::int64_t> other_planes = {};   // collection: that gave it a page (S66)
  std::int64_t superblock = kNone;            // the collection of a superblock that it is part of (S71)
  std::vector<std::int64_t> readers = {};     // program: moves that read what it writes (S71)

  bool is_move() const { return superblock != kNone && kind != OperationKind::kCollection; }
  bool is_host() const { return kind != OperationKind::kCollection && !is_move(); }
};

enum class Stage { kTransferIn, kWaitsForArray, kArray, kArrayEnded, kWaitsForBus, kDataOut };

// A command in a unit: of host operations, or one step of a collection.
struct Running {
  Command kind = Command::kRead;
  std::int64_t leader = kNone;
  std::vector<std::int64_t> operations;  // host operations, planes ascending; none for a collection's step
  std::vector<std::int64_t> planes;
  bool is_collection = false;
  std::int64_t number = 0;  // in order of grants
  Time array_length = 0;    // what is left of it while it is halted
  Stage stage = Stage::kTransferIn;
  Time stage_end = kNever;
  Time array_begin = 0, piece_begin = 0, bus_ready = 0;
  Time cache_from = 0, cache_to = 0;  // the cache_busy within its tenure, if it is part of a chain of reads
  std::int64_t suspends = 0;
  std::deque<std::pair<Time, std::int64_t>> own_ends = {};  // when the transfer of each page ends, within the tenure
  std::function<void()> at_array_end = [] {}, at_data_out_end = [] {};
};

// One command of a collection that is still to come.
struct Step {
  Command kind;
  std::vector<std::int64_t> planes;
  Time bus, array;
  std::function<void()> at_array_end = [] {}, at_data_out_end = [] {};
};

struct Collecting {
  std::int64_t leader;
  std::vector<std::int64_t> jobs;    // planes ascending (S32)
  std::int64_t at_hand = 0;          // the job whose page moves, or moved last (S48)
  std::deque<Step> steps;            // decided, not yet granted
  std::deque<std::int64_t> sources;  // pages still to be looked at, if its moves are not fixed at the start
  Time ready = 0;                    // of the next step
  bool erasing = false;              // its erase was granted, or is among the steps
  bool looks_again = false;          // at each page, before it is moved: preemptible, or in conflict (S36, S60)
  bool may_open = false;             // preemptible (S36, S48)
};

struct Settling {
  Time end;
  bool resuming;
};

struct Unit {
  std::optional<Running> current, successor, halted;
  std::optional<Settling> settling;  // suspend or resume runs
  std::optional<Collecting> collecting;
  std::set<std::int64_t> reads;                  // placed here, not begun
  std::int64_t host_reads_to_come = 0;           // of them: those of the host that are not ready yet
  std::int64_t turn = 0;                         // among its planes: the t of S26, S27
  Time released = 0;                             // S43's R
  std::optional<Time> at_rest_since = {};        // S67
  std::vector<std::pair<Time, Time>> collected;  // when a collection held it; the last may still be open (kNever)
};

// The collection of a superblock, while parts of it are left (S71).
struct SuperblockCollection {
  std::vector<std::int64_t> planes;  // of the group, ascending
  bool forced;
  std::int64_t programs_left;
  std::vector<std::int64_t> erases = {};
  bool begun = false;
};

// A page slot of any_idle: kept for a page of a victim, then holding its data, then being written back (S60).
enum class SlotState { kReserved, kHeld, kWritingBack };
struct Slot {
  std::int64_t lpn;     // none: what is being written back is out of date
  std::int64_t source;  // the page that it was reserved for
  SlotState state = SlotState::kReserved;
  Time since = 0;  // held
};

// A second copy of a logical page (S61).
struct Replica {
  std::int64_t number, page;
  std::int64_t used;  // the how-manieth making or use of a replica its last one was
  bool under_way = true;
};

enum class WishKind { kDataOut, kStart, kChain, kStep };

// A phase that waits for the bus: what S17 decides among. No unit: a write without a place.
struct Wish {
  WishKind kind;
  std::int64_t unit, leader;
  Time ready;
  std::int64_t priority;
  bool moves_data;
};

struct ChosenPlanes {
  std::vector<std::int64_t> operations;  // planes ascending
  std::vector<std::int64_t> planes;
  std::int64_t index = 0;  // programs placed at issue: the page that all of them take (S29)
};

struct Entry {
  std::set<std::int64_t> sectors;
  bool resident = false, dirty = false;
  std::int64_t resident_number = 0;  // in order of becoming resident
  Time touched = 0;                  // when it was last written or hit
  std::int64_t touch_number = 0;     // and the how-manieth such event that was
  std::int64_t hits = 0, request_pages = 1, stream = 0;
  std::vector<PagePointer> waiting;  // writes, for it to become resident
};

struct RequestState {
  Time completed = 0;
  std::int64_t pages_left = 0, last_sequence = kNone, stream = 0;
  bool is_admitted = false;
};

struct ArrayPhase {
  std::int64_t number, unit, chip;
  Time begin, end;
  bool is_collection;
};
struct CommandRecord {
  Command kind;
  std::int64_t planes, unit, chip;
};

}  // namespace ssd::oracle
