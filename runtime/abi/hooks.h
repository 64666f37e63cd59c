// The places where a design's own expressions enter the engine, with what each may read: one row a hook. The checker
// binds the fields of the records (language.md section 6) to inputs by these names, codegen emits one function a row,
// the native engine evaluates the same rows with a small interpreter. All inputs are integers: times in ns, sizes in
// bytes, truths 0 or 1. `now` and the two counts that write_amplification is made of belong to no record: they are what
// is in scope everywhere.
#pragma once
#include <array>
#include <string_view>

#include "runtime/abi/program.h"

namespace ssd {

enum class Hook : u8 {
  kChannel,
  kChip,
  kDie,
  kPlane,  // of a logical page (static) or of the number of the write (write_order)
  kTrigger,
  kStop,  // of collection, in one plane
  kReadTime,
  kProgramTime,
  kEraseTime,  // ns of an array phase, where it varies
  kPriority,   // schedule: the highest goes first
  kMultiplane,
  kCopyback,  // may this command be formed?
  kCost,      // dynamic: the plane of least cost gets the write
  kStream,    // of a write request
  kEvict,     // buffer: the highest goes
  kVictim,    // of collection: the highest of a plane's full blocks is collected
  kPreempt,
  kHard,      // between moves of a collection: may host operations come first?
  kAllocate,  // of a plane's free blocks the highest is opened
};
inline constexpr std::size_t kHooks = 19;
inline constexpr std::size_t kMostInputs = 20;

struct HookInfo {
  const char* symbol;  // of the function in a specialised module
  std::size_t inputs;
  std::array<std::string_view, kMostInputs> names;
};

inline constexpr std::array<HookInfo, kHooks> kHookTable{{
    {"ssd_channel", 1, {"lpn"}},
    {"ssd_chip", 1, {"lpn"}},
    {"ssd_die", 1, {"lpn"}},
    {"ssd_plane", 1, {"lpn"}},
    {"ssd_trigger", 6, {"free_pages", "free_blocks", "idle", "now", "host_programs", "all_programs"}},
    {"ssd_stop", 6, {"free_pages", "free_blocks", "idle", "now", "host_programs", "all_programs"}},
    {"ssd_read_time", 6, {"index", "block", "erases", "now", "host_programs", "all_programs"}},
    {"ssd_program_time", 6, {"index", "block", "erases", "now", "host_programs", "all_programs"}},
    {"ssd_erase_time", 8, {"valid", "invalid", "erases", "age", "random", "now", "host_programs", "all_programs"}},
    {"ssd_priority",
     17,
     {"is_read", "is_write", "is_erase", "is_gc", "is_host", "waited", "pages", "unit.channel", "unit.chip", "unit.die",
      "unit.plane", "unit.busy_for", "unit.queued", "unit.free_pages", "now", "host_programs", "all_programs"}},
    {"ssd_multiplane", 6, {"wasted", "pending", "planes", "now", "host_programs", "all_programs"}},
    {"ssd_copyback", 6, {"wasted", "pending", "planes", "now", "host_programs", "all_programs"}},
    {"ssd_cost",
     10,
     {"channel", "chip", "die", "plane", "busy_for", "queued", "free_pages", "now", "host_programs", "all_programs"}},
    {"ssd_stream", 9, {"lpn", "pages", "size", "is_read", "arrival", "queue", "now", "host_programs", "all_programs"}},
    {"ssd_evict", 7, {"age", "dirty", "hits", "pages", "now", "host_programs", "all_programs"}},
    {"ssd_victim",
     10,
     {"valid", "invalid", "erases", "age", "random", "age_rank", "random_rank", "now", "host_programs",
      "all_programs"}},
    {"ssd_preempt", 7, {"moved", "left", "waiting_host", "free_pages", "now", "host_programs", "all_programs"}},
    {"ssd_hard", 5, {"free_pages", "free_blocks", "now", "host_programs", "all_programs"}},
    {"ssd_allocate", 6, {"erases", "age", "random", "now", "host_programs", "all_programs"}},
}};

constexpr const HookInfo& info(Hook hook) { return kHookTable[static_cast<std::size_t>(hook)]; }

// The mask of some of a hook's inputs; a name that it does not have is an error of compilation.
template <class... Name>
consteval u32 input_mask(Hook hook, Name... names) {
  const auto bit = [&](std::string_view name) {
    u32 i = 0;
    while (info(hook).names.at(i) != name) ++i;
    return u32{1} << i;
  };
  return (bit(names) | ...);
}

// Times that expressions see are at most this many ns (a little over two years); the engine gives no greater ones.
inline constexpr i64 kMostVisibleTime = i64{1} << 56;

}  // namespace ssd
