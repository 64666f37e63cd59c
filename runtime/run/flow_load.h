// A flow as a run takes it: see Load (simulation.h).
#pragma once
#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include "runtime/abi/units.h"

namespace ssd::run {

// A flow of a load (host.flows).
struct FlowLoad {
  std::string name;
  u64 requests = 0;
  u32 closed_depth = 0;           // > 0: closed loop
  std::optional<u32> queue = {};  // nothing: by its number
};

// Whether the flow of a request decides its host queue; otherwise requests go to the queues in turn.
inline bool names_queues(std::span<const FlowLoad> flows) {
  return flows.size() > 1 || std::ranges::any_of(flows, [](const FlowLoad& flow) { return flow.queue.has_value(); });
}

}  // namespace ssd::run
