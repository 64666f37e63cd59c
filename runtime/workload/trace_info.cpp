// The figures of a trace: see trace_info.h.
#include "runtime/workload/trace_info.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "runtime/workload/quantity_text.h"

namespace ssd::workload {
namespace {

void add(SizeFigures& figures, u64 bytes) {
  figures.smallest = figures.requests == 0 ? bytes : std::min(figures.smallest, bytes);
  figures.largest = std::max(figures.largest, bytes);
  figures.bytes += bytes;
  ++figures.requests;
}

// Distinct pages of the requests that `counts`, from the union of their page ranges: a request of many pages costs no more than one of a
// single page.
template <class Predicate>
u64 distinct_pages(const std::vector<TraceRecord>& records, Predicate counts) {
  struct Range {
    u32 device;
    u64 first, last;
  };
  std::vector<Range> ranges;
  for (const TraceRecord& r : records) {
    if (counts(r)) ranges.push_back({r.device, r.offset / kInfoPage, (r.offset + r.bytes - 1) / kInfoPage});
  }
  std::ranges::sort(ranges, {}, [](const Range& r) { return std::pair(r.device, r.first); });
  u64 pages = 0, next = 0;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (i == 0 || ranges[i].device != ranges[i - 1].device) next = 0;
    const u64 first = std::max(ranges[i].first, next);
    if (ranges[i].last < first) continue;
    pages += ranges[i].last - first + 1;
    next = ranges[i].last + 1;
  }
  return pages;
}

void measure_gaps(TraceInfo& info, const std::vector<TraceRecord>& records) {
  std::vector<Time> times(records.size());
  std::ranges::transform(records, times.begin(), &TraceRecord::arrival);
  if (info.backwards.count != 0) std::ranges::sort(times);
  info.duration = times.back() - times.front();
  if (times.size() < 2) return;
  for (std::size_t i = 0; i + 1 < times.size(); ++i) times[i] = times[i + 1] - times[i];
  times.pop_back();
  info.bursts = static_cast<u64>(std::ranges::count_if(times, [](Time gap) { return gap <= kBurstGap; }));
  const auto [shortest, longest] = std::ranges::minmax(times);
  info.gap_range = {shortest, longest};
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::ranges::nth_element(times, middle);
  const auto upper = static_cast<double>(*middle);
  const bool odd = times.size() % 2 != 0;
  info.gap_median = odd ? upper : (static_cast<double>(*std::max_element(times.begin(), middle)) + upper) / 2;
}

void measure_addresses(TraceInfo& info, const std::vector<TraceRecord>& records) {
  std::map<u32, u64> devices;
  info.lowest = records.front().offset;
  for (const TraceRecord& r : records) {
    info.lowest = std::min(info.lowest, r.offset);
    info.highest = std::max(info.highest, r.offset + r.bytes);
    info.aligned += r.offset % kInfoPage == 0 && r.bytes % kInfoPage == 0 ? 1 : 0;
    ++devices[r.device];
  }
  info.devices.assign(devices.begin(), devices.end());
  info.pages_touched = distinct_pages(records, [](const TraceRecord& r) { return r.direction != Direction::kTrim; });
  info.pages_written = distinct_pages(records, [](const TraceRecord& r) { return r.direction == Direction::kWrite; });
}

void measure_sizes(TraceInfo& info, const std::vector<TraceRecord>& records) {
  std::unordered_map<u64, u64> counts;
  for (const TraceRecord& r : records) {
    add(r.direction == Direction::kRead ? info.reads : r.direction == Direction::kTrim ? info.trims : info.writes, r.bytes);
    ++counts[r.bytes];
  }
  info.sizes.assign(counts.begin(), counts.end());
  std::ranges::sort(info.sizes, [](const auto& a, const auto& b) { return std::pair(b.second, a.first) < std::pair(a.second, b.first); });
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
  info.backwards = backwards(trace.records);
  measure_gaps(info, trace.records);
  measure_addresses(info, trace.records);
  measure_sizes(info, trace.records);
  return info;
}

std::optional<TraceInfo> trace_info(const std::string& path, const LoadOptions& options, SourceMap& sources, diag::Sink& sink) {
  const std::optional<Trace> trace = load_trace(path, options, sources, sink);
  if (!trace) return std::nullopt;
  TraceInfo info = trace_info(*trace);
  if (info.backwards.count != 0) {
    const Span place = place_of_record(*trace, info.backwards.first, sources);
    sink.report(diag::Code::W0409, place, counted_text(info.backwards.count, "request"), printable(trace->shown_as, 200),
                time_text(static_cast<double>(info.backwards.largest)))
        .label("the first of them")
        .help("`--sort-trace` puts the requests in order of arrival");
  }
  return info;
}

}  // namespace ssd::workload
