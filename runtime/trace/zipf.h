// Ranks 1..n with probability proportional to rank^-theta, for any theta > 0, in constant memory: rejection-inversion
// (Hoermann and Derflinger, ACM TOMACS 6(3), 1996). About one draw a rank.
#pragma once
#include "runtime/trace/random.h"

namespace ssd::trace {

class Zipf {
 public:
  Zipf(u64 ranks, double theta);
  u64 operator()(Random& random) const;  // in [1, ranks]

 private:
  double weight(double x) const;  // x^-theta
  double area(double x) const;    // an integral of weight
  double inverse_area(double value) const;

  u64 ranks_;
  double theta_;
  double area_of_first_, area_of_all_;
  double squeeze_;  // a rank so near above its draw is accepted without looking at the weight
};

}  // namespace ssd::trace
