// See summary_table.h.
#include "tools/study/summary_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "runtime/base/counts.h"
#include "tools/study/places.h"
#include "tools/study/quantities.h"

namespace ssd::study {
namespace {

using design::Experiment;

// If there are more rows than kMostRows, only kShownRows are shown.
constexpr std::uint64_t kMostRows = 40, kShownRows = 20;
constexpr std::size_t kWidth = 120;  // of a line, in letters
constexpr int kDigits = 4;  // significant digits of the greatest value of a column, unless all are whole numbers
constexpr int kMostDecimals = 6;
constexpr double kLeastShown = 0.01;  // a column with a smaller number in its unit gets a unit for each row

// The cells of one column; the first is its header. The column is as wide as its widest cell.
struct Column {
  std::vector<std::string> cells;
  bool left = false;  // left-aligned, for names
  // Counts letters, not bytes: `±` and `…` have several bytes.
  static std::size_t letters(const std::string& text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  }
  std::size_t width() const {
    std::size_t most = 0;
    for (const std::string& cell : cells) most = std::max(most, letters(cell));
    return most;
  }
};

int whole_digits(double value) { return value < 1 ? 1 : static_cast<int>(std::floor(std::log10(value))) + 1; }

// How a column's numbers are written: as wholes if all are; else so that the greatest has four digits, and the least at
// least two. A column that spans too many sizes for one unit has a unit for each row: `23.00 us` beside `1.200 s`.
struct Style {
  Scale scale;
  int decimals = 0;
  bool unit_by_row = false;
};
Style style_of(const std::vector<Summary>& summaries, metrics::Unit unit) {
  double greatest = 0, least = INFINITY;
  bool whole = true;
  for (const Summary& s : summaries) {
    const double size = std::abs(s.mean);
    if (s.count == 0) continue;
    greatest = std::max(greatest, size);
    if (size > 0) least = std::min(least, size);
    whole &= std::trunc(s.mean) == s.mean && s.half_width.value_or(0) == 0;
  }
  Style style{.scale = scale_for(unit, greatest)};
  const bool has_least = std::isfinite(least);
  style.unit_by_row =
      has_least && least / style.scale.factor < kLeastShown && scale_for(unit, least).factor != style.scale.factor;
  if (whole && style.scale.factor == 1) return style;
  style.decimals = std::max(0, kDigits - whole_digits(greatest / style.scale.factor));
  const auto shows_least = [&] { return least / style.scale.factor * std::pow(10, style.decimals) >= 10; };
  while (has_least && style.decimals < kMostDecimals && !shows_least()) ++style.decimals;
  return style;
}

std::string styled_number(double value, const Style& style) {
  const double shown = value / style.scale.factor;
  if (style.decimals == 0 && std::abs(shown) < kMostWhole) {
    const auto whole = static_cast<std::uint64_t>(std::llround(std::abs(shown)));
    return (shown < 0 && whole != 0 ? "-" : "") + count_text(whole);
  }
  return fmt::format("{:.{}f}", shown, style.decimals);
}

// For example `412.3 ± 1.2`; without a value `failed` or `-`.
std::string cell(const Table& table, std::uint64_t point, const Summary& s, const Style& of_column,
                 metrics::Unit unit) {
  if (s.count == 0) {
    for (std::uint64_t repeat = 0; repeat < table.experiment->seeds; ++repeat) {
      if (table.state(table.run(point, repeat)) == RunState::kFailed) return "failed";
    }
    return "-";
  }
  const Style style = of_column.unit_by_row ? style_of({s}, unit) : of_column;
  std::string text = styled_number(s.mean, style);
  if (s.half_width) text += " ± " + styled_number(*s.half_width, style);
  if (of_column.unit_by_row) text += fmt::format(" {}", style.scale.unit);
  if (s.count < table.experiment->seeds) text += fmt::format(" ({} of {})", s.count, table.experiment->seeds);
  return text;
}

Column axis_column(const Experiment& e, std::uint32_t axis, std::span<const std::uint64_t> points) {
  Column column{.cells = {e.axes[axis].name}, .left = true};
  for (const std::uint64_t point : points)
    column.cells.push_back(e.axes[axis].values[place_on(e, point, axis)].shown());
  return column;
}

// A mark at each overloaded point.
Column mark_column(const Table& table, std::span<const std::uint64_t> points) {
  Column column{.cells = {""}, .left = true};
  for (const std::uint64_t point : points)
    column.cells.emplace_back(table.is_overloaded(point) ? kOverloadMark : std::string_view());
  return column;
}

std::string block_text(const std::vector<Column>& names, std::span<const Column> metrics, const Column& marks) {
  std::vector<const Column*> columns;
  for (const Column& column : names) columns.push_back(&column);
  for (const Column& column : metrics) columns.push_back(&column);
  columns.push_back(&marks);
  std::string result;
  for (std::size_t row = 0; row < columns.front()->cells.size(); ++row) {
    std::string line;
    for (const Column* column : columns) {
      const std::string& text = column->cells[row];
      const std::string gap(column->width() - Column::letters(text), ' ');
      line += "  " + (column->left ? text + gap : gap + text);
    }
    result += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return result;
}

}  // namespace

std::vector<std::uint64_t> points_with_runs(const Table& table) {
  std::vector<std::uint64_t> points(table.experiment->points());
  std::iota(points.begin(), points.end(), 0);
  if (table.count(RunState::kMissing) == table.size()) return points;
  const auto has_none = [&](std::uint64_t point) {
    for (std::uint64_t repeat = 0; repeat < table.experiment->seeds; ++repeat) {
      if (table.state(table.run(point, repeat)) != RunState::kMissing) return false;
    }
    return true;
  };
  std::erase_if(points, has_none);
  return points;
}

std::vector<std::string> measured_cells(const Table& table, const design::Metric& metric,
                                        std::span<const std::uint64_t> points) {
  std::vector<Summary> summaries;
  for (const std::uint64_t point : points) summaries.push_back(table.summary(point, {metric, false}));
  const metrics::Unit unit = metric.row().unit;
  const Style style = style_of(summaries, unit);
  std::vector<std::string> cells{name(metric)};
  if (!style.scale.unit.empty() && !style.unit_by_row) cells.front() += fmt::format(" [{}]", style.scale.unit);
  for (std::size_t i = 0; i < points.size(); ++i) cells.push_back(cell(table, points[i], summaries[i], style, unit));
  return cells;
}

std::string overload_note(const Table& table) {
  if (table.count_overloaded() == 0) return {};
  std::uint64_t most = 0;
  for (std::size_t run = 0; run < table.size(); ++run) most = std::max(most, table.overload(run).value_or(0));
  return fmt::format(
      "{} overload: requests arrive faster than the drive serves them, so response times grow with the length of the "
      "run; the last answer came up to {} after the last request",
      kOverloadMark, quantity_text(static_cast<double>(most), metrics::Unit::kTime));
}

std::string measured_text(const Table& table) {
  const Experiment& e = *table.experiment;
  const std::vector<std::uint64_t> all = points_with_runs(table);
  const auto points = std::span(all).first(all.size() > kMostRows ? kShownRows : all.size());
  std::vector<Column> names, metrics;
  std::size_t named = 0;
  for (std::uint32_t axis = 0; axis < e.axes.size(); ++axis) {
    if (e.axes[axis].values.size() == 1) continue;
    names.push_back(axis_column(e, axis, points));
    named += names.back().width() + 2;
  }
  for (const design::Metric& metric : e.measures) metrics.push_back({.cells = measured_cells(table, metric, points)});
  const Column marks = mark_column(table, points);
  if (marks.width() != 0) named += marks.width() + 2;
  std::string result;
  for (std::size_t first = 0; first < metrics.size();) {
    std::size_t last = first, width = named;
    do width += metrics[last++].width() + 2;
    while (last < metrics.size() && width + metrics[last].width() + 2 <= kWidth);
    result += (result.empty() ? "" : "\n") + block_text(names, std::span(metrics).subspan(first, last - first), marks);
    first = last;
  }
  if (points.size() != all.size())
    result += fmt::format("  and {} more points in results.csv\n", count_text(all.size() - points.size()));
  if (all.size() != e.points())
    result += fmt::format("  ({} not run)\n", counted_text(e.points() - all.size(), "point"));
  if (const std::string note = overload_note(table); !note.empty()) result += fmt::format("  {}\n", note);
  return result;
}

}  // namespace ssd::study
