// See table.h.
#include "tools/study/table.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

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

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

// All metrics that the experiment measures, claims or plots, each once.
std::vector<design::Metric> named_metrics(const design::Experiment& experiment) {
  std::vector<design::Metric> named;
  const auto add = [&](const design::Metric& metric) {
    if (std::ranges::find(named, metric) == named.end()) named.push_back(metric);
  };
  std::ranges::for_each(experiment.measures, add);
  for (const design::Normalization& how : experiment.normalizations) add(how.metric);
  for (const design::Expectation& claim : experiment.expectations) {
    for (const design::ClaimNode& node : claim.nodes) {
      if (node.op == design::ClaimOp::kMetric || node.op == design::ClaimOp::kNormalized) add(node.metric);
    }
  }
  for (const design::Plot& plot : experiment.plots) {
    for (const design::PlottedMetric& plotted : plot.metrics) add(plotted.metric);
  }
  return named;
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

Table::Table(const design::Experiment& of, RunSource source)
    : experiment(&of), kept_(named_metrics(of)), source_(std::move(source)) {}

Table::Head Table::head(std::size_t run) const {
  std::array<char, sizeof(Head)> bytes;
  rows_->read(run * row_size(), bytes);
  Head head;
  std::memcpy(&head, bytes.data(), sizeof(Head));
  return head;
}

void Table::put(std::size_t run, const Run& found) {
  const Head head{.overload = found.overload.value_or(0),
                  .state = found.state,
                  .has_notes = !found.notes.empty(),
                  .has_overload = found.overload.has_value()};
  std::vector<double> numbers;
  for (const design::Metric& metric : kept_)
    numbers.push_back(value(found, run / experiment->seeds, metric).value_or(kNothing));
  const std::uint64_t begin = run * row_size();
  rows_->write(begin, std::span(reinterpret_cast<const char*>(&head), sizeof head));
  rows_->write(begin + sizeof head, std::span(reinterpret_cast<const char*>(numbers.data()), row_size() - sizeof head));
}

void Table::put_again(std::size_t run, std::size_t as) {
  std::vector<char> row(row_size());
  rows_->read(as * row_size(), row);
  rows_->write(run * row_size(), row);
}

std::optional<std::uint64_t> Table::overload(std::size_t run) const {
  const Head found = head(run);
  return found.has_overload ? std::optional(found.overload) : std::nullopt;
}

Run Table::whole(std::size_t run) const { return state(run) == RunState::kMissing ? Run{} : source_(run); }

std::string Table::failure(std::size_t run) const {
  return state(run) == RunState::kFailed ? whole(run).failure : std::string();
}

std::vector<std::string> Table::notes(std::size_t run) const {
  return head(run).has_notes ? whole(run).notes : std::vector<std::string>();
}

std::optional<double> Table::value(const Run& whole, std::uint64_t point, const design::Metric& metric) const {
  if (whole.state != RunState::kDone) return std::nullopt;
  const auto set = set_of(*experiment, point, metric.flow);
  if (!set) return std::nullopt;
  const double number = whole.values[*set * metrics::metric_rows().size() + static_cast<std::size_t>(metric.metric)];
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::optional<double> Table::value(std::uint64_t point, std::uint64_t repeat, const design::Metric& metric) const {
  const std::size_t number = run(point, repeat);
  if (state(number) != RunState::kDone) return std::nullopt;
  const auto kept = std::ranges::find(kept_, metric);
  if (kept == kept_.end()) return value(whole(number), point, metric);
  const auto place = static_cast<std::size_t>(kept - kept_.begin());
  std::array<char, sizeof(double)> bytes;
  rows_->read(number * row_size() + sizeof(Head) + place * sizeof(double), bytes);
  const auto found = std::bit_cast<double>(bytes);
  return std::isfinite(found) ? std::optional(found) : std::nullopt;
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

std::uint64_t Table::count(RunState wanted) const {
  std::uint64_t count = 0;
  for (std::size_t run = 0; run < size(); ++run) count += state(run) == wanted ? 1U : 0U;
  return count;
}

std::uint64_t Table::count_overloaded() const {
  std::uint64_t count = 0;
  for (std::size_t run = 0; run < size(); ++run) count += head(run).has_overload ? 1U : 0U;
  return count;
}

bool Table::is_overloaded(std::uint64_t point) const {
  for (std::uint64_t repeat = 0; repeat < experiment->seeds; ++repeat) {
    if (overload(run(point, repeat))) return true;
  }
  return false;
}

}  // namespace ssd::study
