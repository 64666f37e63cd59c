// A drive as the engine reads it: plain numbers (config.def). The generic build reads them from memory. In a
// specialised module the features are constants, so that unused ones disappear.
#pragma once
#include <array>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "runtime/abi/hooks.h"
#include "runtime/abi/units.h"

namespace ssd {

enum class Placement : u8 { kStatic, kWriteOrder, kDynamicOrder, kDynamicCost };
enum class Willing : u8 { kNo, kWise, kBlind, kPredicate };
enum class CompleteWrite : u8 { kProgrammed, kTransferred, kBuffered };
enum class Evict : u8 {
  kLru,
  kFifo,
  kScore,  // any score: it is evaluated for every entry
  kAge,    // a score that rises with the age and reads nothing else: entries are kept in the order in which they were
           // touched
};
// When dirty pages of the buffer are programmed although no slot is needed (buffer.flush).
enum class Flush : u8 {
  kFull,
  kByCount,    // if more slots are dirty than flush_whole_above, for partial pages flush_partial_above
  kIdle,       // if no request is admitted and not complete
  kCondition,  // if the design's condition holds
};
// Which host queue is served next (host.arbitration).
enum class Arbitration : u8 {
  kRoundRobin,
  kWeighted,  // by bursts; the weights are those of the Plan
  kScore,     // the queue of the highest score
};
// How much of an operation its priority reads, which determines how a unit finds its next operation.
enum class PriorityClass : u8 {
  kConstant,  // nothing: first come, first served
  kByKind,    // only the kind of the operation: the priority comes from a table, and only the first operation of each
              // queue is compared
  kFixed,     // only values that do not change while an operation waits: each queue is in the order of the priority
  kByAge,     // within a queue only `waited`, and the priority never falls as that rises: the oldest operation of each
              // queue is evaluated at every decision
  kGeneral,   // anything: every waiting operation is evaluated at every decision
};
// The kinds of operation that a priority can distinguish (bus.priority): the rows of its table.
enum class SeenKind : u8 { kHostRead, kHostProgram, kCollection, kMoveRead, kMoveProgram, kErase };
struct SeenAs {
  u8 is_read, is_write, is_erase, is_gc;  // all that is not of a collection is of the host
};
inline constexpr SeenAs kSeenAs[] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 1},
                                     {1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}};
inline constexpr u32 kSeenKinds = 6;

// What the score of `victim` reads, which determines how a victim is found (collection.victim).
enum class VictimClass : u8 {
  kGreedy,   // falls as valid pages rise, and reads nothing else: the block of fewest valid pages
  kByValid,  // valid and invalid pages: a table of scores by the number of valid pages
  kOldest,   // the age, and rises with it: blocks are kept in the order in which they became full
  kGeneral,  // anything: the score of every eligible block is evaluated
};
// Which free block is opened (space.free_block).
enum class FreeChoice : u8 { kLongestFree, kFewestErases, kScore };

inline constexpr u32 kNoStream = ~u32{0};
inline constexpr u32 kMostCores = 64;  // of the firmware (host.firmware)

// How the plain loops advance channels: each by itself, all together (coupled: State::completions), or as the run
// decides.
enum class Advance : u8 { kByRun, kIndependent, kCoupled };

struct Config {
#define SSD_CONFIG(type, name, initial, meaning) type name = initial;
#define SSD_DERIVED(type, name, meaning) type name = {};
#define SSD_DERIVED_ARRAY(type, name, count, meaning) type name[count] = {};
#include "runtime/abi/config.def"
};

// The rows of config.def in their order.
struct ConfigRow {
  std::string_view name;
  std::size_t offset, bytes;
  bool is_number;  // of type u32 or u64; otherwise it is a feature
};
inline constexpr std::array kConfigRows{
#define SSD_ROW(name, is_number) ConfigRow{#name, offsetof(Config, name), sizeof(Config::name), is_number},
#define SSD_CONFIG(type, name, initial, meaning) SSD_ROW(name, false)
#define SSD_DERIVED(type, name, meaning) SSD_ROW(name, false)
#define SSD_DERIVED_ARRAY(type, name, count, meaning) SSD_ROW(name, false)
#define SSD_NUMBER(type, name, initial, meaning) SSD_ROW(name, true)
#define SSD_WHOLE_NUMBER(type, name, initial, meaning, why) SSD_ROW(name, true)
#define SSD_DERIVED_NUMBER(type, name, meaning) SSD_ROW(name, true)
#include "runtime/abi/config.def"
#undef SSD_ROW
};

// The bytes of a Config, with 0 between its members. Equal numbers have equal bytes.
using ConfigBytes = std::array<char, sizeof(Config)>;
inline ConfigBytes bytes_of(const Config& c) {
  ConfigBytes bytes{};
#define SSD_CONFIG(type, name, initial, meaning) std::memcpy(&bytes[offsetof(Config, name)], &c.name, sizeof c.name);
#define SSD_DERIVED(type, name, meaning) SSD_CONFIG(type, name, , meaning)
#define SSD_DERIVED_ARRAY(type, name, count, meaning) SSD_CONFIG(type, name, , meaning)
#include "runtime/abi/config.def"
  return bytes;
}

// Whether the hook's expression reads any of the inputs of a mask (abi/hooks.h). Inputs that are not read need not be
// computed.
constexpr bool reads_any(const Config& c, Hook hook, u32 inputs) {
  return (c.reads[static_cast<std::size_t>(hook)] & inputs) != 0;
}

// Whether `trigger` or `stop` reads `idle` (collection.background).
constexpr bool reads_idle(const Config& c) {
  return reads_any(c, Hook::kTrigger, input_mask(Hook::kTrigger, "idle")) ||
         reads_any(c, Hook::kStop, input_mask(Hook::kStop, "idle"));
}

// Whether a block of the map consists of several flash blocks (superblock.group).
constexpr bool has_superblocks(const Config& c) { return c.stripe > 1; }

// Whether the score of victims reads their ranks (collection.victim).
constexpr bool ranks_by_age(const Config& c) {
  return reads_any(c, Hook::kVictim, input_mask(Hook::kVictim, "age_rank"));
}
constexpr bool ranks_by_random(const Config& c) {
  return reads_any(c, Hook::kVictim, input_mask(Hook::kVictim, "random_rank"));
}

}  // namespace ssd
