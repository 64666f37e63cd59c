// See flows.h.
#include "runtime/run/flows.h"

#include <algorithm>

namespace ssd::run {
namespace {

results::Results results_of(const FlowCounts& flow) {
  results::Results r;
  r.host = flow.host;
  if (r.host.first_arrival == kNever) r.host.first_arrival = 0;
  results::set_latencies(flow.response, r);
  return r;
}

}  // namespace

std::unique_ptr<RequestReader> give_flows(State& s, const Load& load) {
  if (!load.by_flow) return nullptr;
  s.ends_with_first = load.ends_with_first ? 1 : 0;
  auto reader = load.requests.reader();
  const Request* next = reader->next(~u64{0}).data();
  for (u32 i = 0; i < s.flow_count; ++i) {
    s.sources[i].requests = next;
    next += s.sources[i].count;
  }
  return reader;
}

std::vector<results::FlowResults> flow_results(const State& s, const Config& c, const Load& load,
                                               const std::vector<HostCounts>& counted) {
  std::vector<results::FlowResults> result;
  const bool functional = c.functional_only != 0;
  for (std::size_t i = 0; i < load.flows.size(); ++i) {
    const FlowLoad& flow = load.flows[i];
    results::FlowResults& added = result.emplace_back();
    added.name = flow.name;
    added.requests = flow.requests;
    added.closed_depth = flow.closed_depth;
    added.is_phase = flow.phase.has_value();
    added.counted = !flow.phase || flow.phase->counted;
    if (functional)
      added.numbers.host = counted[i];
    else
      added.numbers = results_of(s.flows[i]);
    added.numbers.functional_only = functional;
  }
  return result;
}

std::vector<Request> in_order(const Load& load, const std::vector<u8>& flow_of, u64 arrived) {
  std::vector<std::vector<Request>> flows(load.flows.size());
  for (const Request& r : load.requests) flows[r.flow].push_back(r);
  std::vector<std::size_t> taken(flows.size());
  std::vector<Request> result;
  for (u64 number = 0; number < arrived; ++number) {
    const u8 flow = flow_of[number];
    result.push_back(flows[flow][taken[flow]++]);
  }
  for (std::size_t flow = 0; flow < flows.size(); ++flow)
    result.insert(result.end(), flows[flow].begin() + static_cast<std::ptrdiff_t>(taken[flow]), flows[flow].end());
  return result;
}

}  // namespace ssd::run
