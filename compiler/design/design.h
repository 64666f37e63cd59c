// The checked design: what the checker makes of a declaration, and all that explain, diff and draw see of it. What a
// run needs of it is its Plan (runtime/abi/plan.h). A value: complete (every default filled in), unit-free (times in
// ns, sizes in bytes).
//
// Invariants kept by the checker: every number is within the bounds of language.md; the map sends every logical page
// into range (proved); every plane has room for its logical pages and for collection to finish; the programs fulfil the
// invariant of abi/program.h.
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

// What a design has in common with the Plan that is made of it (runtime/abi) goes by the same names here.
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

// What of a part no run depends on; its times are in Config.
struct Nand {
  std::string name;  // "" for a part written in place
  Cell cell = Cell::kSlc;
  std::uint64_t bus_bits = 8;                    // lines that carry data: part of no time, and counted in pins
  std::array<std::uint64_t, 4> pages_of_kind{};  // lsb, csb, msb and tsb pages of a block; all 0: not known
};

enum GcInput : std::uint8_t {
  kFreePages = 0,
  kFreeBlocks = 1,
  kIdle = 2
};  // inputs of trigger and stop; the first two of hard

// Where pages go. All kinds of placement have the four formulas of the map (Hook::kChannel to kPlane): with static they
// give the plane of a logical page, with write_order that of the n-th write, with dynamic the plane that stands n-th in
// the order (where a preloaded page n goes).
struct Allocation {
  std::vector<std::string> streams{"all"};    // by number
  std::optional<std::array<Level, 4>> order;  // fastest level first; none for a map of the user's own
  std::string lets;                           // what the formulas' texts call by name: "unit = lpn / stripe, …"
  // What the proof found.
  std::uint64_t period = 0;  // the map repeats after so many logical pages (0: it was checked at every logical page)
  std::uint64_t most_pages = 0;    // logical pages of the plane that gets most
  std::uint64_t fewest_pages = 0;  // and of the one that gets fewest
};

// The planes over which `trigger` and `stop` count (S64).
enum class CollectionScope : std::uint8_t { kPlane, kDie, kChip, kDevice };
inline constexpr std::array kScopes{Word{"plane", CollectionScope::kPlane}, Word{"die", CollectionScope::kDie},
                                    Word{"chip", CollectionScope::kChip}, Word{"device", CollectionScope::kDevice}};
inline std::string_view name(CollectionScope scope) { return word_for(kScopes, scope); }
// Whose blocks of one number are one superblock (S71); a plane's are none.
inline constexpr std::array kSuperblocks{Word{"none", CollectionScope::kPlane}, Word{"die", CollectionScope::kDie},
                                         Word{"chip", CollectionScope::kChip},
                                         Word{"device", CollectionScope::kDevice}};

// What `gc` states where that alone does not decide what the engine does (config()).
struct Gc {
  CollectionScope scope = CollectionScope::kPlane;
  CollectionScope superblock = CollectionScope::kPlane;  // the scope too, if it is not the plane
  bool same_die = false;                                 // `migrate: same_die` (S66)
  bool preempt_page = false;                             // host operations may come between moves
  bool avoid = false;  // requests to units that a collection holds wait behind others (S68)
};

struct Design {
  std::string name;
  Span span;
  std::string doc;
  Geometry geometry;
  Config config;  // what the keys state; config() adds what follows
  Policies policies;
  Energy energy;
  Nand nand;
  Allocation allocation;
  Gc gc;
  Start start;
  std::vector<Property> properties;

  // A design stands for its Plan, without workloads, wherever a Plan is wanted for the length of a call.
  operator Plan() const;

  std::uint64_t logical_bytes() const { return config.logical_pages * geometry.page_bytes; }
  std::uint64_t planes_of_scope() const;       // S64
  std::uint64_t planes_of_superblock() const;  // S71; 1 where blocks are collected by themselves
  bool write_order_is_of_a_stream() const {
    return planes_of_superblock() != 1 && allocation.streams.size() > 1;
  }  // S71 (b)
  std::uint64_t pages_of_block() const { return planes_of_superblock() * geometry.pages; }  // as policies see it
  // The unit that runs one array operation at a time: the die with interleave, else the chip.
  std::uint64_t total_units() const { return config.interleave != 0 ? geometry.total_dies() : geometry.total_chips(); }
};
using ssd::place;

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

// The numbers that the engine reads: what the keys state, and what follows from it.
Config config(const Design& design);

// Which loop of the engine a design takes (rules.md, rule 5), and why, in one sentence for `explain`.
enum class Class : std::uint8_t { kIndependentChannels, kCoupledChannels, kWholeAtAdmission, kWholeAtIssue };
struct Classification {
  Class kind;
  std::string reason;
};
Classification classify(const Design& design, bool closed_loop);
std::string_view name(Class kind);

// What every key came to, a line each (`ssdc dump --stage design`).
std::string dump(const Design& design);
// All that a run of it depends on, for these workloads.
Plan plan_of(const Design& design, std::vector<workload::Workload> workloads = {});

}  // namespace ssd::design
