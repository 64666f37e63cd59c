// How the value of a formula moves when one input rises and all others stay: what classes of policies are found by (a
// score that rises with age, a priority that never falls while an operation waits). Invariant: what is said holds for
// all values of the other inputs; where nothing can be said, the value may rise and fall.
#pragma once
#include "compiler/check/expr/formula.h"

namespace ssd::check {

struct Trend {
  bool may_rise = false, may_fall = false;
  bool strict = false;  // it does so at every step of the input, in one direction
  bool never_falls() const { return !may_fall; }
  bool always_rises() const { return !may_fall && strict; }
};

Trend trend_of(const Formula& formula, NodeId result, u32 input);

}  // namespace ssd::check
