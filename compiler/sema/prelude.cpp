// The functions that are always there: min max abs floor ceil log2 clamp int real. Min, max, abs and clamp also work on a formula's nodes.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/sema/evaluate.h"
#include "compiler/sema/vocabulary.h"
#include "compiler/source/suggest.h"

namespace ssd::sema {
namespace {

using diag::Code;

}  // namespace

// Folded pairwise: constants among constants, then nodes. The first of equal values is kept.
Operand Evaluator::extreme(const ast::Expr& expr, bool least, const std::vector<Operand>& args) {
  Operand best = args[0];
  for (std::size_t i = 1; i < args.size(); ++i) {
    if (!best.is_node() && !args[i].is_node()) {
      const Outcome less = apply(ast::BinaryOp::kLess, args[i].value, best.value);
      if (less.fault != Fault::kNone) return unlike(expr, ast::BinaryOp::kLess, best, args[i]);
      if (less.value.truth == least) best = args[i];
      continue;
    }
    if (best.type() != Type::kInt || args[i].type() != Type::kInt) {
      const bool alike = best.type() == args[i].type() || (is_number(best.type()) && is_number(args[i].type()));
      if (!alike) return unlike(expr, ast::BinaryOp::kLess, best, args[i]);
      const Type type = best.type() == args[i].type() ? best.type() : Type::kReal;
      const auto exact = aligned(best, args[i]);
      if (exact)
        best = emit(expr, type, least ? Op::kMin : Op::kMax, exact->a, exact->b, 0, exact->scale);
      else
        best = Operand::of_real(formula_->make(least ? Op::kRealMin : Op::kRealMax, real_node(best), real_node(args[i])), type);
      if (!best.known()) return best;
      continue;
    }
    const u64 whole = best.whole != 0 ? best.whole : args[i].whole;
    best = emit(expr, Type::kInt, least ? Op::kMin : Op::kMax, to_node(best), to_node(args[i]));
    if (!best.known()) return best;
    best.whole = best.is_node() ? whole : 0;
  }
  return best;
}

// clamp(x, low, high) = min(max(x, low), high); with low > high that would silently be high.
Operand Evaluator::clamp(const ast::Expr& expr, const std::vector<Operand>& args) {
  if (!args[1].is_node() && !args[2].is_node()) {
    const Outcome wrong = apply(ast::BinaryOp::kGreater, args[1].value, args[2].value);
    if (wrong.fault != Fault::kNone) return unlike(expr, ast::BinaryOp::kLess, args[1], args[2]);
    if (wrong.value.truth && live()) {
      sink_.report(Code::E0118, expr.span, "clamp", fmt::format("low <= high, and {} > {}", to_text(args[1].value), to_text(args[2].value)))
          .help("write `clamp(x, low, high)`");
      return {};
    }
  }
  const Operand raised = extreme(expr, false, {args[0], args[1]});
  return raised.known() ? extreme(expr, true, {raised, args[2]}) : raised;
}

// Of a quantity too: |a time| is a time.
Operand Evaluator::absolute(const ast::Expr& expr, const Operand& arg) {
  if (arg.real) return Operand::of_real(formula_->make(Op::kRealAbs, arg.node), arg.type());
  if (arg.is_node()) return emit(expr, arg.type(), Op::kAbs, arg.node, 0, 0, arg.scale);
  if (arg.value.number.sign() >= 0) return arg;
  return operate_constants(expr, ast::BinaryOp::kSub, Value::of(arg.type(), Rational(0)), arg.value);
}

// floor, ceil, and int (which truncates) give ints; real gives a real.
Operand Evaluator::rounded(const ast::Expr& expr, const FunctionDoc& row, const Operand& arg) {
  const Prelude function = row.function;
  if (!is_number(arg.type())) {
    sink_.report(Code::E0118, expr.span, row.name, "a number without unit").help("divide by a unit first, such as `x / 1us`");
    return {};
  }
  if (function == Prelude::kReal && !arg.is_node()) return {.value = Value::of(Type::kReal, arg.value.number)};
  if (arg.is_node()) return rounded_node(expr, function, arg);
  const Rational& number = arg.value.number;
  const bool up = function == Prelude::kCeil || (function == Prelude::kInt && number.sign() < 0);
  const auto result = Rational::make(up ? number.ceil() : number.floor(), 1);
  if (!result || !as_int(*result)) {
    if (!live()) return {.value = any_value(Type::kInt)};
    sink_.report(Code::E0107, expr.span, excerpt(sources_, expr.span)).help("an int is at most 9223372036854775807");
    return {};
  }
  return {.value = Value::of(Type::kInt, *result)};
}

// The same function as in the run (abi/real.h), which is the only place where a constant is not exact.
Operand Evaluator::logarithm(const ast::Expr& expr, const Operand& arg) {
  if (arg.is_node() && is_number(arg.type())) return log2_node(expr, arg);
  if (!is_number(arg.type()) || arg.value.number.sign() <= 0) {
    if (is_number(arg.type()) && !live()) return {.value = any_value(Type::kReal)};
    sink_.report(Code::E0118, expr.span, "log2", "a positive number without unit").help("write `log2(x)` with x > 0");
    return {};
  }
  const auto result = from_double(log2_of(nearest_double(arg.value.number)));
  return {.value = Value::of(Type::kReal, result.value_or(Rational(0)))};
}

}  // namespace ssd::sema
