// See distribution.h.
#include "tools/study/distribution.h"

#include <algorithm>

namespace ssd::study {
namespace {

constexpr double kSmallRise = 0.002;  // a fifth of the least difference that is visible in a plot
constexpr double kTail = 0.98;  // a step is also kept where the rest up to 1 falls below this part of the last kept
                                // step's rest, as a logarithmic axis of 1 - share would show it

// What a metric's name counts, by its first part. Directions in the order of runtime/abi/request.h: writes, reads,
// trims, flushes.
struct Family {
  std::string_view prefix;
  Population population;
};
constexpr std::array kFamilies{Family{"response.", {"reads and writes", {true, true}}},
                               Family{"read.", {"reads", {false, true}}}, Family{"write.", {"writes", {true}}},
                               Family{"trim.", {"trims", {false, false, true}}},
                               Family{"flush.", {"flushes", {false, false, false, true}}}};
constexpr Population kRuns{"runs", {}};

// The cumulative shares of counts, which may be in any order.
Curve accumulate(std::vector<std::pair<double, std::uint64_t>> counts) {
  std::ranges::sort(counts);
  std::uint64_t total = 0, below = 0;
  for (const auto& [value, count] : counts) total += count;
  Curve curve;
  for (const auto& [value, count] : counts) {
    below += count;
    const double share = static_cast<double>(below) / static_cast<double>(total);
    if (curve.empty() || curve.back().first < value)
      curve.emplace_back(value, share);
    else
      curve.back().second = share;
  }
  return curve;
}

Curve thinned(const Curve& curve) {
  Curve kept;
  for (const auto& step : curve) {
    const bool last = &step == &curve.back();
    const bool far = kept.empty() || step.second - kept.back().second >= kSmallRise ||
                     1 - step.second <= kTail * (1 - kept.back().second);
    if (far || last) kept.push_back(step);
  }
  return kept;
}

void add_times(const Run& run, const Population& counted, std::vector<std::pair<double, std::uint64_t>>& counts) {
  for (std::size_t direction = 0; direction < run.responses.size(); ++direction) {
    if (!counted.directions[direction]) continue;
    for (const Bucket& bucket : run.responses[direction])
      counts.emplace_back(static_cast<double>(bucket.time), bucket.count);
  }
}

}  // namespace

Population population(const design::PlottedMetric& metric) {
  const metrics::MetricRow& row = metric.metric.row();
  if (metric.normalized || !metric.metric.flow.empty() || row.unit != metrics::Unit::kTime) return kRuns;
  const auto found =
      std::ranges::find_if(kFamilies, [&](const Family& family) { return row.name.starts_with(family.prefix); });
  return found == kFamilies.end() ? kRuns : found->population;
}

Curve curve_of(const Table& table, const std::vector<std::uint64_t>& points, const design::PlottedMetric& metric) {
  const Population counted = population(metric);
  std::vector<std::pair<double, std::uint64_t>> counts;
  for (const std::uint64_t point : points) {
    for (std::uint64_t repeat = 0; repeat < table.experiment->seeds; ++repeat) {
      if (counted.of_requests())
        add_times(table.whole(table.run(point, repeat)), counted, counts);
      else if (const auto value = table.value(point, repeat, metric))
        counts.emplace_back(*value, 1);
    }
  }
  return thinned(accumulate(std::move(counts)));
}

double median_of(const Curve& curve) {
  return std::ranges::find_if(curve, [](const auto& step) { return step.second >= 0.5; })->first;
}

}  // namespace ssd::study
