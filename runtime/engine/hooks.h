// How the engine reads its design: config() and the design's expressions. In the native build they come from State and a small
// interpreter; in the specialised build codegen links definitions that are constants and IR. This is the only file that knows which.
#pragma once
#include "runtime/abi/hooks.h"
#include "runtime/engine/state.h"

#ifdef SSD_SPECIALISED
// One function a row of kHookTable.
extern "C" {
extern const ssd::Config ssd_config;
ssd::i64 ssd_channel(ssd::i64);
ssd::i64 ssd_chip(ssd::i64);
ssd::i64 ssd_die(ssd::i64);
ssd::i64 ssd_plane(ssd::i64);
ssd::i64 ssd_trigger(ssd::i64, ssd::i64);
ssd::i64 ssd_stop(ssd::i64, ssd::i64);
ssd::i64 ssd_read_time(ssd::i64, ssd::i64, ssd::i64);
ssd::i64 ssd_program_time(ssd::i64, ssd::i64, ssd::i64);
ssd::i64 ssd_erase_time(ssd::i64);
ssd::i64 ssd_priority(ssd::i64, ssd::i64, ssd::i64, ssd::i64, ssd::i64, ssd::i64, ssd::i64, ssd::i64, ssd::i64, ssd::i64, ssd::i64);
ssd::i64 ssd_multiplane(ssd::i64, ssd::i64, ssd::i64);
ssd::i64 ssd_copyback(ssd::i64, ssd::i64, ssd::i64);
ssd::i64 ssd_cost(ssd::i64, ssd::i64, ssd::i64, ssd::i64, ssd::i64, ssd::i64, ssd::i64);
ssd::i64 ssd_stream(ssd::i64, ssd::i64, ssd::i64);
ssd::i64 ssd_evict(ssd::i64, ssd::i64, ssd::i64, ssd::i64);
ssd::i64 ssd_victim(ssd::i64, ssd::i64, ssd::i64, ssd::i64);
ssd::i64 ssd_preempt(ssd::i64, ssd::i64, ssd::i64, ssd::i64);
ssd::i64 ssd_hard(ssd::i64, ssd::i64);
ssd::i64 ssd_allocate(ssd::i64, ssd::i64);
}
#define SSD_HOOK(name, hook) \
  template <class... Input>  \
  inline i64 name(const State&, Input... input) { return ssd_##name(static_cast<i64>(input)...); }
#else
#define SSD_HOOK(name, hook)                                               \
  template <class... Input>                                                \
  inline i64 name(const State& s, Input... input) {                        \
    const i64 inputs[] = {static_cast<i64>(input)...};                     \
    return evaluate(s.hooks[static_cast<std::size_t>(hook)], inputs);      \
  }
#endif

// Functions that both loops call are marked gnu::noinline: one copy of each instead of two makes the JIT's compilation a third shorter, for
// some 6 % of speed on random writes (docs/performance.md). A module with one loop only would not need it.
namespace ssd {

#ifdef SSD_SPECIALISED
inline const Config& config(const State&) { return ssd_config; }
#else
inline const Config& config(const State& s) { return *s.config; }
#endif

// channel(s, lpn) and so on: the design's expression at each hook.
namespace hook {
SSD_HOOK(channel, Hook::kChannel)
SSD_HOOK(chip, Hook::kChip)
SSD_HOOK(die, Hook::kDie)
SSD_HOOK(plane, Hook::kPlane)
SSD_HOOK(trigger, Hook::kTrigger)
SSD_HOOK(stop, Hook::kStop)
SSD_HOOK(read_time, Hook::kReadTime)
SSD_HOOK(program_time, Hook::kProgramTime)
SSD_HOOK(erase_time, Hook::kEraseTime)
SSD_HOOK(priority, Hook::kPriority)
SSD_HOOK(multiplane, Hook::kMultiplane)
SSD_HOOK(copyback, Hook::kCopyback)
SSD_HOOK(cost, Hook::kCost)
SSD_HOOK(stream, Hook::kStream)
SSD_HOOK(evict, Hook::kEvict)
SSD_HOOK(victim, Hook::kVictim)
SSD_HOOK(preempt, Hook::kPreempt)
SSD_HOOK(hard, Hook::kHard)
SSD_HOOK(allocate, Hook::kAllocate)
}  // namespace hook
#undef SSD_HOOK

inline PlaneId place(const State& s, Lpn lpn) {
  const Config& c = config(s);
  const u64 chip = static_cast<u64>(hook::channel(s, lpn)) * c.chips + static_cast<u64>(hook::chip(s, lpn));
  return static_cast<PlaneId>((chip * c.dies + static_cast<u64>(hook::die(s, lpn))) * c.planes + static_cast<u64>(hook::plane(s, lpn)));
}
inline bool trigger(const State& s, u32 free_pages, u32 free_blocks) { return hook::trigger(s, free_pages, free_blocks) != 0; }
inline bool stop(const State& s, u32 free_pages, u32 free_blocks) { return hook::stop(s, free_pages, free_blocks) != 0; }

}  // namespace ssd
