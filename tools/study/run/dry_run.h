// `--dry-run`: the points of an experiment, what the journal has of them, and how long the rest will take.
#pragma once
#include <string>

#include "tools/study/run/journal.h"
#include "tools/study/run/plan.h"

namespace ssd::study {

std::string dry_run_text(const StudyPlan& plan, const Journal::Contents& journal, std::size_t jobs);

}  // namespace ssd::study
