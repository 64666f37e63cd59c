// Reports a run that a failed check of one of the design's expressions stopped (policy.fault). The user must correct
// the design, so the report points at the expression.
#pragma once
#include "runtime/base/environment.h"
#include "runtime/run/simulation.h"

namespace ssd::run {

// Whether the outcome is such a fault; if so, it has been reported.
bool report_expression_fault(Environment& environment, const Outcome& outcome, const Plan& plan);

}  // namespace ssd::run
