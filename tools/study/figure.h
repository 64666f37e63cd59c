// A plot as numbers and words, apart from how it looks: what the SVG file and the interactive page are both drawn from.
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
  std::optional<double> value;      // nothing: no run has it
  std::optional<double> low, high;  // 95 % confidence interval, with several seeds
  std::optional<Quartiles> box;     // of box plots
  bool left_out = false;            // its value is 0 or below, and the y axis is logarithmic
};

struct Series {
  std::string name;                              // empty if the panel has but one
  std::vector<Mark> marks;                       // one for each place along x; of a heat map: one row, whose name it is
  std::vector<std::pair<double, double>> curve;  // of a cdf: x, share of at most x; ascending, a step at each
};

// What values are of: a value v stands for v * factor in the unit's base.
struct Quantity {
  metrics::Unit unit{};
  double factor = 1;
};

struct Panel {
  std::string title;    // empty if the figure has but one
  std::string y_label;  // with the unit: `response.mean, us`
  std::vector<Series> series;
  std::optional<Quantity> quantity = std::nullopt;  // of the marks' values
};

struct Figure {
  design::PlotKind kind{};
  std::string stem;                   // of its files: `1-bars-response.mean`
  std::string title;                  // as written: `bars(response.mean) by workload group design`
  std::string x_label, colour_label;  // colour_label: of a heat map's values, with the unit; its y is named by y_label.
                                      // Of several unlike metrics panel titles say it
  std::vector<std::string> x_names;   // the places along x; of a cdf none
  std::vector<double> x_numbers;      // of lines over numbers: where the places lie; else empty
  bool x_logarithmic = false, y_logarithmic = false;
  bool y_from_zero = false;  // the y axis begins at 0, however far from it the values are
  std::vector<Panel> panels;
  std::uint64_t left_out = 0, values = 0;  // of a logarithmic y axis: marks of 0 or below, of all that have a value
  std::vector<std::string> notes;  // what a reader must know: runs missing, what was averaged
};

// All plots of the experiment. Values are scaled to a unit that reads well, the same within a panel.
// `over` is the x axis if it is given, and `by` then makes a panel of each value; without `over`, `by` is the x axis.
// `group` makes a series of each value. A heat map has `over` along x and `by` along y, `group` makes panels. Several
// metrics are panels of their own. What is on no named axis is averaged: the mean over points of the means over seeds;
// a box shows the spread over those points and seeds. A cdf of a response time metric (response.*, read.*, write.*,
// trim.*) is the distribution of the response times of all requests there, of any other metric that over points and
// seeds; `over` and `by` make panels there, as values lie along x. Without `over` and `by` there is one place, without
// a name.
std::vector<Figure> figures(const Table& table);

}  // namespace ssd::study
