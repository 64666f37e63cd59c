// Implements rounding.h.
#include "compiler/check/expr/rounding.h"

#include <fmt/format.h>

#include <limits>

namespace ssd::check {
namespace {

using diag::Code;

// Whether rounding changes the quantity by more than a hundredth. Negative values are rejected elsewhere.
bool matters(const Rational& exact, const Rational& rounded) {
  if (exact.sign() <= 0) return false;
  const auto change = subtract(exact, rounded);
  const auto weighed = change ? multiply(*change, 100) : std::nullopt;
  if (!weighed) return false;
  const Rational size = weighed->sign() < 0 ? *Rational::make(-weighed->numerator(), weighed->denominator()) : *weighed;
  return compare(size, exact) > 0;
}

Value of_steps(Type type, Wide count, const Step& step) {
  return Value::of(type, Rational::make(count, step.in_base).value_or(Rational(0)));
}

}  // namespace

// floor(2x + 1) / 2 is x rounded half up, in exact arithmetic.
Wide rounded_steps(const Rational& quantity, const Step& step) {
  const auto doubled = multiply(quantity, 2 * step.in_base);
  const auto half = doubled ? Rational::make(doubled->floor() + 1, 2) : std::nullopt;
  if (half) return half->floor();
  return quantity.sign() < 0 ? std::numeric_limits<Wide>::min() : std::numeric_limits<Wide>::max();
}

std::optional<u64> count_of_steps(diag::Sink& sink, Span at, std::string_view key, const Value& value,
                                  const Step& step) {
  const Wide count = rounded_steps(value.number, step);
  if (count == 0 && value.number.sign() > 0) {
    report_lost(sink, at, key, to_text(value), value.type, step);
    return std::nullopt;
  }
  const Value kept = of_steps(value.type, count, step);
  if (matters(value.number, kept.number))
    sink.report(Code::W0140, at, key, to_text(value), to_text(kept))
        .help(fmt::format("write `{}`, a whole number of {}s", to_text(kept), step.name));
  return static_cast<u64>(count);
}

void report_lost(diag::Sink& sink, Span at, std::string_view key, const std::string& text, Type type,
                 const Step& step) {
  sink.report(Code::E0139, at, key, text, step.name)
      .help(fmt::format("write `{}` or more, or `{}` if none is meant", to_text(of_steps(type, 1, step)),
                        to_text(of_steps(type, 0, step))));
}

}  // namespace ssd::check
