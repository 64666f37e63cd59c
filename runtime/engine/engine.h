// The engine's entry points, the same in its native and its specialised build. They have C linkage so that a JIT can
// look them up.
#pragma once
#include "runtime/engine/state.h"

extern "C" {
// Takes in requests [first, first + count) of the workload; `requests` points to request `first`. `last`: no requests
// follow these.
// After kNeedOps or kNeedSlots, enlarge the pool and call again with the same arguments; the run continues where it
// stopped.
ssd::Status ssd_run(ssd::State* state, const ssd::Request* requests, ssd::u64 count, ssd::u64 first, bool last);
// Programs the logical pages before time 0, in this order, each where placement puts it (start.preload). Returns
// kDriveFull if a page finds no room.
ssd::Status ssd_preload(ssd::State* state, const ssd::u64* lpns, ssd::u64 count);
}

namespace ssd {

// The two entry points of one build, for callers that work with either build.
struct EngineEntry {
  decltype(&ssd_run) run = nullptr;
  decltype(&ssd_preload) preload = nullptr;
};

// The native build: reads its design from State::config and the programs in State.
inline EngineEntry generic_engine() { return {&ssd_run, &ssd_preload}; }

}  // namespace ssd
