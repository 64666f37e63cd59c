// See claim_cells.h.
#include "tools/study/claim_cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tools/study/places.h"
#include "tools/study/quantities.h"

namespace ssd::study {
namespace {

using design::ClaimNode;
using design::ClaimOp;

constexpr std::size_t kMostPlaces = 5;

Cell truth(bool value) { return {value ? 1.0 : 0.0, {}}; }

// `decisive`: the truth value of one operand that decides the result: false for `and`, true for `or`.
Cell logic(const Cell& a, const Cell& b, bool decisive) {
  if (a.is(decisive) || b.is(decisive)) return truth(decisive);
  return a.known() ? b : a;
}

Cell finite_cell(double value) {
  if (std::isfinite(value)) return {value, {}};
  return {0, "a number is too large"};
}

Cell divide(ClaimOp op, double a, double b) {
  if (b == 0) return {0, "it divides by 0"};
  return finite_cell(op == ClaimOp::kDiv ? a / b : std::fmod(a, b));
}

// Both operands are known.
Cell binary(ClaimOp op, double a, double b) {
  switch (op) {
    case ClaimOp::kAdd: return finite_cell(a + b);
    case ClaimOp::kSub: return finite_cell(a - b);
    case ClaimOp::kMul: return finite_cell(a * b);
    case ClaimOp::kMin: return finite_cell(std::min(a, b));
    case ClaimOp::kMax: return finite_cell(std::max(a, b));
    case ClaimOp::kLess: return truth(a < b);
    case ClaimOp::kLessEqual: return truth(a <= b);
    case ClaimOp::kEqual: return truth(a == b);
    case ClaimOp::kNotEqual: return truth(a != b);
    default: return divide(op, a, b);
  }
}

Cell unary(ClaimOp op, const Cell& a) {
  if (!a.known()) return a;
  if (op == ClaimOp::kNot) return truth(a.number == 0);
  return {op == ClaimOp::kAbs ? std::abs(a.number) : -a.number, {}};
}

Cell operate(const ClaimNode& node, const Cell& a, const Cell& b) {
  if (design::operands(node.op) == 1) return unary(node.op, a);
  if (node.op == ClaimOp::kAnd || node.op == ClaimOp::kOr) return logic(a, b, node.op == ClaimOp::kOr);
  if (!a.known() || !b.known()) return a.known() ? b : a;
  return binary(node.op, a.number, b.number);
}

Cell geometric_mean(std::vector<double> values) {
  for (double& value : values) {
    if (value < 0) return {0, "a geometric mean of negative values"};
    value = std::log(value);
  }
  // The logarithm of 0 is -inf, so the mean of the logarithms is -inf, and the geometric mean is 0.
  if (std::ranges::count_if(values, [](double log) { return std::isinf(log); }) != 0) return finite_cell(0);
  return finite_cell(std::exp(mean_of(values)));
}

}  // namespace

ClaimCells::ClaimCells(const Table& table, const std::vector<ClaimNode>& nodes)
    : table_(table), nodes_(nodes), cells_(nodes.size()) {
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    if (!nodes[i].table) cells_[i] = scalar(i);
  }
}

Cell ClaimCells::scalar(std::uint32_t i) {
  const ClaimNode& node = nodes_[i];
  switch (node.op) {
    case ClaimOp::kConstant: return {node.number, {}};
    case ClaimOp::kPlace: return {static_cast<double>(node.value), {}};
    case ClaimOp::kNumber: {
      const Cell& place = cells_[node.a];
      if (!place.known()) return place;
      return {table_.experiment->axes[nodes_[node.a].axis].values[static_cast<std::size_t>(place.number)].number, {}};
    }
    case ClaimOp::kMean:
    case ClaimOp::kGeomean:
    case ClaimOp::kLeast:
    case ClaimOp::kMost: return over_points(node);
    case ClaimOp::kAll: return all(i);
    case ClaimOp::kLeastMean:
    case ClaimOp::kMostMean:
    case ClaimOp::kArgmin:
    case ClaimOp::kArgmax: return along(node);
    default: return operate(node, cells_[node.a], cells_[node.b]);
  }
}

const Cell& ClaimCells::at(std::uint64_t point, std::uint32_t table) {
  for (const std::uint32_t i : needed_by(table)) {
    const ClaimNode& node = nodes_[i];
    if (design::operands(node.op) == 0) {
      cells_[i] = leaf(node, point);
      continue;
    }
    cells_[i] = operate(node, cells_[node.a], cells_[node.b]);
    const bool found_here =
        !cells_[i].known() && cells_[node.a].known() && (design::operands(node.op) == 1 || cells_[node.b].known());
    if (found_here) cells_[i].reason += " at " + text(*table_.experiment, places_of(*table_.experiment, point));
  }
  return cells_[table];
}

Cell ClaimCells::leaf(const ClaimNode& node, std::uint64_t point) const {
  if (node.op == ClaimOp::kCoordinate) {
    return {table_.experiment->axes[node.axis].values[place_on(*table_.experiment, point, node.axis)].number, {}};
  }
  const design::PlottedMetric metric{node.metric, node.op == ClaimOp::kNormalized};
  std::vector<double> values;
  for (std::uint64_t repeat = 0; repeat < table_.experiment->seeds; ++repeat) {
    const auto value = table_.value(point, repeat, metric);
    if (!value) return {0, why_unknown(point, repeat, metric)};
    values.push_back(*value);
  }
  return {mean_of(values), {}};
}

