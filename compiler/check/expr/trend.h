// How the value of a formula moves when one input rises and all others stay the same. Classes of policies are
// recognised by this: a score that rises with age, a priority that never falls while an operation waits. Invariant: a
// trend holds for all values of the other inputs; if nothing is known, the value may rise and may fall.
#pragma once
#include "compiler/check/expr/formula.h"

namespace ssd::check {

struct Trend {
  bool may_rise = false, may_fall = false;
  bool strict = false;  // the value changes at every step of the input, in one direction
  bool never_falls() const { return !may_fall; }
  bool always_rises() const { return !may_fall && strict; }
};

Trend trend_of(const Formula& formula, NodeId result, u32 input);

}  // namespace ssd::check
