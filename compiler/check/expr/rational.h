// Exact numbers. Units are converted and bounds compared without rounding (time.rounding), so `0.1us` is exactly 100
// ns. Invariant: the denominator is positive and the fraction is reduced. An operation whose result does not fit into
// 127 bits returns std::nullopt, never a wrong number.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ssd::check {

using Wide = __int128;

Wide greatest_common_divisor(Wide a, Wide b);  // never negative; 0 if both are 0

class Rational {
 public:
  constexpr Rational() = default;
  constexpr Rational(std::int64_t whole) : numerator_(whole) {}  // implicit, because an int is a number everywhere
  static std::optional<Rational> make(Wide numerator, Wide denominator);

  Wide numerator() const { return numerator_; }
  Wide denominator() const { return denominator_; }
  bool whole() const { return denominator_ == 1; }
  int sign() const { return (numerator_ > 0) - (numerator_ < 0); }
  Wide floor() const;
  Wide ceil() const;
  double approximate() const;
  friend bool operator==(const Rational&, const Rational&) = default;

 private:
  Wide numerator_ = 0;
  Wide denominator_ = 1;
};

std::optional<Rational> add(const Rational& a, const Rational& b);
std::optional<Rational> subtract(const Rational& a, const Rational& b);
std::optional<Rational> multiply(const Rational& a, const Rational& b);
std::optional<Rational> divide(const Rational& a, const Rational& b);  // also nullopt for b = 0
// The largest number of which both are whole multiples; 1 if both are 0.
std::optional<Rational> common_step(const Rational& a, const Rational& b);
int compare(const Rational& a, const Rational& b);  // -1, 0, 1; never overflows
// The digits of a literal: "64", "0.85", "1e6", "0xff".
std::optional<Rational> parse_digits(std::string_view digits);
// A decimal if it has finitely many digits, otherwise a fraction: "1.5", "5/6".
std::string to_text(const Rational& number);
std::string to_text(Wide number);
// The double nearest to a number.
double nearest_double(const Rational& number);
// The number closest to a double (every double can be held exactly). Used for irrational results, such as log2(3).
std::optional<Rational> from_double(double value);

}  // namespace ssd::check
