// Counts of pages and blocks that are compared with a number where a share seems to be meant. Invariant: it reports
// only numbers that no count can equal (between 0 and 1), and shares that are part of a computation: `10% + 2` is 2.1
// blocks.
#include <fmt/format.h>

#include "compiler/check/expr/evaluate.h"
#include "compiler/check/expr/walk.h"
#include "compiler/check/helps/wrong_type.h"
#include "compiler/check/lint/lints.h"

namespace ssd::check {
namespace {

using diag::Code;

const ast::Expr* share_in(const ast::Expr& expr) {
  const ast::Expr* found = nullptr;
  walk({&expr}, [&](const ast::Expr& part) {
    const auto* literal = std::get_if<ast::NumberLit>(&part.node);
    if (literal != nullptr && literal->unit == "%") found = &part;
  });
  return found;
}

bool is_below_one(const Operand& operand) {
  return !operand.is_node() && compare(operand.value.number, 0) > 0 && compare(operand.value.number, 1) < 0;
}

}  // namespace

void look_at_share(Evaluator& at, const Operation& seen) {
  const Operand &a = seen.left, &b = seen.right;
  const bool one_is_count = (a.whole != 0) != (b.whole != 0) && (a.is_node() || b.is_node());
  if (!is_comparison(seen.op) || !one_is_count || !at.live()) return;
  const auto& sides = std::get<ast::Binary>(seen.expr.node);
  const bool count_first = a.whole != 0;
  const Operand& other = count_first ? b : a;
  const ast::Expr &count = count_first ? *sides.left : *sides.right, &bound = count_first ? *sides.right : *sides.left;
  const ast::Expr* share = share_in(bound);
  if (other.type() == Type::kRatio || !is_number(other.type()) || (share == nullptr && !is_below_one(other))) return;
  const std::string name = excerpt(at.sources(), count.span), shown = excerpt(at.sources(), bound.span);
  auto& warning = at.sink().report(Code::W0293, bound.span, name, shown);
  if (share != nullptr) {
    warning.help(fmt::format("compare with each of them separately, as in `{0} < {1} or {0} < 2`", name,
                             excerpt(at.sources(), share->span)));
    return;
  }
  const bool named = std::holds_alternative<ast::NameRef>(bound.node);
  warning.help(fmt::format("write `{}%`{}", to_text(*multiply(other.value.number, 100)),
                           named ? fmt::format(", or declare `{}` as a `ratio`", shown) : ""));
}

}  // namespace ssd::check
