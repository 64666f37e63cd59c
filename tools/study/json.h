// The complete results of an experiment as JSON for other programs. The same table, facts and outcomes give the same
// bytes.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/study/claims.h"
#include "tools/study/facts.h"
#include "tools/study/table.h"

namespace ssd::study {

// {"schema": "ssdc.experiment", "version": 1, …}: docs/experiments.md. `outcomes` has one for each expectation, in
// their order.
std::string json(const Table& table, const std::vector<Outcome>& outcomes, const Facts& facts);
// Passes the same text to `write` piece by piece: that of 100,000 runs has 400 MB. False as soon as `write` returns
// false.
bool write_json(const Table& table, const std::vector<Outcome>& outcomes, const Facts& facts,
                const std::function<bool(std::string_view)>& write);

}  // namespace ssd::study
