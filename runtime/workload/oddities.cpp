// Suspicions about a trace: see oddities.h.
#include "runtime/workload/oddities.h"

#include <algorithm>

#include "runtime/workload/formats/format.h"
#include "runtime/workload/quantity_text.h"

namespace ssd::workload {
namespace {

using diag::Code;

// ns between requests, sustained. Times in whole us were converted from a clock in us, so their unit is more to be trusted.
constexpr Time kShortestBelievableMean = 10'000, kShortestInWholeUs = 1'000;
constexpr u64 kFarthestBelievable = u64{1} << 47;  // bytes: 128 TiB, far above the volumes of any published trace
constexpr std::size_t kEnoughToJudge = 8;
constexpr u64 kBlock = 512;

bool too_fast(const std::vector<TraceRecord>& records, Time mean) {
  if (mean >= kShortestBelievableMean) return false;
  return mean < kShortestInWholeUs || !std::ranges::all_of(records, [](const TraceRecord& r) { return r.arrival % 1000 == 0; });
}

}  // namespace

Backwards backwards(const std::vector<TraceRecord>& records) {
  Backwards result;
  for (std::size_t i = 1; i < records.size(); ++i) {
    if (records[i].arrival >= records[i - 1].arrival) continue;
    if (result.count++ == 0) result.first = i;
    result.largest = std::max(result.largest, records[i - 1].arrival - records[i].arrival);
  }
  return result;
}

void tell_oddities(const Trace& trace, Span at, diag::Sink& sink) {
  const auto& records = trace.records;
  const std::string path = printable(trace.shown_as, 200);
  if (records.size() < kEnoughToJudge) return;
  const Time duration = std::ranges::max(records, {}, &TraceRecord::arrival).arrival;  // the earliest is 0
  const Time mean = duration / (records.size() - 1);
  if (duration == 0) {
    sink.report(Code::W0406, at, path).help(fmt::format("the file has no usable times: run it as a closed loop with `{}`",
                                                          setting(at, "closed: N", "--closed N")));
  } else if (too_fast(records, mean)) {
    sink.report(Code::W0404, at, path, time_text(static_cast<double>(duration) / static_cast<double>(records.size() - 1)))
        .help(std::string(setting(at, "if its times are in us, `speed: 0.001` puts them right",
                                  "if its times are in us, write a workload for it: `workload W { trace: \"FILE\"  speed: 0.001 }`")));
  }
  if (trace.format->often_bytes && looks_like_bytes(records, kBlock)) {
    sink.report(Code::W0407, at, path).help("divide the address and size columns by 512");
  }
  const auto end = [](const TraceRecord& r) { return r.offset + r.bytes; };
  const u64 highest = end(std::ranges::max(records, {}, end));
  if (highest > kFarthestBelievable) {
    sink.report(Code::W0408, at, path, size_text(static_cast<double>(highest)))
        .help("look at the unit of the address column, and for a line whose address is unlike the others");
  }
}

}  // namespace ssd::workload
