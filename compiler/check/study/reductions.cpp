// The functions of expectations: over the points of a table, along an axis, and point by point. See claim.h.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/check/study/claim.h"
#include "runtime/base/suggest.h"

namespace ssd::check {
namespace {

using design::ClaimNode;
using design::ClaimOp;
using design::ClaimType;
using diag::Code;

bool is_plain(const ast::Arg& arg) { return arg.key == nullptr && arg.over == nullptr; }

}  // namespace

// `min(a, b)` of plain values is the lesser value; with an axis or a selection it is a reduction over the points.
ClaimBuilder::Part ClaimBuilder::call(const ast::Expr& expr, const ast::Call& node) {
  const ast::NameRef* called = ast::callee(node);
  const std::string function = called == nullptr ? "" : called->text;
  if (is_normalized(called)) {
    const auto metric = normalized_metric(reader_, node, expr.span);
    return metric ? table_of(*metric, ClaimOp::kNormalized) : Part{};
  }
  const Reduction* row = find_reduction(function);
  if (row != nullptr && is_reduction(node, *row)) return reduction(expr, node, *row);
  if (const Pointwise* pointwise = find_pointwise(function)) return point_by_point(node, *pointwise);
  const std::vector<std::string> known = functions_of_metrics();
  const auto near = nearest(function, known);
  reader_
      .fail(Code::E0333, expr.span,
            fmt::format("a call of `{}`", excerpt(reader_.evaluator.sources(), node.callee->span)))
      .help(near ? fmt::format("did you mean `{}`?", *near)
                 : fmt::format("functions of metrics are {}", fmt::join(known, " ")));
  return {};
}

std::vector<std::string> ClaimBuilder::functions_of_metrics() {
  std::vector<std::string> names;
  for (const Reduction& row : kReductions) names.emplace_back(row.name);
  for (const Pointwise& row : kPointwise) {
    if (find_reduction(row.name) == nullptr) names.emplace_back(row.name);
  }
  names.emplace_back(kNormalized);
  return names;
}

const ClaimBuilder::Reduction* ClaimBuilder::find_reduction(std::string_view name) {
  const auto found = std::ranges::find(kReductions, name, &Reduction::name);
  return found == kReductions.end() ? nullptr : &*found;
}

const ClaimBuilder::Pointwise* ClaimBuilder::find_pointwise(std::string_view name) {
  const auto found = std::ranges::find(kPointwise, name, &Pointwise::name);
  return found == kPointwise.end() ? nullptr : &*found;
}

bool ClaimBuilder::is_reduction(const ast::Call& node, const Reduction& row) const {
  if (find_pointwise(row.name) == nullptr) return true;
  return node.args.size() == 1 || (node.args.size() > 1 && names_place(*node.args[1].value));
}

// Whether the expression is an axis, a value on an axis of names, or `AXIS == VALUE`.
bool ClaimBuilder::names_place(const ast::Expr& expr) const {
  if (!dotted(expr).empty() && find_axis(reader_, dotted(expr))) return true;
  const auto* name = std::get_if<ast::NameRef>(&expr.node);
  if (name != nullptr) {
    const bool on_axis = std::ranges::any_of(reader_.result.axes, [&](const design::Axis& axis) {
      return axis.kind != design::AxisKind::kParam &&
             std::ranges::find(axis.values, name->text, &design::AxisValue::text) != axis.values.end();
    });
    return on_axis;
  }
  const auto* equality = std::get_if<ast::Binary>(&expr.node);
  return equality != nullptr && equality->op == ast::BinaryOp::kEqual && !dotted(*equality->left).empty();
}

ClaimBuilder::Part ClaimBuilder::point_by_point(const ast::Call& node, const Pointwise& row) {
  std::vector<Part> parts;
  bool sound = true;
  for (const ast::Arg& arg : node.args) {
    parts.push_back(is_plain(arg) ? part(*arg.value) : Part{});
    sound &= require(parts.back(), arg.value->span, false);
  }
  const bool absolute = row.op == ClaimOp::kAbs;
  if (sound && (absolute ? parts.size() != 1 : parts.size() < 2)) {
    reader_.fail(Code::E0332, node.callee->span, row.name, row.wants).help(fmt::format("write `{}`", row.usage));
    return {};
  }
  if (!sound) {
    reader_.sound = false;
    return {};
  }
  Part best = parts[0];
  if (absolute) {
    const std::uint32_t operand = node_of(best);
    return add({.op = ClaimOp::kAbs,
                .type = ClaimType::kQuantity,
                .table = best.table,
                .unit = nodes_[operand].unit,
                .a = operand,
                .only = {}},
               best.type);
  }
  for (std::size_t i = 1; i < parts.size() && best.known(); ++i)
    best = best_of(*node.args[i].value, row, best, parts[i]);
  return best;
}

// The lesser or the greater of two values. Two values can be compared if they can be added.
ClaimBuilder::Part ClaimBuilder::best_of(const ast::Expr& expr, const Pointwise& row, const Part& left,
                                         const Part& right) {
  const Value like =
      reader_.evaluator.constants().operate(expr, ast::BinaryOp::kAdd, sample(left), sample(right)).value;
  if (!like.known()) {
    reader_.sound = false;
    return {};
  }
  const std::uint32_t a = node_of(left), b = node_of(right);
  return add({.op = row.op,
              .type = ClaimType::kQuantity,
              .table = left.table || right.table,
              .unit = *unit_of(like.type),
              .a = a,
              .b = b,
              .only = {}},
             like.type);
}

// The first argument is the table. All others select points: an axis to go along, or values that the points must have.
ClaimBuilder::Part ClaimBuilder::reduction(const ast::Expr& expr, const ast::Call& node, const Reduction& row) {
  if (node.args.empty() || !std::ranges::all_of(node.args, is_plain)) return usage(expr, row);
  const Part table = part(*node.args[0].value);
  const bool of_truths = row.points == ClaimOp::kAll;
  if (!require(table, node.args[0].value->span, of_truths)) return {};
  if (!table.table) return usage(expr, row);
  ClaimNode result{.type = of_truths ? ClaimType::kTruth : ClaimType::kQuantity,
                   .unit = nodes_[table.node].unit,
                   .a = table.node,
                   .only = fixed_};
  bool along = false;
  for (std::size_t i = 1; i < node.args.size(); ++i) {
    if (!read_place(*node.args[i].value, row, result, along)) return {};
  }
  const auto op = along ? row.along : row.points;
  if (!op) return usage(expr, row);
  result.op = *op;
  const bool place = gives_place(op);
  if (place) result.type = ClaimType::kPlace;
  return add(std::move(result), place ? Type::kError : table.type);
}

bool ClaimBuilder::read_place(const ast::Expr& expr, const Reduction& row, ClaimNode& node, bool& along) {
  const auto taken = [&](std::uint32_t axis) {
    if (std::ranges::count(fixed_, axis, &design::Selection::axis) != 0) {
      const std::string& name = reader_.result.axes[axis].name;
      reader_.fail(Code::E0340, expr.span, name, name)
          .help(fmt::format("leave it out here, or take `{}` out of the `each`", name));
      return true;
    }
    const bool twice =
        (along && node.axis == axis) || std::ranges::count(node.only, axis, &design::Selection::axis) != 0;
    if (twice) usage(expr, row);
    return twice;
  };
  const std::string name = dotted(expr);
  if (find_axis(reader_, name)) {
    if (!row.along || along) return usage(expr, row).known();
    const auto axis = varied_axis(reader_, name, expr.span);
    if (!axis || taken(*axis)) return false;
    node.axis = *axis;
    return along = true;
  }
  const std::vector<design::Selection> only = selection(expr, row);
  if (only.empty() || taken(only.front().axis)) return false;
  node.only.insert(node.only.end(), only.begin(), only.end());
  return true;
}

// Selected values of one axis; none after an error.
std::vector<design::Selection> ClaimBuilder::selection(const ast::Expr& expr, const Reduction& row) {
  if (const auto* name = std::get_if<ast::NameRef>(&expr.node)) {
    const auto only = value_of_some_axis(*name, expr);
    return only ? std::vector{*only} : std::vector<design::Selection>{};
  }
  const auto* equality = std::get_if<ast::Binary>(&expr.node);
  const std::string axis = equality == nullptr || equality->op != ast::BinaryOp::kEqual ? "" : dotted(*equality->left);
  if (axis.empty()) {
    usage(expr, row);
    return {};
  }
  const auto index = varied_axis(reader_, axis, equality->left->span);
  const auto values = index ? axis_values(reader_, *index, *equality->right) : std::nullopt;
  std::vector<design::Selection> result;
  for (const std::uint32_t value : values.value_or(std::vector<std::uint32_t>{})) result.push_back({*index, value});
  return result;
}

// Only designs and workloads may be named without their axis: `4` could be on any axis of numbers.
std::optional<design::Selection> ClaimBuilder::value_of_some_axis(const ast::NameRef& name, const ast::Expr& expr) {
  std::optional<design::Selection> found;
  std::vector<std::string> known;
  for (std::uint32_t i = 0; i < reader_.result.axes.size(); ++i) {
    const design::Axis& axis = reader_.result.axes[i];
    if (axis.kind == design::AxisKind::kParam) continue;
    for (const design::AxisValue& v : axis.values) {
      if (std::ranges::find(known, v.text) == known.end()) known.push_back(v.text);
    }
    const auto value = std::ranges::find(axis.values, name.text, &design::AxisValue::text);
    if (value == axis.values.end()) continue;
    if (found) {
      reader_.fail(Code::E0335, expr.span, name.text, reader_.result.axes[found->axis].name, axis.name)
          .help(fmt::format("write `{0} == {2}` or `{1} == {2}`", reader_.result.axes[found->axis].name, axis.name,
                            name.text));
      return std::nullopt;
    }
    found = design::Selection{i, static_cast<std::uint32_t>(value - axis.values.begin())};
  }
  if (found) return found;
  // A param that is not varied gets its own message, and so does another value that is not an axis.
  const Symbol* value = reader_.names().find(Kind::kValue, name.text, expr.span.file);
  if (value != nullptr) {
    varied_axis(reader_, name.text, expr.span);
    return std::nullopt;
  }
  const std::string values =
      known.empty() ? "name a value of an axis of the experiment" : "its values are " + listed(known);
  for (const design::Axis& axis : reader_.result.axes) known.push_back(axis.name);
  const auto near = nearest(name.text, known);
  reader_.fail(Code::E0324, expr.span, "the experiment", name.text)
      .help(near ? fmt::format("did you mean `{}`?", *near) : values);
  return std::nullopt;
}

ClaimBuilder::Part ClaimBuilder::usage(const ast::Expr& expr, const Reduction& row) {
  const std::string_view what = row.points == ClaimOp::kAll ? "a comparison of metrics, and conditions on the points"
                                : !row.points               ? "a metric and the axis to reduce along"
                                : row.along
                                    ? "a metric, the axis to reduce along, and one selection for each other axis"
                                    : "a metric, and one selection for each axis that is not averaged";
  reader_.fail(Code::E0332, expr.span, row.name, what).help(fmt::format("write `{}`", row.usage));
  return {};
}

}  // namespace ssd::check
