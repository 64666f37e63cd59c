// The page of an experiment: see explain_experiment.h.
#include "tools/ssdc/explain_experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "compiler/source/shown_text.h"
#include "runtime/results/quantity.h"

namespace ssd::cli {
namespace {

using Out = std::back_insert_iterator<std::string>;
using design::Axis;
using design::Experiment;

constexpr std::size_t kMostValues = 16;  // of an axis; more are told by their ends

std::string values_text(const Axis& axis) {
  std::vector<std::string> shown;
  const std::size_t count = axis.values.size() > kMostValues ? kMostValues / 2 : axis.values.size();
  const auto one = [](const design::AxisValue& value) { return value.alias.empty() ? value.text : fmt::format("{} ({})", value.alias, value.text); };
  for (std::size_t i = 0; i < count; ++i) shown.push_back(one(axis.values[i]));
  std::string text = fmt::format("{}", fmt::join(shown, ", "));
  if (count != axis.values.size()) text += fmt::format(", … {} ({})", one(axis.values.back()), results::counted_text(axis.values.size(), "value"));
  return axis.varied ? text : text + "  // not varied";
}

void axes(Out out, const Experiment& e) {
  std::size_t width = 0;
  std::vector<std::string> sizes;
  for (const Axis& axis : e.axes) {
    width = std::max(width, axis.name.size());
    if (axis.values.size() > 1) sizes.push_back(std::to_string(axis.values.size()));
  }
  fmt::format_to(out, "\naxes\n");
  for (const Axis& axis : e.axes) fmt::format_to(out, "  {:<{}}  {}\n", axis.name + ":", width + 1, values_text(axis));
  const std::string product = sizes.size() > 1 ? fmt::format(" ({})", fmt::join(sizes, " x ")) : "";
  fmt::format_to(out, "  {}{}, {}: {}\n", results::counted_text(e.points(), "point"), product, results::counted_text(e.seeds, "seed"),
                 results::counted_text(e.runs(), "run"));
}

// "design == S1", or nothing.
std::string normalised_to(const Experiment& e, design::Metric metric) {
  const auto found = std::ranges::find(e.normalizations, metric, &design::Normalization::metric);
  if (found == e.normalizations.end()) return {};
  return fmt::format("; normalised to {} == {}", e.axes[found->axis].name, e.axes[found->axis].values[found->value].shown());
}

void measures(Out out, const Experiment& e) {
  std::size_t width = 0;
  for (const design::Metric m : e.measures) width = std::max(width, design::row(m).name.size());
  fmt::format_to(out, "\nmeasures\n");
  for (const design::Metric m : e.measures) {
    const design::MetricRow& row = design::row(m);
    fmt::format_to(out, "  {:<{}}  {:<10}  {}{}\n", row.name, width, design::label(row.unit), row.meaning, normalised_to(e, m));
  }
}

void expectations(Out out, const Experiment& e) {
  if (e.expectations.empty()) return;
  fmt::format_to(out, "\nexpectations\n");
  for (const design::Expectation& x : e.expectations) {
    fmt::format_to(out, "  \"{}\"\n    {}\n", printable(x.title), x.text);
    if (!x.known.empty()) fmt::format_to(out, "    known to fail: {}\n", printable(x.known));
  }
}

}  // namespace

std::string explain_experiment(const Experiment& experiment) {
  std::string result;
  const Out out(result);
  fmt::format_to(out, "experiment {}\n", experiment.name);
  if (!experiment.doc.empty()) fmt::format_to(out, "{}\n", experiment.doc);
  axes(out, experiment);
  measures(out, experiment);
  expectations(out, experiment);
  if (!experiment.plots.empty()) fmt::format_to(out, "\nplots\n");
  for (const design::Plot& plot : experiment.plots) fmt::format_to(out, "  {}\n", design::text(experiment, plot));
  return result;
}

}  // namespace ssd::cli
