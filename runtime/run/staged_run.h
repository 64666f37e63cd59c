// A run in its stages: the drive as `start` says it is, the workload that `start` runs on it, and then the one that is
// measured (S70).
#pragma once
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runtime/base/environment.h"
#include "runtime/results/report.h"
#include "runtime/run/run_memory.h"
#include "runtime/run/simulation.h"
#include "runtime/run/simulator.h"
#include "runtime/trace/requests.h"

namespace ssd::run {

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// A workload with its requests.
struct Stage {
  workload::Workload workload;
  trace::Requests requests;
  bool measured = true, endless = false;  // endless: again and again, until the drive's life ends (S69)
  Load load(std::uint64_t seed) const;
};

struct StagedRun {
  Environment& environment;
  const Plan& plan;
  Allowance allowed;
  std::uint64_t seed = 1;
  bool check = false, saves = false;  // saves: the state at the end is wanted
  bool keeps_times = false;           // each request's are wanted
  Pass pass = Pass::kAll;
  std::vector<Stage> stages = {};  // the measured one last
  Simulator simulator = {};
  std::string again = {};  // the command that makes this very run again
  bool keep_responses = false;
  bool counts_planes = false;                            // erases of each plane are wanted
  std::optional<results::TimelineBounds> timeline = {};  // of what is measured; the engine is the generic one
};

// The workload of `start` with its requests, if there is one, and then what is measured; `how.requests` is about the
// latter, and seed and memory are the run's. False after a diagnostic.
bool add_stages(StagedRun& run, const workload::Workload& measured, trace::RequestOptions how);
// The former alone, for drives whose requests come one by one.
bool add_first_stage(StagedRun& run, trace::RequestOptions how);

// Whether the passes that are asked for can be run by themselves. False after a diagnostic.
bool can_be_run(const StagedRun& run);
// Of each stage; before the long work. False after a diagnostic.
bool stages_fit_memory(const StagedRun& run);
// The drive at time 0: as the design says, or as a snapshot and the workload of `start` leave it.
struct DriveAtStart {
  std::optional<DriveState> state;  // nothing: as the design says
  results::StartFacts facts;
};
// Runs the stages that are not measured. Nothing after a diagnostic, or if the watcher ended it.
std::optional<DriveAtStart> drive_at_start(const StagedRun& run);
// The outcome of what is measured; how it began and what that took goes into the report. Nothing after a diagnostic.
std::optional<Outcome> run_stages(const StagedRun& run, results::Report& report);
// Whether results came out of a stage. False after a diagnostic.
bool ended_well(const StagedRun& run, const Stage& stage, const Outcome& outcome);

// Flash operations of a run: the host's, collection's, replicas.
std::uint64_t page_operations(const FlashCounts& counts);

}  // namespace ssd::run
