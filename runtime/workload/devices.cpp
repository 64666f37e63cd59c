// The ends of a trace's devices: see devices.h. Memory stays the same however long the trace is.
#include "runtime/workload/devices.h"

#include <algorithm>
#include <set>

#include "runtime/workload/reading.h"

namespace ssd::workload {
namespace {

using Ends = std::map<u32, u64>;

void extend(Ends& ends, const std::vector<TraceRecord>& records) {
  for (const TraceRecord& r : records) ends[r.device] = std::max(ends[r.device], r.offset + r.bytes);
}

// Keeps of each chunk's records only how far they reach.
class EndReader final : public LineReader {
 public:
  explicit EndReader(const Format& format) : reader_(format.reader()) {}
  Ends take() { return std::move(ends_); }

  void read(const char* begin, const char* end, Progress& progress) override {
    const bool stood_in = progress.standing_in;
    reader_->read(begin, end, progress);
    if (stood_in && !progress.standing_in) ends_.clear();  // the better kind has come: what stood in for it does not count
    extend(ends_, progress.trace.records);
    progress.trace.records.clear();
  }

 private:
  std::unique_ptr<LineReader> reader_;
  Ends ends_;
};

}  // namespace

std::vector<u32> devices_in_order(const std::vector<TraceRecord>& records) {
  std::vector<u32> order;
  std::set<u32> seen;
  for (const TraceRecord& r : records) {
    if ((order.empty() || r.device != order.back()) && seen.insert(r.device).second) order.push_back(r.device);
  }
  return order;
}

std::map<u32, u64> device_ends(const Trace& trace) {
  Ends ends;
  extend(ends, trace.records);
  ByteStream stream(trace.path);
  if (!trace.cut || stream.fault() != StreamFault::kNone) return ends;
  Progress progress;
  progress.skip_bad_lines = true;
  EndReader reader(*trace.format);
  read_lines(stream, reader, progress);
  for (const auto& [device, end] : reader.take()) ends[device] = std::max(ends[device], end);
  return ends;
}

}  // namespace ssd::workload
