// The checked design: the result of the checker for a declaration, and everything that explain, diff and draw see of
// it. A run uses only its Plan (runtime/abi/plan.h). A design is a value: it is complete (every default is filled in)
// and has no units (times are in ns, sizes in bytes).
//
// Invariants that the checker ensures: every number is within the bounds of language.md; the map sends every logical
// page to a plane that exists (proved); every plane has room for its logical pages and for collection to finish; the
// programs fulfil the invariant of abi/program.h.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/design/property.h"
#include "runtime/abi/plan.h"
#include "runtime/base/source.h"
#include "runtime/base/words.h"

namespace ssd::design {

// Types that a design shares with its Plan (runtime/abi) have the same names here.
using ssd::Check;
using ssd::CheckKind;
using ssd::Energy;
using ssd::Function;
using ssd::Geometry;
using ssd::kLevels;
using ssd::Level;
using ssd::name;
using ssd::plane_address;
using ssd::plane_id;
using ssd::PlaneAddress;
using ssd::Start;

enum class Cell : std::uint8_t { kSlc, kMlc, kTlc, kQlc };
inline constexpr std::array kCells{Word{"SLC", Cell::kSlc}, Word{"MLC", Cell::kMlc}, Word{"TLC", Cell::kTlc},
                                   Word{"QLC", Cell::kQlc}};
inline std::string_view name(Cell cell) { return word_for(kCells, cell); }

// The properties of a part that no run depends on; its times are in Config.
struct Nand {
  std::string name;  // "" for a part written in place
  Cell cell = Cell::kSlc;
  std::uint64_t bus_bits = 8;                    // data lines; used for the number of pins, not for times
  std::array<std::uint64_t, 4> pages_of_kind{};  // lsb, csb, msb and tsb pages of a block; all 0 if not known
};

enum GcInput : std::uint8_t {
  kFreePages = 0,
  kFreeBlocks = 1,
  kIdle = 2
};  // inputs of trigger and stop; the first two are also those of hard

// Where pages go. All kinds of placement have the four formulas of the map (Hook::kChannel to kPlane). With `static`
// they give the plane of a logical page, with `write_order` the plane of the n-th write, and with `dynamic` the n-th
// plane of the order (where preloaded page n goes).
struct Allocation {
  std::vector<std::string> streams{"all"};    // by stream number
  std::optional<std::array<Level, 4>> order;  // the fastest level first; none for a map that the user wrote
  std::string lets;                           // the names that the texts of the formulas use: "unit = lpn / stripe, …"
  // The results of the proof.
  std::uint64_t period = 0;        // the map repeats after so many logical pages (0: every logical page was checked)
  std::uint64_t most_pages = 0;    // logical pages of the plane that gets most
  std::uint64_t fewest_pages = 0;  // and of the plane that gets fewest
};

// The planes over which `trigger` and `stop` count (collection.scope).
enum class CollectionScope : std::uint8_t { kPlane, kDie, kChip, kDevice };
inline constexpr std::array kScopes{Word{"plane", CollectionScope::kPlane}, Word{"die", CollectionScope::kDie},
                                    Word{"chip", CollectionScope::kChip}, Word{"device", CollectionScope::kDevice}};
inline std::string_view name(CollectionScope scope) { return word_for(kScopes, scope); }
// The group whose blocks of the same number form a superblock (superblock.group). With `plane` there are no
// superblocks.
inline constexpr std::array kSuperblocks{Word{"none", CollectionScope::kPlane}, Word{"die", CollectionScope::kDie},
                                         Word{"chip", CollectionScope::kChip},
                                         Word{"device", CollectionScope::kDevice}};

// What `gc` states, where the engine's behaviour depends on more than this key; config() combines them.
struct Gc {
  CollectionScope scope = CollectionScope::kPlane;
  CollectionScope superblock = CollectionScope::kPlane;  // also the scope, if it is not the plane
  bool same_die = false;                                 // `migrate: same_die` (collection.same_die)
  bool by_stream = false;                                // `active: by_stream` (collection.active)
  bool preempt_page = false;                             // host operations may come between moves
  bool avoid = false;  // requests to units that a collection holds wait behind others (host.avoid)
};

// A table that policies read and events change (table.entries).
struct Table {
  std::string name;
  Span span = {};  // of the name
  TableShape shape = {};
  i64 low = 0, high = (i64{1} << 32) - 1;  // of ints
  bool real = false;
  bool sound = true;  // while it is read
};

// What `buffer { flush gather }` state (buffer.flush, buffer.gather).
enum class FlushRule : std::uint8_t { kEager, kIdle, kAbove, kFull, kCondition };
struct Flushing {
  FlushRule rule = FlushRule::kEager;
  i64 share = 0, of = 1;                             // kAbove: share / of of the slots
  CollectionScope gather = CollectionScope::kPlane;  // whose planes are programmed together
  friend bool operator==(const Flushing&, const Flushing&) = default;
};

struct Design {
  std::string name;
  Span span;
  std::string doc;
  Geometry geometry;
  std::uint64_t lock_step = 1;  // planes of the part that make one of the geometry (iu.lock_step)
  Config config;                // the values of keys; config() adds what follows from them
  Policies policies;
  std::vector<u8> queue_weights;  // of each host queue; empty: they are not weighted (host.arbitration)
  Energy energy;
  Nand nand;
  Allocation allocation;
  Gc gc;
  std::vector<Table> tables;
  Flushing flushing;
  Start start;
  std::vector<Property> properties;

