// See zipf.h. The integral of x^-theta is (x^(1-theta) - 1) / (1 - theta), or log x at theta = 1. Expressed with expm1
// and log1p it is exact enough on both sides of 1 without a separate case.
#include "runtime/trace/zipf.h"

#include <algorithm>

#include "runtime/trace/exact_math.h"

namespace ssd::trace {
namespace {

double expm1_over(double t) { return t == 0 ? 1 : exact_expm1(t) / t; }
double log1p_over(double t) { return t == 0 ? 1 : exact_log1p(t) / t; }

}  // namespace

Zipf::Zipf(u64 ranks, double theta) : ranks_(ranks), theta_(theta) {
  area_of_first_ = area(1.5) - 1;
  area_of_all_ = area(static_cast<double>(ranks) + 0.5);
  squeeze_ = 2 - inverse_area(area(2.5) - weight(2));
}

double Zipf::weight(double x) const { return exact_exp(-theta_ * exact_log(x)); }

double Zipf::area(double x) const {
  const double log_x = exact_log(x);
  return expm1_over((1 - theta_) * log_x) * log_x;
}

// The argument stays above -1 except for rounding.
double Zipf::inverse_area(double value) const {
  const double t = std::max(value * (1 - theta_), -1 + 0x1p-52);
  return exact_exp(log1p_over(t) * value);
}

u64 Zipf::operator()(Random& random) const {
  for (;;) {
    const double value = area_of_all_ + random.unit() * (area_of_first_ - area_of_all_);
    const double x = inverse_area(value);
    const double rank = std::clamp(static_cast<double>(static_cast<u64>(x + 0.5)), 1.0, static_cast<double>(ranks_));
    if (rank - x <= squeeze_ || value >= area(rank + 0.5) - weight(rank))
      return std::min(static_cast<u64>(rank), ranks_);
  }
}

}  // namespace ssd::trace
