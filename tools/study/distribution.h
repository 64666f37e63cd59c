// Cumulative distributions of the response times of requests, or of a metric over runs.
#pragma once
#include <utility>
#include <vector>

#include "tools/study/table.h"

namespace ssd::study {

// Pairs of x and the share of values that are at most x; ascending.
using Curve = std::vector<std::pair<double, double>>;

// What the cdf of a metric counts: requests of these directions, or runs if no direction is set.
struct Population {
  std::string_view name;  // "reads and writes"
  std::array<bool, kDirections> directions{};
  bool of_requests() const { return directions[0] || directions[1] || directions[2]; }
};
Population population(const design::PlottedMetric& metric);

// Empty if there is nothing to count. A curve with many steps is thinned: a step is left out if the share rises by less
// than 0.002 and the rest up to 1 hardly changes. The steps that are kept are exact.
Curve curve_of(const Table& table, const std::vector<std::uint64_t>& points, const design::PlottedMetric& metric);
// The least x that at least half of the counted values do not exceed. The curve must not be empty.
double median_of(const Curve& curve);

}  // namespace ssd::study
