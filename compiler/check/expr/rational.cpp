// Exact fractions of 128-bit integers: see rational.h.
#include "compiler/check/expr/rational.h"

#include <algorithm>
#include <cmath>

namespace ssd::check {
namespace {

constexpr int kLargestExponent = 36;  // 10^36 < 2^127: a larger power of ten never fits

std::optional<Wide> product(Wide a, Wide b) {
  Wide result;
  if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
  return result;
}

std::optional<Wide> sum(Wide a, Wide b) {
  Wide result;
  if (__builtin_add_overflow(a, b, &result)) return std::nullopt;
  return result;
}

std::optional<Wide> power_of_ten(int exponent) {
  if (exponent > kLargestExponent) return std::nullopt;
  Wide result = 1;
  for (int i = 0; i < exponent; ++i) result *= 10;
  return result;
}

std::optional<Rational> parse_hex(std::string_view digits) {
  Wide value = 0;
  for (const char c : digits) {
    const int digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
    if (value >> 120) return std::nullopt;
    value = value * 16 + digit;
  }
  return Rational::make(value, 1);
}

// "1.5" as 15 and one digit after the point.
struct Mantissa {
  Wide value;
  int decimals;
};
std::optional<Mantissa> parse_mantissa(std::string_view digits) {
  Mantissa result{0, 0};
  bool after_point = false;
  for (const char c : digits) {
    if (c == '.') {
      after_point = true;
      continue;
    }
    const auto shifted = product(result.value, 10);
    const auto next = shifted ? sum(*shifted, c - '0') : std::nullopt;
    if (!next) return std::nullopt;
    result = {*next, result.decimals + (after_point ? 1 : 0)};
  }
  return result;
}

// Stops long before an int overflows.
std::optional<int> parse_exponent(std::string_view digits) {
  const bool negative = !digits.empty() && digits.front() == '-';
  if (!digits.empty() && (digits.front() == '-' || digits.front() == '+')) digits.remove_prefix(1);
  int value = 0;
  for (const char c : digits) {
    value = value * 10 + (c - '0');
    if (value > 1000) return std::nullopt;
  }
  return negative ? -value : value;
}

}  // namespace

Wide greatest_common_divisor(Wide a, Wide b) {
  while (b != 0) {
    const Wide rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

std::optional<Rational> Rational::make(Wide numerator, Wide denominator) {
  constexpr Wide kLowest = static_cast<Wide>(1) << 127;  // has no negation
  if (denominator == 0 || numerator == kLowest || denominator == kLowest) return std::nullopt;
  const Wide common = std::max<Wide>(1, greatest_common_divisor(numerator, denominator));
  Rational result;
  result.numerator_ = numerator / common;
  result.denominator_ = denominator / common;
  if (result.denominator_ < 0) {
    result.numerator_ = -result.numerator_;
    result.denominator_ = -result.denominator_;
  }
  return result;
}

Wide Rational::floor() const {
  const Wide quotient = numerator_ / denominator_;
  return numerator_ % denominator_ < 0 ? quotient - 1 : quotient;
}

Wide Rational::ceil() const {
  const Wide quotient = numerator_ / denominator_;
  return numerator_ % denominator_ > 0 ? quotient + 1 : quotient;
}

double Rational::approximate() const { return static_cast<double>(numerator_) / static_cast<double>(denominator_); }

// Adds over the least common denominator, so a sum fails only if it is too large itself.
std::optional<Rational> add(const Rational& a, const Rational& b) {
  const Wide common = greatest_common_divisor(a.denominator(), b.denominator());
  const auto left = product(a.numerator(), b.denominator() / common);
  const auto right = product(b.numerator(), a.denominator() / common);
  const auto denominator = product(a.denominator(), b.denominator() / common);
  if (!left || !right || !denominator) return std::nullopt;
  const auto numerator = sum(*left, *right);
  return numerator ? Rational::make(*numerator, *denominator) : std::nullopt;
}

std::optional<Rational> subtract(const Rational& a, const Rational& b) {
  const auto negated = Rational::make(-b.numerator(), b.denominator());
  return negated ? add(a, *negated) : std::nullopt;
}

std::optional<Rational> multiply(const Rational& a, const Rational& b) {
  // Reduced crosswise first, so a product fails only if it is too large itself.
  const Wide x = std::max<Wide>(1, greatest_common_divisor(a.numerator(), b.denominator()));
  const Wide y = std::max<Wide>(1, greatest_common_divisor(b.numerator(), a.denominator()));
  const auto numerator = product(a.numerator() / x, b.numerator() / y);
  const auto denominator = product(a.denominator() / y, b.denominator() / x);
  return numerator && denominator ? Rational::make(*numerator, *denominator) : std::nullopt;
}

std::optional<Rational> divide(const Rational& a, const Rational& b) {
  const auto inverse = Rational::make(b.denominator(), b.numerator());
  return inverse ? multiply(a, *inverse) : std::nullopt;
}

// For reduced fractions: the greatest common divisor of the numerators over the least common multiple of the
// denominators.
std::optional<Rational> common_step(const Rational& a, const Rational& b) {
  if (a.sign() == 0 && b.sign() == 0) return Rational(1);
  const Wide above = greatest_common_divisor(a.numerator(), b.numerator());
  const auto below =
      product(a.denominator() / greatest_common_divisor(a.denominator(), b.denominator()), b.denominator());
  return below ? Rational::make(above, *below) : std::nullopt;
}

// Compares by continued fractions: first the whole parts, then the inverses of the remainders. This needs no product.
int compare(const Rational& a, const Rational& b) {
  Wide an = a.numerator(), ad = a.denominator(), bn = b.numerator(), bd = b.denominator();
  int direction = 1;
  while (true) {
    Wide aq = an / ad, ar = an % ad, bq = bn / bd, br = bn % bd;
    if (ar < 0) {
      --aq;
      ar += ad;
    }
    if (br < 0) {
      --bq;
      br += bd;
    }
    if (aq != bq) return aq < bq ? -direction : direction;
    if (ar == 0 || br == 0) return direction * ((ar != 0) - (br != 0));
    an = ad;
    ad = ar;
    bn = bd;
    bd = br;
    direction = -direction;
  }
}

// The lexer has checked the form, so only the size can be wrong.
std::optional<Rational> parse_digits(std::string_view digits) {
  if (digits.starts_with("0x") || digits.starts_with("0X")) return parse_hex(digits.substr(2));
  const std::size_t e = digits.find_first_of("eE");
  const auto mantissa = parse_mantissa(digits.substr(0, e));
  const auto exponent = e == std::string_view::npos ? std::optional<int>(0) : parse_exponent(digits.substr(e + 1));
  if (!mantissa || !exponent) return std::nullopt;
  if (mantissa->value == 0) return Rational(0);
  const int scale = *exponent - mantissa->decimals;
  const auto power = power_of_ten(std::abs(scale));
  if (!power) return std::nullopt;
  if (scale < 0) return Rational::make(mantissa->value, *power);
  const auto value = product(mantissa->value, *power);
  return value ? Rational::make(*value, 1) : std::nullopt;
}

std::string to_text(Wide number) {
  if (number == 0) return "0";
  std::string digits;
  const bool negative = number < 0;
  for (Wide rest = number; rest != 0; rest /= 10) {
    const int digit = static_cast<int>(rest % 10);
    digits += static_cast<char>('0' + (digit < 0 ? -digit : digit));
  }
  if (negative) digits += '-';
  std::ranges::reverse(digits);
  return digits;
}

// Longer decimals are easier to read as fractions. A double as people write it has at most 17 digits.
std::string to_text(const Rational& number) {
  constexpr int kMostDecimals = 18;
  if (number.whole()) return to_text(number.numerator());
  Wide scaled = 1;
  for (int decimals = 1; decimals <= kMostDecimals; ++decimals) {
    scaled *= 10;
    const auto shifted = multiply(number, *Rational::make(scaled, 1));
    if (!shifted || !shifted->whole()) continue;
    const bool negative = shifted->sign() < 0;
    std::string digits = to_text(negative ? -shifted->numerator() : shifted->numerator());
    if (digits.size() <= static_cast<std::size_t>(decimals))
      digits.insert(0, static_cast<std::size_t>(decimals) + 1 - digits.size(), '0');
    digits.insert(digits.size() - static_cast<std::size_t>(decimals), 1, '.');
    if (negative) digits.insert(0, 1, '-');
    return digits;
  }
  return to_text(number.numerator()) + "/" + to_text(number.denominator());
}

// Computed by hand: 56 bits of the quotient and a bit for any remainder, which the final conversion rounds once.
double nearest_double(const Rational& number) {
  using Bits = unsigned __int128;
  const bool negative = number.sign() < 0;
  const Bits numerator = static_cast<Bits>(negative ? -number.numerator() : number.numerator());
  const Bits denominator = static_cast<Bits>(number.denominator());
  Bits quotient = numerator / denominator, rest = numerator % denominator;
  if (numerator == 0) return 0;
  constexpr Bits kEnough = static_cast<Bits>(1) << 55;
  int exponent = 0;
  for (; quotient < kEnough; --exponent) {
    rest <<= 1;
    quotient = quotient << 1 | static_cast<Bits>(rest >= denominator);
    if (rest >= denominator) rest -= denominator;
  }
  bool inexact = rest != 0;
  for (; quotient >= kEnough << 1; ++exponent) {
    inexact |= (quotient & 1) != 0;
    quotient >>= 1;
  }
  const double magnitude = std::ldexp(
      static_cast<double>(static_cast<std::uint64_t>(quotient) | static_cast<std::uint64_t>(inexact)), exponent);
  return negative ? -magnitude : magnitude;
}

std::optional<Rational> from_double(double value) {
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);
  const auto digits = static_cast<Wide>(std::ldexp(mantissa, 53));
  const int shift = exponent - 53;
  if (shift > 60 || shift < -120) return std::nullopt;
  return shift >= 0 ? Rational::make(digits << shift, 1) : Rational::make(digits, static_cast<Wide>(1) << -shift);
}

}  // namespace ssd::check
