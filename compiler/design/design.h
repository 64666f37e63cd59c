// The checked design: what sema makes, and all that the later rooms (codegen, draw, simulation, results) see of a .ssd file.
// A value: complete (every default filled in), unit-free (times in ns, sizes in bytes), printable, hashable.
//
// Invariants kept by sema: every number is within the bounds of language.md; the map sends every logical page into range (proved);
// every plane has room for its logical pages and for collection to finish; the programs fulfil the invariant of abi/program.h.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/design/property.h"
#include "compiler/source/source.h"
#include "compiler/source/words.h"
#include "runtime/abi/config.h"
#include "runtime/abi/hooks.h"

namespace ssd::design {

enum class Level : std::uint8_t { kChannel, kChip, kDie, kPlane };
inline constexpr std::array kLevels{Level::kChannel, Level::kChip, Level::kDie, Level::kPlane};
std::string_view name(Level level);

struct Geometry {
  std::uint64_t channels = 1, chips = 1, dies = 1, planes = 1, blocks = 1, pages = 1;  // per parent
  std::uint64_t page_bytes = 0, spare_bytes = 0, sector_bytes = 0;

  std::uint64_t count(Level level) const;
  std::uint64_t total_chips() const { return channels * chips; }
  std::uint64_t total_dies() const { return total_chips() * dies; }
  std::uint64_t total_planes() const { return total_dies() * planes; }
  std::uint64_t pages_per_plane() const { return blocks * pages; }
  std::uint64_t physical_pages() const { return total_planes() * pages_per_plane(); }
  std::uint64_t physical_bytes() const { return physical_pages() * page_bytes; }
};

// Where a page lives, down to the plane.
struct PlaneAddress {
  std::uint64_t channel = 0, chip = 0, die = 0, plane = 0;
  friend bool operator==(const PlaneAddress&, const PlaneAddress&) = default;
};
std::uint64_t plane_id(const Geometry& geometry, const PlaneAddress& address);
PlaneAddress plane_address(const Geometry& geometry, std::uint64_t plane_id);

enum class Cell : std::uint8_t { kSlc, kMlc, kTlc, kQlc };
inline constexpr std::array kCells{Word{"SLC", Cell::kSlc}, Word{"MLC", Cell::kMlc}, Word{"TLC", Cell::kTlc}, Word{"QLC", Cell::kQlc}};
inline std::string_view name(Cell cell) { return word_for(kCells, cell); }

// In femtojoules, so that a picojoule a byte may have decimals; power in femtojoules a nanosecond (= microwatts). All 0: not given.
struct Energy {
  std::uint64_t read = 0, program = 0, erase = 0, transfer_per_byte = 0;
  std::uint64_t idle = 0;  // of each die, over the whole clock
  friend bool operator==(const Energy&, const Energy&) = default;
};

struct Nand {
  std::string name;  // "" for a part written in place
  Cell cell = Cell::kSlc;
  Time read = 0, program = 0, erase = 0;               // where they do not vary; else the longest that they can be
  Time command = 0;                                    // bus command and address time
  std::uint64_t bus_numerator = 1, bus_denominator = 1;  // ns a byte, as a reduced fraction
  std::uint64_t bus_bits = 8;                            // lines that carry data: part of no time, and counted in pins
  std::array<std::uint64_t, 4> pages_of_kind{};        // lsb, csb, msb and tsb pages of a block; all 0: not known
  Time dummy_busy = 0, cache_busy = 0, suspend = 0, resume = 0;
  std::uint64_t endurance = 0;                         // erases a block survives; 0: no end
  Energy energy;
};

// What a kRequire node of a function looks at: where it stands in the source, as it is written there, and what went wrong if it does not hold.
enum class CheckKind : std::uint8_t { kDivisor, kOverflow, kFinite, kIndex, kLatency };
struct Check {
  CheckKind kind = CheckKind::kDivisor;
  Span span;
  std::string text;
};

// An expression of the design over integer inputs (those of its hook: abi/hooks.h), compiled, with the text it came from. Without nodes:
// there is none.
struct Function {
  std::vector<Node> nodes;
  std::uint32_t result = 0;
  std::string text;  // canonical source text, for `explain`
  Span span;         // unknown if it is a default
  std::vector<Check> checks = {};  // by site
  bool given() const { return !nodes.empty(); }
  Program program() const { return {nodes.data(), static_cast<u32>(nodes.size()), result}; }
};

enum GcInput : std::uint8_t { kFreePages = 0, kFreeBlocks = 1, kIdle = 2 };  // inputs of trigger and stop; the first two of hard

// Where pages go. All kinds have the four formulas: with static they give the plane of a logical page, with write_order that of the n-th write, with
// dynamic the plane that stands n-th in the order (where a preloaded page n goes).
struct Allocation {
  Placement placement = Placement::kStatic;
  Function cost;                              // dynamic { cost(u): … }
  std::vector<std::string> streams{"all"};    // by number
  Function stream;                            // of a write request; not given: stream 0
  std::optional<std::array<Level, 4>> order;  // fastest level first; none for a map of the user's own
  std::array<Function, 4> map;                // channel, chip, die, plane of lpn (indexed by Level)
  std::string lets;                           // what the formulas' texts call by name: "unit = lpn / stripe, …"
  // What the proof found.
  std::uint64_t period = 0;        // the map repeats after so many logical pages (0: it was checked at every logical page)
  std::uint64_t most_pages = 0;    // logical pages of the plane that gets most
  std::uint64_t fewest_pages = 0;  // and of the one that gets fewest
};
PlaneAddress place(const Allocation& allocation, std::uint64_t lpn);

// The flash commands that the drive uses (model.md section 2).
struct Commands {
  bool interleave = true;
  Willing multiplane = Willing::kNo, copyback = Willing::kNo;
  Function multiplane_predicate, copyback_predicate;  // with Willing::kPredicate
  bool block_and_page = false;
  bool cache = false, suspend = false;
  std::uint64_t suspend_limit = 0;  // 0 = unlimited
};

struct Schedule {
  PriorityClass priority_class = PriorityClass::kConstant;
  Function priority;  // not given: constant
  bool reorder_fifo = false;
};

struct Buffer {
  std::uint64_t slots = 0;  // pages; 0: no buffer
  bool write_back = true;
  Evict evict = Evict::kLru;
  Function score;           // with Evict::kScore and kAge
  Time latency = 0;
  std::uint64_t readahead_trigger = 0, readahead_pages = 0;  // requests, pages; 0: no readahead
};

struct Workload;

// The drive before time 0 (rule 39, S70): erased, filled or as a snapshot says; and what runs on it before the measured run.
struct Start {
  bool filled = false;
  std::uint64_t valid_parts = 0, invalid_parts = 0;  // of each plane's pages, in parts of a million
  bool random = false;
  std::uint64_t seed = 0;
  std::string snapshot;       // the file's path, as it is written; empty: none
  std::string snapshot_file;  // what to open
  Span snapshot_span;
  std::string run;            // the workload's name; empty: none
  Span run_span, run_declared;               // where it is named, and where it is declared
  std::shared_ptr<const Workload> workload;  // it
};

// The planes over which `trigger` and `stop` count (S64).
enum class CollectionScope : std::uint8_t { kPlane, kDie, kChip, kDevice };
inline constexpr std::array kScopes{Word{"plane", CollectionScope::kPlane}, Word{"die", CollectionScope::kDie}, Word{"chip", CollectionScope::kChip},
                                    Word{"device", CollectionScope::kDevice}};
inline std::string_view name(CollectionScope scope) { return word_for(kScopes, scope); }
// Whose blocks of one number are one superblock (S71); a plane's are none.
inline constexpr std::array kSuperblocks{Word{"none", CollectionScope::kPlane}, Word{"die", CollectionScope::kDie}, Word{"chip", CollectionScope::kChip},
                                         Word{"device", CollectionScope::kDevice}};

struct Gc {
  CollectionScope scope = CollectionScope::kPlane;
  CollectionScope superblock = CollectionScope::kPlane;  // the scope too, if it is not the plane
  bool same_die = false;             // `migrate: same_die` (S66)
  bool active_shared = false;        // moved pages go to the active block of a stream (S65)
  std::uint64_t shared_stream = 0;   // with active_shared
  std::uint64_t any_idle_slots = 0;  // `migrate: any_idle`; 0: moves stay in their plane
  std::uint64_t replicas = 0;        // most of hot pages; 0: none
  Function trigger, stop;  // over free_pages and free_blocks of the scope; 0 or 1
  VictimClass victim_class = VictimClass::kGreedy;
  Function victim;            // the score; given even where its class does without it
  bool preempt_page = false;  // host operations may come between moves
  Function preempt, hard;     // when they may; not given: always, and while every stream can have a page
  bool cost_zero = false;
  bool idle = false;          // idle units collect in the background, after so long (S67)
  Time idle_after = 0;
  bool avoid = false;         // requests to units that a collection holds wait behind others (S68)
};

// Which free block is opened, and static levelling (S49, S50).
struct Wear {
  FreeChoice choice = FreeChoice::kLongestFree;
  Function allocate;  // with FreeChoice::kScore
  bool levels_static = false;
  std::uint64_t threshold = 0;
};

struct Host {
  std::uint64_t queue = 0;  // 0 = unlimited
  bool read_modify_write = true;
  std::uint64_t queues = 1;
  CompleteWrite complete_write = CompleteWrite::kProgrammed;
  Time command = 0, ecc = 0;
  std::uint64_t link_numerator = 0, link_denominator = 1;  // ns a byte; 0/1: no link
  bool read_moves_page = false;
  bool program_moves_sectors = false;
  bool read_unwritten_as_written = true;
};

struct Design {
  std::string name;
  Span span;
  std::string doc;
  Geometry geometry;
  Nand nand;
  std::uint64_t logical_pages = 0;
  Allocation allocation;
  Function read_time, program_time, erase_time;  // where the part's latencies vary (page, block, erases)
  Commands commands;
  Gc gc;
  Wear wear;
  Buffer buffer;
  Host host;
  Schedule schedule;
  Start start;
  std::vector<Property> properties;

