// Exact fractions for the tests' own evaluation of expressions, independent of the front end. A result beyond 127 bits
// throws TooBig.
#pragma once
#include <cstdint>

namespace ssd::differential {

struct TooBig {};

class Fraction {
 public:
  using Wide = __int128;
  Fraction(Wide numerator = 0, Wide denominator = 1) : n_(numerator), d_(denominator) {
    if (d_ < 0) {
      n_ = -n_;
      d_ = -d_;
    }
    Wide a = n_ < 0 ? -n_ : n_, b = d_;
    while (b != 0) {
      const Wide rest = a % b;
      a = b;
      b = rest;
    }
    if (a > 1) {
      n_ /= a;
      d_ /= a;
    }
  }

  friend Fraction operator+(const Fraction& a, const Fraction& b) {
    return {sum(times(a.n_, b.d_), times(b.n_, a.d_)), times(a.d_, b.d_)};
  }
  friend Fraction operator-(const Fraction& a, const Fraction& b) { return a + Fraction(-b.n_, b.d_); }
  friend Fraction operator*(const Fraction& a, const Fraction& b) { return {times(a.n_, b.n_), times(a.d_, b.d_)}; }
  friend Fraction operator/(const Fraction& a, const Fraction& b) { return {times(a.n_, b.d_), times(a.d_, b.n_)}; }
  friend bool operator<(const Fraction& a, const Fraction& b) { return (a - b).n_ < 0; }
  friend bool operator==(const Fraction& a, const Fraction& b) { return a.n_ == b.n_ && a.d_ == b.d_; }

  Wide truncated() const { return n_ / d_; }
  Wide floor() const { return n_ / d_ - (n_ % d_ < 0); }
  bool zero() const { return n_ == 0; }
  double approximate() const {
    return static_cast<double>(static_cast<long double>(n_) / static_cast<long double>(d_));
  }

 private:
  static Wide times(Wide a, Wide b) {
    Wide result = 0;
    if (__builtin_mul_overflow(a, b, &result) || result == -result - 1) throw TooBig{};
    return result;
  }
  static Wide sum(Wide a, Wide b) {
    Wide result = 0;
    if (__builtin_add_overflow(a, b, &result)) throw TooBig{};
    return result;
  }
  Wide n_, d_;
};

}  // namespace ssd::differential
