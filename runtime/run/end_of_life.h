// `ssdc run --until end_of_life`: what cannot wear a drive out, told before the run where it can be known, else after
// it (S69).
#pragma once
#include "runtime/abi/workload.h"
#include "runtime/base/diag/diag.h"
#include "runtime/run/simulation.h"

namespace ssd::run {

// False, and a diagnostic: the load would never end.
bool can_wear_out(diag::Sink& sink, const Plan& plan, const workload::Workload& workload, const Load& load);

// True, and a diagnostic: the load was given up.
bool report_no_end(diag::Sink& sink, const Outcome& outcome, const workload::Workload& workload);

}  // namespace ssd::run
