// The complete results of an experiment as JSON for other programs. The same table, facts and outcomes give the same
// bytes.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "tools/study/claims.h"
#include "tools/study/table.h"

namespace ssd::study {

using Facts = std::vector<std::pair<std::string, std::string>>;  // pairs of name and value; each name occurs once

// {"schema": "ssdc.experiment", "version": 1, …}: docs/experiments.md. `outcomes` has one for each expectation, in
// their order.
std::string json(const Table& table, const std::vector<Outcome>& outcomes, const Facts& facts);

}  // namespace ssd::study
