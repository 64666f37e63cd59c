// A request as a trace has it.
#pragma once
#include "runtime/abi/request.h"
#include "runtime/abi/units.h"

namespace ssd::trace {

// Arrivals are those of the file. 1 byte or more; offset + bytes is at most 2^63.
struct TraceRecord {
  Time arrival;
  u64 offset, bytes;
  Direction direction;
  u32 device;  // as the format numbers its devices; formats that name them say in their file how names become numbers
};

}  // namespace ssd::trace
