// See figure.h. First all numbers are computed in base units; then all panels of a metric get one unit.
#include "tools/study/figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runtime/base/counts.h"
#include "tools/study/distribution.h"
#include "tools/study/figure_layout.h"
#include "tools/study/figure_notes.h"
#include "tools/study/places.h"
#include "tools/study/quantities.h"

namespace ssd::study {
namespace {

using design::Experiment;
using design::Plot;
using design::PlotKind;
using design::PlottedMetric;

constexpr double kWideAxis = 8;     // ratio of the greatest to the least number from which an axis may be logarithmic
constexpr double kWideCurve = 100;  // the same for a cdf

std::string label(std::string name, std::string_view unit) {
  return unit.empty() ? name : fmt::format("{}, {}", name, unit);
}

// `response.mean`, or `response.mean relative to …` if it is normalised.
std::string metric_name(const Experiment& e, const PlottedMetric& metric) {
  const std::string name = design::name(metric.metric);
  if (!metric.normalized) return name;
  const design::Normalization& how = *normalization_of(e, metric.metric);
  return fmt::format("{} relative to {}", name, text(e.axes[how.axis], how.value));
}

metrics::Unit unit_of(const PlottedMetric& metric) {
  return metric.normalized ? metrics::Unit::kNumber : metric.metric.row().unit;
}

// Adds the confidence interval over the means of each seed, if all points that have the number have it for the same
// seeds.
void add_interval(Mark& mark, const std::vector<std::vector<double>>& by_seed, std::size_t points) {
  std::vector<double> means;
  for (const std::vector<double>& values : by_seed) {
    if (values.size() == points)
      means.push_back(mean_of(values));
    else if (!values.empty())
      return;
  }
  const Summary seeds = summarise(means);
  if (!seeds.half_width) return;
  mark.low = *mark.value - *seeds.half_width;
  if (*mark.value >= 0) mark.low = std::max(0.0, *mark.low);  // no metric can be negative
  mark.high = *mark.value + *seeds.half_width;
}

Mark mark_of(const Table& table, const std::vector<std::uint64_t>& points, const PlottedMetric& metric, bool box) {
  std::vector<double> means, all;
  std::vector<std::vector<double>> by_seed(table.experiment->seeds);
  for (const std::uint64_t point : points) {
    const std::size_t before = all.size();
    for (std::uint64_t repeat = 0; repeat < table.experiment->seeds; ++repeat) {
      const auto value = table.value(point, repeat, metric);
      if (!value) continue;
      all.push_back(*value);
      by_seed[repeat].push_back(*value);
    }
    if (all.size() != before) means.push_back(mean_of(std::span(all).subspan(before)));
  }
  Mark mark;
  if (means.empty()) return mark;
  mark.value = mean_of(means);
  if (box)
    mark.box = quartiles(std::move(all));
  else
    add_interval(mark, by_seed, means.size());
  return mark;
}

// Which of the points that a place averages over have the number, in the order of the list. The list has the same order
// for all places of a plot.
using Coverage = std::vector<bool>;
Coverage coverage_of(const Table& table, const std::vector<std::uint64_t>& points, const PlottedMetric& metric) {
  Coverage covered;
  for (const std::uint64_t point : points) covered.push_back(table.summary(point, metric).count != 0);
  return covered;
}

// Calls `use` for every number that the mark has.
void for_each_number(Mark& mark, const auto& use) {
  for (std::optional<double>* number : {&mark.value, &mark.low, &mark.high}) {
    if (*number) use(**number);
  }
  if (!mark.box) return;
  for (double* number : {&mark.box->least, &mark.box->first, &mark.box->median, &mark.box->third, &mark.box->most})
    use(*number);
}

// Converts all panels of a metric to one unit.
Scale rescale(const std::vector<Panel*>& panels, metrics::Unit unit) {
  double greatest = 0;
  const auto each = [&](const auto& use) {
    for (Panel* panel : panels) {
      for (Series& series : panel->series) {
        for (Mark& mark : series.marks) for_each_number(mark, use);
      }
    }
  };
  each([&](double& number) { greatest = std::max(greatest, std::abs(number)); });
  const Scale scale = scale_for(unit, greatest);
  each([&](double& number) { number /= scale.factor; });
  return scale;
}

class Maker {
 public:
  Maker(const Table& table, const Plot& plot, std::size_t number)
      : table_(table), e_(*table.experiment), plot_(plot), layout_(layout_of(e_, plot)) {
    figure_.kind = plot.kind;
    figure_.title = design::text(e_, plot);
    const PlottedMetric& first = plot.metrics.front();
    figure_.stem = fmt::format("{}-{}-{}{}", number, name(plot.kind), first.normalized ? "normalized-" : "",
                               design::name(first.metric));
  }

