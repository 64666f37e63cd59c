// Where the devices of a trace end. The devices are laid end to end on the drive (host.trace_devices), so the address
// of a request depends on the ends of the devices before its own. These ends are those of the whole trace, however few
// of its requests are run; otherwise the first N requests of a run would differ from a run of the first N requests.
#pragma once
#include <map>

#include "runtime/trace/trace.h"

namespace ssd::trace {

// For each device, the first byte after the last one that any request of the trace touches. If the trace was cut, this
// reads the rest of the file as far as possible and skips lines that do not parse, because an error beyond the requests
// that are run is not an error of the run.
std::map<u32, u64> device_ends(const Trace& trace);

}  // namespace ssd::trace
