// A request as it is in a trace.
#pragma once
#include "runtime/abi/request.h"
#include "runtime/abi/units.h"

namespace ssd::trace {

// Arrivals are those of the file, in ns. `bytes` is at least 1; offset + bytes is at most 2^63. A flush
// (host.flush) has offset 0 and no bytes.
struct TraceRecord {
  Time arrival;
  u64 offset, bytes;
  Direction direction;
  u32 device;  // as the format numbers its devices; files of formats that name devices define how names become numbers
  bool forced = false;  // a write that is complete when its data are on flash (host.fua)
};

}  // namespace ssd::trace
