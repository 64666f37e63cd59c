// Ranks 1 to n with a probability proportional to rank^-theta, for any theta > 0, in constant memory:
// rejection-inversion (Hoermann and Derflinger, ACM TOMACS 6(3), 1996). It needs about one draw per rank.
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
  double squeeze_;  // a rank this close above its draw is accepted without evaluating the weight
};

}  // namespace ssd::trace
