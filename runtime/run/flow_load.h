// A flow as a run takes it: see Load (simulation.h).
#pragma once
#include <string>

#include "runtime/abi/units.h"

namespace ssd::run {

// A flow of a load (host.flows).
struct FlowLoad {
  std::string name;
  u64 requests = 0;
  u32 closed_depth = 0;  // > 0: closed loop
};

}  // namespace ssd::run
