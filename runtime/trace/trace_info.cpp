// The statistics of a trace: see trace_info.h.
#include "runtime/trace/trace_info.h"

#include <algorithm>
#include <unordered_map>

#include "runtime/trace/fold.h"
#include "runtime/trace/quantity_text.h"
#include "runtime/trace/sort_records.h"

namespace ssd::trace {
namespace {

void add(SizeFigures& figures, u64 bytes) {
  figures.smallest = figures.requests == 0 ? bytes : std::min(figures.smallest, bytes);
  figures.largest = std::max(figures.largest, bytes);
  figures.bytes += bytes;
  ++figures.requests;
}

// Visits every record, in the order of the store.
template <class Each>
void each_record(const RecordStore& records, Each each) {
  RecordStore::Pass pass(records);
  while (const RecordBlock* block = pass.next()) {
    for (std::size_t i = 0; i < block->size; ++i) each((*block)[i]);
  }
}

// Visits the times between neighbours; the records must ascend.
template <class Each>
void each_gap(const RecordStore& records, Each each) {
  Time before = 0;
  bool first = true;
  each_record(records, [&](const TraceRecord& r) {
    if (!first) each(r.arrival - before);
    before = r.arrival;
    first = false;
  });
}

// The gap that has `before` gaps before it in ascending order. Counts in ranges of gaps, then again within the range
// that contains the result, so no gaps are held in memory.
Time nth_gap(const RecordStore& records, u64 before, std::array<u64, 2> range) {
  constexpr u64 kRanges = u64{1} << 16;
  while (range[0] != range[1]) {
    const u64 width = (range[1] - range[0]) / kRanges + 1;
    std::vector<u64> counts(kRanges);
    each_gap(records, [&](Time gap) {
      if (gap >= range[0] && gap <= range[1]) ++counts[(gap - range[0]) / width];
    });
    std::size_t at = 0;
    for (; before >= counts[at]; ++at) before -= counts[at];
    const u64 least = range[0] + at * width;
    range = {least, std::min(least + width - 1, range[1])};
  }
  return range[0];
}

void measure_gaps(TraceInfo& info, const RecordStore& records) {
  info.duration = records.facts().latest - records.facts().earliest;
  if (records.size() < 2) return;
  info.gap_range = {~u64{0}, 0};
  each_gap(records, [&](Time gap) {
    info.bursts += gap <= kBurstGap ? 1 : 0;
    info.gap_range = {std::min(info.gap_range[0], gap), std::max(info.gap_range[1], gap)};
  });
  const u64 gaps = records.size() - 1;
  const auto upper = static_cast<double>(nth_gap(records, gaps / 2, info.gap_range));
  info.gap_median =
      gaps % 2 != 0 ? upper : (static_cast<double>(nth_gap(records, gaps / 2 - 1, info.gap_range)) + upper) / 2;
}

// Distinct pages, device by device. A request of many pages costs no more than one of a single page.
class DistinctPages {
 public:
  void add(const TraceRecord& r) { pages_.try_emplace(r.device, kInfoPage).first->second.add(r.offset, r.bytes); }
  u64 count() {
    u64 result = 0;
    for (auto& [device, pages] : pages_) {
      pages.finish();
      result += pages.count();
    }
    return result;
  }

 private:
  std::unordered_map<u32, TouchedPages> pages_;
};

void measure_addresses(TraceInfo& info, const RecordStore& records) {
  DistinctPages touched, written;
  info.lowest = ~u64{0};
  info.highest = records.facts().highest;
  each_record(records, [&](const TraceRecord& r) {
    if (r.direction == Direction::kFlush) return;
    info.lowest = std::min(info.lowest, r.offset);
    info.aligned += r.offset % kInfoPage == 0 && r.bytes % kInfoPage == 0 ? 1 : 0;
    if (r.direction != Direction::kTrim) touched.add(r);
    if (r.direction == Direction::kWrite) written.add(r);
  });
  info.lowest = std::min(info.lowest, info.highest);  // of flushes alone
  for (const DeviceFacts& d : records.facts().devices) info.devices.emplace_back(d.device, d.requests);
  std::ranges::sort(info.devices);
  info.pages_touched = touched.count();
  info.pages_written = written.count();
}

void measure_sizes(TraceInfo& info, const RecordStore& records) {
  std::unordered_map<u64, u64> counts;
  each_record(records, [&](const TraceRecord& r) {
    if (r.direction == Direction::kFlush) {
      ++info.flushes;
      return;
    }
    info.forced += r.forced ? 1 : 0;
    add(r.direction == Direction::kRead   ? info.reads
        : r.direction == Direction::kTrim ? info.trims
                                          : info.writes,
        r.bytes);
    ++counts[r.bytes];
  });
  info.sizes.assign(counts.begin(), counts.end());
  std::ranges::sort(info.sizes, [](const auto& a, const auto& b) {
    return std::pair(b.second, a.first) < std::pair(a.second, b.first);
  });
  info.sizes.resize(std::min(info.sizes.size(), kTopSizes));
}

}  // namespace

TraceInfo trace_info(const Trace& trace) {
  TraceInfo info;
  info.path = trace.shown_as;
  info.format = trace.format;
  info.recognition = trace.recognition;
  info.lines = trace.lines;
  info.bad_lines = trace.bad_lines;
  info.zero_sized = trace.zero_sized;
  info.other_lines = trace.other_lines;
  info.doubts = trace.doubts;
  info.requests = trace.records.size();
  info.backwards = trace.records.facts().backwards;
  if (info.backwards.count == 0) {
    measure_gaps(info, trace.records);
  } else {
    const RecordStore sorted = sorted_by_arrival(trace.records);
    measure_gaps(info, sorted);
    info.error = sorted.error();
  }
  measure_addresses(info, trace.records);
  measure_sizes(info, trace.records);
  if (info.error == 0) info.error = trace.records.error();
  return info;
}

std::optional<TraceInfo> trace_info(const std::string& path, const LoadOptions& options, SourceMap& sources,
                                    diag::Sink& sink) {
  const std::optional<Trace> trace = load_trace(path, options, sources, sink);
  if (!trace) return std::nullopt;
  TraceInfo info = trace_info(*trace);
  if (info.error != 0) {
    tell_not_kept(printable(trace->shown_as, 200), info.error, options.asked_at, sink);
    return std::nullopt;
  }
  tell_backwards(*trace, sources, sink);
  return info;
}

void tell_backwards(const Trace& trace, SourceMap& sources, diag::Sink& sink) {
  const Backwards& backwards = trace.records.facts().backwards;
  if (backwards.count == 0) return;
  const Span place = place_of_record(trace, backwards.first, sources);
  sink.report(diag::Code::W0409, place, counted_text(backwards.count, "request"), printable(trace.shown_as, 200),
              time_text(static_cast<double>(backwards.largest)))
      .label("the first of them")
      .help("`sort: true` of a workload, or `--sort-trace`, puts the requests in order of arrival");
}

}  // namespace ssd::trace
