// An experiment's results for other programs, in full. The same bytes for the same table, facts and outcomes.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "tools/study/claims.h"
#include "tools/study/table.h"

namespace ssd::study {

using Facts = std::vector<std::pair<std::string, std::string>>;  // name and value, each name once

// {"schema": "ssdc.experiment", "version": 1, …}: docs/experiments.md. `outcomes` are those of the expectations, in
// their order.
std::string json(const Table& table, const std::vector<Outcome>& outcomes, const Facts& facts);

}  // namespace ssd::study
