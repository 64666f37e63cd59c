// The page of an experiment: see experiment.h.
#include "compiler/explain/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "runtime/base/quantity.h"
#include "runtime/base/shown_text.h"

namespace ssd::explain {
namespace {

using Out = std::back_insert_iterator<std::string>;
using design::Axis;
using design::Experiment;

constexpr std::size_t kMostValues =
    16;  // values of an axis; of a longer axis the first ones and the last one are shown

std::string values_text(const Axis& axis) {
  std::vector<std::string> shown;
  const std::size_t count = axis.values.size() > kMostValues ? kMostValues / 2 : axis.values.size();
  const auto one = [](const design::AxisValue& value) {
    return value.alias.empty() ? value.text : fmt::format("{} ({})", value.alias, value.text);
  };
  for (std::size_t i = 0; i < count; ++i) shown.push_back(one(axis.values[i]));
  std::string text = fmt::format("{}", fmt::join(shown, ", "));
  if (count != axis.values.size())
    text += fmt::format(", … {} ({})", one(axis.values.back()), counted_text(axis.values.size(), "value"));
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
  fmt::format_to(out, "  {}{}, {}: {}\n", counted_text(e.points(), "point"), product, counted_text(e.seeds, "seed"),
                 counted_text(e.runs(), "run"));
  if (e.only_ftl) fmt::format_to(out, "  only: ftl  // the map, collection and wear, without a clock\n");
}

// "design == S1", or nothing.
std::string normalised_to(const Experiment& e, const design::Metric& metric) {
  const auto found = std::ranges::find(e.normalizations, metric, &design::Normalization::metric);
  if (found == e.normalizations.end()) return {};
  return fmt::format("; normalised to {} == {}", e.axes[found->axis].name,
                     e.axes[found->axis].values[found->value].shown());
}

void measures(Out out, const Experiment& e) {
  std::size_t width = 0;
  for (const design::Metric& m : e.measures) width = std::max(width, name(m).size());
  fmt::format_to(out, "\nmeasures\n");
  for (const design::Metric& m : e.measures) {
    const metrics::MetricRow& row = m.row();
    fmt::format_to(out, "  {:<{}}  {:<10}  {}{}\n", name(m), width, metrics::label(row.unit), row.meaning,
                   normalised_to(e, m));
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

std::string experiment_page(const Experiment& experiment) {
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

}  // namespace ssd::explain
