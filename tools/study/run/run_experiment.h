// Runs an experiment, from its checked declaration to its results: checks the points, makes their runs or takes them
// from the journal, and evaluates the claims. Nothing is printed.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/api/simulator.h"
#include "tools/study/claims.h"
#include "tools/study/json.h"
#include "tools/study/run/journal.h"
#include "tools/study/run/plan.h"
#include "tools/study/run/run_points.h"
#include "tools/study/run/shard.h"
#include "tools/study/table.h"

namespace ssd::study {

struct ExperimentOptions {
  std::string points = {};  // in the form of choose_points(); empty: all
  Shard shard = {};         // of these points; a part of them is only kept in the journal
  std::size_t jobs = 0;     // runs at the same time; 0: one per core
  EngineChoice engine = EngineChoice::kAuto;
  std::optional<std::uint64_t> memory = {};  // the most bytes that all runs together may take
  bool check = false;                        // verify the conservation laws after each run
  TraceReading reading = {};
  // For the journal and the files of results; made if it does not exist; empty: no files are written.
  std::string folder = {};
  std::string journal = {};  // without a folder: a file for the journal alone; empty: nothing is kept
  // Folders with parts of the runs. If there are any, the runs are taken from their journals and none is made, also
  // none that failed.
  std::vector<std::string> parts = {};
};

struct ExperimentResults {
  std::shared_ptr<const StudyPlan> plan;
  Table table;                    // reads whole runs from the journal, and then throws JournalLost if it cannot
  std::vector<Outcome> outcomes;  // one for each claim, in their order; none of a shard
  bool stopped = false;           // the watcher ended it before all runs were made
  bool written = false;           // the folder has the files of results
  std::uint64_t chosen() const;   // number of runs of the chosen points
  // Whether a claim that should hold fails, or is undecided although all runs were made.
  bool contradicts_a_claim() const;
};
// The results contain pointers to the experiment. Failed runs and files that could not be written are reported and do
// not end the experiment. Returns nothing after any other diagnostic.
std::optional<ExperimentResults> run_experiment(Environment& environment, const Subject& subject,
                                                const ExperimentOptions& options);

// The second half of run_experiment(), also for runs that are made elsewhere (runs_elsewhere.h): makes the runs that
// the journal lacks, evaluates the claims, and writes the files of results. `failed_before`: what is said of runs that
// failed. The journal is given up for other processes.
std::optional<ExperimentResults> results_of(Environment& environment, const Subject& subject,
                                            const ExperimentOptions& options,
                                            const std::shared_ptr<const StudyPlan>& plan, trace::TraceShelf& traces,
                                            const std::shared_ptr<Journal>& journal, const RunningPoints& how,
                                            Failed failed_before);
// Reports that the journal could not be written.
void report_full(Environment& environment, const Journal& journal, int error);

// A text with the points, what the journal has of them, and an estimate of the time for the rest. Runs nothing and
// writes nothing.
std::optional<std::string> dry_run(Environment& environment, const Subject& subject, const ExperimentOptions& options);

}  // namespace ssd::study
