// A drive as the engine reads it: plain numbers (config.def). Generic mode reads them from memory; in a specialised
// module they are constants, so that every division by a geometry number becomes a shift or a multiplication and unused
// features disappear.
#pragma once
#include <array>
#include <cstddef>
#include <cstring>

#include "runtime/abi/hooks.h"
#include "runtime/abi/units.h"

namespace ssd {

enum class Placement : u8 { kStatic, kWriteOrder, kDynamicOrder, kDynamicCost };
enum class Willing : u8 { kNo, kWise, kBlind, kPredicate };
enum class CompleteWrite : u8 { kProgrammed, kTransferred, kBuffered };
enum class Evict : u8 {
  kLru,
  kFifo,
  kScore,  // anything: every entry is asked
  kAge,    // a score that rises with the age and reads nothing else: entries in the order in which they were touched
};
// How much of an operation its priority reads, which decides how a unit finds its next one.
enum class PriorityClass : u8 {
  kConstant,  // none: first come, first served
  kByKind,   // only what kind of operation it is: looked up in a table, and the first of each queue stands for the rest
             // of it
  kFixed,    // what stays as it is while an operation waits: each queue stands in the order of the priority
  kByAge,    // within a queue only `waited`, and it never falls as that rises: the oldest of each queue is asked, at
             // every decision
  kGeneral,  // anything: every waiting operation is asked at every decision
};
// What kinds of operation a priority can tell apart (S46): the rows of its table.
enum class SeenKind : u8 { kHostRead, kHostProgram, kCollection, kMoveRead, kMoveProgram, kErase };
struct SeenAs {
  u8 is_read, is_write, is_erase, is_gc;  // what is not of collection is of the host
};
inline constexpr SeenAs kSeenAs[] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 1},
                                     {1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}};
inline constexpr u32 kSeenKinds = 6;

// What the score of `victim` reads, which decides how a victim is found (S47).
enum class VictimClass : u8 {
  kGreedy,   // falls as valid pages rise, and reads nothing else: the block of fewest valid pages
  kByValid,  // valid and invalid pages: a table of scores by count
  kOldest,   // age, and rises with it: blocks in the order in which they became full
  kGeneral,  // anything: every eligible block is asked
};
// Which free block is opened (S49).
enum class FreeChoice : u8 { kLongestFree, kFewestErases, kScore };

inline constexpr u32 kNoStream = ~u32{0};

// How the plain loops advance channels: each by itself, or all together (State::completions), or as the run has it.
enum class Advance : u8 { kByRun, kIndependent, kCoupled };

struct Config {
#define SSD_CONFIG(type, name, initial, meaning) type name = initial;
#define SSD_DERIVED(type, name, meaning) type name = {};
#define SSD_DERIVED_ARRAY(type, name, count, meaning) type name[count] = {};
#include "runtime/abi/config.def"
};

// Its bytes, those between its members 0: what a specialised module is made of and its key (codegen/origin.h). Equal
// numbers have equal bytes.
using ConfigBytes = std::array<char, sizeof(Config)>;
inline ConfigBytes bytes_of(const Config& c) {
  ConfigBytes bytes{};
#define SSD_CONFIG(type, name, initial, meaning) std::memcpy(&bytes[offsetof(Config, name)], &c.name, sizeof c.name);
#define SSD_DERIVED(type, name, meaning) SSD_CONFIG(type, name, , meaning)
#define SSD_DERIVED_ARRAY(type, name, count, meaning) SSD_CONFIG(type, name, , meaning)
#include "runtime/abi/config.def"
  return bytes;
}

// Whether the hook's expression reads any of the inputs of a mask (abi/hooks.h): what is not read need not be found
// out.
constexpr bool reads_any(const Config& c, Hook hook, u32 inputs) {
  return (c.reads[static_cast<std::size_t>(hook)] & inputs) != 0;
}

// Whether `trigger` or `stop` of collection reads `idle` (S67).
constexpr bool reads_idle(const Config& c) {
  return reads_any(c, Hook::kTrigger, input_mask(Hook::kTrigger, "idle")) ||
         reads_any(c, Hook::kStop, input_mask(Hook::kStop, "idle"));
}

// Whether a block of the map is several of the flash (S71).
constexpr bool has_superblocks(const Config& c) { return c.stripe > 1; }

// Whether victims are scored by their place in an order of the blocks (S62).
constexpr bool ranks_by_age(const Config& c) {
  return reads_any(c, Hook::kVictim, input_mask(Hook::kVictim, "age_rank"));
}
constexpr bool ranks_by_random(const Config& c) {
  return reads_any(c, Hook::kVictim, input_mask(Hook::kVictim, "random_rank"));
}

}  // namespace ssd
