// A flow as a run takes it: see Load (simulation.h).
#pragma once
#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include "runtime/abi/units.h"

namespace ssd::run {

// Of a phase (host.phases).
struct PhaseLoad {
  Time length = 0;  // the least, and in a closed loop the time in which requests arrive; 0: none
  bool counted = true;
};

// A flow of a load (host.flows), or a phase.
struct FlowLoad {
  std::string name;
  u64 requests = 0;                     // at most
  u32 closed_depth = 0;                 // > 0: closed loop
  std::optional<u32> queue = {};        // nothing: by its number
  std::optional<PhaseLoad> phase = {};  // of all flows of a load or of none
};

inline bool are_phases(std::span<const FlowLoad> flows) { return !flows.empty() && flows.front().phase.has_value(); }

// Whether the flow of a request decides its host queue; otherwise requests go to the queues in turn.
inline bool names_queues(std::span<const FlowLoad> flows) {
  if (are_phases(flows)) return false;
  return flows.size() > 1 || std::ranges::any_of(flows, [](const FlowLoad& flow) { return flow.queue.has_value(); });
}

}  // namespace ssd::run
