// A run that an expression of the design stopped: the user's to mend, told at the expression's place.
#pragma once
#include "runtime/simulation/simulation.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {

// Whether the outcome is such a one; then it has been reported.
bool report_expression_fault(Session& session, const simulation::Outcome& outcome, const design::Design& design);

}  // namespace ssd::cli
