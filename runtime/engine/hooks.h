// How the engine reads its design: config() and the design's expressions. In the native build they come from State and a small
// interpreter; in the specialised build codegen links definitions that are constants and IR. This is the only file that knows which.
#pragma once
#include "runtime/engine/state.h"

#ifdef SSD_SPECIALISED
extern "C" {
extern const ssd::Config ssd_config;
ssd::u32 ssd_place(ssd::u64 lpn);
bool ssd_trigger(ssd::i64 free_pages, ssd::i64 free_blocks);
bool ssd_stop(ssd::i64 free_pages, ssd::i64 free_blocks);
}
#endif

// Functions that both loops call are marked gnu::noinline: one copy of each instead of two makes the JIT's compilation a third shorter, for
// some 6 % of speed on random writes (docs/performance.md). A module with one loop only would not need it.
namespace ssd {

#ifdef SSD_SPECIALISED

inline const Config& config(const State&) { return ssd_config; }
inline PlaneId place(const State&, Lpn lpn) { return ssd_place(lpn); }
inline bool trigger(const State&, i64 free_pages, i64 free_blocks) { return ssd_trigger(free_pages, free_blocks); }
inline bool stop(const State&, i64 free_pages, i64 free_blocks) { return ssd_stop(free_pages, free_blocks); }

#else

inline const Config& config(const State& s) { return *s.config; }

inline PlaneId place(const State& s, Lpn lpn) {
  const Config& c = config(s);
  const i64 input = static_cast<i64>(lpn);
  const u64 channel = static_cast<u64>(evaluate(s.map[0], &input));
  const u64 chip = static_cast<u64>(evaluate(s.map[1], &input));
  const u64 die = static_cast<u64>(evaluate(s.map[2], &input));
  const u64 plane = static_cast<u64>(evaluate(s.map[3], &input));
  return static_cast<PlaneId>(((channel * c.chips + chip) * c.dies + die) * c.planes + plane);
}

inline bool evaluate_predicate(const Program& program, i64 free_pages, i64 free_blocks) {
  const i64 inputs[2] = {free_pages, free_blocks};
  return evaluate(program, inputs) != 0;
}
inline bool trigger(const State& s, i64 free_pages, i64 free_blocks) { return evaluate_predicate(s.trigger, free_pages, free_blocks); }
inline bool stop(const State& s, i64 free_pages, i64 free_blocks) { return evaluate_predicate(s.stop, free_pages, free_blocks); }

#endif

}  // namespace ssd