  Figure make() {
    if (plot_.kind == PlotKind::kCdf) {
      add_curves();
    } else {
      add_x();
      if (plot_.kind == PlotKind::kStack) {
        add_stacks();
      } else {
        for (const PlottedMetric& metric : plot_.metrics) add_marks(metric);
      }
      if (plot_.log_x) leave_out_places();
      if (plot_.log_y) leave_out_values();
    }
    figure_.notes = notes_of(table_, plot_, layout_, figure_);
    if (figure_.x_logarithmic && curves_have_zeros()) figure_.notes.emplace_back("values of 0 are at the left edge");
    if (figure_.left_out != 0)
      figure_.notes.push_back(fmt::format("left out, as the y axis is logarithmic: {} of {} that {} 0 or below",
                                          count_text(figure_.left_out), counted_text(figure_.values, "value"),
                                          figure_.left_out == 1 ? "is" : "are"));
    if (places_left_out_ != 0)
      figure_.notes.push_back(fmt::format("left out, as the x axis is logarithmic: {} of 0 or below",
                                          counted_text(places_left_out_, "place")));
    if (unlike_ != 0)
      figure_.notes.push_back(fmt::format("{} left empty: some of the points that the others average are missing there",
                                          counted_text(unlike_, "place")));
    return std::move(figure_);
  }

 private:
  bool several() const { return plot_.metrics.size() > 1; }

  void add_x() {
    figure_.x_names = layout_.x_names;
    if (!layout_.x_axis) return;
    const design::Axis& axis = e_.axes[*layout_.x_axis];
    figure_.x_label = axis.name;
    if (plot_.kind != PlotKind::kLines || !axis.unit) return;
    for (const std::uint32_t value : layout_.x_order) figure_.x_numbers.push_back(axis.values[value].number);
    const std::vector<double>& x = figure_.x_numbers;
    figure_.x_logarithmic = plot_.log_x || is_geometric(x);
    const Scale scale = scale_for(*axis.unit, figure_.x_logarithmic ? x.front() : x.back());
    for (double& number : figure_.x_numbers) number /= scale.factor;
  }

  // Whether the median of the ascending numbers is nearer to the middle of a geometric series than to that of an
  // arithmetic one.
  static bool is_geometric(const std::vector<double>& x) {
    if (x.size() < 3 || x.front() <= 0 || x.back() / x.front() < kWideAxis) return false;
    const double median = quartiles(x).median, arithmetic = (x.front() + x.back()) / 2,
                 geometric = std::sqrt(x.front() * x.back());
    return median - geometric < arithmetic - median;
  }

  // Numbers along x ascend: those of 0 and below come first.
  void leave_out_places() {
    const auto above = std::ranges::find_if(figure_.x_numbers, [](double number) { return number > 0; });
    const auto count = above - figure_.x_numbers.begin();
    places_left_out_ = static_cast<std::uint64_t>(count);
    figure_.x_logarithmic = above != figure_.x_numbers.end();
    figure_.x_numbers.erase(figure_.x_numbers.begin(), above);
    figure_.x_names.erase(figure_.x_names.begin(), figure_.x_names.begin() + count);
    for (Panel& panel : figure_.panels) {
      for (Series& series : panel.series) series.marks.erase(series.marks.begin(), series.marks.begin() + count);
    }
  }

  void leave_out_values() {
    figure_.y_logarithmic = true;
    for (Panel& panel : figure_.panels) {
      for (Series& series : panel.series) {
        for (Mark& mark : series.marks) leave_out(mark);
      }
    }
    figure_.y_logarithmic = figure_.left_out < figure_.values;
  }

  // What is drawn of a box is its median.
  void leave_out(Mark& mark) {
    if (!mark.value) return;
    ++figure_.values;
    if ((mark.box ? mark.box->median : *mark.value) > 0) return;
    ++figure_.left_out;
    mark = Mark{};
    mark.left_out = true;
  }

  std::string panel_title(std::size_t panel, const std::string& metric) const {
    const std::string& place = layout_.panel_titles[panel];
    if (!several()) return place;
    return place.empty() ? metric : fmt::format("{}: {}", metric, place);
  }

  std::string series_name(std::size_t series) const {
    return layout_.series_names.size() == 1 && plot_.kind != PlotKind::kHeat ? "" : layout_.series_names[series];
  }

