// Checks in a formula. What may go wrong and is not ruled out by ranges becomes a requirement that the run tests. It is
// tested only if the conditions on the way to it hold, so parts that `and`, `or` and `if` skip never stop a run.
// Invariant: a node that this file returns is safe for all inputs, whether or not evaluation reaches it.
#include <fmt/format.h>

#include <limits>

#include "compiler/check/expr/nodes.h"
#include "compiler/check/helps/wrong_type.h"

namespace ssd::check {
namespace {

using design::CheckKind;
using diag::Code;

constexpr u64 kLooksOfAStep = 128;  // so many comparisons of intervals take as long as one step of evaluation
constexpr i64 kLowest = std::numeric_limits<i64>::min(), kHighest = std::numeric_limits<i64>::max();

}  // namespace

// Makes a constant a node, so that a check can be put on it.
Operand NodeBuilder::as_node(const Operand& constant) {
  if (!is_quantity(constant.type())) {
    Operand node = Operand::of_node(to_node(constant), constant.type());
    node.value.text = constant.value.text;
    return node;
  }
  const Rational step = common_step(constant.value.number, constant.value.number).value_or(Rational(1));
  const NodeId count = steps_of(constant, constant.type() == Type::kInt ? Rational(1) : step);
  return count == kNoNode
             ? Operand::of_real(real_node(constant), constant.type())
             : Operand::of_node(count, constant.type(), constant.type() == Type::kInt ? Rational(1) : step);
}

// The range of the node under the conditions of this place. Computing it visits every earlier node, and every
// constraint for each of them.
std::optional<Interval> NodeBuilder::range_here(NodeId node) {
  path_.spend(u64{node} * (path_.constraints().size() + 4) / kLooksOfAStep);
  return formula_.range_under(node, path_.constraints());
}

// "If evaluation reaches this place, the condition holds", as a node.
NodeId NodeBuilder::guarded(NodeId condition) {
  path_.spend(path_.conditions().size());
  NodeId way = kNoNode;
  for (const auto& [node, truth] : path_.conditions()) {
    const NodeId step = truth ? node : formula_.make(Op::kNot, node);
    way = way == kNoNode ? step : formula_.make(Op::kAnd, way, step);
  }
  return way == kNoNode ? condition : formula_.make(Op::kOr, formula_.make(Op::kNot, way), condition);
}

// `value` must be harmless where `ok` does not hold. Returns kNoNode after an error: either `ok` never holds, or it
// must be proved here and is not.
NodeId NodeBuilder::checked(const ast::Expr& expr, CheckKind kind, NodeId ok, NodeId value,
                            std::string_view otherwise) {
  if (!path_.live() || formula_.range(ok) == Interval{1, 1}) return value;
  const auto truth = range_here(ok);
  if (!truth || *truth == Interval{1, 1}) return value;
  const std::string text = excerpt(sources_, expr.span);
  if (*truth == Interval{0, 0}) {
    sink_.report(Code::E0130, expr.span, text, otherwise)
        .help("change it so that it has a value, or skip it with an `if`");
    return kNoNode;
  }
  if (!formula_.may_check()) {
    if (kind == CheckKind::kOverflow)
      sink_.report(Code::E0209, expr.span, text)
          .help("keep the operands small, for instance by a `%` or a division before the product");
    else
      sink_.report(Code::E0131, expr.span, text, otherwise)
          .help("a map is proved for every page: rule it out with an `if`, `min` or `max`");
    return kNoNode;
  }
  return formula_.require(guarded(ok), value, {kind, expr.span, text});
}

// Uses the constraints only if the plain interval contains 0. Nearly all divisors are counts of the geometry, which are
// constants.
NodeId NodeBuilder::divided_soundly(const ast::Expr& expr, NodeId divisor, NodeId quotient) {
  if (!path_.live() || !formula_.range(divisor).contains(0)) return quotient;
  const auto range = range_here(divisor);
  if (!range || !range->contains(0)) return quotient;
  const auto* binary = std::get_if<ast::Binary>(&expr.node);
  const Span at = binary != nullptr ? binary->right->span : expr.span;
  const std::string text = excerpt(sources_, expr.span);
  if (range->single()) {
    sink_.report(Code::E0108, expr.span, text).help("divide by something that is not 0");
    return kNoNode;
  }
  if (!formula_.may_check()) {
    sink_.report(Code::E0208, at, text)
        .label(fmt::format("can be {}..{} here", to_text(range->low), to_text(range->high)))
        .help(fmt::format("guard it: `if {} != 0 then {} else 0`", excerpt(sources_, at), text));
    return kNoNode;
  }
  const NodeId ok = formula_.make(Op::kNotEqual, divisor, formula_.constant(0));
  return formula_.require(guarded(ok), quotient, {CheckKind::kDivisor, expr.span, text});
}

// An int operation whose result may leave 64 bits. It is computed so that nothing traps, and gives 0 where the result
// does not fit.
Operand NodeBuilder::emit_checked(const ast::Expr& expr, Op op, NodeId a, NodeId b) {
  if (op == Op::kNegate) return emit_checked(expr, Op::kSub, formula_.constant(0), a);
  if (op == Op::kAbs) {
    const Operand negative = emit_checked(expr, Op::kSub, formula_.constant(0), a);
    return negative.known() ? emit(expr, Type::kInt, Op::kMax, a, to_node(negative)) : negative;
  }
  constexpr Interval kAny{kLowest, kHighest};
  const std::string_view outside = "the result is beyond 64 bits";
  if (op == Op::kDiv || op == Op::kMod) {
    // Only the lowest int divided by -1 overflows.
    const NodeId lowest = formula_.make(Op::kEqual, a, formula_.constant(kLowest));
    const NodeId both = formula_.make(Op::kAnd, lowest, formula_.make(Op::kEqual, b, formula_.constant(-1)));
    const NodeId ok = formula_.make(Op::kNot, both), one = formula_.constant(1);
    const NodeId value = formula_.make_within(op, a, formula_.make(Op::kSelect, both, one, b), kAny);
    const NodeId node = op == Op::kMod ? value : checked(expr, CheckKind::kOverflow, ok, value, outside);
    return node == kNoNode ? Operand{} : Operand::of_node(node, Type::kInt);
  }
  const bool sum = op == Op::kAdd, difference = op == Op::kSub;
  const NodeId ok = formula_.make(sum ? Op::kAddFits : difference ? Op::kSubFits : Op::kMulFits, a, b);
  const NodeId wrapped = formula_.make_within(sum          ? Op::kWrapAdd
                                              : difference ? Op::kWrapSub
                                                           : Op::kWrapMul,
                                              a, b, kAny);
  const NodeId value = formula_.make(Op::kSelect, ok, wrapped, formula_.constant(0));
  const NodeId node = checked(expr, CheckKind::kOverflow, ok, value, outside);
  return node == kNoNode ? Operand{} : Operand::of_node(node, Type::kInt);
}

Operand NodeBuilder::cell(const ast::Expr& expr, const TableRef& table, NodeId at) {
  const Wide last = static_cast<Wide>(table.entries) - 1;
  const Interval range = formula_.range(at);
  const bool within = range.low >= 0 && range.high <= last;
  const NodeId ok = within
                        ? formula_.constant(1)
                        : formula_.make(Op::kAnd, formula_.make(Op::kLessEqual, formula_.constant(0), at),
                                        formula_.make(Op::kLessEqual, at, formula_.constant(static_cast<i64>(last))));
  if (table.real) {
    const NodeId real =
        checked(expr, CheckKind::kIndex, ok, formula_.load_real(table.cell, at), "the table has no such entry");
    return real == kNoNode ? Operand{} : Operand::of_real(real, Type::kReal);
  }
  const Wide span = static_cast<Wide>(table.high) - table.low;
  const NodeId raw =
      checked(expr, CheckKind::kIndex, ok, formula_.load(table.cell, at, {0, span}), "the table has no such entry");
  if (raw == kNoNode) return {};
  const NodeId value = table.low == 0 ? raw : formula_.make(Op::kAdd, raw, formula_.constant(table.low));
  return Operand::of_node(value, Type::kInt);
}

NodeId NodeBuilder::cell_value(const ast::Expr& expr, const Operand& number, bool real, i64 low, i64 high) {
  if (real) return real_node(number);
  if (number.type() != Type::kInt) {
    report_type(sink_, expr, noun(Type::kInt), number.type(), "");
    return kNoNode;
  }
  const NodeId within = bounded(expr, CheckKind::kCell, to_node(number), low, high);
  return within == kNoNode || low == 0 ? within : formula_.make(Op::kSub, within, formula_.constant(low));
}

NodeId NodeBuilder::bounded(const ast::Expr& expr, CheckKind kind, NodeId node, i64 low, i64 high,
                            std::string_view otherwise) {
  const Interval& range = formula_.range(node);
  if (low <= range.low && range.high <= high) return node;
  const NodeId least = formula_.constant(low), most = formula_.constant(high);
  const NodeId ok =
      formula_.make(Op::kAnd, formula_.make(Op::kLessEqual, least, node), formula_.make(Op::kLessEqual, node, most));
  const NodeId within = formula_.make(Op::kMin, formula_.make(Op::kMax, node, least), most);
  return checked(expr, kind, ok, within, otherwise);
}

}  // namespace ssd::check
