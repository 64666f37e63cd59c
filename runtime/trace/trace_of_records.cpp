// See trace_of_records.h.
#include "runtime/trace/trace_of_records.h"

#include <fmt/format.h>

#include "runtime/trace/formats/format.h"

namespace ssd::trace {

std::string fault_of(std::span<const TraceRecord> records) {
  if (records.empty()) return "it has no record";
  for (std::size_t i = 0; i < records.size(); ++i) {
    const TraceRecord& r = records[i];
    if (r.direction == Direction::kFlush && r.offset + r.bytes != 0)
      return fmt::format("record {} (from 0) is a flush, and has an offset or bytes", i);
    if (r.bytes == 0 && r.direction != Direction::kFlush) return fmt::format("record {} (from 0) moves 0 bytes", i);
    if (r.offset > kHighestAddress || r.bytes > kHighestAddress - r.offset)
      return fmt::format("record {} (from 0) ends beyond 2^63 bytes", i);
    if (r.arrival > limits::kLatest) return fmt::format("record {} (from 0) comes after 2^63 ns", i);
  }
  return {};
}

Trace trace_of(std::string path, std::span<const TraceRecord> records) {
  Trace trace;
  trace.path = path;
  trace.shown_as = std::move(path);
  trace.format = &formats().front();  // for messages and names of devices
  trace.records.add(records);
  trace.records.finish();
  return trace;
}

}  // namespace ssd::trace
