// Nodes that represent fractions: a 64-bit node times a constant scale. A time counts nanoseconds, a real its smallest
// step. So policies compute exactly with units, shares and decimals (policy.exact). A value that no such form can hold
// becomes a real (reals.cpp).
#include <algorithm>
#include <limits>

#include "compiler/check/expr/nodes.h"
#include "compiler/check/expr/rounding.h"
#include "compiler/check/vocabulary/vocabulary.h"

namespace ssd::check {

// Types follow the rules of constants: an operation is allowed for two nodes if it is allowed for two values.
Operand NodeBuilder::compute_scaled(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b) {
  const Outcome types = apply(op, Value::of(a.type(), 1), Value::of(b.type(), 1));
  if (types.fault == Fault::kNoUnit)
    return constants_.operate(expr, op, Value::of(a.type(), 1), Value::of(b.type(), 1));
  if (types.fault != Fault::kNone) return constants_.unlike(expr, op, a, b);
  const Type type = types.value.type;
  if (op == ast::BinaryOp::kDiv && !b.is_node()) {
    if (b.value.number.sign() == 0) return constants_.operate(expr, op, Value::of(a.type(), 1), b.value);
    return a.real ? compute_reals(expr, op, type, a, b) : scaled_by(expr, a, divide(1, b.value.number), type);
  }
  if (a.real || b.real || op == ast::BinaryOp::kDiv) return compute_reals(expr, op, type, a, b);
  if (op == ast::BinaryOp::kMul) {
    if (!a.is_node()) return scaled_by(expr, b, a.value.number, type);
    if (!b.is_node()) return scaled_by(expr, a, b.value.number, type);
    const auto scale = multiply(a.scale, b.scale);
    if (!scale || formula_.make(Op::kMul, a.node, b.node) == kNoNode) return compute_reals(expr, op, type, a, b);
    return emit(expr, type, Op::kMul, a.node, b.node, 0, *scale);
  }
  if (op == ast::BinaryOp::kMod && !b.is_node() && b.value.number.sign() == 0) {
    return constants_.operate(expr, op, Value::of(a.type(), 1), b.value);
  }
  const Op made = op == ast::BinaryOp::kAdd ? Op::kAdd : op == ast::BinaryOp::kSub ? Op::kSub : Op::kMod;
  const auto exact = aligned(a, b);
  if (!exact || formula_.make(made, exact->a, exact->b) == kNoNode) return compute_reals(expr, op, type, a, b);
  Operand result = emit(expr, type, made, exact->a, exact->b, 0, exact->scale);
  if (op != ast::BinaryOp::kMod || !result.known()) return result;
  const NodeId sound = divided_soundly(expr, exact->b, result.is_node() ? result.node : exact->a);
  if (sound == kNoNode) return {};
  if (result.is_node()) result.node = sound;
  return result;
}

// A constant factor becomes part of the scale; only a negative sign needs a node.
Operand NodeBuilder::scaled_by(const ast::Expr& expr, const Operand& a, const std::optional<Rational>& factor,
                               Type type) {
  if (factor && factor->sign() == 0) return {.value = Value::of(type, Rational(0))};
  const auto magnitude =
      factor ? Rational::make(factor->sign() < 0 ? -factor->numerator() : factor->numerator(), factor->denominator())
             : std::nullopt;
  const auto scale = magnitude ? multiply(a.scale, *magnitude) : std::nullopt;
  if (!scale) return compute_reals(expr, ast::BinaryOp::kMul, type, a, {.value = Value::of(Type::kReal, *factor)});
  if (factor->sign() < 0) return emit(expr, type, Op::kNegate, a.node, 0, 0, *scale);
  return Operand::of_node(a.node, type, *scale);
}

// Both operands as counts of one step; nothing if a count does not fit into 64 bits, or if an operand is a real.
std::optional<NodeBuilder::Aligned> NodeBuilder::aligned(const Operand& a, const Operand& b) {
  if (a.real || b.real) return std::nullopt;
  const auto scale = common_step(a.is_node() ? a.scale : a.value.number, b.is_node() ? b.scale : b.value.number);
  const NodeId left = steps_of(a, scale), right = steps_of(b, scale);
  return left == kNoNode || right == kNoNode ? std::nullopt : std::optional(Aligned{left, right, *scale});
}

// The operand as a count of a step of which it is a whole multiple; kNoNode if the count does not fit into 64 bits.
NodeId NodeBuilder::steps_of(const Operand& a, const std::optional<Rational>& scale) {
  const auto steps = scale ? divide(a.is_node() ? a.scale : a.value.number, *scale) : std::nullopt;
  const auto count = steps ? as_int(*steps) : std::nullopt;
  if (!count) return kNoNode;
  if (!a.is_node()) return formula_.constant(*count);
  return *count == 1 ? a.node : formula_.make(Op::kMul, a.node, formula_.constant(*count));
}

// Rounds half up, like every real time that enters the engine (time.rounding).
NodeId NodeBuilder::nanoseconds(const ast::Expr& expr, const Operand& time, i64 longest) {
  if (!time.is_node()) {
    constexpr Wide kLowest = std::numeric_limits<i64>::min(), kHighest = std::numeric_limits<i64>::max();
    return formula_.constant(
        static_cast<i64>(std::clamp(rounded_steps(time.value.number, kNanosecond), kLowest, kHighest)));
  }
  const NodeId exact = time.real ? kNoNode : exact_nanoseconds(expr, time);
  return exact != kNoNode ? exact : real_nanoseconds(expr, Operand::of_real(real_node(time), Type::kTime), longest);
}

// kNoNode if no count of 64 bits can hold it.
NodeId NodeBuilder::exact_nanoseconds(const ast::Expr& expr, const Operand& time) {
  const Rational nanosecond = *Rational::make(1, 1'000'000'000);
  const auto step = divide(time.scale, nanosecond);
  if (!step) return kNoNode;
  if (step->whole()) return steps_of(time, nanosecond);
  const auto half = multiply(*Rational::make(1, 2), *Rational::make(1, step->denominator()));
  const NodeId halves = steps_of(time, half ? multiply(*half, nanosecond) : std::nullopt);
  const auto parts = as_int(Rational::make(step->denominator(), 1).value_or(Rational(0)));
  if (halves == kNoNode || !parts || *parts > (i64{1} << 60)) return kNoNode;
  const NodeId sum = formula_.make(Op::kAdd, halves, formula_.constant(*parts));
  const Operand whole = sum == kNoNode ? Operand{} : floor_of(expr, sum, 2 * *parts, false);
  return whole.known() ? to_node(whole) : kNoNode;
}

// floor(x + 1/2). The bounds are checked before the conversion to an int, because a very large time has no int.
NodeId NodeBuilder::real_nanoseconds(const ast::Expr& expr, const Operand& time, i64 longest) {
  const Operand scaled =
      real_result(expr, Type::kTime, formula_.make(Op::kRealMul, time.node, formula_.real_constant(1e9)));
  if (!scaled.known()) return kNoNode;
  const Operand raised =
      real_result(expr, Type::kTime, formula_.make(Op::kRealAdd, scaled.node, formula_.real_constant(0.5)));
  if (!raised.known()) return kNoNode;
  const NodeId rounded = formula_.make(Op::kFloor, raised.node);
  const NodeId least = formula_.real_constant(0), most = formula_.real_constant(static_cast<double>(longest));
  const NodeId ok = formula_.make(Op::kAnd, formula_.make(Op::kRealLessEqual, least, rounded),
                                  formula_.make(Op::kRealLessEqual, rounded, most));
  const NodeId within = formula_.make(Op::kRealMin, formula_.make(Op::kRealMax, rounded, least), most);
  return checked(expr, design::CheckKind::kLatency, ok, formula_.make(Op::kToInt, within),
                 "the time is not within 0ns..1h");
}

// The int division rounds towards zero, so the quotient is corrected by one where floor or ceil goes the other way.
Operand NodeBuilder::floor_of(const ast::Expr& expr, NodeId dividend, i64 divisor, bool up) {
  const NodeId by = formula_.constant(divisor), zero = formula_.constant(0);
  const Operand quotient = emit(expr, Type::kInt, Op::kDiv, dividend, by);
  const Interval& range = formula_.range(dividend);
  if (!quotient.known() || (up ? range.high <= 0 : range.low >= 0)) return quotient;
  const Operand rest = emit(expr, Type::kInt, Op::kMod, dividend, by);
  if (!rest.known()) return rest;
  const NodeId step =
      up ? formula_.make(Op::kLess, zero, to_node(rest)) : formula_.make(Op::kLess, to_node(rest), zero);
  return emit(expr, Type::kInt, up ? Op::kAdd : Op::kSub, to_node(quotient), step);
}

// floor, ceil and int of a node. If the node is a count of steps, this is a division of ints.
Operand NodeBuilder::rounded(const ast::Expr& expr, Prelude function, const Operand& a) {
  if (function == Prelude::kReal)
    return a.real ? Operand::of_real(a.node, Type::kReal) : Operand::of_node(a.node, Type::kReal, a.scale);
  if (a.type() == Type::kInt) return a;
  const NodeId whole = a.real ? kNoNode : steps_of(a, Rational::make(1, a.scale.denominator()));
  const auto parts = as_int(Rational::make(a.scale.denominator(), 1).value_or(Rational(0)));
  if (whole == kNoNode || !parts) {
    const NodeId real = real_node(a);
    return real_to_int(expr, function == Prelude::kInt
                                 ? real
                                 : formula_.make(function == Prelude::kFloor ? Op::kFloor : Op::kCeil, real));
  }
  if (function != Prelude::kInt) return floor_of(expr, whole, *parts, function == Prelude::kCeil);
  return emit(expr, Type::kInt, Op::kDiv, whole, formula_.constant(*parts));
}

}  // namespace ssd::check
