// A trace that a program has in memory instead of in a file.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "runtime/trace/trace.h"

namespace ssd::trace {

// Why the records cannot be a trace: the first one that moves nothing, or exceeds the limits of a trace. Empty if they
// can.
std::string fault_of(std::span<const TraceRecord> records);
// `path`: the trace's name in messages. The records must have no fault.
Trace trace_of(std::string path, std::span<const TraceRecord> records);

}  // namespace ssd::trace
