// Compares everything that the engine reports about a run with what the oracle reports.
#pragma once
#include <string>

#include "runtime/run/simulation.h"
#include "tests/oracle/oracle.h"

namespace ssd::differential {

// The first difference, or "" if there is none.
std::string difference(const run::Outcome& engine, const oracle::Outcome& oracle, const oracle::Workload& workload);

}  // namespace ssd::differential
