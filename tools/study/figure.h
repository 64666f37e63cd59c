// A plot as numbers and texts, without its appearance. The SVG file and the interactive page are both drawn from this.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/study/table.h"

namespace ssd::study {

struct Mark {
  std::optional<double> value;      // none: no run has it
  std::optional<double> low, high;  // 95 % confidence interval, with several seeds
  std::optional<Quartiles> box;     // only in box plots
  bool left_out = false;            // its value is 0 or below, and the y axis is logarithmic
};

struct Series {
  std::string name;  // empty if the panel has only one series
  // One for each place along x; in a heat map a series is one row, and `name` the row's name.
  std::vector<Mark> marks;
  // Only in a cdf: pairs of x and the share of values that are at most x, ascending; one for each step.
  std::vector<std::pair<double, double>> curve;
};

// What values are of: a value v stands for v * factor in the unit's base.
struct Quantity {
  metrics::Unit unit{};
  double factor = 1;
};

struct Panel {
  std::string title;    // empty if the figure has only one panel
  std::string y_label;  // with the unit: `response.mean, us`
  std::vector<Series> series;
  std::optional<Quantity> quantity = std::nullopt;  // of the marks' values
};

struct Figure {
  design::PlotKind kind{};
  std::string stem;   // the name of its files without ending: `1-bars-response.mean`
  std::string title;  // as it is written in the language: `bars(response.mean) by workload group design`
  std::string x_label, colour_label;
  std::vector<std::string> x_names;  // the places along x; none in a cdf
  std::vector<double> x_numbers;     // for lines over a numeric axis: the positions of the places; otherwise empty
  bool x_logarithmic = false, y_logarithmic = false;
  bool y_from_zero = false;  // the y axis begins at 0 even if the values are far from it
  std::vector<Panel> panels;
  std::uint64_t left_out = 0, values = 0;  // of a logarithmic y axis: marks of 0 or below, of all that have a value
  std::vector<std::string> notes;          // what a reader must know: missing runs, what was averaged
};

// All plots of the experiment. Values are scaled to a readable unit, the same within a panel.
//
// `over` is the x axis if it is given, and `by` then makes one panel per value; without `over`, `by` is the x axis.
// `group` makes one series per value. The series of a stack are its metrics, which have one unit; `group` makes panels,
// and there are no intervals. A heat map has `over` along x and `by` along y, and `group` makes panels. Several
// metrics get separate panels. Axes that the plot does not name are averaged: the mean over their points of the means
// over seeds. A box shows the spread over those points and seeds. The cdf of a response time metric (response.*,
// read.*, write.*, trim.*) is the distribution of the response times of all requests; the cdf of any other metric is
// the distribution over points and seeds. In a cdf `over` and `by` both make panels, because values lie along x.
// Without `over` and `by` there is one place, without a name.
std::vector<Figure> figures(const Table& table);

}  // namespace ssd::study