  std::uint64_t logical_bytes() const { return logical_pages * geometry.page_bytes; }
  std::uint64_t planes_of_scope() const;  // S64
  std::uint64_t planes_of_superblock() const;  // S71; 1 where blocks are collected by themselves
  bool write_order_is_of_a_stream() const { return planes_of_superblock() != 1 && allocation.streams.size() > 1; }  // S71 (b)
  std::uint64_t pages_of_block() const { return planes_of_superblock() * geometry.pages; }  // as policies see it
  // The unit that runs one array operation at a time: the die with interleave, else the chip.
  std::uint64_t total_units() const { return commands.interleave ? geometry.total_dies() : geometry.total_chips(); }
};

// The expression at a hook; one without nodes if the design has none there.
const Function& function(const Design& design, Hook hook);
// Whether it reads the input of that name.
bool reads(const Design& design, Hook hook, std::string_view input);

// Whether pages get their place when their program is granted (S22), for the engine and for `explain`.
bool placed_at_issue(const Design& design);
// Whether a policy reads when a block became full.
bool keeps_ages(const Design& design);
// Whether a policy reads a block's random number.
bool draws(const Design& design);
// With PriorityClass::kByKind, a row of its table; `fault` as of evaluate().
i64 priority_of_kind(const Function& priority, SeenKind kind, u32& fault);
// What the plain loops cannot do, in a few words ("multi-plane commands"); empty if they can do it all.
std::string beyond_plain(const Design& design);

// The numbers the engine reads.
Config config(const Design& design);

// Which loop of the engine a design takes (rules.md, rule 5), and why, in one sentence for `explain`.
enum class Class : std::uint8_t { kIndependentChannels, kCoupledChannels, kWholeAtAdmission, kWholeAtIssue };
struct Classification { Class kind; std::string reason; };
Classification classify(const Design& design, bool closed_loop);
std::string_view name(Class kind);

// A stable listing of everything above (`ssdc dump --stage design`); equal designs print equal text.
std::string dump(const Design& design);
// 128 bits over dump() in hexadecimal: what the simulated numbers depend on (names and places left out).
std::string hash(const Design& design);

}  // namespace ssd::design
