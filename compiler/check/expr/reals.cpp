// Nodes that are reals: quotients with a divisor that varies, logarithms, and values that do not fit a scaled int of 64
// bits (policy.reals). Each operation rounds once (abi/real.h). Invariant: every real that is returned is finite, by
// its range or by a check.
#include <cmath>

#include "compiler/check/expr/nodes.h"

namespace ssd::check {
namespace {

using design::CheckKind;

Op real_op(ast::BinaryOp op) {
  switch (op) {
    case ast::BinaryOp::kMul: return Op::kRealMul;
    case ast::BinaryOp::kDiv: return Op::kRealDiv;
    case ast::BinaryOp::kAdd: return Op::kRealAdd;
    case ast::BinaryOp::kSub: return Op::kRealSub;
    case ast::BinaryOp::kEqual: return Op::kRealEqual;
    case ast::BinaryOp::kNotEqual: return Op::kRealNotEqual;
    case ast::BinaryOp::kLess:
    case ast::BinaryOp::kGreater: return Op::kRealLess;
    default: return Op::kRealLessEqual;
  }
}

RealInterval hull(const RealInterval& a, double value) { return {std::min(a.low, value), std::max(a.high, value)}; }

}  // namespace

// A count of steps becomes a real by one multiplication and one division with whole numbers; a factor of 1 is left out.
NodeId NodeBuilder::real_node(const Operand& a) {
  if (!a.is_node()) return formula_.real_constant(nearest_double(a.value.number));
  if (a.real) return a.node;
  const auto whole = [&](Wide number) {
    return formula_.real_constant(nearest_double(Rational::make(number, 1).value_or(Rational(1))));
  };
  NodeId node = formula_.make(Op::kToReal, a.node);
  if (a.scale.numerator() != 1) node = formula_.make(Op::kRealMul, node, whole(a.scale.numerator()));
  if (a.scale.denominator() != 1) node = formula_.make(Op::kRealDiv, node, whole(a.scale.denominator()));
  return node;
}

// Adds a check only if the range contains values that are not finite; 0 then stands for these.
Operand NodeBuilder::real_result(const ast::Expr& expr, Type type, NodeId node) {
  if (formula_.full()) return emit(expr, type, Op::kNot, node);  // reports the limit
  const RealInterval range = formula_.real_range(node);
  if (range.finite()) return Operand::of_real(node, type);
  const NodeId ok =
      formula_.make(Op::kRealLessEqual, formula_.make(Op::kRealAbs, node), formula_.real_constant(kLargestReal));
  const RealInterval bounds{std::max(std::min(range.low, 0.0), -kLargestReal),
                            std::min(std::max(range.high, 0.0), kLargestReal)};
  const NodeId value = formula_.make_real_within(Op::kSelect, ok, node, formula_.real_constant(0), bounds);
  const NodeId sound = checked(expr, CheckKind::kFinite, ok, value, "the result is not a finite number");
  return sound == kNoNode ? Operand{} : Operand::of_real(sound, type);
}

// The divisor, made different from 0. A count is replaced by 1 while it is still an int, which keeps the range of the
// quotient finite.
NodeId NodeBuilder::real_divisor(const ast::Expr& expr, const Operand& b) {
  if (b.is_node() && !b.real) {
    const Interval& range = formula_.range(b.node);
    if (!range.contains(0)) return real_node(b);
    const NodeId one = formula_.constant(range.high <= 0 ? -1 : 1);
    Operand safe = b;
    if (range.low >= 0)
      safe.node = formula_.make(Op::kMax, b.node, one);
    else if (range.high <= 0)
      safe.node = formula_.make(Op::kMin, b.node, one);
    else
      safe.node = formula_.make(Op::kSelect, b.node, b.node, one);
    safe.node = divided_soundly(expr, b.node, safe.node);
    return safe.node == kNoNode ? kNoNode : real_node(safe);
  }
  const NodeId divisor = real_node(b);
  const RealInterval range = formula_.real_range(divisor);
  if (!range.contains(0)) return divisor;
  const NodeId ok = formula_.make(Op::kRealNotEqual, divisor, formula_.real_constant(0));
  const NodeId value = formula_.make_real_within(Op::kSelect, ok, divisor, formula_.real_constant(1), hull(range, 1));
  return checked(expr, CheckKind::kDivisor, ok, value, "the divisor is 0");
}

// `%` is a - b * truncated(a / b), for reals as for ints.
Operand NodeBuilder::compute_reals(const ast::Expr& expr, ast::BinaryOp op, Type type, const Operand& a,
                                   const Operand& b) {
  const NodeId left = real_node(a);
  if (op != ast::BinaryOp::kDiv && op != ast::BinaryOp::kMod) {
    return real_result(expr, type, formula_.make(real_op(op), left, real_node(b)));
  }
  const NodeId divisor = real_divisor(expr, b);
  if (divisor == kNoNode) return {};
  const Operand quotient = real_result(expr, type, formula_.make(Op::kRealDiv, left, divisor));
  if (op == ast::BinaryOp::kDiv || !quotient.known()) return quotient;
  const NodeId negative = formula_.make(Op::kRealLess, quotient.node, formula_.real_constant(0));
  const NodeId down = formula_.make(Op::kFloor, quotient.node), up = formula_.make(Op::kCeil, quotient.node);
  const Operand product =
      real_result(expr, type, formula_.make(Op::kRealMul, divisor, formula_.make(Op::kSelect, negative, up, down)));
  return product.known() ? real_result(expr, type, formula_.make(Op::kRealSub, left, product.node)) : product;
}

// No operand is NaN, so `>` is `<` with swapped sides.
Operand NodeBuilder::compare_reals(ast::BinaryOp op, const Operand& a, const Operand& b) {
  const bool swap = op == ast::BinaryOp::kGreater || op == ast::BinaryOp::kGreaterEqual;
  const NodeId left = real_node(swap ? b : a), right = real_node(swap ? a : b);
  const NodeId node = formula_.make(real_op(op), left, right);
  if (formula_.node(node).op == Op::kConstant) return {.value = Value::of_bool(formula_.range(node).low != 0)};
  return Operand::of_node(node, Type::kBool);
}

Operand NodeBuilder::select_reals(Type type, NodeId condition, const Operand& then, const Operand& otherwise) {
  return Operand::of_real(formula_.make(Op::kSelect, condition, real_node(then), real_node(otherwise)), type);
}

// The node itself gives 0 for a value that an int cannot hold.
Operand NodeBuilder::real_to_int(const ast::Expr& expr, NodeId real) {
  const RealInterval& range = formula_.real_range(real);
  const NodeId value = formula_.make(Op::kToInt, real);
  if (range.low >= -0x1p63 && range.high < 0x1p63) return Operand::of_node(value, Type::kInt);
  const NodeId high = formula_.make(Op::kRealLess, real, formula_.real_constant(0x1p63));
  const NodeId ok =
      formula_.make(Op::kAnd, formula_.make(Op::kRealLessEqual, formula_.real_constant(-0x1p63), real), high);
  const NodeId node = checked(expr, CheckKind::kOverflow, ok, value, "the result is beyond 64 bits");
  return node == kNoNode ? Operand{} : Operand::of_node(node, Type::kInt);
}

Operand NodeBuilder::logarithm(const ast::Expr& expr, const Operand& arg) {
  const NodeId real = real_node(arg);
  const NodeId ok = formula_.make(Op::kRealLess, formula_.real_constant(0), real);
  const NodeId node =
      checked(expr, CheckKind::kFinite, ok, formula_.make(Op::kLog2, real), "its argument is not above 0");
  return node == kNoNode ? Operand{} : Operand::of_real(node, Type::kReal);
}

NodeId NodeBuilder::score(const Operand& operand) {
  if (!operand.is_node())
    return to_node(operand);  // a constant has no other score to differ from, so it need not be exact
  return operand.real ? formula_.make(Op::kOrderKey, operand.node) : operand.node;
}

}  // namespace ssd::check