  // A design can be passed wherever a Plan is expected for the length of a call: its Plan without workloads.
  operator Plan() const;

  std::uint64_t logical_bytes() const { return config.logical_pages * geometry.unit_bytes(); }
  std::uint64_t planes_of_scope() const;       // see collection.scope
  std::uint64_t programs_gathered() const;     // see buffer.gather; 1 if none waits for another
  std::uint64_t planes_of_superblock() const;  // see superblock.group; 1 if blocks are collected by themselves
  bool write_order_is_of_a_stream() const {
    return planes_of_superblock() != 1 && allocation.streams.size() > 1;
  }  // see superblock.host
  std::uint64_t pages_of_block() const {
    return planes_of_superblock() * geometry.of_map().pages;
  }  // pages of a block or superblock, as policies see it
  std::uint64_t entries_of(TableOf of) const;  // see table.entries
  // The units, which run one command at a time: dies with interleave, otherwise chips (drive.unit).
  std::uint64_t total_units() const { return config.interleave != 0 ? geometry.total_dies() : geometry.total_chips(); }
};
using ssd::place;

// Whether the policy at the hook reads the input of that name.
bool reads(const Design& design, Hook hook, std::string_view input);

// Whether pages get their place when their program is granted (place.class), for the engine and for `explain`.
bool placed_at_issue(const Design& design);
// Whether a policy reads the time at which a block became full.
bool keeps_ages(const Design& design);
// Whether a policy reads a block's random number.
bool draws(const Design& design);
// The priority of a kind of operation, for the table of PriorityClass::kByKind; `fault` is as for evaluate().
i64 priority_of_kind(const Function& priority, SeenKind kind, u32& fault);
// Whether a request may have to wait in its host queue for others to leave.
bool limits_queues(const Design& design);
// A feature of the design that the plain loops do not support, in a few words ("multi-plane commands"); empty if they
// support all.
std::string beyond_plain(const Design& design);

// The numbers that the engine reads: the values of keys, and what follows from them.
Config config(const Design& design);

// The loop of the engine that a design needs (time.independence, place.class), and the reason in one sentence for
// `explain`.
enum class Class : std::uint8_t { kIndependentChannels, kCoupledChannels, kWholeAtAdmission, kWholeAtIssue };
struct Classification {
  Class kind;
  std::string reason;
};
Classification classify(const Design& design, bool closed_loop);
std::string_view name(Class kind);

// The value of every key, one line each (`ssdc dump --stage design`).
std::string dump(const Design& design);
// Everything that a run of the design with these workloads depends on.
Plan plan_of(const Design& design, std::vector<workload::Workload> workloads = {});

}  // namespace ssd::design
