// The ends of a trace's devices: see devices.h. Memory stays the same however long the trace is.
#include "runtime/trace/devices.h"

#include <algorithm>

#include "runtime/trace/reading.h"

namespace ssd::trace {
namespace {

using Ends = std::map<u32, u64>;

// Keeps only how far the records reach.
class EndsOfAll final : public RecordSink {
 public:
  void take(std::span<const TraceRecord> records, Progress&) override {
    for (const TraceRecord& r : records) ends_[r.device] = std::max(ends_[r.device], r.offset + r.bytes);
  }
  void drop_all() override { ends_.clear(); }
  const Ends& ends() const { return ends_; }

 private:
  Ends ends_;
};

}  // namespace

std::map<u32, u64> device_ends(const Trace& trace) {
  Ends ends;
  for (const DeviceFacts& d : trace.records.facts().devices) ends[d.device] = d.end;
  if (!trace.cut) return ends;
  ByteStream stream(trace.path);
  if (stream.fault() != StreamFault::kNone) return ends;
  Progress progress;
  progress.skip_bad_lines = true;
  EndsOfAll all;
  read_records(stream, *trace.format, progress, all);
  for (const auto& [device, end] : all.ends()) ends[device] = std::max(ends[device], end);
  return ends;
}

}  // namespace ssd::trace
