// Arithmetic of reals in policies (policy.reals): IEEE doubles; each operation is rounded once to nearest, and nothing
// is contracted or reordered, so every build on every machine computes the same bits. A real is held in a word of 64
// bits like every other value of a program.
#pragma once
#include <bit>
#include <limits>

#include "runtime/abi/units.h"

namespace ssd {

inline constexpr double kLargestReal = std::numeric_limits<double>::max();

constexpr double real_of(i64 word) { return std::bit_cast<double>(word); }
constexpr i64 word_of(double real) { return std::bit_cast<i64>(real); }

// Rounds towards zero; 0 for what an int cannot hold, NaN included.
constexpr i64 truncated(double x) { return x >= -0x1p63 && x < 0x1p63 ? static_cast<i64>(x) : 0; }

// An int that orders as the real does: the bits of positive numbers ascend with them, those of negative ones descend.
// Both zeros are equal.
constexpr i64 order_key(double x) {
  const i64 bits = word_of(x + 0.0);
  return bits ^ ((bits >> 63) & std::numeric_limits<i64>::max());
}

// The binary logarithm, from IEEE operations only. x = m * 2^e with m in [sqrt(1/2), sqrt(2)), and log2(m) = 2 / ln 2 *
// atanh((m-1)/(m+1)) by its series, whose rest after 13 terms is below 2^-65. Exact for powers of two, otherwise at
// most 3 units in the last place off (the tests measure it). Returns 0 for what is not positive; no program uses that
// value, because its checks prevent it.
inline double log2_of(double x) {
  if (!(x > 0) || x > kLargestReal) return 0;
  constexpr i64 kMantissa = (i64{1} << 52) - 1, kOne = i64{1023} << 52;
  i64 exponent = 0;
  if (x < 0x1p-1022) {  // denormal
    x *= 0x1p54;
    exponent = -54;
  }
  const i64 bits = word_of(x);
  exponent += (bits >> 52) - 1023;
  double m = real_of((bits & kMantissa) | kOne);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    ++exponent;
  }
  const double t = (m - 1) / (m + 1), square = t * t;
  double rest = 1.0 / 27;
  for (int odd = 25; odd >= 3; odd -= 2) rest = rest * square + 1.0 / odd;
  // 2 / ln 2 in two parts, so that its own rounding error does not show.
  const double series = t * (square * rest);
  constexpr double kHigh = 2.8853900817779268, kLow = 4.0710547481862064e-17;
  return static_cast<double>(exponent) + (t * kHigh + (series * kHigh + t * kLow));
}

}  // namespace ssd