std::string ClaimCells::where(std::uint64_t point, std::uint64_t repeat) const {
  const std::string place = text(*table_.experiment, places_of(*table_.experiment, point));
  return table_.experiment->seeds == 1 ? place : fmt::format("{}, seed {}", place, repeat + 1);
}

std::string ClaimCells::why_unknown(std::uint64_t point, std::uint64_t repeat,
                                    const design::PlottedMetric& metric) const {
  const std::size_t run = table_.run(point, repeat);
  if (table_.state(run) == RunState::kMissing) return where(point, repeat) + " has not run";
  if (table_.state(run) == RunState::kFailed)
    return fmt::format("{} failed: {}", where(point, repeat), table_.failure(run));
  const std::string name = design::name(metric.metric);
  if (!metric.normalized || !table_.value(point, repeat, metric.metric))
    return fmt::format("{} has no {}", where(point, repeat), name);
  const design::Experiment& e = *table_.experiment;
  const std::uint64_t divisor = divisor_point(e, point, *normalization_of(e, metric.metric));
  const auto number = table_.value(divisor, repeat, metric.metric);
  if (!number) return why_unknown(divisor, repeat, {metric.metric, false});
  return fmt::format("{} of {} is {}, and {} cannot be divided by it", name, where(divisor, repeat),
                     quantity_text(*number, metric.metric.row().unit), where(point, repeat));
}

std::string ClaimCells::collect(std::uint32_t table, const std::vector<std::uint64_t>& points,
                                std::vector<double>& to) {
  for (const std::uint64_t point : points) {
    const Cell& found = at(point, table);
    if (!found.known()) return found.reason;
    to.push_back(found.number);
  }
  return {};
}

Cell ClaimCells::over_points(const ClaimNode& node) {
  std::vector<double> values;
  const std::string reason = collect(node.a, points_with(node.only), values);
  if (!reason.empty()) return {0, reason};
  if (node.op == ClaimOp::kMean) return finite_cell(mean_of(values));
  if (node.op == ClaimOp::kGeomean) return geometric_mean(std::move(values));
  return {node.op == ClaimOp::kLeast ? std::ranges::min(values) : std::ranges::max(values), {}};
}

Cell ClaimCells::all(std::uint32_t i) {
  AllPoints& found = all_[i];
  for (const std::uint64_t point : points_with(nodes_[i].only)) {
    const Cell& here = at(point, nodes_[i].a);
    ++found.points;
    if (here.is(true)) ++found.holding;
    if (here.is(false) && ++found.failing <= kMostPlaces) found.first_failing.push_back(point);
    if (!here.known() && found.reason.empty()) found.reason = here.reason;
  }
  if (found.failing != 0) return truth(false);
  return found.reason.empty() ? truth(true) : Cell{0, found.reason};
}

// The first value of the axis wins among those with equal means.
Cell ClaimCells::along(const ClaimNode& node) {
  const bool least = node.op == ClaimOp::kLeastMean || node.op == ClaimOp::kArgmin;
  const bool place = node.op == ClaimOp::kArgmin || node.op == ClaimOp::kArgmax;
  double best = 0;
  std::uint32_t best_value = 0;
  std::vector<design::Selection> only = node.only;
  only.push_back({node.axis, 0});
  for (std::uint32_t value = 0; value < table_.experiment->axes[node.axis].values.size(); ++value) {
    only.back().value = value;
    std::vector<double> values;
    const std::string reason = collect(node.a, points_with(only), values);
    if (!reason.empty()) return {0, reason};
    const double mean = mean_of(values);
    if (value != 0 && !(least ? mean < best : mean > best)) continue;
    best = mean;
    best_value = value;
  }
  return place ? Cell{static_cast<double>(best_value), {}} : finite_cell(best);
}

std::vector<std::uint64_t> ClaimCells::points_with(const std::vector<design::Selection>& only) const {
  std::vector<std::uint64_t> result;
  const design::Experiment& e = *table_.experiment;
  std::vector<std::vector<bool>> allowed(e.axes.size());  // by axis and value; empty: all values
  for (const design::Selection& s : only) {
    allowed[s.axis].resize(e.axes[s.axis].values.size());
    allowed[s.axis][s.value] = true;
  }
  const auto lets_in = [&](std::uint64_t point, std::uint32_t axis) {
    return allowed[axis].empty() || allowed[axis][place_on(e, point, axis)];
  };
  for (std::uint64_t point = 0; point < e.points(); ++point) {
    bool in = true;
    for (std::uint32_t axis = 0; axis < allowed.size() && in; ++axis) in = lets_in(point, axis);
    if (in) result.push_back(point);
  }
  return result;
}

const std::vector<std::uint32_t>& ClaimCells::needed_by(std::uint32_t table) {
  const auto [entry, added] = needed_.try_emplace(table);
  if (!added) return entry->second;
  std::vector<bool> needed(table + 1);
  needed[table] = true;
  for (std::uint32_t i = table + 1; i-- > 0;) {
    const ClaimNode& node = nodes_[i];
    if (!needed[i]) continue;
    if (design::operands(node.op) > 0 && nodes_[node.a].table) needed[node.a] = true;
    if (design::operands(node.op) > 1 && nodes_[node.b].table) needed[node.b] = true;
  }
  for (std::uint32_t i = 0; i <= table; ++i) {
    if (needed[i]) entry->second.push_back(i);
  }
  return entry->second;
}

}  // namespace ssd::study
