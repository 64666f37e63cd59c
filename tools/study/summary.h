// The summary that `ssdc run FILE:EXPERIMENT` prints: the measured values at each point, and the outcome of each
// expectation.
#pragma once
#include <string>
#include <vector>

#include "tools/study/claims.h"
#include "tools/study/table.h"

namespace ssd::study {

// `outcomes` has one for each expectation, in their order.
std::string summary_text(const Table& table, const std::vector<Outcome>& outcomes);

}  // namespace ssd::study
