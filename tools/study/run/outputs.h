// What is written and told of an experiment once its runs have ended.
#pragma once
#include <string>

#include "tools/study/run/run_experiment.h"

namespace ssd::study {

// What the numbers come from. Of a design or a workload with several sets of values the first point of each is named.
Facts facts_of(const Subject& subject, const TraceReading& reading, const StudyPlan& plan);

// The table, the plots, the page and the sources. False after a diagnostic: a file could not be written.
bool write_results(Environment& environment, const Subject& subject, const ExperimentResults& results,
                   const std::string& folder);

// The runs that failed: the first of each kind, with the point.
void tell_failed(Environment& environment, const Subject& subject, const Table& table);

}  // namespace ssd::study
