// Operations and functions of constants: see constants.h. Types are always checked, values only if evaluation reaches
// the expression.
#include "compiler/check/expr/constants.h"

#include <fmt/format.h>

#include "compiler/check/expr/pcie.h"
#include "compiler/check/helps/wrong_type.h"
#include "compiler/check/vocabulary/run_names.h"
#include "compiler/check/vocabulary/vocabulary.h"

namespace ssd::check {
namespace {

using diag::Code;

// If evaluation never reaches the expression, any result of the right type will do: what is computed from it is still
// checked.
Operand some_result(ast::BinaryOp op, Type a, Type b) {
  return {.value = apply(op, Value::of(a, 1), Value::of(b, 1)).value};
}

// The help for `idle > 5ms`: the time for which a unit must have been idle is a key of its own.
std::string idle_for_a_time(const ast::Expr& expr, Type right) {
  const auto* comparison = std::get_if<ast::Binary>(&expr.node);
  const auto* name = comparison == nullptr ? nullptr : std::get_if<ast::NameRef>(&comparison->left->node);
  if (name == nullptr || name->text != kIdleName || right != Type::kTime) return {};
  return fmt::format("write `idle`, and set the time with the key `idle_after: {}`", ast::print(*comparison->right));
}

// The help for `a < 3 & b == 2`, in which `&` binds tighter than the comparisons on both sides.
std::string bits_between_comparisons(const ast::Expr& expr) {
  const auto* outer = std::get_if<ast::Binary>(&expr.node);
  if (outer == nullptr || !is_comparison(outer->op)) return {};
  for (const ast::ExprPtr* side : {&outer->left, &outer->right}) {
    const auto* inner = std::get_if<ast::Binary>(&(*side)->node);
    if (inner == nullptr || !is_comparison(inner->op)) continue;
    for (const ast::ExprPtr* part : {&inner->left, &inner->right}) {
      const auto* bits = std::get_if<ast::Binary>(&(*part)->node);
      if (bits == nullptr || (bits->op != ast::BinaryOp::kBitAnd && bits->op != ast::BinaryOp::kBitOr)) continue;
      return bits->op == ast::BinaryOp::kBitAnd ? "write `and` between conditions" : "write `or` between conditions";
    }
  }
  return {};
}

std::string unlike_help(const ast::Expr& expr, const Operand& a, const Operand& b) {
  if (std::string of_idle = idle_for_a_time(expr, b.type()); !of_idle.empty()) return of_idle;
  if (std::string logic = bits_between_comparisons(expr); !logic.empty()) return logic;
  const Operand& word = is_word(a.type()) ? a : b;
  const Operand& text = is_word(a.type()) ? b : a;
  if (is_word(word.type()) && text.type() == Type::kString && !text.value.text.empty())
    return fmt::format("write `{}`, without quotes", text.value.text);
  if (a.whole != 0 || b.whole != 0) return "a count is compared with a number or a share, such as `free_pages < 10%`";
  if (is_word(a.type()) && a.type() == b.type()) return "these values have no order: use `==` or `!=`";
  const Type with_unit = is_number(a.type()) ? b.type() : a.type();
  if (is_number(a.type()) != is_number(b.type()) && !usual_unit(with_unit).empty())
    return fmt::format("give the number a unit, such as `10{}`", usual_unit(with_unit));
  return "both sides must have the same unit";
}

// What to write where an operator on bits has an operand of another type than int.
std::string bits_help(ast::BinaryOp op, Type type) {
  if (type == Type::kBool) {
    if (op == ast::BinaryOp::kBitAnd) return "write `and` between conditions";
    if (op == ast::BinaryOp::kBitOr) return "write `or` between conditions";
    return op == ast::BinaryOp::kBitXor ? "write `a != b` between conditions" : "write `if … then 1 else 0`";
  }
  if (type == Type::kReal || type == Type::kRatio) return "drop the fraction by a call: `int(x)`";
  if (!is_quantity(type)) return "write an int, such as `7`";
  if (is_shift(op)) return "multiply or divide by a power of two, such as `x * 4`";
  return fmt::format("count it in a unit: `int(x / 1{})`", usual_unit(type));
}

}  // namespace

std::string_view verb(ast::BinaryOp op) {
  switch (op) {
    case ast::BinaryOp::kMul: return "multiplied by";
    case ast::BinaryOp::kDiv:
    case ast::BinaryOp::kMod: return "divided by";
    case ast::BinaryOp::kAdd: return "added to";
    case ast::BinaryOp::kSub: return "subtracted from";
    case ast::BinaryOp::kAnd:
    case ast::BinaryOp::kOr: return "joined with";
    default: return "compared with";
  }
}

Operand ConstantFolder::operate(const ast::Expr& expr, ast::BinaryOp op, const Value& a, const Value& b,
                                std::string_view around_zero) const {
  const Outcome outcome = apply(op, a, b);
  if (outcome.fault == Fault::kNone) return {.value = outcome.value};
  if (outcome.fault == Fault::kTypes) return unlike(expr, op, {.value = a}, {.value = b});
  if (outcome.fault == Fault::kNoInts) return no_ints(expr, op, {.value = a}, {.value = b});
  if (outcome.fault == Fault::kNoUnit) {
    sink_.report(Code::E0113, expr.span, noun(a.type), verb(op), noun(b.type))
        .help("possible are size / time, energy / time and plain numbers");
    return {.value = outcome.value};
  }
  if (!path_.live()) return some_result(op, a.type, b.type);
  const std::string text = excerpt(sources_, expr.span);
  if (outcome.fault == Fault::kOverflow)
    sink_.report(Code::E0107, expr.span, text).help("write one operand as a real, such as `2.0`");
  else if (outcome.fault == Fault::kInexact)
    sink_.report(Code::E0109, expr.span, text).help("write fewer digits");
  else if (outcome.fault == Fault::kShift)
    sink_.report(Code::E0259, expr.span, text, to_text(b)).help("shift by 0 to 62 bits, or compute with reals");
  else
    sink_.report(Code::E0108, expr.span, text).help(std::string(around_zero));
  return {.value = outcome.value};
}

Operand ConstantFolder::unlike(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b) const {
  // The order of the words is that of "a time cannot be subtracted from a size", for size - time.
  const bool swapped = op == ast::BinaryOp::kSub;
  sink_
      .report(Code::E0106, expr.span, noun(swapped ? b.type() : a.type()), verb(op),
              noun(swapped ? a.type() : b.type()))
      .help(unlike_help(expr, a, b));
  return {};
}

Operand ConstantFolder::no_ints(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b) const {
  const Type wrong = a.type() != Type::kInt ? a.type() : b.type();
  const auto* binary = std::get_if<ast::Binary>(&expr.node);
  const Span at = binary == nullptr ? expr.span : (a.type() != Type::kInt ? binary->left : binary->right)->span;
  sink_.report(Code::E0258, at, symbol(op), noun(wrong)).label(std::string(noun(wrong))).help(bits_help(op, wrong));
  return {};
}

Operand ConstantFolder::negated(const ast::Expr& expr, const Value& value) const {
  return operate(expr, ast::BinaryOp::kSub, Value::of(value.type, Rational(0)), value);
}

Operand ConstantFolder::extreme(const ast::Expr& expr, bool least, const Operand& a, const Operand& b) const {
  const Outcome less = apply(ast::BinaryOp::kLess, b.value, a.value);
  if (less.fault != Fault::kNone) return unlike(expr, ast::BinaryOp::kLess, a, b);
  return less.value.truth == least ? b : a;
}

// With low > high, min(max(x, low), high) would silently be high.
bool ConstantFolder::are_bounds(const ast::Expr& expr, const Operand& low, const Operand& high) const {
  const Outcome wrong = apply(ast::BinaryOp::kGreater, low.value, high.value);
  if (wrong.fault != Fault::kNone) return unlike(expr, ast::BinaryOp::kLess, low, high).known();
  if (!wrong.value.truth || !path_.live()) return true;
  sink_
      .report(Code::E0118, expr.span, "clamp",
              fmt::format("low <= high, and {} > {}", to_text(low.value), to_text(high.value)))
      .help("write `clamp(x, low, high)`");
  return false;
}

Operand ConstantFolder::absolute(const ast::Expr& expr, const Operand& arg) const {
  return arg.value.number.sign() >= 0 ? arg : negated(expr, arg.value);
}

Operand ConstantFolder::rounded(const ast::Expr& expr, Prelude function, const Operand& arg) const {
  if (function == Prelude::kReal) return {.value = Value::of(Type::kReal, arg.value.number)};
  const Rational& number = arg.value.number;
  const bool up = function == Prelude::kCeil || (function == Prelude::kInt && number.sign() < 0);
  const auto result = Rational::make(up ? number.ceil() : number.floor(), 1);
  if (result && as_int(*result)) return {.value = Value::of(Type::kInt, *result)};
  if (!path_.live()) return {.value = any_value(Type::kInt)};
  sink_.report(Code::E0107, expr.span, excerpt(sources_, expr.span)).help("an int is at most 9223372036854775807");
  return {};
}

// The function that the run uses (abi/real.h). It is the only function whose constant results are not exact.
Operand ConstantFolder::logarithm(const ast::Expr& expr, const Operand& arg) const {
  if (!is_number(arg.type()) || arg.value.number.sign() <= 0) {
    if (is_number(arg.type()) && !path_.live()) return {.value = any_value(Type::kReal)};
    sink_.report(Code::E0118, expr.span, "log2", "a positive number without unit").help("write `log2(x)` with x > 0");
    return {};
  }
  const auto result = from_double(log2_of(nearest_double(arg.value.number)));
  return {.value = Value::of(Type::kReal, result.value_or(Rational(0)))};
}

Operand ConstantFolder::pcie(const ast::Expr& expr, const Operand& generation, const Operand& lanes) const {
  const bool numbers =
      !generation.is_node() && !lanes.is_node() && is_number(generation.type()) && is_number(lanes.type());
  const auto rate = numbers ? pcie_rate(generation.value.number, lanes.value.number) : std::nullopt;
  if (rate) return {.value = Value::of(Type::kRate, *rate)};
  if (numbers && !path_.live()) return {.value = any_value(Type::kRate)};
  sink_.report(Code::E0118, expr.span, "pcie", "a constant generation from 1 to 5, and 1, 2, 4, 8, 12, 16 or 32 lanes")
      .help("write `pcie(4, 4)` for generation 4 with four lanes, or the rate itself, such as `7.2GB/s`");
  return {};
}

}  // namespace ssd::check
