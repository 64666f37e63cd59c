// What `ssdc run FILE:EXPERIMENT` ends with on the terminal: what was measured at each point, and what became of each expectation.
#pragma once
#include <string>
#include <vector>

#include "runtime/experiment/claims.h"
#include "runtime/experiment/table.h"

namespace ssd::experiment {

// `outcomes` are those of the expectations, in their order.
std::string summary_text(const Table& table, const std::vector<Outcome>& outcomes);

}  // namespace ssd::experiment
