// What traces and generators have in common: limits, repetitions, totals. See requests.h.
#include "runtime/trace/requests.h"

#include <algorithm>

#include "runtime/base/given_up.h"
#include "runtime/trace/generator_stream.h"
#include "runtime/trace/quantity_text.h"
#include "runtime/trace/rounds.h"
#include "runtime/trace/streamed_requests.h"

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

bool is_not_too_many(u64 count, u64 most, const workload::Workload& workload, diag::Sink& sink) {
  if (count <= most) return true;
  sink.report(Code::E0424, workload.span, shown_name(workload), count_text(count), count_text(most));
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

using Sources = std::span<const workload::Workload>;

// Adds the requests of a generator, or of the flow of that number. False after a diagnostic.
bool add_generated(const Plan& plan, const workload::Workload& workload, const Generated& how,
                   std::vector<Request>& list, std::vector<std::string>& notes, diag::Sink& sink) {
  constexpr u64 kPiece = u64{1} << 16;
  if (!suits(plan, workload, sink)) return false;
  GeneratorStream stream(plan, workload, how);
  const std::size_t end = list.size() + how.count;
  while (list.size() < end) {
    leave_if_given_up();
    const std::size_t from = list.size();
    list.resize(std::min<std::size_t>(end, from + kPiece));
    stream.next(std::span(list).subspan(from));
  }
  if (stream.is_late()) {
    report_late(workload, sink);
    return false;
  }
  add_notes(plan, workload, notes);
  return true;
}

// How many are in memory at once while they are made: those of rounds are there twice while they are put in order.
u64 most_in_memory(const workload::Workload& workload, u64 all) { return shares_loop(workload) ? 2 * all : all; }

// Requests of generators that are held in memory, in the order of the run. Nothing after a diagnostic.
std::optional<std::vector<Request>> held_requests(const Plan& plan, const workload::Workload& workload, Sources sources,
                                                  const RequestOptions& options, Requests& requests, u64 all,
                                                  diag::Sink& sink) {
  if (!fit_memory(most_in_memory(workload, all), workload, options.memory, sink)) return std::nullopt;
  std::vector<Request> list;
  list.reserve(all);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const Generated how{requests.flows[i].count, options.seed, static_cast<u8>(i), static_cast<u8>(sources[i].handle)};
    if (!add_generated(plan, sources[i], how, list, requests.notes, sink)) return std::nullopt;
  }
  if (has_phases(workload) && !phases_end(list, requests, workload, sink)) return std::nullopt;
  // Of equal arrivals that of the lower flow comes first.
  if (shares_loop(workload))
    list = in_rounds(list, requests.flows, workload.until == workload::Until::kFirst);
  else if (sources.size() > 1 && !requests.by_flow && !has_phases(workload))
    std::ranges::stable_sort(list, {}, &Request::arrival);
  return list;
}

// Requests of generators that are made while the run goes on. Null after a diagnostic.
std::shared_ptr<StreamedRequests> streamed_requests(const Plan& plan, const workload::Workload& workload,
                                                    Sources sources, const RequestOptions& options, Requests& requests,
                                                    diag::Sink& sink) {
  for (const workload::Workload& source : sources) {
    if (!suits(plan, source, sink)) return nullptr;
    add_notes(plan, source, requests.notes);
  }
  if (shares_loop(workload)) count_in_rounds(requests.flows, workload.until == workload::Until::kFirst);
  auto made = std::make_shared<StreamedRequests>(plan, sources, requests.flows, options.seed);
  if (!made->totals().late) return made;
  report_late(workload, sink);
  return nullptr;
}

// Whether the order of the requests is known without all of them: they can be made while the run goes on.
bool can_stream(const workload::Workload& workload) { return workload.flows.empty() || shares_loop(workload); }

// Requests of a generator, or of flows or phases that are generators.
std::optional<Requests> made_requests(const Plan& plan, const workload::Workload& workload,
                                      const RequestOptions& options, diag::Sink& sink) {
  const Sources sources = workload.flows.empty() ? Sources(&workload, 1) : Sources(workload.flows);
  Requests requests;
  const std::optional<u64> all = count_requests(plan, sources, options, requests, sink);
  const bool can = can_stream(workload);
  if (!all || !is_not_too_many(*all, can ? kMostRecords : kMostRequests, workload, sink)) return std::nullopt;
  requests.by_flow = arrives_by_flow(workload);
  if (sources.size() == 1) requests.closed = sources.front().closed;
  const bool fits = most_in_memory(workload, *all) * sizeof(Request) <= options.memory;
  if (can && (*all > options.most_held || !fits)) {
    const auto made = streamed_requests(plan, workload, sources, options, requests, sink);
    if (!made) return std::nullopt;
    const StreamTotals& t = made->totals();
    requests.bytes_read = t.bytes_read, requests.bytes_written = t.bytes_written;
    requests.writes = t.writes, requests.small_writes = t.small_writes;
    requests.list = RequestList(made);
  } else {
    auto list = held_requests(plan, workload, sources, options, requests, *all, sink);
    if (!list) return std::nullopt;
    requests.list = RequestList(std::make_shared<GeneratedRequests>(std::move(*list), workload::may_sync(workload)));
    count_bytes(requests, plan.geometry);
  }
  if (shares_loop(workload)) requests.closed = depth_of_all(requests.flows);
  if (workload.flows.empty()) requests.flows.clear();
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
