// See table.h.
#include "tools/study/table.h"

#include <algorithm>
#include <cmath>

#include "tools/study/places.h"

namespace ssd::study {
namespace {

// Which set of metrics in a run's values is the flow's: 0 is that of the run. None if the point's workload has no such
// flow.
std::optional<std::size_t> set_of(const design::Experiment& experiment, std::uint64_t point, const std::string& flow) {
  if (flow.empty()) return 0;
  constexpr std::uint32_t kWorkloads = 1;  // the axis
  const auto& flows = experiment.axes[kWorkloads].values[place_on(experiment, point, kWorkloads)].flows;
  const auto found = std::ranges::find(flows, flow);
  if (found == flows.end()) return std::nullopt;
  return 1 + static_cast<std::size_t>(found - flows.begin());
}

}  // namespace

std::uint64_t divisor_point(const design::Experiment& experiment, std::uint64_t point,
                            const design::Normalization& normalization) {
  Places places = places_of(experiment, point);
  places[normalization.axis] = normalization.value;
  return point_at(experiment, places);
}

const design::Normalization* normalization_of(const design::Experiment& experiment, const design::Metric& metric) {
  const auto found = std::ranges::find(experiment.normalizations, metric, &design::Normalization::metric);
  return found == experiment.normalizations.end() ? nullptr : &*found;
}

std::optional<double> Table::value(std::uint64_t point, std::uint64_t repeat, const design::Metric& metric) const {
  const Run& found = run(point, repeat);
  if (found.state != RunState::kDone) return std::nullopt;
  const auto set = set_of(*experiment, point, metric.flow);
  if (!set) return std::nullopt;
  const double number = found.values[*set * metrics::metric_rows().size() + static_cast<std::size_t>(metric.metric)];
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::optional<double> Table::normalized(std::uint64_t point, std::uint64_t repeat, const design::Metric& metric) const {
  const design::Normalization* how = normalization_of(*experiment, metric);
  const auto number = value(point, repeat, metric);
  if (how == nullptr || !number) return std::nullopt;
  const auto divisor = value(divisor_point(*experiment, point, *how), repeat, metric);
  if (!divisor || *divisor == 0) return std::nullopt;
  const double quotient = *number / *divisor;
  return std::isfinite(quotient) ? std::optional(quotient) : std::nullopt;
}

std::optional<double> Table::value(std::uint64_t point, std::uint64_t repeat,
                                   const design::PlottedMetric& metric) const {
  return metric.normalized ? normalized(point, repeat, metric.metric) : value(point, repeat, metric.metric);
}

Summary Table::summary(std::uint64_t point, const design::PlottedMetric& metric) const {
  std::vector<double> found;
  for (std::uint64_t repeat = 0; repeat < experiment->seeds; ++repeat) {
    if (const auto number = value(point, repeat, metric)) found.push_back(*number);
  }
  return summarise(found);
}

std::uint64_t Table::count(RunState state) const {
  return static_cast<std::uint64_t>(std::ranges::count(runs, state, &Run::state));
}

std::uint64_t Table::count_overloaded() const {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(runs, [](const Run& run) { return run.overload.has_value(); }));
}

bool Table::is_overloaded(std::uint64_t point) const {
  for (std::uint64_t repeat = 0; repeat < experiment->seeds; ++repeat) {
    if (run(point, repeat).overload) return true;
  }
  return false;
}

}  // namespace ssd::study
