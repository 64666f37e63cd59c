// Cumulative distributions: of the response times of requests, or of a metric over runs.
#pragma once
#include <utility>
#include <vector>

#include "tools/study/table.h"

namespace ssd::study {

using Curve = std::vector<std::pair<double, double>>;  // x, share of at most x; ascending

// What a metric's cdf counts: requests of these directions, or runs if there are none.
struct Population {
  std::string_view name;  // "reads and writes"
  std::array<bool, 3> directions{};
  bool of_requests() const { return directions[0] || directions[1] || directions[2]; }
};
Population population(design::PlottedMetric metric);

// Empty if there is nothing to count. Of many steps those are left out between which the share rises by less than 0.002
// and falls short of 1 by nearly as much: what is kept is exact.
Curve curve_of(const Table& table, const std::vector<std::uint64_t>& points, design::PlottedMetric metric);
// The least x of at least half of what is counted. Of a curve that is not empty.
double median_of(const Curve& curve);

}  // namespace ssd::study
