// A host request as the engine takes it. Workloads (traces, generators) make arrays of these.
#pragma once
#include "runtime/abi/units.h"

namespace ssd {

enum class Direction : u16 { kWrite = 0, kRead = 1, kTrim = 2 };
inline constexpr u32 kDirections = 3;

// Sectors [sector, sector + sectors) of the design's own sector size; sectors >= 1. Requests of an open-loop workload
// ascend in arrival. In a closed loop the arrival is the think time: so long after this request's completion another
// one arrives (rule 37, S11).
struct Request {
  Time arrival;
  u64 sector;
  u32 sectors;
  Direction direction;
};
static_assert(sizeof(Request) == 24);

}  // namespace ssd