  // All points that any place of the metric averages over. A place that lacks some of them is left empty: its mean
  // would not be comparable with the others.
  Coverage coverage_of_all(const PlottedMetric& metric) const {
    Coverage all(layout_.points.front().size());
    for (const std::vector<std::uint64_t>& points : layout_.points) {
      const Coverage covered = coverage_of(table_, points, metric);
      for (std::size_t i = 0; i < all.size(); ++i) all[i] = all[i] || covered[i];
    }
    return all;
  }

  bool is_comparable(const std::vector<std::uint64_t>& points, const PlottedMetric& metric, const Coverage& all) {
    const Coverage covered = coverage_of(table_, points, metric);
    if (covered == all) return true;
    if (std::ranges::count(covered, true) != 0) ++unlike_;
    return false;
  }

  Mark comparable_mark(const std::vector<std::uint64_t>& points, const PlottedMetric& metric, const Coverage& all) {
    return is_comparable(points, metric, all) ? mark_of(table_, points, metric, plot_.kind == PlotKind::kBox) : Mark{};
  }

  void add_marks(const PlottedMetric& metric) {
    const Coverage all = coverage_of_all(metric);
    const std::size_t first = figure_.panels.size(), count = layout_.panel_titles.size();
    for (std::size_t p = 0; p < count; ++p) {
      Panel panel;
      for (std::size_t s = 0; s < layout_.series_names.size(); ++s) {
        Series series{.name = series_name(s), .marks = {}, .curve = {}};
        for (std::size_t x = 0; x < layout_.x_names.size(); ++x) {
          series.marks.push_back(comparable_mark(layout_.at(p, s, x), metric, all));
        }
        panel.series.push_back(std::move(series));
      }
      figure_.panels.push_back(std::move(panel));
    }
    std::vector<Panel*> panels;
    for (std::size_t p = first; p < first + count; ++p) panels.push_back(&figure_.panels[p]);
    name_panels(panels, metric, rescale(panels, unit_of(metric)));
  }

  // The parts of a bar are the metrics. All of them are means over the points at which all have a number, so that they
  // add up.
  void add_stacks() {
    Coverage all(layout_.points.front().size());
    for (const std::vector<std::uint64_t>& points : layout_.points) {
      const Coverage covered = coverage_of_stack(points);
      for (std::size_t i = 0; i < all.size(); ++i) all[i] = all[i] || covered[i];
    }
    for (std::size_t p = 0; p < layout_.panel_titles.size(); ++p) {
      Panel panel{.title = layout_.panel_titles[p], .y_label = {}, .series = {}};
      for (const PlottedMetric& metric : plot_.metrics)
        panel.series.push_back({.name = metric_name(e_, metric), .marks = {}, .curve = {}});
      for (std::size_t x = 0; x < layout_.x_names.size(); ++x) add_stack(panel, layout_.at(p, 0, x), all);
      figure_.panels.push_back(std::move(panel));
    }
    std::vector<Panel*> panels;
    for (Panel& panel : figure_.panels) panels.push_back(&panel);
    const metrics::Unit unit = unit_of(plot_.metrics.front());
    const Scale scale = rescale(panels, unit);
    for (Panel& panel : figure_.panels) {
      panel.y_label = label("sum", scale.unit);
      panel.quantity = Quantity{unit, scale.factor};
    }
  }

  // The points at which all metrics have a number.
  Coverage coverage_of_stack(const std::vector<std::uint64_t>& points) const {
    Coverage covered(points.size(), true);
    for (const PlottedMetric& metric : plot_.metrics) {
      const Coverage own = coverage_of(table_, points, metric);
      for (std::size_t i = 0; i < covered.size(); ++i) covered[i] = covered[i] && own[i];
    }
    return covered;
  }

  // The bar of one place, a mark for each part; without numbers if the place is not comparable with the others.
  void add_stack(Panel& panel, const std::vector<std::uint64_t>& points, const Coverage& all) {
    const Coverage covered = coverage_of_stack(points);
    if (covered != all && std::ranges::count(covered, true) != 0) ++unlike_;
    std::vector<std::uint64_t> used;
    for (std::size_t i = 0; i < points.size() && covered == all; ++i) {
      if (covered[i]) used.push_back(points[i]);
    }
    for (std::size_t i = 0; i < panel.series.size(); ++i)
      panel.series[i].marks.push_back(Mark{.value = mark_of(table_, used, plot_.metrics[i], false).value});
  }

  // The unit and name of a heat map's values stand once beside its colours, or, if there are several metrics, in the
  // panel titles.
  void name_panels(const std::vector<Panel*>& panels, const PlottedMetric& metric, const Scale& scale) {
    const std::string name = metric_name(e_, metric), values = label(name, scale.unit);
    const bool heat = plot_.kind == PlotKind::kHeat;
    if (heat && !several()) figure_.colour_label = values;
    for (std::size_t p = 0; p < panels.size(); ++p) {
      panels[p]->quantity = Quantity{unit_of(metric), scale.factor};
      panels[p]->title = panel_title(p, heat ? values : name);
      panels[p]->y_label = !heat ? values : layout_.series_axis ? e_.axes[*layout_.series_axis].name : "";
    }
  }

