// Two operands and an operation: folded if both are constants, else nodes of the formula. What may overflow or divide by zero is refused
// here, at its place; so the engine never has to look.
#include <fmt/format.h>

#include "compiler/sema/evaluate.h"
#include "compiler/sema/run_names.h"

namespace ssd::sema {
namespace {

using diag::Code;

// a > b is b < a.
ast::BinaryOp reversed(ast::BinaryOp op) {
  using enum ast::BinaryOp;
  switch (op) {
    case kLess: return kGreater;
    case kLessEqual: return kGreaterEqual;
    case kGreater: return kLess;
    case kGreaterEqual: return kLessEqual;
    default: return op;
  }
}

// `>` and `>=` come with swapped sides.
Op node_op(ast::BinaryOp op) {
  switch (op) {
    case ast::BinaryOp::kMul: return Op::kMul;
    case ast::BinaryOp::kDiv: return Op::kDiv;
    case ast::BinaryOp::kMod: return Op::kMod;
    case ast::BinaryOp::kAdd: return Op::kAdd;
    case ast::BinaryOp::kSub: return Op::kSub;
    case ast::BinaryOp::kAnd: return Op::kAnd;
    case ast::BinaryOp::kOr: return Op::kOr;
    case ast::BinaryOp::kEqual: return Op::kEqual;
    case ast::BinaryOp::kNotEqual: return Op::kNotEqual;
    case ast::BinaryOp::kLess:
    case ast::BinaryOp::kGreater: return Op::kLess;
    default: return Op::kLessEqual;
  }
}

// Where evaluation never comes any result of the right type will do: what is made of it is checked on.
Operand some_result(ast::BinaryOp op, Type a, Type b) { return {.value = apply(op, Value::of(a, 1), Value::of(b, 1)).value}; }

}  // namespace

// "a time cannot be compared with an int".
std::string_view verb(ast::BinaryOp op) {
  switch (op) {
    case ast::BinaryOp::kMul: return "multiplied by";
    case ast::BinaryOp::kDiv:
    case ast::BinaryOp::kMod: return "divided by";
    case ast::BinaryOp::kAdd: return "added to";
    case ast::BinaryOp::kSub: return "subtracted from";
    case ast::BinaryOp::kAnd:
    case ast::BinaryOp::kOr: return "joined with";
    default: return "compared with";
  }
}

// Constants are folded before any node is made: a formula holds nothing that could have been known earlier.
Operand Evaluator::operate(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b) {
  look_at_kinds(expr, op, a, b);
  if (!a.is_node() && !b.is_node()) {
    const Operand result = operate_constants(expr, op, a.value, b.value);
    if (op == ast::BinaryOp::kDiv && result.type() == Type::kInt) look_at_constant_quotient(expr, a.value, b.value, result.value);
    return result;
  }
  if (op == ast::BinaryOp::kAnd || op == ast::BinaryOp::kOr) return emit(expr, Type::kBool, node_op(op), to_node(a), to_node(b));
  if (is_comparison(op)) return compare_nodes(expr, op, a, b);
  return compute_nodes(expr, op, a, b);
}

// Faults of values are told only where evaluation comes; faults of types always.
Operand Evaluator::operate_constants(const ast::Expr& expr, ast::BinaryOp op, const Value& a, const Value& b, std::string_view around_zero) {
  const Outcome outcome = apply(op, a, b);
  const std::string text = excerpt(sources_, expr.span);
  switch (outcome.fault) {
    case Fault::kNone: break;
    case Fault::kTypes: return unlike(expr, op, {.value = a}, {.value = b});
    case Fault::kNoUnit:
      sink_.report(Code::E0113, expr.span, noun(a.type), verb(op), noun(b.type))
          .help("size / time, energy / time and plain numbers can be formed");
      break;
    case Fault::kOverflow:
      if (!live()) return some_result(op, a.type, b.type);
      sink_.report(Code::E0107, expr.span, text).help("write one operand as a real, such as `2.0`");
      break;
    case Fault::kInexact:
      if (!live()) return some_result(op, a.type, b.type);
      sink_.report(Code::E0109, expr.span, text).help("write fewer digits");
      break;
    case Fault::kZero:
      if (!live()) return some_result(op, a.type, b.type);
      sink_.report(Code::E0108, expr.span, text).help(std::string(around_zero));
      break;
  }
  return {.value = outcome.value};
}

namespace {

// `idle > 5ms`: how long a unit has been idle is a key.
std::string idle_for_a_time(const ast::Expr& expr, Type right) {
  const auto* comparison = std::get_if<ast::Binary>(&expr.node);
  const auto* name = comparison == nullptr ? nullptr : std::get_if<ast::NameRef>(&comparison->left->node);
  if (name == nullptr || name->text != kIdleName || right != Type::kTime) return {};
  return fmt::format("write `idle`, which says whether, and beside it the key `idle_after: {}`, which says for how long", ast::print(*comparison->right));
}

}  // namespace

Operand Evaluator::unlike(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b) {
  // "a time cannot be subtracted from a size" for size - time.
  const bool swapped = op == ast::BinaryOp::kSub;
  auto& diagnostic =
      sink_.report(Code::E0106, expr.span, noun(swapped ? b.type() : a.type()), verb(op), noun(swapped ? a.type() : b.type()));
  const std::string of_idle = idle_for_a_time(expr, b.type());
  const Type with_unit = is_number(a.type()) ? b.type() : a.type();
  const Operand& word = is_word(a.type()) ? a : b;
  const Operand& text = is_word(a.type()) ? b : a;
  if (!of_idle.empty()) {
    diagnostic.help(of_idle);
  } else if (is_word(word.type()) && text.type() == Type::kString && !text.value.text.empty()) {
    diagnostic.help(fmt::format("write `{}`, without quotes", text.value.text));
  } else if (a.whole != 0 || b.whole != 0) {
    diagnostic.help("a count is compared with a number or a share, such as `free_pages < 10%`");
  } else if (is_word(a.type()) && a.type() == b.type()) {
    diagnostic.help("they are equal or not: use `==` or `!=`");
  } else if (is_number(a.type()) != is_number(b.type()) && !usual_unit(with_unit).empty()) {
    diagnostic.help(fmt::format("give the number a unit, such as `10{}`", usual_unit(with_unit)));
  } else {
    diagnostic.help("both sides must have the same unit");
  }
  return {};
}

// A constant condition leaves one branch, but both must agree in type: another param must not turn a sound file into a wrong one.
Operand Evaluator::select(const ast::Expr& expr, const Operand& condition, const Operand& then, const Operand& otherwise) {
  const bool constant = condition.known() && !condition.is_node();
  if (then.known() && otherwise.known() && then.type() != otherwise.type() && !(is_number(then.type()) && is_number(otherwise.type()))) {
    sink_.report(Code::E0114, expr.span, noun(then.type()), noun(otherwise.type())).help("give both branches the same unit");
    return {};
  }
  if (constant) return condition.value.truth ? then : otherwise;
  if (!condition.known() || !then.known() || !otherwise.known()) return {};
  const bool plain = then.type() == Type::kInt || then.type() == Type::kBool || is_word(then.type());
  if (then.type() != otherwise.type() || !plain) {
    if (is_quantity(then.type()) && is_quantity(otherwise.type())) {
      const Type type = then.type() == otherwise.type() ? then.type() : Type::kReal;
      const auto exact = aligned(then, otherwise);
      if (!exact) return select_reals(type, condition.node, then, otherwise);
      return emit(expr, type, Op::kSelect, condition.node, exact->a, exact->b, exact->scale);
    }
    sink_.report(Code::E0133, expr.span, noun(then.type())).help("choose between numbers, truths or words such as `lsb`");
    return {};
  }
  const u64 whole = then.whole == otherwise.whole ? then.whole : 0;
  Operand result = emit(expr, then.type(), Op::kSelect, condition.node, to_node(then), to_node(otherwise));
  result.whole = whole;
  return result;
}

// Of a constant: ints, truths and words only; the callers check types first.
NodeId Evaluator::to_node(const Operand& operand) {
  if (operand.is_node()) return operand.node;
  if (operand.type() == Type::kBool) return formula_->constant(operand.value.truth ? 1 : 0);
  return formula_->constant(as_int(operand.value.number).value_or(0));
}

// The single way into the graph, so the limit and the overflow check cannot be passed by. A node whose interval is one value comes back as
// a constant, which lets conditions on it be decided.
Operand Evaluator::emit(const ast::Expr& expr, Type type, Op op, NodeId a, NodeId b, NodeId c, const Rational& scale) {
  if (formula_->full()) {
    if (!overfull_reported_) sink_.report(Code::E0221, expr.span, limits::kMostGraphNodes).help("make the formula shorter");
    overfull_reported_ = true;
    return {};
  }
  const NodeId node = formula_->make(op, a, b, c);
  if (node == kNoNode) {
    if (!live()) return {.value = any_value(type)};
    if (type == Type::kInt) return emit_checked(expr, op, a, b);
    sink_.report(Code::E0209, expr.span, excerpt(sources_, expr.span))
        .help("keep the operands small, for instance by a `%` or a division before the product");
    return {};
  }
  const Interval range = formula_->range(node);
  if (formula_->node(node).op == Op::kConstant) {
    const auto value = static_cast<std::int64_t>(range.low);
    if (type == Type::kBool) return {.value = Value::of_bool(value != 0)};
    // Too fine for a Rational only where the scale is beyond all units.
    return {.value = Value::of(type, multiply(scale, value).value_or(Rational(value)))};
  }
  return Operand::of_node(node, type, scale);
}

// There is no node for `>`: its sides are swapped. Against a constant nothing needs to be brought to one scale.
Operand Evaluator::compare_nodes(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b) {
  const bool equality = op == ast::BinaryOp::kEqual || op == ast::BinaryOp::kNotEqual;
  const bool alike = a.type() == b.type() || (is_number(a.type()) && is_number(b.type()));
  if (!alike || (!is_quantity(a.type()) && !equality)) return unlike(expr, op, a, b);
  look_at_share(expr, a, b);
  if (a.real || b.real) return compare_reals(op, a, b);
  const auto is_fraction = [](const Operand& o) { return o.type() != Type::kInt && is_quantity(o.type()); };
  if (!b.is_node() && (is_fraction(a) || is_fraction(b))) return compare_with_number(op, a, b.value);
  if (!a.is_node() && (is_fraction(a) || is_fraction(b))) return compare_with_number(reversed(op), b, a.value);
  const bool swap = op == ast::BinaryOp::kGreater || op == ast::BinaryOp::kGreaterEqual;
  NodeId left = kNoNode, right = kNoNode;
  if (is_fraction(a) || is_fraction(b)) {
    const auto exact = aligned(a, b);
    if (!exact) return compare_reals(op, a, b);
    left = exact->a;
    right = exact->b;
  } else {
    left = to_node(a);
    right = to_node(b);
  }
  return emit(expr, Type::kBool, node_op(op), swap ? right : left, swap ? left : right);
}

// count < share is count < ceil(share * whole), exactly; so no rounding can change when collection starts (rules.md, rule 15).
Operand Evaluator::compare_with_number(ast::BinaryOp op, const Operand& count, const Value& bound) {
  using enum ast::BinaryOp;
  const bool share = bound.type == Type::kRatio && count.whole != 0;
  const auto exact = share ? multiply(bound.number, static_cast<std::int64_t>(count.whole)) : divide(bound.number, count.scale);
  const Interval range = formula_->range(count.node);
  // Beyond the count's own range every bound is like the nearest one.
  const auto near = [&](Wide value) { return static_cast<i64>(std::clamp(value, range.low - 1, range.high + 1)); };
  const Wide below = exact ? exact->floor() : (bound.number.sign() < 0 ? range.low - 1 : range.high + 1);
  const Wide above = exact ? exact->ceil() : below;
  const bool whole = below == above;
  const auto decided = [](bool truth) { return Operand{.value = Value::of_bool(truth)}; };
  const auto node = [&](Op made, NodeId a, NodeId b) {
    const NodeId id = formula_->make(made, a, b);
    return formula_->node(id).op == Op::kConstant ? decided(formula_->range(id).low != 0) : Operand::of_node(id, Type::kBool);
  };
  switch (op) {
    case kLess: return node(Op::kLess, count.node, formula_->constant(near(above)));
    case kLessEqual: return node(Op::kLessEqual, count.node, formula_->constant(near(below)));
    case kGreater: return node(Op::kLess, formula_->constant(near(below)), count.node);
    case kGreaterEqual: return node(Op::kLessEqual, formula_->constant(near(above)), count.node);
    case kEqual: return whole ? node(Op::kEqual, count.node, formula_->constant(near(below))) : decided(false);
    default: return whole ? node(Op::kNotEqual, count.node, formula_->constant(near(below))) : decided(true);
  }
}

// A count stays a count (comparable with a share) through sums with plain ints, and through nothing else.
Operand Evaluator::compute_nodes(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b) {
  if (a.type() != Type::kInt || b.type() != Type::kInt) return compute_scaled(expr, op, a, b);
  const NodeId left = to_node(a), right = to_node(b);
  const bool divides = op == ast::BinaryOp::kDiv || op == ast::BinaryOp::kMod;
  if (divides && live() && formula_->range(right) == Interval{0, 0}) {
    sink_.report(Code::E0108, expr.span, excerpt(sources_, expr.span)).help("divide by something that is not 0");
    return {};
  }
  Operand result = emit(expr, Type::kInt, node_op(op), left, right);
  if (op == ast::BinaryOp::kDiv && result.known()) look_at_quotient(expr, left, right, formula_->range(to_node(result)), a.whole != 0);
  if (divides && result.known()) {
    const NodeId sound = divided_soundly(expr, right, to_node(result));
    if (sound == kNoNode) return {};
    if (result.is_node()) result.node = sound;
  }
  if (!result.is_node()) return result;
  if (op == ast::BinaryOp::kAdd || op == ast::BinaryOp::kSub)
    result.whole = b.whole == 0 || a.whole == b.whole ? a.whole : a.whole == 0 ? b.whole : 0;
  return result;
}

}  // namespace ssd::sema
