// See exact_math.h.
#include "runtime/trace/exact_math.h"

#include <bit>

#include "runtime/abi/units.h"

namespace ssd::trace {
namespace {

constexpr int kMantissaBits = 52;
constexpr int kBias = 1023;
// ln 2 in two parts: the first has so few bits that its product with an exponent is exact.
constexpr double kLn2High = 0x1.62e42feep-1;
constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
constexpr double kSqrt2 = 0x1.6a09e667f3bcdp+0;
constexpr double kMostExponent = 700;

}  // namespace

// x = m * 2^k with m in [sqrt 1/2, sqrt 2); log m = 2 atanh s, s = (m - 1) / (m + 1), |s| < 0.172, by its series.
double exact_log(double x) {
  const u64 bits = std::bit_cast<u64>(x);
  int k = static_cast<int>(bits >> kMantissaBits) - kBias;
  double m = std::bit_cast<double>((bits & ((u64{1} << kMantissaBits) - 1)) | u64{kBias} << kMantissaBits);
  if (m >= kSqrt2) {
    m *= 0.5;
    ++k;
  }
  const double s = (m - 1) / (m + 1);
  const double square = s * s;
  double series = 0;
  for (int n = 21; n >= 3; n -= 2) series = (series + 1.0 / n) * square;
  return k * kLn2High + (2 * s * series + (k * kLn2Low + 2 * s));
}

// The factor corrects the rounding of 1 + x (Kahan).
double exact_log1p(double x) {
  const double u = 1 + x;
  return u == 1 ? x : exact_log(u) * (x / (u - 1));
}

// x = k ln 2 + r with |r| <= ln 2 / 2; exp r by its series.
double exact_exp(double x) {
  if (x < -kMostExponent) return 0;
  if (x > kMostExponent) x = kMostExponent;
  const int k = static_cast<int>(x / (kLn2High + kLn2Low) + (x < 0 ? -0.5 : 0.5));
  const double r = (x - k * kLn2High) - k * kLn2Low;
  double series = 1;
  for (int n = 15; n >= 1; --n) series = 1 + r / n * series;
  return series * std::bit_cast<double>(static_cast<u64>(k + kBias) << kMantissaBits);
}

double exact_expm1(double x) {
  constexpr double kSeriesBelow = 0.25;
  if (x > kSeriesBelow || x < -kSeriesBelow) return exact_exp(x) - 1;
  double series = 1;
  for (int n = 14; n >= 2; --n) series = 1 + x / n * series;
  return x * series;
}

}  // namespace ssd::trace
