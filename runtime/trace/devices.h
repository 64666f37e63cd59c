// Where the devices of a trace end. They are laid end to end on the drive, so a request's place depends on the ends of
// the devices before its own: these are those of the whole trace, however few of its requests are run, or else the
// first N requests of a run would not be the run of the first N requests.
#pragma once
#include <map>

#include "runtime/trace/trace.h"

namespace ssd::trace {

// The first byte after the last one that any request of the trace touches, for each device. Reads the rest of the file
// if the trace was cut; as far as it can be read, and lines that do not parse are passed over: a fault beyond the
// requests that are run is no fault of the run.
std::map<u32, u64> device_ends(const Trace& trace);

}  // namespace ssd::trace
