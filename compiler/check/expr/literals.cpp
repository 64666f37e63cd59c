// Literals: numbers with their units, and orders of the four levels. Invariant: a number is exact, or it is rejected.
#include <fmt/format.h>

#include "compiler/check/expr/constants.h"
#include "compiler/check/helps/value_helps.h"
#include "compiler/check/helps/wrong_type.h"
#include "compiler/check/names.h"
#include "runtime/base/suggest.h"

namespace ssd::check {
namespace {

using diag::Code;

// People write `4k` for a size; the unit with the most similar letters would be a wrong suggestion.
std::string unit_help(const ast::NumberLit& literal) {
  const std::string& unit = literal.unit;
  if (std::string help = unit_of_elsewhere(literal); !help.empty()) return help;
  if (const auto near = nearest(unit, unit_names())) return fmt::format("did you mean `{}{}`?", literal.digits, *near);
  return "units are ns us ms s, B KiB MiB GiB KB MB GB, MB/s, MHz, %, …";
}

}  // namespace

// `1e6` is an int because it is whole; `1.0` is a real because it is written with a point.
Operand ConstantFolder::number(const ast::Expr& expr, const ast::NumberLit& literal) const {
  const auto digits = parse_digits(literal.digits);
  if (!digits) {
    sink_.report(Code::E0109, expr.span, excerpt(sources_, expr.span)).help(std::string(bound_help(literal)));
    return {};
  }
  if (literal.unit.empty()) {
    const bool is_int = digits->whole() && literal.digits.find('.') == std::string::npos;
    if (is_int && !as_int(*digits)) {
      sink_.report(Code::E0107, expr.span, excerpt(sources_, expr.span)).help("an int is at most 9223372036854775807");
      return {};
    }
    return {.value = Value::of(is_int ? Type::kInt : Type::kReal, *digits)};
  }
  const Unit* unit = find_unit(literal.unit);
  if (unit == nullptr) {
    sink_.report(Code::E0102, expr.span, literal.unit).help(unit_help(literal));
    return {};
  }
  const auto scaled = multiply(*digits, *Rational::make(unit->numerator, unit->denominator));
  if (!scaled) {
    sink_.report(Code::E0109, expr.span, excerpt(sources_, expr.span)).help(std::string(bound_help(literal)));
    return {};
  }
  return {.value = Value::of(unit->type, *scaled)};
}

// The paper of Jung and Kandemir calls a chip `way`; both words are accepted, so orders can be written as in the paper.
std::optional<Order> ConstantFolder::order_of(std::span<const ast::Name> levels) const {
  Order order{};
  std::array<bool, 4> seen{};
  for (std::size_t i = 0; i < order.size(); ++i) {
    const ast::Name& written = levels[i];
    const auto level = find_level(written.text);
    if (!level || seen[static_cast<std::size_t>(*level)]) {
      sink_.report(Code::E0211, written.span, !level ? "has no level" : "repeats", written.text)
          .help("write each of `channel`, `chip`, `die` and `plane` once, as in `channel > die > plane > chip`");
      return std::nullopt;
    }
    seen[static_cast<std::size_t>(*level)] = true;
    order[i] = *level;
  }
  return order;
}

}  // namespace ssd::check
