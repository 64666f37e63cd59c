// Runs a random case on an engine and compares everything with the oracle.
#pragma once
#include <span>
#include <string>

#include "compiler/design/design.h"
#include "runtime/engine/engine.h"
#include "runtime/run/simulation.h"
#include "tests/differential/random_case.h"

namespace ssd::differential {

// Pools that must grow, and pieces of a run that end anywhere: no result may depend on them.
run::Options options_of(const RandomCase& c);

// `requests` are those of the case, and must exist as long as the load.
run::Load load_of(const RandomCase& c, std::span<const Request> requests);

// `design` is the one of the case. Returns the first difference, or "" if there is none.
std::string difference_of_run(const design::Design& design, RandomCase c, const EngineEntry& entry,
                              const run::Options& options);

}  // namespace ssd::differential
