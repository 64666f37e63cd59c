// See csv.h.
#include "tools/study/csv.h"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <set>

#include "runtime/base/given_up.h"
#include "tools/study/places.h"
#include "tools/study/quantities.h"

namespace ssd::study {
namespace {

using design::Experiment;

constexpr std::size_t kPiece = 64 * 1024;  // bytes that are written at once

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + '"';
}

std::string metric_header(const design::Metric& metric) {
  const std::string_view unit = base_unit(metric.row().unit);
  return unit.empty() ? name(metric) : fmt::format("{} [{}]", name(metric), unit);
}

// Axis names must not repeat another column's: a param may be called `seed`, or like a metric.
std::vector<std::string> header(const Experiment& e) {
  std::vector<std::string> after{"seed", "state"};
  for (const design::Metric& metric : e.measures) after.push_back(metric_header(metric));
  for (const design::Normalization& n : e.normalizations)
    after.push_back(fmt::format("normalized({})", name(n.metric)));
  after.emplace_back("failure");
  after.emplace_back("overload [ns]");
  std::vector<std::string> columns{"point"};
  std::set<std::string> taken(after.begin(), after.end());
  taken.insert(columns.front());
  for (const design::Axis& axis : e.axes)
    columns.push_back(taken.contains(axis.name) ? "param " + axis.name : axis.name);
  columns.insert(columns.end(), after.begin(), after.end());
  return columns;
}

void add_row(std::string& to, const std::vector<std::string>& cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i != 0) to += ',';
    to += csv_field(cells[i]);
  }
  to += '\n';
}

std::string csv_number(const std::optional<double>& value) { return value ? fmt::format("{}", *value) : ""; }

std::vector<std::string> row_of(const Table& table, std::uint64_t point, std::uint64_t repeat) {
  const Experiment& e = *table.experiment;
  const std::size_t run = table.run(point, repeat);
  std::vector<std::string> cells{std::to_string(point)};
  for (std::uint32_t axis = 0; axis < e.axes.size(); ++axis)
    cells.push_back(e.axes[axis].values[place_on(e, point, axis)].shown());
  cells.push_back(std::to_string(repeat + 1));
  cells.emplace_back(name(table.state(run)));
  for (const design::Metric& metric : e.measures) cells.push_back(csv_number(table.value(point, repeat, metric)));
  for (const design::Normalization& n : e.normalizations)
    cells.push_back(csv_number(table.normalized(point, repeat, n.metric)));
  cells.push_back(table.failure(run));
  const auto overload = table.overload(run);
  cells.push_back(overload ? std::to_string(*overload) : "");
  return cells;
}

}  // namespace

std::string_view name(RunState state) {
  static constexpr std::array<std::string_view, 3> kNames{"missing", "done", "failed"};
  return kNames.at(static_cast<std::size_t>(state));
}

bool write_csv(const Table& table, const std::function<bool(std::string_view)>& write) {
  const Experiment& e = *table.experiment;
  std::string rows;
  add_row(rows, header(e));
  for (std::size_t run = 0; run < table.size(); ++run) {
    leave_if_given_up(run);
    add_row(rows, row_of(table, run / e.seeds, run % e.seeds));
    if (rows.size() < kPiece) continue;
    if (!write(rows)) return false;
    rows.clear();
  }
  return write(rows);
}

std::string csv(const Table& table) {
  std::string all;
  write_csv(table, [&all](std::string_view piece) {
    all += piece;
    return true;
  });
  return all;
}

}  // namespace ssd::study