  // All curves of one unit share a scale. It fits the greatest of their medians, because a few values may lie far to
  // the right.
  void add_curves() {
    for (const PlottedMetric& metric : plot_.metrics) {
      const Coverage all = coverage_of_all(metric);
      for (std::size_t p = 0; p < layout_.panel_titles.size(); ++p) {
        Panel panel{.title = {}, .y_label = fmt::format("share of {}", population(metric).name), .series = {}};
        for (std::size_t s = 0; s < layout_.series_names.size(); ++s) {
          Series series{.name = series_name(s), .marks = {}, .curve = {}};
          if (is_comparable(layout_.at(p, s, 0), metric, all))
            series.curve = curve_of(table_, layout_.at(p, s, 0), metric);
          panel.series.push_back(std::move(series));
        }
        figure_.panels.push_back(std::move(panel));
      }
    }
    name_curves();
    figure_.x_logarithmic = (plot_.log_x && curves_are_above_zero()) || curves_are_wide();
  }

  bool curves_are_above_zero() const {
    return std::ranges::any_of(figure_.panels, [](const Panel& panel) {
      return std::ranges::any_of(
          panel.series, [](const Series& series) { return !series.curve.empty() && series.curve.back().first > 0; });
    });
  }

  // Whether all panels need a logarithmic x axis. Only values above 0 count: a read that needs no flash takes no time,
  // and should not press all other values to the left edge.
  bool curves_are_wide() const {
    bool any = false;
    for (const Panel& panel : figure_.panels) {
      double least = INFINITY, most = -INFINITY;
      for (const Series& series : panel.series) {
        if (series.curve.empty()) continue;
        if (series.curve.front().first < 0) return false;
        const auto above = std::ranges::find_if(series.curve, [](const auto& step) { return step.first > 0; });
        if (above != series.curve.end()) least = std::min(least, above->first);
        most = std::max(most, series.curve.back().first);
      }
      if (most < least) continue;  // the panel has no values
      if (most / least < kWideCurve) return false;
      any = true;
    }
    return any;
  }

  bool curves_have_zeros() const {
    return std::ranges::any_of(figure_.panels, [](const Panel& panel) {
      return std::ranges::any_of(
          panel.series, [](const Series& series) { return !series.curve.empty() && series.curve.front().first == 0; });
    });
  }

  const PlottedMetric& metric_of(std::size_t panel) const { return plot_.metrics[panel / layout_.panel_titles.size()]; }

  double greatest_median(metrics::Unit unit) const {
    double greatest = 0;
    for (std::size_t p = 0; p < figure_.panels.size(); ++p) {
      if (unit_of(metric_of(p)) != unit) continue;
      for (const Series& series : figure_.panels[p].series) {
        if (!series.curve.empty()) greatest = std::max(greatest, std::abs(median_of(series.curve)));
      }
    }
    return greatest;
  }

  void name_curves() {
    std::vector<Scale> scales;
    std::vector<std::string> labels;
    for (const PlottedMetric& metric : plot_.metrics) {
      scales.push_back(scale_for(unit_of(metric), greatest_median(unit_of(metric))));
      labels.push_back(
          label(population(metric).of_requests() ? "response time" : metric_name(e_, metric), scales.back().unit));
    }
    const bool one_label = std::ranges::count(labels, labels.front()) == std::ssize(labels);
    if (one_label) figure_.x_label = labels.front();
    for (std::size_t p = 0; p < figure_.panels.size(); ++p) {
      const std::size_t metric = p / layout_.panel_titles.size();
      for (Series& series : figure_.panels[p].series) {
        for (auto& [x, share] : series.curve) x /= scales[metric].factor;
      }
      figure_.panels[p].title =
          panel_title(p % layout_.panel_titles.size(), one_label ? metric_name(e_, metric_of(p)) : labels[metric]);
    }
  }

  const Table& table_;
  const Experiment& e_;
  const Plot& plot_;
  const Layout layout_;
  Figure figure_;
  std::uint64_t places_left_out_ = 0;
  std::uint64_t unlike_ = 0;  // number of places left empty because they lack points that others have
};

}  // namespace

std::vector<Figure> figures(const Table& table) {
  std::vector<Figure> result;
  for (const Plot& plot : table.experiment->plots) result.push_back(Maker(table, plot, result.size() + 1).make());
  return result;
}

}  // namespace ssd::study
