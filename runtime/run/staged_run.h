// A run in its stages: the drive in its start state, the workload that `start` runs on it (start.run), and then the
// measured workload.
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
  bool measured = true, endless = false;  // endless: repeated until the drive's life ends (wear.end_of_life)
  Load load(std::uint64_t seed) const;
};

struct StagedRun {
  Environment& environment;
  const Plan& plan;
  Allowance allowed;
  std::uint64_t seed = 1;
  bool check = false, saves = false;  // saves: keep the state at the end
  bool keeps_times = false;           // keep the times of each request
  Pass pass = Pass::kAll;             // becomes kWhole if one of the stages needs the whole-drive loop
  std::vector<Stage> stages = {};     // the measured one is the last
  Simulator simulator = {};
  std::string again = {};  // the command that repeats this run
  bool keep_responses = false;
  bool counts_planes = false;                            // count the erases of each plane
  std::optional<results::TimelineBounds> timeline = {};  // of the measured workload; the engine is the generic one
};

// Adds the workload of `start` with its requests, if there is one, and then the measured workload. `how.requests`
// concerns the measured workload; seed and memory are the run's. False after a diagnostic.
bool add_stages(StagedRun& run, const workload::Workload& measured, trace::RequestOptions how);
// Adds the workload of `start` only, for drives whose requests come one by one.
bool add_first_stage(StagedRun& run, trace::RequestOptions how);

// Whether the selected passes can be run by themselves. False after a diagnostic.
bool can_be_run(const StagedRun& run);
// Checks each stage before the long work begins. False after a diagnostic.
bool stages_fit_memory(const StagedRun& run);
// The drive at time 0: in the design's start state, or as a snapshot and the workload of `start` leave it.
struct DriveAtStart {
  std::optional<DriveState> state;  // nothing: the design's start state
  results::StartFacts facts;
};
// Runs the stages that are not measured. Nothing after a diagnostic, or if the watcher ended the run.
std::optional<DriveAtStart> drive_at_start(const StagedRun& run);
// Returns the outcome of the measured workload; how it began, and how long that took, goes into the report. Nothing
// after a diagnostic.
std::optional<Outcome> run_stages(const StagedRun& run, results::Report& report);
// Whether the stage has results. False after a diagnostic.
bool ended_well(const StagedRun& run, const Stage& stage, const Outcome& outcome);

// The flash operations of a run: those of the host, of collections and of replicas.
std::uint64_t page_operations(const FlashCounts& counts);

}  // namespace ssd::run
