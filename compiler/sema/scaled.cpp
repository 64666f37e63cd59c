// Nodes that stand for fractions: a node of 64 bits times a constant scale (a time counts nanoseconds, a real its smallest step), so that
// policies compute with units, shares and decimals and yet exactly. What no such form can hold is refused by name.
#include <fmt/format.h>

#include "compiler/sema/evaluate.h"

namespace ssd::sema {
namespace {

using diag::Code;

}  // namespace

// Types by the rules of constants: what is allowed of two values is allowed of two nodes.
Operand Evaluator::compute_scaled(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b) {
  const Outcome types = apply(op, Value::of(a.type(), 1), Value::of(b.type(), 1));
  if (types.fault == Fault::kNoUnit) return operate_constants(expr, op, Value::of(a.type(), 1), Value::of(b.type(), 1));
  if (types.fault != Fault::kNone) return unlike(expr, op, a, b);
  const Type type = types.value.type;
  if (op == ast::BinaryOp::kMul) {
    if (!a.is_node()) return scaled_by(expr, b, a.value.number, type);
    if (!b.is_node()) return scaled_by(expr, a, b.value.number, type);
    const auto scale = multiply(a.scale, b.scale);
    return scale ? emit(expr, type, Op::kMul, a.node, b.node, 0, *scale) : scaled_by(expr, a, std::nullopt, type);
  }
  if (op == ast::BinaryOp::kDiv) {
    if (b.is_node()) {
      sink_.report(Code::E0199, expr.span, fmt::format("dividing {} by what is not constant", noun(a.type())))
          .help("divide ints, or multiply the other side of the comparison instead");
      return {};
    }
    if (b.value.number.sign() == 0) return operate_constants(expr, op, Value::of(a.type(), 1), b.value);
    return scaled_by(expr, a, divide(1, b.value.number), type);
  }
  const auto scale = common_scale(a, b);
  const NodeId left = in_steps(expr, a, scale), right = in_steps(expr, b, scale);
  if (left == kNoNode || right == kNoNode) return {};
  if (op == ast::BinaryOp::kMod && !divisor_is_sound(expr, std::get_if<ast::Binary>(&expr.node), right)) return {};
  const Op made = op == ast::BinaryOp::kAdd ? Op::kAdd : op == ast::BinaryOp::kSub ? Op::kSub : Op::kMod;
  return emit(expr, type, made, left, right, 0, *scale);
}

// A constant factor costs nothing but its sign: it becomes part of the scale.
Operand Evaluator::scaled_by(const ast::Expr& expr, const Operand& a, const std::optional<Rational>& factor, Type type) {
  if (factor && factor->sign() == 0) return {.value = Value::of(type, Rational(0))};
  const auto magnitude = factor ? Rational::make(factor->sign() < 0 ? -factor->numerator() : factor->numerator(), factor->denominator())
                                : std::nullopt;
  const auto scale = magnitude ? multiply(a.scale, *magnitude) : std::nullopt;
  if (!scale) {
    if (live()) sink_.report(Code::E0109, expr.span, excerpt(sources_, expr.span)).help("write fewer digits");
    return {};
  }
  if (factor->sign() < 0) return emit(expr, type, Op::kNegate, a.node, 0, 0, *scale);
  return Operand::of_node(a.node, type, *scale);
}

std::optional<Rational> Evaluator::common_scale(const Operand& a, const Operand& b) const {
  return common_step(a.is_node() ? a.scale : a.value.number, b.is_node() ? b.scale : b.value.number);
}

// The operand counted in steps of a scale of which it is a whole multiple.
NodeId Evaluator::in_steps(const ast::Expr& expr, const Operand& a, const std::optional<Rational>& scale) {
  const auto steps = scale ? divide(a.is_node() ? a.scale : a.value.number, *scale) : std::nullopt;
  const auto count = steps ? as_int(*steps) : std::nullopt;
  NodeId node = kNoNode;
  if (count && !a.is_node()) node = formula_->constant(*count);
  if (count && a.is_node()) node = *count == 1 ? a.node : formula_->make(Op::kMul, a.node, formula_->constant(*count));
  if (node == kNoNode && live()) {
    sink_.report(Code::E0209, expr.span, excerpt(sources_, expr.span)).help("write fewer digits, or bound the operands by `min`");
  }
  return node;
}

// Half up, as every real time that enters the engine (rules.md, rule 40). A time of the engine is never negative, so `/` rounds down.
NodeId Evaluator::nanosecond_node(const ast::Expr& expr, const Operand& time) {
  const Rational nanosecond = *Rational::make(1, 1'000'000'000);
  if (!time.is_node()) {
    const auto doubled = multiply(time.value.number, 2'000'000'000);
    const Wide rounded = doubled ? (doubled->floor() + 1) / 2 : 0;
    return formula_->constant(static_cast<i64>(rounded));
  }
  const auto step = divide(time.scale, nanosecond);
  if (!step) return in_steps(expr, time, std::nullopt);
  if (step->whole()) return in_steps(expr, time, nanosecond);
  const auto half = multiply(*Rational::make(1, 2), *Rational::make(1, step->denominator()));
  const NodeId halves = in_steps(expr, time, half ? multiply(*half, nanosecond) : std::nullopt);
  const auto parts = as_int(Rational::make(step->denominator(), 1).value_or(Rational(0)));
  if (halves == kNoNode || !parts || *parts > (i64{1} << 60)) return kNoNode;
  const Operand sum = emit(expr, Type::kInt, Op::kAdd, halves, formula_->constant(*parts));
  if (!sum.known()) return kNoNode;
  return to_node(emit(expr, Type::kInt, Op::kDiv, to_node(sum), formula_->constant(2 * *parts)));
}

// floor, ceil and int of a node: a division of ints, whose rounding is that of numbers that are not negative.
Operand Evaluator::rounded_node(const ast::Expr& expr, std::string_view function, const Operand& a) {
  if (function == "real") return Operand::of_node(a.node, Type::kReal, a.scale);
  if (a.type() == Type::kInt) return a;
  const NodeId whole = in_steps(expr, a, Rational::make(1, a.scale.denominator()));
  const auto parts = as_int(Rational::make(a.scale.denominator(), 1).value_or(Rational(0)));
  if (whole == kNoNode || !parts) return {};
  if (function != "int" && formula_->range(whole).low < 0) {
    sink_.report(Code::E0199, expr.span, fmt::format("`{}` of what may be negative", function))
        .help("use `int(x)`, or `max(x, 0.0)` inside");
    return {};
  }
  NodeId dividend = whole;
  if (function == "ceil") {
    const Operand raised = emit(expr, Type::kInt, Op::kAdd, whole, formula_->constant(*parts - 1));
    if (!raised.known()) return {};
    dividend = to_node(raised);
  }
  return emit(expr, Type::kInt, Op::kDiv, dividend, formula_->constant(*parts));
}

}  // namespace ssd::sema
