// `--dry-run`: lists the points of an experiment and what the journal has of them, and estimates the time for the rest.
#pragma once
#include <string>

#include "tools/study/run/journal.h"
#include "tools/study/run/plan.h"

namespace ssd::study {

std::string dry_run_text(const StudyPlan& plan, const Journal::Contents& journal, std::size_t jobs);

}  // namespace ssd::study
