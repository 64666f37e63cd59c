// What traces and generators have in common: limits, repetitions, totals. See requests.h.
#include "runtime/trace/requests.h"

#include <algorithm>

#include "runtime/trace/quantity_text.h"

namespace ssd::trace {
namespace {

using diag::Code;
__extension__ using Wide = unsigned __int128;

std::string shown_name(const workload::Workload& workload) {
  return printable(workload.name.empty() ? "(trace)" : workload.name, 80);
}

void tell_too_long(const workload::Workload& workload, diag::Sink& sink) {
  sink.report(Code::E0426, workload.span, shown_name(workload))
      .help("make intervals shorter, `speed` higher, or repetitions fewer");
}

void count_bytes(Requests& requests, u64 sector_bytes) {
  for (const Request& r : requests.list) {
    if (r.direction == Direction::kRead) requests.bytes_read += r.sectors * sector_bytes;
    if (r.direction == Direction::kWrite) requests.bytes_written += r.sectors * sector_bytes;
  }
}

bool fit_memory(u64 count, const workload::Workload& workload, u64 memory, diag::Sink& sink) {
  const u64 needed = count * sizeof(Request);
  if (needed <= memory) return true;
  const auto shown = [](u64 bytes) { return size_text(static_cast<double>(bytes)); };
  sink.report(Code::E0505, workload.span, count_text(count), shown(needed), shown(memory))
      .help("run fewer (`requests`, `--requests`)");
  return false;
}

// Requests of a generator; all of them are held in memory.
std::optional<Requests> made_requests(const Plan& plan, const workload::Workload& workload,
                                      const RequestOptions& options, u64 count, diag::Sink& sink) {
  if (count > kMostRequests) {
    sink.report(Code::E0424, workload.span, shown_name(workload), count_text(count), count_text(kMostRequests));
    return std::nullopt;
  }
  if (!fit_memory(count, workload, options.memory, sink)) return std::nullopt;
  auto requests = generated_requests(plan, workload, count, options.seed, sink);
  if (requests) count_bytes(*requests, plan.geometry.sector_bytes);
  return requests;
}

}  // namespace

std::optional<Run> run_of(u64 once, Time last, const workload::Workload& workload, u64 limit, u64 most,
                          diag::Sink& sink) {
  if (last > kLatest) {
    tell_too_long(workload, sink);
    return std::nullopt;
  }
  const u64 total = static_cast<u64>(std::min<Wide>(static_cast<Wide>(once) * workload.repeat, limit));
  if (total > most) {
    sink.report(Code::E0424, workload.span, shown_name(workload), count_text(total), count_text(most))
        .help("set `requests: N`, or use fewer repetitions");
    return std::nullopt;
  }
  const Time period = last + (once > 1 ? last / (once - 1) : 0);
  const Wide end = static_cast<Wide>(period) * ((total + once - 1) / once - 1) + last;
  if (workload.closed == 0 && end > kLatest) {
    tell_too_long(workload, sink);
    return std::nullopt;
  }
  return Run{total, period};
}

std::optional<Requests> requests_for(const Plan& plan, const workload::Workload& workload,
                                     const RequestOptions& options, SourceMap& sources, diag::Sink& sink) {
  const std::optional<u64> limit = options.requests ? options.requests : workload.requests;
  if (std::holds_alternative<workload::TraceSource>(workload.source))
    return trace_requests(plan, workload, options, limit.value_or(~u64{0}), sources, sink);
  return made_requests(plan, workload, options, limit.value_or(0), sink);
}

}  // namespace ssd::trace
