// Counts of pages and blocks that are compared with a number where a share seems to be meant. Invariant: told is only what no count can be
// (a number between 0 and 1), or a share that something was done to: `10% + 2` is 2.1 blocks.
#include <fmt/format.h>

#include "compiler/sema/evaluate.h"
#include "compiler/sema/walk.h"

namespace ssd::sema {
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

// A comparison of two numbers.
void Evaluator::look_at_share(const ast::Expr& expr, const Operand& a, const Operand& b) {
  const auto* sides = std::get_if<ast::Binary>(&expr.node);
  if (!live() || sides == nullptr || (a.whole != 0) == (b.whole != 0)) return;
  const bool count_first = a.whole != 0;
  const Operand& other = count_first ? b : a;
  const ast::Expr &count = count_first ? *sides->left : *sides->right, &bound = count_first ? *sides->right : *sides->left;
  const ast::Expr* share = share_in(bound);
  if (other.type() == Type::kRatio || !is_number(other.type()) || (share == nullptr && !is_below_one(other))) return;
  const std::string name = excerpt(sources_, count.span);
  auto& warning = sink_.report(Code::W0293, bound.span, name, excerpt(sources_, bound.span));
  if (share != nullptr)
    warning.help(fmt::format("compare with each by itself, as in `{0} < {1} or {0} < 2`", name, excerpt(sources_, share->span)));
  else
    warning.help(fmt::format("write `{}%`{}", to_text(*multiply(other.value.number, 100)),
                             std::holds_alternative<ast::NameRef>(bound.node) ? fmt::format(", or declare `{}` as a `ratio`", excerpt(sources_, bound.span)) : ""));
}

}  // namespace ssd::sema
