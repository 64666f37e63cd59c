// A run that an expression of the design stopped: the user's to mend, told at the expression's place.
#pragma once
#include "runtime/base/environment.h"
#include "runtime/run/simulation.h"

namespace ssd::run {

// Whether the outcome is such a one; then it has been reported.
bool report_expression_fault(Environment& environment, const Outcome& outcome, const Plan& plan);

}  // namespace ssd::run
