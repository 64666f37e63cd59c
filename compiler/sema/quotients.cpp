// Divisions of ints that lose everything: `b.valid / pages` is 0 where its writer thinks of a share. Invariant: nothing is said where the
// result may be what is meant: a range cut into halves (`lpn % 8 / 4`), a division that comes out even, and what a param or an argument makes.
#include <fmt/format.h>

#include "compiler/sema/evaluate.h"
#include "compiler/sema/reach.h"
#include "compiler/sema/walk.h"

namespace ssd::sema {
namespace {

using diag::Code;

// 0 and 1 each for as many dividends, give or take one.
bool halves(const Interval& dividend, const Interval& divisor) {
  if (!divisor.single() || dividend.low > 0 || dividend.high < divisor.high) return false;
  const Wide ones = dividend.high - divisor.high + 1, zeros = divisor.high - dividend.low;
  return ones + 1 >= zeros && zeros + 1 >= ones;
}

std::string text_of(const Interval& range) { return range.single() ? to_text(range.low) : to_text(range.low) + ".." + to_text(range.high); }

}  // namespace

// Of ints that are known while the drive runs. `whole`: the dividend is a count that can be compared with a share.
void Evaluator::look_at_quotient(const ast::Expr& expr, NodeId dividend, NodeId divisor, const Interval& quotient, bool whole) {
  const Interval a = formula_->range(dividend), b = formula_->range(divisor);
  const bool unchanged = b == Interval{1, 1} || a == Interval{0, 0};
  if (!live() || unchanged || quotient.low < 0 || quotient.high > 1 || halves(a, b)) return;
  auto& warning = sink_.report(Code::W0120, expr.span, excerpt(sources_, expr.span), quotient.single() ? to_text(quotient.low) : "0 or 1");
  warning.label(fmt::format("{} / {}", text_of(a), text_of(b)));
  const auto& sides = std::get<ast::Binary>(expr.node);
  if (whole)
    warning.help("compare with a share instead, such as `free_pages < 10%`");
  else if (formula_->may_check())
    warning.help(fmt::format("for the fraction write `real({}) / {}`", excerpt(sources_, sides.left->span), excerpt(sources_, sides.right->span)));
  else
    warning.help(fmt::format("divide by less: `{}` is at most {}", excerpt(sources_, sides.left->span), to_text(a.high)));
}

// Of constants. In a function they are arguments of one call, and the next may bring others.
void Evaluator::look_at_constant_quotient(const ast::Expr& expr, const Value& a, const Value& b, const Value& quotient) {
  const bool decided = compare(quotient.number, 0) == 0 || compare(quotient.number, 1) == 0;
  if (!live() || !calls_.empty() || !decided || multiply(quotient.number, b.number) == a.number || varies(expr)) return;
  const auto& sides = std::get<ast::Binary>(expr.node);
  const auto* literal = std::get_if<ast::NumberLit>(&sides.left->node);
  const std::string left = excerpt(sources_, sides.left->span), right = excerpt(sources_, sides.right->span);
  sink_.report(Code::W0120, expr.span, excerpt(sources_, expr.span), to_text(quotient.number.floor()))
      .help(literal == nullptr ? fmt::format("for the fraction write `real({}) / {}`", left, right)
                               : fmt::format("for the fraction write `{}.0 / {}`", literal->digits, right));
}

// Whether a param or a name that is bound to something has a say in it.
bool Evaluator::varies(const ast::Expr& expr) {
  bool bound = false;
  walk({&expr}, [&](const ast::Expr& part) {
    const auto* name = std::get_if<ast::NameRef>(&part.node);
    bound |= name != nullptr && find_binding(name->text) != nullptr;
  });
  Reach reach(globals_.names());
  reach.add(expr);
  return bound || !reach.params().empty();
}

}  // namespace ssd::sema
