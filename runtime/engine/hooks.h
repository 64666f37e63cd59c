// How the engine reads its design: config() and the design's expressions. In the native build they come from State and
// a small interpreter; in the specialised build codegen links definitions that are constants and IR. Only this file
// knows which of the two builds it is in.
#pragma once
#include "runtime/abi/hooks.h"
#include "runtime/engine/state.h"

#ifdef SSD_SPECIALISED
extern "C" const ssd::Config ssd_config;
#endif

// Functions that both loops call are marked gnu::noinline. One copy of each instead of two makes the JIT's compilation
// a third shorter and costs about 6 % of speed on random writes (docs/performance.md). A module with one loop only
// would not need it.
namespace ssd {

#ifdef SSD_SPECIALISED
[[gnu::always_inline]] inline const Config& config(const State&) { return ssd_config; }
// The recorder that gets the whole-drive loop's trace records; null: none.
[[gnu::always_inline]] inline Recorder* recorder(const State&) { return nullptr; }
#else
inline const Config& config(const State& s) { return *s.config; }
inline Recorder* recorder(const State& s) { return s.whole->recorder; }
#endif

// Records that a check of an expression failed. The run stops at the end of the round, in the plain loops after the
// request (policy.fault). The first fault counts. In the plain loops only hooks of the map can fail, during the
// functional pass of the request that the fault is attributed to.
[[gnu::noinline, gnu::cold]] inline void record_fault(const State& s, Hook hook, u32 site) {
  if (s.fault.found) return;
  const bool arrived = s.closed_depth == 0 && s.partial_slot != kNone;
  const Time now = s.whole != nullptr ? s.whole->now : arrived ? s.slots[s.partial_slot].arrival : s.now;
  s.fault = {.time = now, .site = site, .hook = hook, .found = true};
}

// Times as expressions see them, and the values that are in scope in all expressions (policy.inputs). A design whose
// expressions read the clock does not run in the plain loops.
inline i64 visible(Time time) {
  return time > static_cast<Time>(kMostVisibleTime) ? kMostVisibleTime : static_cast<i64>(time);
}
inline i64 visible_now(const State& s) { return s.whole == nullptr ? 0 : visible(s.whole->now); }
inline u64 all_programs(const State& s) { return s.flash.host_programs + s.pages_moved; }

// The value of a hook's expression. Inputs that the expression does not read may have any value.
#ifdef SSD_SPECIALISED
// Codegen makes one function for each row of kHookTable.
#define SSD_ASK(symbol, hook)                                   \
  extern "C" i64 symbol(const State* state, const i64* inputs); \
  inline i64 ask_##symbol(const State& s, const i64* inputs) { return symbol(&s, inputs); }
#else
inline i64 ask(const State& s, Hook hook, const i64* inputs) {
  u32 fault = 0;
  const Program& program = s.hooks[static_cast<std::size_t>(hook)];
  const i64 value =
      s.tables[0].count == 0 ? evaluate(program, inputs, fault) : evaluate(program, inputs, fault, s.tables);
  if (fault != 0) [[unlikely]]
    record_fault(s, hook, fault - 1);
  return value;
}
#define SSD_ASK(symbol, hook) \
  inline i64 ask_##symbol(const State& s, const i64* inputs) { return ask(s, hook, inputs); }
#endif

// channel(s, number) and so on: the design's expression at each hook of the map. The number is that of a logical page,
// or the write counter with place.write_order.
#define SSD_HOOK_OF_MAP(id, name)               \
  SSD_ASK(ssd_##name, Hook::k##id)              \
  inline i64 name(const State& s, u64 number) { \
    const i64 input = static_cast<i64>(number); \
    return ask_ssd_##name(s, &input);           \
  }
// Policies also get the values that are in scope everywhere, behind their own inputs, if they read any of them.
#define SSD_HOOK(id, name, section, key, record, yields, required, whole, asked, ...)  \
  SSD_ASK(ssd_##name, Hook::k##id)                                                     \
  template <class... Input>                                                            \
  inline i64 name(const State& s, Input... input) {                                    \
    constexpr u32 kOwn = sizeof...(Input);                                             \
    static_assert(kOwn + hook_rows::kSurroundings.size() == info(Hook::k##id).inputs); \
    i64 inputs[kOwn + hook_rows::kSurroundings.size()];                                \
    u32 i = 0;                                                                         \
    ((inputs[i++] = static_cast<i64>(input)), ...);                                    \
    if (reads_any(config(s), Hook::k##id, ~u32{0} << kOwn)) {                          \
      inputs[kOwn] = visible_now(s);                                                   \
      inputs[kOwn + 1] = static_cast<i64>(s.flash.host_programs);                      \
      inputs[kOwn + 2] = static_cast<i64>(all_programs(s));                            \
    }                                                                                  \
    return ask_ssd_##name(s, inputs);                                                  \
  }
namespace hook {
#include "runtime/abi/hooks.def"
}  // namespace hook
#undef SSD_ASK

inline PlaneId mapped_plane(const State& s, u64 number) {
  const Config& c = config(s);
  const u64 chip = static_cast<u64>(hook::channel(s, number)) * c.chips + static_cast<u64>(hook::chip(s, number));
  const u64 die = chip * c.dies + static_cast<u64>(hook::die(s, number));
  return PlaneId(static_cast<u32>(die * c.planes + static_cast<u64>(hook::plane(s, number))));
}

inline PlaneId place(const State& s, Lpn lpn) { return mapped_plane(s, lpn.value); }

// With an ORDER the planes take turns (place.write_order). Returns the plane of the write with this number.
inline PlaneId place_in_order(const State& s, u64 number) { return mapped_plane(s, number % config(s).total_planes); }

// `idle`: no host operation wants the unit (collection.background). No design of the plain loops reads it.
inline bool trigger(const State& s, u32 free_pages, u32 free_blocks, bool idle = false) {
  return hook::trigger(s, free_pages, free_blocks, idle) != 0;
}
inline bool stop(const State& s, u32 free_pages, u32 free_blocks, bool idle = false) {
  return hook::stop(s, free_pages, free_blocks, idle) != 0;
}

}  // namespace ssd
