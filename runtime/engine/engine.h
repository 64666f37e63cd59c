// The engine's entry points, the same in its native and its specialised build. C linkage, so that a JIT can look them
// up.
#pragma once
#include "runtime/engine/state.h"

extern "C" {
// Takes in requests [first, first + count) of the workload, where `requests` points to the first; `last`: none follow.
// After kNeedOps or kNeedSlots: enlarge, and call again with the same arguments; it goes on where it stopped.
ssd::Status ssd_run(ssd::State* state, const ssd::Request* requests, ssd::u64 count, ssd::u64 first, bool last);
// Programs the logical pages before time 0, in this order, each where placement puts it (rule 25). kDriveFull if one
// has no room.
ssd::Status ssd_preload(ssd::State* state, const ssd::u64* lpns, ssd::u64 count);
}

namespace ssd {

// The two, as a caller holds them whichever build they come from.
struct EngineEntry {
  decltype(&ssd_run) run = nullptr;
  decltype(&ssd_preload) preload = nullptr;
};

// The native build: reads its design from State::config and the programs in State.
inline EngineEntry generic_engine() { return {&ssd_run, &ssd_preload}; }

}  // namespace ssd
