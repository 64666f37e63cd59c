// The flows of a run (host.flows): giving their requests to the engine, and their results.
#pragma once
#include <memory>
#include <vector>

#include "runtime/engine/state.h"
#include "runtime/results/results.h"
#include "runtime/run/simulation.h"

namespace ssd::run {

// Of a load by flow: sets where the engine finds the requests of each flow, which stay there as long as what is
// returned.
std::unique_ptr<RequestReader> give_flows(State& s, const Load& load);

// The results of each flow, after the run. `counted`: what the map alone has carried out of each (Feed::count).
std::vector<results::FlowResults> flow_results(const State& s, const Config& c, const Load& load,
                                               const std::vector<HostCounts>& counted);

// The requests of a load by flow, in the order of their numbers; those that have none come last. `flow_of`: the flow of
// each number below `arrived`.
std::vector<Request> in_order(const Load& load, const std::vector<u8>& flow_of, u64 arrived);

}  // namespace ssd::run
