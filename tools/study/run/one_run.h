// One run of an experiment, from its plan to its numbers: what `ssdc run` does, without a word to the terminal, beside
// others in other threads. Invariant: what is found does not depend on what else runs, nor on how much memory it was
// given, unless it says that it was short of it.
#pragma once
#include <functional>
#include <future>
#include <map>
#include <mutex>

#include "tools/api/simulator.h"
#include "tools/study/run/plan.h"
#include "tools/study/table.h"

namespace ssd::study {

// The engine of each design that is worth specialising, made by the first run that needs it and shared by all.
class SharedSimulators {
 public:
  SharedSimulators(EngineChoice engine, const cache::Folder* cache) : engine_(engine), cache_(cache) {}
  // What all runs of a design will touch, before the first run.
  void expect(const DesignAtPoint& design, double pages) { expected_[design.identity] += pages; }
  Simulator take(const DesignAtPoint& design, Pass pass);

 private:
  Simulator make(const DesignAtPoint& design, Pass pass, double pages) const;
  EngineChoice engine_;
  const cache::Folder* cache_;
  std::map<std::string, double> expected_;  // pages by design
  std::mutex mutex_;
  std::map<std::pair<std::string, Pass>, std::shared_future<Simulator>> made_;
};

struct RunSetting {
  trace::TraceShelf& traces;
  SharedSimulators& simulators;
  TraceReading reading;
  std::uint64_t memory = 0;  // bytes for each run that goes on at one time
  bool memory_stated = false, check = false;
  std::function<bool()> stop;
};

struct RunFound {
  Run run;                       // missing: it was given up
  bool short_of_memory = false;  // it failed, and may not if it runs alone
  double seconds = 0;
};
// `at`: told now and then the share that is done.
RunFound run_once(const PlannedRun& planned, const RunSetting& setting, const std::function<void(double share)>& at);

}  // namespace ssd::study
