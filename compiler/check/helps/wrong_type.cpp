// Implements wrong_type.h. Invariant: a user who follows a help text exactly gets a value of the type that the place
// expects.
#include "compiler/check/helps/wrong_type.h"

#include <fmt/format.h>

#include "compiler/check/helps/value_helps.h"

namespace ssd::check {
namespace {

using diag::Code;

constexpr std::size_t kLongestExcerpt = 60;

// Whether a number without a unit was probably written in base units: `20e-6` for 20 us, `4e8` for 400 MB/s. This is
// assumed if, in the usual unit of the place, the number would be smaller than the smallest unit, or a million or more
// of a rate or frequency, which would be written in a larger unit.
bool is_in_base_units(const Rational& number, std::string_view digits, const Unit& usual) {
  if (number.sign() == 0) return false;
  const auto in_usual = multiply(number, *Rational::make(usual.numerator, usual.denominator));
  const bool too_small = in_usual && compare(*in_usual, smallest_unit(usual.type)) < 0;
  const bool too_large =
      (usual.type == Type::kRate || usual.type == Type::kFrequency) && compare(number, 1'000'000) >= 0;
  return too_small || too_large || digits.find('-') != std::string_view::npos;
}

// The digits as written, with the unit that they most likely stand for.
std::string with_unit(const std::string& digits, Type found, std::string_view usual) {
  const Unit* unit = find_unit(usual);
  const auto number = parse_digits(digits);
  if (unit != nullptr && number && is_number(found) && is_in_base_units(*number, digits, *unit)) {
    const std::string text = to_text(Value::of(unit->type, *number));
    if (text.find('/') == text.find("/s")) return text;  // a fraction cannot be written in a file
  }
  // A size without a unit is probably in bytes.
  return digits + std::string(found == Type::kInt && usual.ends_with('B') ? "B" : usual);
}

// What to write instead of a value of the wrong type. A user who follows it exactly must get something correct: no
// fraction where an int is expected.
std::string type_help(const ast::NumberLit* number, std::string_view expected, Type found, std::string_view unit) {
  if (expected == noun(Type::kBool)) {
    if (found == Type::kRatio) return "write a condition, such as `free_pages < 10%`";
    return number != nullptr ? "write `true`, `false` or a condition such as `a < b`"
                             : "write a condition, such as `a < b`";
  }
  if (expected == noun(Type::kCell)) return "write `SLC`, `MLC`, `TLC` or `QLC`";
  if (expected == noun(Type::kPageKind)) return "write `lsb`, `csb`, `msb` or `tsb`";
  const bool int_due = expected.starts_with("an int");
  const auto digits = number == nullptr ? std::nullopt : parse_digits(number->digits);
  if (int_due && digits && (!digits->whole() || number->digits.find('.') != std::string::npos))
    return "write a whole number";
  if (number == nullptr || (unit.empty() && !int_due && expected != noun(Type::kReal)))
    return fmt::format("write {} here", expected);
  return fmt::format("write `{}`", with_unit(number->digits, found, unit));
}

}  // namespace

// Keeps messages on one line, however the expression is laid out.
std::string excerpt(const SourceMap& sources, Span span) {
  std::string text;
  for (const char c : sources.text(span)) {
    const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!space)
      text += c;
    else if (!text.empty() && text.back() != ' ')
      text += ' ';
    if (text.size() > kLongestExcerpt) return text.substr(0, kLongestExcerpt - 1) + "…";
  }
  if (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

std::string_view usual_unit(Type type) {
  switch (type) {
    case Type::kTime: return "us";
    case Type::kSize: return "KiB";
    case Type::kRate: return "MB/s";
    case Type::kFrequency: return "MHz";
    case Type::kRatio: return "%";
    case Type::kEnergy: return "uJ";
    case Type::kPower: return "mW";
    default: return "";
  }
}

// Only conversions that lose no meaning: a ratio is accepted where a real is expected, but a bare int is never accepted
// as a share (`overprovision: 15` is a mistake).
std::optional<Value> coerce(const Value& value, Type expected) {
  if (value.type == expected) return value;
  const bool mixes =
      (expected == Type::kReal && is_number(value.type)) || (expected == Type::kRatio && value.type == Type::kReal);
  if (!mixes) return std::nullopt;
  return Value::of(expected, value.number);
}

// The help repeats the digits as written, because usually the number is right and its unit wrong.
void report_type(diag::Sink& sink, const ast::Expr& expr, std::string_view expected, Type found,
                 std::string_view unit) {
  std::string help = value_help(expr, expected, found, unit);
  if (help.empty()) help = type_help(std::get_if<ast::NumberLit>(&expr.node), expected, found, unit);
  sink.report(Code::E0105, expr.span, expected, noun(found)).label(std::string(noun(found))).help(help);
}

}  // namespace ssd::check
