// A host request as the engine takes it (host.request). Workloads (traces, generators) make arrays of these.
#pragma once
#include "runtime/abi/units.h"

namespace ssd {

enum class Direction : u8 { kWrite = 0, kRead = 1, kTrim = 2, kFlush = 3 };
inline constexpr u32 kDirections = 4;

// Whether requests of this direction name pages of the drive, each of which is a page operation (host.request).
constexpr bool moves_data(Direction direction) {
  return direction == Direction::kRead || direction == Direction::kWrite;
}

// Sectors [sector, sector + sectors) of the design's own sector size; sectors >= 1; of a flush both are 0. The arrivals
// of an open-loop workload ascend. In a closed loop the arrival is the think time, in ns: another request arrives that
// long after this one completes (host.closed_loop).
struct Request {
  Time arrival;
  u64 sector;
  u32 sectors;
  Direction direction;
  u8 flow = 0;    // its number in the workload (host.flows); 0 in a workload without flows
  u8 handle = 0;  // its placement handle (place.streams)
  u8 forced = 0;  // a write that is complete when its data are on flash (host.fua)
};
static_assert(sizeof(Request) == 24);

}  // namespace ssd
