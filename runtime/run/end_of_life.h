// `ssdc run --until end_of_life` (wear.end_of_life): reports loads that cannot wear the drive out, before the run where
// this is known, otherwise after it.
#pragma once
#include "runtime/abi/workload.h"
#include "runtime/base/diag/diag.h"
#include "runtime/run/simulation.h"

namespace ssd::run {

// False after a diagnostic: the load would never end the drive's life.
bool can_wear_out(diag::Sink& sink, const Plan& plan, const workload::Workload& workload, const Load& load);

// True after a diagnostic: the load was given up.
bool report_no_end(diag::Sink& sink, const Outcome& outcome, const workload::Workload& workload);

}  // namespace ssd::run
