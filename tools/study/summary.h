// What `ssdc run FILE:EXPERIMENT` ends with on the terminal: what was measured at each point, and what became of each
// expectation.
#pragma once
#include <string>
#include <vector>

#include "tools/study/claims.h"
#include "tools/study/table.h"

namespace ssd::study {

// `outcomes` are those of the expectations, in their order.
std::string summary_text(const Table& table, const std::vector<Outcome>& outcomes);

}  // namespace ssd::study
