// Writes the files of an experiment's results, and reports its failed runs.
#pragma once
#include <string>

#include "tools/study/run/run_experiment.h"
#include "tools/study/run/run_points.h"

namespace ssd::study {

// What the numbers depend on. It refers to the reading and the plan.
Facts facts_of(const Subject& subject, const TraceReading& reading, const StudyPlan& plan);

// Writes the tables, the plots, the page and the sources. False after a diagnostic: a file could not be written.
bool write_results(Environment& environment, const Subject& subject, const ExperimentResults& results,
                   const TraceReading& reading, const std::string& folder);

// Reports the runs that failed: the first one of each kind, with its point. `failed`: what this call did with runs that
// had failed before.
void tell_failed(Environment& environment, const Subject& subject, const Table& table, Failed failed);

}  // namespace ssd::study
