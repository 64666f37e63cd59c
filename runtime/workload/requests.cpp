// What traces and generators have in common: pace, repetition, totals. See requests.h.
#include "runtime/workload/requests.h"

#include <algorithm>

#include "runtime/workload/quantity_text.h"

namespace ssd::workload {
namespace {

using diag::Code;
__extension__ using Wide = unsigned __int128;

std::string shown_name(const design::Workload& workload) { return printable(workload.name.empty() ? "(trace)" : workload.name, 80); }

bool too_long(const design::Workload& workload, diag::Sink& sink) {
  sink.report(Code::E0426, workload.span, shown_name(workload)).help("make intervals shorter, `speed` higher, or repetitions fewer");
  return false;
}

// floor(t / speed), exactly.
bool pace(std::vector<Request>& list, const design::Workload& workload, diag::Sink& sink) {
  const auto paced = [&](Time& t) {
    const Wide slower = static_cast<Wide>(t) * workload.speed_denominator / workload.speed_numerator;
    t = static_cast<Time>(std::min<Wide>(slower, kNever));
    return t <= kLatest;
  };
  const bool fits = std::ranges::all_of(list, [&](Request& r) { return paced(r.arrival); });
  return fits || too_long(workload, sink);
}

bool repeat(Requests& requests, u64 times, u64 total, const design::Workload& workload, diag::Sink& sink) {
  std::vector<Request>& list = requests.list;
  const std::size_t once = list.size();
  const Time last = list.back().arrival;
  const Time period = last + (once > 1 ? last / (once - 1) : 0);
  const Wide end = static_cast<Wide>(period) * (times - 1) + last;
  if (requests.closed == 0 && end > kLatest) return too_long(workload, sink);
  list.reserve(total);
  for (std::size_t i = once; i < total; ++i) {
    list.push_back(list[i % once]);
    if (requests.closed == 0) list.back().arrival += i / once * period;
  }
  return true;
}

void count_bytes(Requests& requests, u64 sector_bytes) {
  for (const Request& r : requests.list) {
    if (r.direction == Direction::kRead) requests.bytes_read += r.sectors * sector_bytes;
    if (r.direction == Direction::kWrite) requests.bytes_written += r.sectors * sector_bytes;
  }
}

bool fit_memory(u64 count, const design::Workload& workload, u64 memory, diag::Sink& sink) {
  const u64 needed = count * sizeof(Request);
  if (needed <= memory) return true;
  const auto shown = [](u64 bytes) { return size_text(static_cast<double>(bytes)); };
  sink.report(Code::E0505, workload.span, count_text(count), shown(needed), shown(memory)).help("run fewer (`requests`, `--requests`)");
  return false;
}

}  // namespace

u64 repeated(u64 once, const design::Workload& workload, u64 limit) {
  return static_cast<u64>(std::min<Wide>(static_cast<Wide>(once) * workload.repeat, limit));
}

std::optional<Requests> requests_for(const design::Design& design, const design::Workload& workload, const RequestOptions& options,
                                     SourceMap& sources, diag::Sink& sink) {
  const std::optional<u64> limit = options.requests ? options.requests : workload.requests;
  const bool is_trace = std::holds_alternative<design::TraceSource>(workload.source);
  if (limit && *limit > kMostRequests && !is_trace) {
    sink.report(Code::E0424, workload.span, shown_name(workload), count_text(*limit), count_text(kMostRequests));
    return std::nullopt;
  }
  if (!is_trace && !fit_memory(limit.value_or(0), workload, options.memory, sink)) return std::nullopt;
  const u64 most = limit.value_or(~u64{0});
  auto requests = is_trace ? trace_requests(design, workload, options, most, sources, sink)
                           : generated_requests(design, workload, most, options.seed, sink);
  if (!requests || !pace(requests->list, workload, sink)) return std::nullopt;
  const u64 total = repeated(requests->list.size(), workload, most);
  if (total > kMostRequests) {
    sink.report(Code::E0424, workload.span, shown_name(workload), count_text(total), count_text(kMostRequests))
        .help("give it `requests: N`, or fewer repetitions");
    return std::nullopt;
  }
  if (!fit_memory(total, workload, options.memory, sink)) return std::nullopt;
  const u64 times = (total + requests->list.size() - 1) / requests->list.size();
  if (times > 1 && !repeat(*requests, times, total, workload, sink)) return std::nullopt;
  count_bytes(*requests, design.geometry.sector_bytes);
  return requests;
}

}  // namespace ssd::workload
