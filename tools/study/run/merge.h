// `ssdc merge`: puts into one journal what several processes have run of an experiment.
#pragma once
#include <string>
#include <vector>

#include "runtime/base/environment.h"
#include "tools/study/run/journal.h"
#include "tools/study/run/plan.h"

namespace ssd::study {

// Stores in `into` those runs of the plan that it lacks and that the journals of the folders have; of a run that failed
// in one folder and is done in another the one that is done. False after a diagnostic: a folder has no journal of this
// experiment, some run is in none of them, or `into` cannot be written.
bool merge_journals(Environment& environment, const StudyPlan& plan, const std::string& subject,
                    const std::vector<std::string>& folders, Journal& into);

}  // namespace ssd::study
