// What comes before the first run of an experiment, wherever its runs are made: its points are chosen and checked, and
// the journal is opened.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "runtime/run/run_memory.h"
#include "tools/study/run/journal.h"
#include "tools/study/run/run_experiment.h"

namespace ssd::study {

// What will be run, with the memory and the number of jobs that are allowed.
struct Prepared {
  StudyPlan plan;
  run::Allowance allowed;
  std::size_t jobs = 1;
};
// Returns nothing after a diagnostic. The traces of all workloads are then on the shelf.
std::optional<Prepared> prepare(Environment& environment, const Subject& subject, const ExperimentOptions& options,
                                trace::TraceShelf& traces);

std::string subject_of_journal(const Subject& subject);
// The place that the options name; they name one.
JournalPlace place_of_journal(const ExperimentOptions& options);
// Null after a diagnostic. Without a place it is a journal without a file.
std::shared_ptr<Journal> journal_for(Environment& environment, const Subject& subject,
                                     const ExperimentOptions& options);

}  // namespace ssd::study
