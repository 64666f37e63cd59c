// Where the points of an experiment stand in a plot: the axes that the plot names become panels, series (rows of a heat
// map) and places along x.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/study/table.h"

namespace ssd::study {

struct Layout {
  std::vector<std::uint32_t> panel_axes;
  std::optional<std::uint32_t> series_axis, x_axis;
  std::vector<std::uint32_t> x_order;  // numbers of the x axis's values, from left to right
  // At least one entry each; an empty text if no axis makes them.
  std::vector<std::string> panel_titles, series_names, x_names;
  std::vector<std::vector<std::uint64_t>> points;  // the points of each place; x varies fastest, then series

  const std::vector<std::uint64_t>& at(std::size_t panel, std::size_t series, std::size_t x) const {
    return points[(panel * series_names.size() + series) * x_names.size() + x];
  }
  bool names(std::uint32_t axis) const;  // whether the axis makes panels, series or places
};

Layout layout_of(const design::Experiment& experiment, const design::Plot& plot);

}  // namespace ssd::study
