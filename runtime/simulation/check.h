// The conservation laws of validation.md A, looked at from outside the engine after a run (`ssdc run --check`, and the tests).
#pragma once
#include <string>
#include <vector>

#include "runtime/engine/state.h"
#include "runtime/results/results.h"

namespace ssd::simulation {

// The laws that do not hold, as sentences; none if all is well. `complete`: the run was not cut short.
std::vector<std::string> check_conservation(const State& s, const Config& c, const results::Results& r, u64 requests, bool complete);

}  // namespace ssd::simulation
