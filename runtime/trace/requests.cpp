// What traces and generators have in common: limits, repetitions, totals. See requests.h.
#include "runtime/trace/requests.h"

#include <algorithm>

#include "runtime/trace/quantity_text.h"
#include "runtime/trace/rounds.h"

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

void count_bytes(Requests& requests, const Geometry& geometry) {
  const u64 sector = geometry.sector_bytes, of_page = geometry.sectors_per_unit();
  for (const Request& r : requests.list) {
    if (r.direction == Direction::kRead) requests.bytes_read += r.sectors * sector;
    if (r.direction != Direction::kWrite) continue;
    requests.bytes_written += r.sectors * sector;
    ++requests.writes;
    requests.small_writes += r.sectors < of_page ? 1 : 0;
  }
}

bool fit_memory(u64 count, const workload::Workload& workload, u64 memory, diag::Sink& sink) {
  const u64 needed = count * sizeof(Request);
  if (needed <= memory) return true;
  const auto shown = [](u64 bytes) { return size_text(static_cast<double>(bytes)); };
  sink.report(Code::E0505, workload.span, count_text(count), shown(needed), shown(memory))
      .help("run fewer (`requests` of the workload, or `--requests`)");
  return false;
}

// The most requests that the workload or flow has by its text and the options; nothing: all of a trace, or as many as
// the end of a phase needs.
std::optional<u64> wanted_of(const workload::Workload& workload, const RequestOptions& options) {
  const std::optional<u64> limit = options.requests ? options.requests : workload.requests;
  return options.at_most ? std::min(*options.at_most, limit.value_or(~u64{0})) : limit;
}

bool is_not_too_many(u64 count, const workload::Workload& workload, diag::Sink& sink) {
  if (count <= kMostRequests) return true;
  sink.report(Code::E0424, workload.span, shown_name(workload), count_text(count), count_text(kMostRequests));
  return false;
}

// Sets how many requests each flow or phase has, and returns their sum. At most one more than may be; nothing after a
// diagnostic.
std::optional<u64> count_requests(const Plan& plan, std::span<const workload::Workload> sources,
                                  const RequestOptions& options, Requests& requests, diag::Sink& sink) {
  u64 all = 0;
  for (const workload::Workload& source : sources) {
    const std::optional<u64> wanted = wanted_of(source, options);
    u64 count = wanted.value_or(0);
    if (source.phase && !source.requests) {
      if (!suits(plan, source, sink)) return std::nullopt;
      const u64 most = std::min(wanted.value_or(~u64{0}), kMostRequests - std::min(all, kMostRequests));
      count = requests_of_phase(plan, source, options.seed, most);
      if (wanted) count = std::min(count, *wanted);
    }
    requests.flows.push_back({source.name, count, source.closed, source.queue, source.phase});
    all += count;
  }
  return all;
}

// Whether the phases end in times that can be represented, as far as their requests tell.
bool phases_end(const std::vector<Request>& list, const Requests& requests, const workload::Workload& workload,
                diag::Sink& sink) {
  Wide end = 0;
  std::size_t behind = 0;
  for (const FlowRequests& phase : requests.flows) {
    behind += phase.count;
    const Time last = phase.closed == 0 && phase.count != 0 ? list[behind - 1].arrival : 0;
    end += std::max(last, phase.phase->length);
  }
  if (end > kLatest) tell_too_long(workload, sink);
  return end <= kLatest;
}

// They know without a look at them whether some are flushes.
class GeneratedRequests final : public RequestSource {
 public:
  GeneratedRequests(std::vector<Request> requests, bool has_syncs)
      : held_(std::move(requests)), has_syncs_(has_syncs) {}
  u64 size() const override { return held_.size(); }
  Time last_arrival() const override { return held_.last_arrival(); }
  u64 bytes_held() const override { return held_.bytes_held(); }
  std::unique_ptr<RequestReader> reader() const override { return held_.reader(); }
  bool has_syncs() const override { return has_syncs_; }

 private:
  HeldRequests held_;
  bool has_syncs_;
};

// Requests of a generator, or of flows that are generators; all of them are held in memory.
std::optional<Requests> made_requests(const Plan& plan, const workload::Workload& workload,
                                      const RequestOptions& options, diag::Sink& sink) {
  const std::span<const workload::Workload> sources =
      workload.flows.empty() ? std::span(&workload, 1) : std::span(workload.flows);
  Requests requests;
  const std::optional<u64> counted = count_requests(plan, sources, options, requests, sink);
  if (!counted) return std::nullopt;
  const u64 all = *counted;
  const bool rounds = shares_loop(workload);
  // Those of rounds are there twice while they are put in order.
  if (!is_not_too_many(all, workload, sink) || !fit_memory(rounds ? 2 * all : all, workload, options.memory, sink))
    return std::nullopt;
  std::vector<Request> list;
  list.reserve(all);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const Generated how{requests.flows[i].count, options.seed, static_cast<u8>(i), static_cast<u8>(sources[i].handle)};
    if (!add_generated(plan, sources[i], how, list, requests.notes, sink)) return std::nullopt;
  }
  if (has_phases(workload) && !phases_end(list, requests, workload, sink)) return std::nullopt;
  requests.by_flow = arrives_by_flow(workload);
  if (sources.size() == 1) requests.closed = sources.front().closed;
  if (workload.flows.empty()) requests.flows.clear();
  // Of equal arrivals that of the lower flow comes first.
  if (rounds) {
    list = in_rounds(list, requests.flows, workload.until == workload::Until::kFirst);
    requests.closed = depth_of_all(requests.flows);
  } else if (sources.size() > 1 && !requests.by_flow && !has_phases(workload)) {
    std::ranges::stable_sort(list, {}, &Request::arrival);
  }
  requests.list = RequestList(std::make_shared<GeneratedRequests>(std::move(list), workload::may_sync(workload)));
  count_bytes(requests, plan.geometry);
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
  if (std::holds_alternative<workload::TraceSource>(workload.source)) {
    return trace_requests(plan, workload, options, wanted_of(workload, options).value_or(~u64{0}), sources, sink);
  }
  return made_requests(plan, workload, options, sink);
}

}  // namespace ssd::trace
