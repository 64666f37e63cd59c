// Divisions of ints that can only give 0 or 1: `b.valid / pages` is 0 although its author means a share. Invariant:
// there is no warning if the result may be intended: a range cut into halves (`lpn % 8 / 4`), a division without
// remainder, and a result that depends on a param or an argument.
#include <fmt/format.h>

#include "compiler/check/expr/evaluate.h"
#include "compiler/check/expr/reach.h"
#include "compiler/check/expr/walk.h"
#include "compiler/check/helps/wrong_type.h"
#include "compiler/check/lint/lints.h"

namespace ssd::check {
namespace {

using diag::Code;

// Whether the quotient is 0 for as many dividends as it is 1, give or take one.
bool halves(const Interval& dividend, const Interval& divisor) {
  if (!divisor.single() || dividend.low > 0 || dividend.high < divisor.high) return false;
  const Wide ones = dividend.high - divisor.high + 1, zeros = divisor.high - dividend.low;
  return ones + 1 >= zeros && zeros + 1 >= ones;
}

std::string text_of(const Interval& range) {
  return range.single() ? to_text(range.low) : to_text(range.low) + ".." + to_text(range.high);
}

// The range of an operand that may be a constant.
Interval range_of(const Formula& formula, const Operand& operand) {
  if (operand.is_node()) return formula.range(operand.node);
  const Wide value = operand.value.number.floor();
  return {value, value};
}

// Checks ints that are known only while the drive runs. Making the quotient adds nothing to the formula: it is already
// there, unless it may leave 64 bits.
void look_at_nodes(Evaluator& at, const Operation& seen) {
  Formula& formula = *at.formula();
  const Interval a = range_of(formula, seen.left), b = range_of(formula, seen.right);
  if (b == Interval{0, 0} || b == Interval{1, 1} || a == Interval{0, 0} || formula.full()) return;
  NodeBuilder nodes = at.builder(formula);
  const NodeId made = formula.make(Op::kDiv, nodes.to_node(seen.left), nodes.to_node(seen.right));
  if (made == kNoNode) return;
  const Interval quotient = formula.range(made);
  if (quotient.low < 0 || quotient.high > 1 || halves(a, b)) return;
  auto& warning = at.sink().report(Code::W0120, seen.expr.span, excerpt(at.sources(), seen.expr.span),
                                   quotient.single() ? to_text(quotient.low) : "0 or 1");
  warning.label(fmt::format("{} / {}", text_of(a), text_of(b)));
  const auto& sides = std::get<ast::Binary>(seen.expr.node);
  const std::string left = excerpt(at.sources(), sides.left->span);
  if (seen.left.whole != 0)
    warning.help("compare with a share instead, such as `free_pages < 10%`");
  else if (formula.may_check())
    warning.help(fmt::format("for the fraction write `real({}) / {}`", left, excerpt(at.sources(), sides.right->span)));
  else
    warning.help(fmt::format("divide by less: `{}` is at most {}", left, to_text(a.high)));
}

// Whether the expression depends on a param, or on a bound name.
bool varies(Evaluator& at, const ast::Expr& expr) {
  bool bound = false;
  walk({&expr}, [&](const ast::Expr& part) {
    const auto* name = std::get_if<ast::NameRef>(&part.node);
    bound |= name != nullptr && at.scope().is_bound(name->text);
  });
  Reach reach(at.globals().names());
  reach.add(expr);
  return bound || !reach.params().empty();
}

// Checks constants. In a function they are the arguments of one call, and another call may have others.
void look_at_constants(Evaluator& at, const Operation& seen) {
  const Rational& quotient = seen.result.value.number;
  const bool decided = compare(quotient, 0) == 0 || compare(quotient, 1) == 0;
  if (at.in_function() || !decided || multiply(quotient, seen.right.value.number) == seen.left.value.number ||
      varies(at, seen.expr))
    return;
  const auto& sides = std::get<ast::Binary>(seen.expr.node);
  const auto* literal = std::get_if<ast::NumberLit>(&sides.left->node);
  const std::string left = excerpt(at.sources(), sides.left->span), right = excerpt(at.sources(), sides.right->span);
  at.sink()
      .report(Code::W0120, seen.expr.span, excerpt(at.sources(), seen.expr.span), to_text(quotient.floor()))
      .help(literal == nullptr ? fmt::format("for the fraction write `real({}) / {}`", left, right)
                               : fmt::format("for the fraction write `{}.0 / {}`", literal->digits, right));
}

}  // namespace

void look_at_quotient(Evaluator& at, const Operation& seen) {
  const bool ints = seen.left.type() == Type::kInt && seen.right.type() == Type::kInt;
  if (seen.op != ast::BinaryOp::kDiv || !ints || !at.live()) return;
  if (seen.left.is_node() || seen.right.is_node())
    look_at_nodes(at, seen);
  else if (seen.result.type() == Type::kInt)
    look_at_constants(at, seen);
}

}  // namespace ssd::check
