// Makes the runs of a plan on all cores. Runs that the journal has are taken from it; the others are made, the longest
// first, and stored as they end. Invariants: the table depends neither on the number of threads nor on the order in
// which runs end; a run that was stopped is in neither table nor journal.
#pragma once
#include "tools/study/run/journal.h"
#include "tools/study/run/one_run.h"

namespace ssd::study {

// What becomes of runs that failed before.
enum class Failed : std::uint8_t { kRepeat, kKeep };
// The chosen runs of the plan that the journal does not have.
std::vector<std::uint32_t> runs_to_make(const StudyPlan& plan, const KeptRuns& known, Failed failed = Failed::kRepeat);

struct RunToMake {
  float pages = 0;
  std::uint32_t run = 0;
};
// The order in which runs are made: longer ones first, and those that are as long by their numbers.
inline bool is_before(const RunToMake& a, const RunToMake& b) {
  return a.pages != b.pages ? a.pages > b.pages : a.run < b.run;
}

struct PointsRun {
  Table table;            // reads whole runs from the journal
  bool stopped = false;   // the watcher ended it, or the journal could not be written
  int journal_error = 0;  // errno, if the journal could not be written
};

struct RunningPoints {
  std::size_t jobs = 1;
  std::uint64_t memory = 0;  // for all runs together
  bool memory_stated = false, check = false;
  EngineChoice engine = EngineChoice::kAuto;
  TraceReading reading;
  Failed failed = Failed::kRepeat;
};
// `traces`: the traces that make_plan() has read. The environment's watcher gets kRuns. Throws JournalLost.
PointsRun run_points(Environment& environment, const std::shared_ptr<const StudyPlan>& plan, trace::TraceShelf& traces,
                     const std::shared_ptr<Journal>& journal, const RunningPoints& how);

}  // namespace ssd::study
