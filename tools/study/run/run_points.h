// The runs of a plan over all cores: what the journal has is taken, the rest is run, the longest first, and kept as it
// ends. Invariants: the table does not depend on the number of threads nor on the order in which runs end; what was
// given up is in neither table nor journal.
#pragma once
#include "tools/study/run/journal.h"
#include "tools/study/run/one_run.h"

namespace ssd::study {

// Runs of the plan that are chosen and that the journal does not have as done.
std::vector<std::size_t> runs_to_make(const StudyPlan& plan, const std::map<std::string, JournalEntry>& known);

struct PointsRun {
  Table table;
  bool stopped = false;   // by the watcher, or since nothing could be kept
  int journal_error = 0;  // the system's: why
};

struct RunningPoints {
  std::size_t jobs = 1;
  std::uint64_t memory = 0;  // for all runs together
  bool memory_stated = false, check = false;
  EngineChoice engine = EngineChoice::kAuto;
  TraceReading reading;
};
// `traces`: those that make_plan() has read. The environment's watcher is told of kRuns.
PointsRun run_points(Environment& environment, const StudyPlan& plan, trace::TraceShelf& traces, Journal& journal,
                     const RunningPoints& how);

}  // namespace ssd::study
