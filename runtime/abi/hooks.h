// The places where a design's own expressions enter the engine, with what each may read: one row a hook. sema binds the fields of the
// records (language.md section 6) to inputs by these names, codegen emits one function a row, the native engine evaluates the
// same rows with a small interpreter. All inputs are integers: times in ns, sizes in bytes, truths 0 or 1.
#pragma once
#include <array>
#include <string_view>

#include "runtime/abi/program.h"

namespace ssd {

enum class Hook : u8 {
  kChannel, kChip, kDie, kPlane,          // of a logical page (static) or of the number of the write (write_order)
  kTrigger, kStop,                        // of collection, in one plane
  kReadTime, kProgramTime, kEraseTime,    // ns of an array phase, where it varies
  kPriority,                              // schedule: the highest goes first
  kMultiplane, kCopyback,                 // may this command be formed?
  kCost,                                  // dynamic: the plane of least cost gets the write
  kStream,                                // of a write request
  kEvict,                                 // buffer: the highest goes
  kVictim,                                // of collection: the highest of a plane's full blocks is collected
  kPreempt, kHard,                        // between moves of a collection: may host operations come first?
  kAllocate,                              // of a plane's free blocks the highest is opened
};
inline constexpr std::size_t kHooks = 19;
inline constexpr std::size_t kMostInputs = 12;

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
    {"ssd_trigger", 2, {"free_pages", "free_blocks"}},
    {"ssd_stop", 2, {"free_pages", "free_blocks"}},
    {"ssd_read_time", 3, {"index", "block", "erases"}},
    {"ssd_program_time", 3, {"index", "block", "erases"}},
    {"ssd_erase_time", 1, {"erases"}},
    {"ssd_priority", 11, {"is_read", "is_write", "is_erase", "is_gc", "is_host", "waited", "pages", "unit.channel", "unit.chip", "unit.die", "unit.plane"}},
    {"ssd_multiplane", 3, {"wasted", "pending", "planes"}},
    {"ssd_copyback", 3, {"wasted", "pending", "planes"}},
    {"ssd_cost", 7, {"channel", "chip", "die", "plane", "busy_for", "queued", "free_pages"}},
    {"ssd_stream", 3, {"lpn", "pages", "size"}},
    {"ssd_evict", 4, {"age", "dirty", "hits", "pages"}},
    {"ssd_victim", 4, {"valid", "invalid", "erases", "age"}},
    {"ssd_preempt", 4, {"moved", "left", "waiting_host", "free_pages"}},
    {"ssd_hard", 2, {"free_pages", "free_blocks"}},
    {"ssd_allocate", 2, {"erases", "age"}},
}};

constexpr const HookInfo& info(Hook hook) { return kHookTable[static_cast<std::size_t>(hook)]; }

// Times that expressions see are at most this many ns (a little over two years); the engine gives no greater ones.
inline constexpr i64 kMostVisibleTime = i64{1} << 56;

}  // namespace ssd
