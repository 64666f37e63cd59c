// Leaves and operators of expectations: see claim.h.
#include "compiler/check/study/claim.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compiler/check/expr/walk.h"
#include "runtime/base/suggest.h"

namespace ssd::check {
namespace {

using design::ClaimNode;
using design::ClaimOp;
using design::ClaimType;
using diag::Code;

constexpr int kDeepestClaim = 512;

Type type_measured_in(metrics::Unit unit) {
  switch (unit) {
    case metrics::Unit::kCount:
    case metrics::Unit::kNumber: return Type::kReal;
    case metrics::Unit::kShare: return Type::kRatio;
    case metrics::Unit::kTime: return Type::kTime;
    case metrics::Unit::kSize: return Type::kSize;
    case metrics::Unit::kRate: return Type::kRate;
    case metrics::Unit::kFrequency: return Type::kFrequency;
    case metrics::Unit::kEnergy: return Type::kEnergy;
    case metrics::Unit::kPower: return Type::kPower;
  }
  return Type::kError;
}

// `a > b` becomes `b < a`.
ClaimOp claim_op(ast::BinaryOp op) {
  switch (op) {
    case ast::BinaryOp::kMul: return ClaimOp::kMul;
    case ast::BinaryOp::kDiv: return ClaimOp::kDiv;
    case ast::BinaryOp::kMod: return ClaimOp::kMod;
    case ast::BinaryOp::kAdd: return ClaimOp::kAdd;
    case ast::BinaryOp::kSub: return ClaimOp::kSub;
    case ast::BinaryOp::kEqual: return ClaimOp::kEqual;
    case ast::BinaryOp::kNotEqual: return ClaimOp::kNotEqual;
    case ast::BinaryOp::kAnd: return ClaimOp::kAnd;
    case ast::BinaryOp::kOr: return ClaimOp::kOr;
    case ast::BinaryOp::kLess:
    case ast::BinaryOp::kGreater: return ClaimOp::kLess;
    default: return ClaimOp::kLessEqual;
  }
}

bool is_logic(ast::BinaryOp op) { return op == ast::BinaryOp::kAnd || op == ast::BinaryOp::kOr; }
bool is_equality(ast::BinaryOp op) { return op == ast::BinaryOp::kEqual || op == ast::BinaryOp::kNotEqual; }

// Times are stored in ns, all other units are based on seconds. So a product or quotient that introduces or removes a
// time needs a factor.
int nanos(Type type) { return type == Type::kTime ? 1 : 0; }

std::string value_of(const design::Axis& axis) { return fmt::format("a value of `{}`", axis.name); }

}  // namespace

// Goes from the leaves up: one pass backwards over the list that a walk from the root gives.
void ClaimBuilder::find_varying(const ast::Expr& claim) {
  std::vector<const ast::Expr*> all;
  walk({&claim}, [&](const ast::Expr& expr) { all.push_back(&expr); });
  for (std::size_t i = all.size(); i-- > 0;) {
    std::vector<const ast::Expr*> inner;
    children(*all[i], inner);
    const bool varies = is_varying_leaf(*all[i]) ||
                        std::ranges::any_of(inner, [&](const ast::Expr* e) { return varying_.contains(e); });
    if (varies) varying_.insert(all[i]);
  }
}

// An unknown name counts as a misspelt metric, unless it resembles the name of a param or const.
bool ClaimBuilder::is_varying_leaf(const ast::Expr& expr) const {
  if (std::holds_alternative<ast::Field>(expr.node)) return true;
  if (std::holds_alternative<ast::Call>(expr.node)) {
    const ast::NameRef* called = ast::callee(expr);
    if (called == nullptr || find_pointwise(called->text) != nullptr) return false;
    return is_normalized(called) || find_reduction(called->text) != nullptr;
  }
  const auto* name = std::get_if<ast::NameRef>(&expr.node);
  if (name == nullptr) return false;
  if (metrics::find_metric(name->text) || find_axis(reader_, name->text)) return true;
  const auto declared = [&](Kind kind) { return reader_.names().find(kind, name->text, expr.span.file) != nullptr; };
  const bool known = is_geometry_name(name->text) || declared(Kind::kValue) || declared(Kind::kFunction) ||
                     declared(Kind::kDesign) || declared(Kind::kWorkload) || reader_.names().incomplete(expr.span.file);
  const bool function =
      is_normalized(name) || find_pointwise(name->text) != nullptr || find_reduction(name->text) != nullptr;
  return !known && !function && !nearest(name->text, reader_.names().visible(Kind::kValue, expr.span.file));
}

bool ClaimBuilder::is_place(const ast::Expr& expr) const {
  const ast::NameRef* called = ast::callee(expr);
  const Reduction* row = called == nullptr ? nullptr : find_reduction(called->text);
  return row != nullptr && gives_place(row->along);
}

ClaimBuilder::Part ClaimBuilder::part(const ast::Expr& expr) {
  if (!varying_.contains(&expr)) return constant(expr);
  if (depth_ >= kDeepestClaim) {
    reader_.fail(Code::E0116, expr.span, kDeepestClaim).help("split it into several expectations");
    return {};
  }
  ++depth_;
  Part result = varying(expr);
  --depth_;
  return result;
}

ClaimBuilder::Part ClaimBuilder::varying(const ast::Expr& expr) {
  if (std::holds_alternative<ast::Field>(expr.node) || std::holds_alternative<ast::NameRef>(expr.node))
    return metric(expr);
  if (const auto* node = std::get_if<ast::Call>(&expr.node)) return call(expr, *node);
  if (const auto* node = std::get_if<ast::Unary>(&expr.node)) return unary(*node);
  if (std::holds_alternative<ast::Binary>(expr.node)) return chain(expr);
  if (std::holds_alternative<ast::If>(expr.node)) {
    return refuse(expr.span, "an `if` about metrics",
                  "join comparisons: for `if a then b else c` write `(a and b) or (not a and c)`");
  }
  if (std::holds_alternative<ast::Scope>(expr.node))
    return refuse(expr.span, "a block", "write the value of the `let` instead of its name");
  return refuse(expr.span, "a list", "compare one metric at a time, and join the comparisons by `and`");
}

// Reports a design or a workload that is used as a number; only its measurements are numbers.
bool ClaimBuilder::refuses_names(const ast::Expr& expr) {
  const std::size_t errors = reader_.sink().error_count();
  walk({&expr}, [&](const ast::Expr& inner) {
    const auto* name = std::get_if<ast::NameRef>(&inner.node);
    const auto declared = [&](Kind kind) { return reader_.names().find(kind, name->text, inner.span.file) != nullptr; };
    if (name == nullptr || declared(Kind::kValue) || declared(Kind::kFunction)) return;
    if (!declared(Kind::kDesign) && !declared(Kind::kWorkload)) return;
    const std::string_view kind = declared(Kind::kDesign) ? "design" : "workload";
    reader_.fail(Code::E0333, inner.span, fmt::format("the {} `{}` by itself", kind, name->text))
        .help(fmt::format("compare a metric of it, such as `mean(response.mean, {})`", name->text));
  });
  return reader_.sink().error_count() != errors;
}

ClaimBuilder::Part ClaimBuilder::constant(const ast::Expr& expr) {
  if (refuses_names(expr)) return {};
  Value value = reader_.evaluator.evaluate(expr).value;
  reader_.sound &= value.known();
  const Type type = value.type;
  return {.constant = std::move(value), .type = type};
}

// The names of metrics take precedence: in an expectation `erases` means the metric, whatever else has that name.
ClaimBuilder::Part ClaimBuilder::metric(const ast::Expr& expr) {
  const std::string name = dotted(expr);
  if (name.empty()) return refuse(expr.span, "a field");
  if (const auto axis = find_axis(reader_, name); axis && !metrics::find_metric(name)) return coordinate(expr, *axis);
  const auto found = measured_metric(reader_, name, expr.span);
  return found ? table_of(*found, ClaimOp::kMetric) : Part{};
}

// A normalised value is a plain number, whatever the metric's unit.
ClaimBuilder::Part ClaimBuilder::table_of(const design::Metric& metric, ClaimOp op) {
  const metrics::Unit unit = op == ClaimOp::kMetric ? metric.row().unit : metrics::Unit::kNumber;
  return add({.op = op, .type = ClaimType::kQuantity, .table = true, .unit = unit, .metric = metric, .only = {}},
             type_measured_in(unit));
}

ClaimBuilder::Part ClaimBuilder::coordinate(const ast::Expr& expr, std::uint32_t index) {
  const design::Axis& axis = reader_.result.axes[index];
  if (!axis.unit)
    return axis.values.empty() ? Part{} : refuse(expr.span, fmt::format("`{}`, an axis without numbers,", axis.name));
  return add({.op = ClaimOp::kCoordinate,
              .type = ClaimType::kQuantity,
              .table = true,
              .unit = *axis.unit,
              .axis = index,
              .only = {}},
             type_measured_in(*axis.unit));
}

ClaimBuilder::Part ClaimBuilder::unary(const ast::Unary& node) {
  const Part operand = part(*node.operand);
  const bool negates = node.op == ast::UnaryOp::kNegate;
  if (!require(operand, node.operand->span, !negates)) return {};
  return add({.op = negates ? ClaimOp::kNegate : ClaimOp::kNot,
              .type = negates ? ClaimType::kQuantity : ClaimType::kTruth,
              .table = operand.table,
              .unit = nodes_[operand.node].unit,
              .a = operand.node,
              .only = {}},
             operand.type);
}

// A chain of operators leans to the left. A comparison with `argmin` on its right side ends the chain, because its left
// side names a value.
ClaimBuilder::Part ClaimBuilder::chain(const ast::Expr& expr) {
  std::vector<const ast::Expr*> spine;
  const ast::Expr* leftmost = &expr;
  const auto goes_down = [&](const ast::Expr& e) {
    const auto* binary = std::get_if<ast::Binary>(&e.node);
    return binary != nullptr && varying_.contains(&e) && !is_place(*binary->right);
  };
  for (; goes_down(*leftmost); leftmost = std::get<ast::Binary>(leftmost->node).left.get()) spine.push_back(leftmost);
  const auto* ends_in_place = varying_.contains(leftmost) ? std::get_if<ast::Binary>(&leftmost->node) : nullptr;
  Part left = ends_in_place != nullptr ? compare_places(*leftmost, *ends_in_place, {}) : part(*leftmost);
  for (std::size_t i = spine.size(); i-- > 0;) {
    const auto& binary = std::get<ast::Binary>(spine[i]->node);
    if (!left.known() && is_place(*binary.left)) continue;  // the other side would be a value of an unknown axis
    left =
        left.place ? compare_places(*spine[i], binary, left) : operate(*spine[i], binary.op, left, part(*binary.right));
  }
  return left;
}

// At least one side is a value of an axis: `left` or, if that is unknown, the right side. The other side is looked up
// on that axis, so that a value that is not on the axis is an error and not a claim that always fails.
ClaimBuilder::Part ClaimBuilder::compare_places(const ast::Expr& expr, const ast::Binary& binary, Part left) {
  Part right;
  if (!left.known() || is_place(*binary.right)) right = part(*binary.right);
  if (!left.known() && is_place(*binary.left)) {
    left = part(*binary.left);
    if (!left.known()) return {};
  }
  const Part& place = left.place ? left : right;
  const ast::Expr& other = left.place ? *binary.right : *binary.left;
  if (!place.place) return {};
  const bool both = left.place && right.place;
  const design::Axis& axis = reader_.result.axes[place.axis];
  const bool same_axis = both && left.axis == right.axis;
  if (is_equality(binary.op) && !both && (!axis.unit || !varying_.contains(&other))) {
    const auto value = axis_value(reader_, place.axis, other);
    if (!value) return {};
    const Part named =
        add({.op = ClaimOp::kPlace, .type = ClaimType::kPlace, .axis = place.axis, .value = *value, .only = {}},
            Type::kError);
    const ClaimOp op = claim_op(binary.op);
    return add({.op = op, .type = ClaimType::kTruth, .a = place.node, .b = named.node, .only = {}}, Type::kBool);
  }
  if (is_equality(binary.op) && same_axis) {
    return add({.op = claim_op(binary.op), .type = ClaimType::kTruth, .a = left.node, .b = right.node, .only = {}},
               Type::kBool);
  }
  if (both && !(axis.unit && reader_.result.axes[right.axis].unit)) {
    const std::string how =
        same_axis ? fmt::format("joined by `{}` with", symbol(binary.op)) : std::string(verb(binary.op));
    reader_
        .fail(Code::E0106, expr.span, value_of(reader_.result.axes[left.axis]), how,
              value_of(reader_.result.axes[right.axis]))
        .help("compare values of one axis, by `==` or `!=`");
    return {};
  }
  if (!both) (left.place ? right : left) = part(other);
  return operate(expr, binary.op, left, right);
}

// The number at a place of an axis of numbers. Other axes have no numbers, which is an error.
ClaimBuilder::Part ClaimBuilder::number_of(const Part& place, const ast::Expr& expr, ast::BinaryOp op,
                                           const Part& other) {
  const design::Axis& axis = reader_.result.axes[place.axis];
  if (axis.unit) {
    return add({.op = ClaimOp::kNumber, .type = ClaimType::kQuantity, .unit = *axis.unit, .a = place.node, .only = {}},
               type_measured_in(*axis.unit));
  }
  const std::string with = other.place ? value_of(reader_.result.axes[other.axis]) : std::string(noun(other.type));
  reader_.fail(Code::E0106, expr.span, value_of(axis), verb(op), with)
      .help(fmt::format("compare it with a value of `{}`, by `==` or `!=`", axis.name));
  return {};
}

constexpr std::string_view kInsteadOfZero =
    "divide by something that is not 0, or compare without dividing: `a < b * d` for `a / d < b`";

// Units are checked as for constants, with sample values in place of the metrics.
ClaimBuilder::Part ClaimBuilder::operate(const ast::Expr& expr, ast::BinaryOp op, const Part& a, const Part& b) {
  if (!a.known() || !b.known()) return {};
  if (a.place || b.place) {
    const Part left = a.place ? number_of(a, expr, op, b) : a;
    return left.known() ? operate(expr, op, left, b.place ? number_of(b, expr, op, left) : b) : Part{};
  }
  const auto& binary = std::get<ast::Binary>(expr.node);
  if (is_logic(op) && (!require(a, binary.left->span, true) || !require(b, binary.right->span, true))) return {};
  const Value result = reader_.evaluator.constants().operate(expr, op, sample(a), sample(b), kInsteadOfZero).value;
  if (!result.known()) {
    reader_.sound = false;
    return {};
  }
  const std::uint32_t left = node_of(a), right = node_of(b);
  const bool swap = op == ast::BinaryOp::kGreater || op == ast::BinaryOp::kGreaterEqual;
  ClaimNode node{.op = claim_op(op),
                 .type = ClaimType::kTruth,
                 .table = a.table || b.table,
                 .a = swap ? right : left,
                 .b = swap ? left : right,
                 .only = {}};
  if (result.type == Type::kBool) return add(std::move(node), Type::kBool);
  node.type = ClaimType::kQuantity;
  node.unit = *unit_of(result.type);
  return convert(add(std::move(node), result.type), a, b, op);
}

ClaimBuilder::Part ClaimBuilder::convert(const Part& value, const Part& a, const Part& b, ast::BinaryOp op) {
  if (op != ast::BinaryOp::kMul && op != ast::BinaryOp::kDiv) return value;
  const int thousands = nanos(value.type) - nanos(a.type) + (op == ast::BinaryOp::kMul ? -1 : 1) * nanos(b.type);
  if (thousands == 0) return value;
  const Part factor =
      add({.op = ClaimOp::kConstant, .type = ClaimType::kQuantity, .number = std::pow(1e9, thousands), .only = {}},
          Type::kReal);
  return add({.op = ClaimOp::kMul,
              .type = ClaimType::kQuantity,
              .table = value.table,
              .unit = nodes_[value.node].unit,
              .a = value.node,
              .b = factor.node,
              .only = {}},
             value.type);
}

Value ClaimBuilder::sample(const Part& part) const {
  if (part.is_constant()) return part.constant;
  return part.type == Type::kBool ? Value::of_bool(true) : Value::of(part.type, 1);
}

// Whether the part is a plain number, or a truth; reports it otherwise. A place is neither.
bool ClaimBuilder::require(const Part& part, Span span, bool truth) {
  if (!part.known()) return false;
  const bool fits = !part.place && (truth ? part.type == Type::kBool : is_quantity(part.type));
  if (fits) return true;
  const std::string found = part.place ? value_of(reader_.result.axes[part.axis]) : std::string(noun(part.type));
  reader_.fail(Code::E0105, span, truth ? "a bool" : "a number", found)
      .label(found)
      .help(truth ? "write a comparison, such as `a < b`" : "write a metric or a number");
  return false;
}

ClaimBuilder::Part ClaimBuilder::refuse(Span span, std::string_view what, std::string_view instead) {
  reader_.fail(Code::E0333, span, what).help(std::string(instead));
  return {};
}

std::uint32_t ClaimBuilder::node_of(const Part& part) {
  if (!part.is_constant()) return part.node;
  const bool truth = part.type == Type::kBool;
  const double number = truth ? (part.constant.truth ? 1 : 0) : in_unit(part.constant);
  return add({.op = ClaimOp::kConstant,
              .type = truth ? ClaimType::kTruth : ClaimType::kQuantity,
              .unit = unit_of(part.type).value_or(metrics::Unit::kNumber),
              .number = number,
              .only = {}},
             part.type)
      .node;
}

ClaimBuilder::Part ClaimBuilder::add(ClaimNode node, Type type) {
  const Part result{.constant = {},
                    .node = static_cast<std::uint32_t>(nodes_.size()),
                    .type = type,
                    .table = node.table,
                    .place = node.type == ClaimType::kPlace,
                    .axis = node.axis};
  nodes_.push_back(std::move(node));
  return result;
}

}  // namespace ssd::check
