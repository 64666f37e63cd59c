// Operations and functions with at least one operand that is a node: see nodes.h. An operation that may overflow or
// divide by zero becomes a check or an error here, so the engine never has to test for it.
#include "compiler/check/expr/nodes.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/check/helps/wrong_type.h"

namespace ssd::check {
namespace {

using diag::Code;

// a > b is the same as b < a.
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

// The caller swaps the sides of `>` and `>=`.
Op node_op(ast::BinaryOp op) {
  switch (op) {
    case ast::BinaryOp::kMul: return Op::kMul;
    case ast::BinaryOp::kDiv: return Op::kDiv;
    case ast::BinaryOp::kMod: return Op::kMod;
    case ast::BinaryOp::kAdd: return Op::kAdd;
    case ast::BinaryOp::kSub: return Op::kSub;
    case ast::BinaryOp::kBitAnd: return Op::kBitAnd;
    case ast::BinaryOp::kBitXor: return Op::kBitXor;
    case ast::BinaryOp::kBitOr: return Op::kBitOr;
    case ast::BinaryOp::kAnd: return Op::kAnd;
    case ast::BinaryOp::kOr: return Op::kOr;
    case ast::BinaryOp::kEqual: return Op::kEqual;
    case ast::BinaryOp::kNotEqual: return Op::kNotEqual;
    case ast::BinaryOp::kLess:
    case ast::BinaryOp::kGreater: return Op::kLess;
    default: return Op::kLessEqual;
  }
}

}  // namespace

Operand NodeBuilder::operate(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b) {
  if (op == ast::BinaryOp::kAnd || op == ast::BinaryOp::kOr)
    return emit(expr, Type::kBool, node_op(op), to_node(a), to_node(b));
  if (is_of_bits(op)) return bits(expr, op, a, b);
  return is_comparison(op) ? compare(expr, op, a, b) : compute(expr, op, a, b);
}

Operand NodeBuilder::inverted(const ast::Expr& expr, const Operand& truth) {
  return emit(expr, Type::kBool, Op::kNot, truth.node);
}

// A negation is emitted as 0 - x, so it is checked for overflow like any difference.
Operand NodeBuilder::negated(const ast::Expr& expr, const Operand& arg) {
  if (arg.real) return Operand::of_real(formula_.make(Op::kRealNegate, arg.node), arg.type());
  return emit(expr, arg.type(), Op::kNegate, arg.node, 0, 0, arg.scale);
}

Operand NodeBuilder::absolute(const ast::Expr& expr, const Operand& arg) {
  if (arg.real) return Operand::of_real(formula_.make(Op::kRealAbs, arg.node), arg.type());
  return emit(expr, arg.type(), Op::kAbs, arg.node, 0, 0, arg.scale);
}

Operand NodeBuilder::extreme(const ast::Expr& expr, bool least, const Operand& a, const Operand& b) {
  const Op op = least ? Op::kMin : Op::kMax;
  if (a.type() == Type::kInt && b.type() == Type::kInt) {
    Operand result = emit(expr, Type::kInt, op, to_node(a), to_node(b));
    if (result.is_node()) result.whole = a.whole != 0 ? a.whole : b.whole;
    return result;
  }
  const bool alike = a.type() == b.type() || (is_number(a.type()) && is_number(b.type()));
  if (!alike) return constants_.unlike(expr, ast::BinaryOp::kLess, a, b);
  const Type type = a.type() == b.type() ? a.type() : Type::kReal;
  if (const auto exact = aligned(a, b)) return emit(expr, type, op, exact->a, exact->b, 0, exact->scale);
  return Operand::of_real(formula_.make(least ? Op::kRealMin : Op::kRealMax, real_node(a), real_node(b)), type);
}

// Both branches have the same type, or are numbers.
Operand NodeBuilder::select(const ast::Expr& expr, NodeId condition, const Operand& then, const Operand& otherwise) {
  const bool plain = then.type() == Type::kInt || then.type() == Type::kBool || is_word(then.type());
  if (then.type() == otherwise.type() && plain) {
    Operand result = emit(expr, then.type(), Op::kSelect, condition, to_node(then), to_node(otherwise));
    result.whole = then.whole == otherwise.whole ? then.whole : 0;
    return result;
  }
  if (!is_quantity(then.type()) || !is_quantity(otherwise.type())) {
    sink_.report(Code::E0133, expr.span, noun(then.type()))
        .help("choose between numbers, truth values or words such as `lsb`");
    return {};
  }
  const Type type = then.type() == otherwise.type() ? then.type() : Type::kReal;
  const auto exact = aligned(then, otherwise);
  if (!exact) return select_reals(type, condition, then, otherwise);
  return emit(expr, type, Op::kSelect, condition, exact->a, exact->b, exact->scale);
}

Operand NodeBuilder::item(const ast::Expr& expr, const std::vector<Operand>& items, NodeId at) {
  const auto last = static_cast<i64>(items.size()) - 1;
  const Interval range = formula_.range(at);
  Operand result = items.back();
  for (i64 i = last; i-- > 0 && result.known();) {
    if (!range.contains(i)) continue;
    const Operand here = emit(expr, Type::kBool, Op::kEqual, at, formula_.constant(i));
    if (!here.known()) return {};
    const Operand& item = items[static_cast<std::size_t>(i)];
    if (here.is_node())
      result = select(expr, here.node, item, result);
    else if (here.value.truth)
      result = item;
  }
  if (!result.known() || (range.low >= 0 && range.high <= last)) return result;
  if (!result.is_node()) result = as_node(result);
  const NodeId least = formula_.make(Op::kLessEqual, formula_.constant(0), at);
  const NodeId ok = formula_.make(Op::kAnd, least, formula_.make(Op::kLessEqual, at, formula_.constant(last)));
  result.node = checked(expr, design::CheckKind::kIndex, ok, result.node, "the list has no such item");
  return result.node == kNoNode ? Operand{} : result;
}

// A constant operand must be an int, a truth or a word; the callers check the type first.
NodeId NodeBuilder::to_node(const Operand& operand) {
  if (operand.is_node()) return operand.node;
  if (operand.type() == Type::kBool) return formula_.constant(operand.value.truth ? 1 : 0);
  return formula_.constant(as_int(operand.value.number).value_or(0));
}

// Every node is made here, or by a caller that proves that it cannot overflow, so no caller can bypass the size limit.
// A node whose interval has one value is returned as a constant, which decides conditions on it.
Operand NodeBuilder::emit(const ast::Expr& expr, Type type, Op op, NodeId a, NodeId b, NodeId c,
                          const Rational& scale) {
  if (formula_.full()) {
    if (!overfull_reported_)
      sink_.report(Code::E0221, expr.span, limits::kMostGraphNodes).help("make the formula shorter");
    overfull_reported_ = true;
    return {};
  }
  const NodeId node = formula_.make(op, a, b, c);
  if (node == kNoNode) {
    if (!path_.live()) return {.value = any_value(type)};
    if (type == Type::kInt) return emit_checked(expr, op, a, b);
    sink_.report(Code::E0209, expr.span, excerpt(sources_, expr.span))
        .help("keep the operands small, for instance by a `%` or a division before the product");
    return {};
  }
  const Interval range = formula_.range(node);
  if (formula_.node(node).op == Op::kConstant) {
    const auto value = static_cast<std::int64_t>(range.low);
    if (type == Type::kBool) return {.value = Value::of_bool(value != 0)};
    // multiply() fails only if the scale is smaller than any unit.
    return {.value = Value::of(type, multiply(scale, value).value_or(Rational(value)))};
  }
  return Operand::of_node(node, type, scale);
}

// There is no node for `>`, so its sides are swapped. A comparison with a constant needs no common scale.
Operand NodeBuilder::compare(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b) {
  const bool equality = op == ast::BinaryOp::kEqual || op == ast::BinaryOp::kNotEqual;
  const bool alike = a.type() == b.type() || (is_number(a.type()) && is_number(b.type()));
  if (!alike || (!is_quantity(a.type()) && !equality)) return constants_.unlike(expr, op, a, b);
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

// count < share is computed as count < ceil(share * whole), exactly, so no rounding can change when collection starts
// (space.counts).
Operand NodeBuilder::compare_with_number(ast::BinaryOp op, const Operand& count, const Value& bound) {
  using enum ast::BinaryOp;
  const bool share = bound.type == Type::kRatio && count.whole != 0;
  const auto exact =
      share ? multiply(bound.number, static_cast<std::int64_t>(count.whole)) : divide(bound.number, count.scale);
  const Interval range = formula_.range(count.node);
  // All bounds beyond the range of the count have the same effect, so the nearest one is used.
  const auto near = [&](Wide value) { return static_cast<i64>(std::clamp(value, range.low - 1, range.high + 1)); };
  const Wide below = exact ? exact->floor() : (bound.number.sign() < 0 ? range.low - 1 : range.high + 1);
  const Wide above = exact ? exact->ceil() : below;
  const bool whole = below == above;
  const auto decided = [](bool truth) { return Operand{.value = Value::of_bool(truth)}; };
  const auto node = [&](Op made, NodeId a, NodeId b) {
    const NodeId id = formula_.make(made, a, b);
    return formula_.node(id).op == Op::kConstant ? decided(formula_.range(id).low != 0)
                                                 : Operand::of_node(id, Type::kBool);
  };
  switch (op) {
    case kLess: return node(Op::kLess, count.node, formula_.constant(near(above)));
    case kLessEqual: return node(Op::kLessEqual, count.node, formula_.constant(near(below)));
    case kGreater: return node(Op::kLess, formula_.constant(near(below)), count.node);
    case kGreaterEqual: return node(Op::kLessEqual, formula_.constant(near(above)), count.node);
    case kEqual: return whole ? node(Op::kEqual, count.node, formula_.constant(near(below))) : decided(false);
    default: return whole ? node(Op::kNotEqual, count.node, formula_.constant(near(below))) : decided(true);
  }
}

// The bits of counts are plain ints: what is left of a count is no share of the whole.
Operand NodeBuilder::bits(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b) {
  if (a.type() != Type::kInt || b.type() != Type::kInt) return constants_.no_ints(expr, op, a, b);
  const NodeId left = to_node(a), right = to_node(b);
  if (!is_shift(op)) return emit(expr, Type::kInt, node_op(op), left, right);
  const NodeId count = bounded(expr, design::CheckKind::kShift, right, 0, kMostShift, "a shift is by 0 to 62 bits");
  if (count == kNoNode) return {};
  if (op == ast::BinaryOp::kShiftRight) return emit(expr, Type::kInt, Op::kShiftRight, left, count);
  const Operand factor = emit(expr, Type::kInt, Op::kPower, count);
  return factor.known() ? emit(expr, Type::kInt, Op::kMul, left, to_node(factor)) : factor;
}

// A count remains a count (which can be compared with a share) only through sums with plain ints.
Operand NodeBuilder::compute(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b) {
  if (a.type() != Type::kInt || b.type() != Type::kInt) return compute_scaled(expr, op, a, b);
  const NodeId left = to_node(a), right = to_node(b);
  const bool divides = op == ast::BinaryOp::kDiv || op == ast::BinaryOp::kMod;
  if (divides && path_.live() && formula_.range(right) == Interval{0, 0}) {
    sink_.report(Code::E0108, expr.span, excerpt(sources_, expr.span)).help("divide by something that is not 0");
    return {};
  }
  Operand result = emit(expr, Type::kInt, node_op(op), left, right);
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

}  // namespace ssd::check
