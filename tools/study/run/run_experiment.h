// An experiment from its checked declaration to its results: the points are checked, their runs made or taken from the
// journal, and the claims judged. Nothing is printed.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tools/api/simulator.h"
#include "tools/study/claims.h"
#include "tools/study/json.h"
#include "tools/study/run/plan.h"
#include "tools/study/table.h"

namespace ssd::study {

struct ExperimentOptions {
  std::string points = {};  // as choose_points() reads it; empty: all
  std::size_t jobs = 0;     // runs at one time; 0: as many as there are cores
  EngineChoice engine = EngineChoice::kAuto;
  std::optional<std::uint64_t> memory = {};  // bytes that all runs together may take at most
  bool check = false;                        // verify the conservation laws after each run
  TraceReading reading = {};
  std::string folder = {};  // of the journal and the files of results, made if it is not there; empty: nothing is kept
};

struct ExperimentResults {
  StudyPlan plan;
  Table table;
  std::vector<Outcome> outcomes;  // of the claims, in their order
  Facts facts;                    // what the numbers come from
  bool stopped = false;           // by the watcher, before all runs were made
  bool written = false;           // the files of results are in the folder
  std::uint64_t chosen() const;   // runs of the points that were asked for
  // Whether a claim that should hold does not, or cannot be judged though all runs were made.
  bool contradicts_a_claim() const;
};
// The results refer to the experiment. Runs that failed, and files that could not be written, are told and end nothing;
// nothing after any other diagnostic.
std::optional<ExperimentResults> run_experiment(Environment& environment, const Subject& subject,
                                                const ExperimentOptions& options);

// The points, what the journal has of them, and how long the rest will take. Runs nothing and writes nothing.
std::optional<std::string> dry_run(Environment& environment, const Subject& subject, const ExperimentOptions& options);

}  // namespace ssd::study
