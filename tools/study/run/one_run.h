// Makes one run of an experiment, from its plan to its numbers, as `ssdc run` would, without output to the terminal and
// in parallel with other runs. Invariant: the results depend neither on other runs nor on the memory that the run got,
// except that it may fail for lack of memory.
#pragma once
#include <functional>
#include <future>
#include <map>
#include <mutex>

#include "tools/api/known_objects.h"
#include "tools/api/simulator.h"
#include "tools/study/run/plan.h"
#include "tools/study/table.h"

namespace ssd::study {

// The engines of an experiment. The first run that needs an engine makes it, and all runs of the same design share it.
// Only designs that are worth it get a specialised engine.
class SharedSimulators {
 public:
  SharedSimulators(EngineChoice engine, const cache::Folder* cache)
      : engine_(engine), known_(cache == nullptr ? std::nullopt : std::optional(*cache)) {}
  // Adds to the number of pages that all runs of a design will touch. Called before the first run.
  void expect(const cache::Key& design, double pages) {
    Expected& expected = expected_[design];
    expected.pages += pages;
    ++expected.runs;
  }
  // `design`: the identity of the plan.
  Simulator take(const Plan& plan, const cache::Key& design, Pass pass);
  // A run of the design is over. After the last one that was expected its engine is given up.
  void end(const cache::Key& design);

 private:
  struct Expected {
    double pages = 0;
    std::uint64_t runs = 0;  // that are not over
    std::map<Pass, std::shared_future<Simulator>> made = {};
  };
  Simulator make(const Plan& plan, Pass pass, double pages);
  EngineChoice engine_;
  const KnownObjects known_;
  std::mutex mutex_;
  std::map<cache::Key, Expected> expected_;  // by the identity of the design
  // Held while an engine is made, by what determines its object: of designs that share one, the first compiles it, and
  // the others find it in the cache.
  std::map<cache::Key, std::mutex> making_;
};

// What is known of a run that cannot be made.
Run refused(const StudyPlan& plan, const PlannedRun& planned);

struct RunSetting {
  trace::TraceShelf& traces;
  SharedSimulators& simulators;
  TraceReading reading;
  std::uint64_t memory = 0;  // bytes, for each of the runs that go on at the same time
  bool memory_stated = false, check = false;
  std::function<bool()> stop;
};

struct RunFound {
  Run run;                       // kMissing: the run was stopped
  bool short_of_memory = false;  // the run failed for lack of memory, and may succeed if it runs alone
  double seconds = 0;
};
// A run that can be made.
struct OneRun {
  const Plan& plan;
  const workload::Workload& workload;
  cache::Key design;  // the identity of the plan
  std::uint64_t seed = 1;
  bool only_ftl = false;
};
// `at` is called from time to time with the share of the run that is done.
RunFound run_once(const OneRun& one, const RunSetting& setting, const std::function<void(double share)>& at);

}  // namespace ssd::study
