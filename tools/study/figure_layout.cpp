// See figure_layout.h.
#include "tools/study/figure_layout.h"

#include <algorithm>
#include <numeric>

#include "tools/study/places.h"

namespace ssd::study {
namespace {

using design::Experiment;
using design::Plot;
using design::PlotKind;

// In a cdf values lie along x, so the axis that would lie there makes panels.
void assign(Layout& layout, const Plot& plot) {
  const auto panels = [&](const std::optional<std::uint32_t>& axis) {
    if (axis) layout.panel_axes.push_back(*axis);
  };
  if (plot.kind == PlotKind::kCdf) {
    panels(plot.over);
    panels(plot.by);
    layout.series_axis = plot.group;
    return;
  }
  const auto second = plot.over ? plot.by : std::nullopt;
  layout.x_axis = plot.over ? plot.over : plot.by;
  if (plot.kind == PlotKind::kStack) {  // its series are the metrics
    panels(second);
    panels(plot.group);
    return;
  }
  const bool heat = plot.kind == PlotKind::kHeat;
  layout.series_axis = heat ? second : plot.group;
  panels(heat ? plot.group : second);
}

// Lines go from left to right in ascending order, whatever the order in which the numbers are written.
void order_x(Layout& layout, const Experiment& e, PlotKind kind) {
  if (!layout.x_axis) {
    layout.x_names = {""};
    return;
  }
  const design::Axis& axis = e.axes[*layout.x_axis];
  layout.x_order.resize(axis.values.size());
  std::iota(layout.x_order.begin(), layout.x_order.end(), 0U);
  if (kind == PlotKind::kLines && axis.unit) {
    std::ranges::stable_sort(layout.x_order, {}, [&](std::uint32_t value) { return axis.values[value].number; });
  }
  for (const std::uint32_t value : layout.x_order) layout.x_names.push_back(axis.values[value].shown());
}

void name_panels(Layout& layout, const Experiment& e) {
  layout.panel_titles = {""};
  for (const std::uint32_t axis : layout.panel_axes) {
    std::vector<std::string> titles;
    for (const std::string& before : layout.panel_titles) {
      for (std::uint32_t value = 0; value < e.axes[axis].values.size(); ++value) {
        titles.push_back((before.empty() ? "" : before + ", ") + text(e.axes[axis], value));
      }
    }
    layout.panel_titles = std::move(titles);
  }
}

void name_series(Layout& layout, const Experiment& e) {
  if (!layout.series_axis) {
    layout.series_names = {""};
    return;
  }
  for (std::uint32_t value = 0; value < e.axes[*layout.series_axis].values.size(); ++value) {
    layout.series_names.push_back(text(e.axes[*layout.series_axis], value));
  }
}

void place_points(Layout& layout, const Experiment& e) {
  std::vector<std::size_t> x_of(layout.x_order.size());
  for (std::size_t x = 0; x < x_of.size(); ++x) x_of[layout.x_order[x]] = x;
  layout.points.resize(layout.panel_titles.size() * layout.series_names.size() * layout.x_names.size());
  for (std::uint64_t point = 0; point < e.points(); ++point) {
    std::size_t place = 0;
    for (const std::uint32_t axis : layout.panel_axes)
      place = place * e.axes[axis].values.size() + place_on(e, point, axis);
    place *= layout.series_names.size();
    if (layout.series_axis) place += place_on(e, point, *layout.series_axis);
    place *= layout.x_names.size();
    if (layout.x_axis) place += x_of[place_on(e, point, *layout.x_axis)];
    layout.points[place].push_back(point);
  }
}

}  // namespace

bool Layout::names(std::uint32_t axis) const {
  return axis == x_axis || axis == series_axis || std::ranges::count(panel_axes, axis) != 0;
}

Layout layout_of(const Experiment& experiment, const Plot& plot) {
  Layout layout;
  assign(layout, plot);
  order_x(layout, experiment, plot.kind);
  name_panels(layout, experiment);
  name_series(layout, experiment);
  place_points(layout, experiment);
  return layout;
}

}  // namespace ssd::study
