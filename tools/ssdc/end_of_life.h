// `ssdc run --until end_of_life`: what cannot wear a drive out, told before the run where it can be known, else after it (S69).
#pragma once
#include "compiler/design/workload.h"
#include "compiler/diag/diag.h"
#include "runtime/simulation/simulation.h"

namespace ssd::cli {

// False, and a diagnostic: the load would never end.
bool can_wear_out(diag::Sink& sink, const design::Design& design, const design::Workload& workload, const simulation::Load& load);

// True, and a diagnostic: the load was given up.
bool report_no_end(diag::Sink& sink, const simulation::Outcome& outcome, const design::Workload& workload);

}  // namespace ssd::cli
