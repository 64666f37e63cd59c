// A trace that a program has in memory instead of in a file.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "runtime/trace/trace.h"

namespace ssd::trace {

// Why the records can be no trace: the first that moves nothing, or lies beyond what a trace can have. Empty: they can.
std::string fault_of(std::span<const TraceRecord> records);
// `path`: what messages call it. The records have no fault.
Trace trace_of(std::string path, std::span<const TraceRecord> records);

}  // namespace ssd::trace
