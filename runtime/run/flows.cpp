// See flows.h.
#include "runtime/run/flows.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>

namespace ssd::run {
namespace {

std::size_t at(Direction direction) { return static_cast<std::size_t>(direction); }

// The functional pass alone counts no flows: its requests are complete in their order, up to where it stopped.
std::vector<HostCounts> counted(const Load& load, u64 completed, u64 sector_bytes) {
  std::vector<HostCounts> flows(load.flows.size());
  for (const Request& r : load.requests) {
    if (completed-- == 0) break;
    ++flows[r.flow].completed[at(r.direction)];
    flows[r.flow].bytes[at(r.direction)] += r.sectors * sector_bytes;
  }
  return flows;
}

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

std::vector<results::FlowResults> flow_results(const State& s, const Config& c, const Load& load, u64 forgotten) {
  std::vector<results::FlowResults> result;
  const bool functional = c.functional_only != 0;
  const u64 completed = std::accumulate(std::begin(s.host.completed), std::end(s.host.completed), forgotten);
  const auto counts =
      functional && !load.flows.empty() ? counted(load, completed, c.sector_bytes) : std::vector<HostCounts>{};
  for (std::size_t i = 0; i < load.flows.size(); ++i) {
    const FlowLoad& flow = load.flows[i];
    results::FlowResults& added = result.emplace_back();
    added.name = flow.name;
    added.requests = flow.requests;
    added.closed_depth = flow.closed_depth;
    added.is_phase = flow.phase.has_value();
    added.counted = !flow.phase || flow.phase->counted;
    if (functional)
      added.numbers.host = counts[i];
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
