// A run from its Plan to its report: requests are read or made, an engine is chosen, the stages run, and what came out
// is described. What the command line, programs made by `ssdc build` and the library (tools/api) call.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runtime/cache/cache.h"
#include "runtime/results/report.h"
#include "runtime/run/staged_run.h"

namespace ssd::run {

// What is wanted of a run. The numbers found depend on `seed`, `requests`, `until_end_of_life` and how a trace is read,
// on nothing else.
struct Wanted {
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> requests;  // so many instead of the workload's own number; of a trace at most so many
  std::optional<std::uint64_t> first_requests;  // at most so many of those that the workload has
  bool sort_trace = false, skip_bad_lines = false;
  bool until_end_of_life = false;  // the workload again and again, until worn-out blocks end the drive's life
  Pass pass = Pass::kAll;          // or kFunctional
  bool check = false;              // verify the conservation laws
  bool keeps_state = false, keeps_times = false,
       counts_planes = false;                       // fill Outcome::state; times of each request; plane_erases
  std::optional<results::TimelineBounds> timeline;  // fill Outcome::timeline; the engine is then the generic one
  std::optional<std::uint64_t> memory;              // bytes that the run may take at most
  const cache::Folder* cache = nullptr;             // where packed traces are kept for later runs; null: nowhere
  trace::TraceShelf* shelf = nullptr;               // of traces that were read before; null: the run reads its own
};

// Makes an engine for host pages of that number. `from_cache` becomes true where it had been made before.
using SimulatorSource = std::function<Simulator(const Plan& plan, std::uint64_t pages, Pass pass, bool& from_cache)>;
// The call that makes this very run again with such an engine, for messages about faults of ours.
using Again = std::function<std::string(const std::string& engine)>;

struct Ran {
  results::Report report;  // refers to the Plan
  Outcome outcome;
  RequestList requests;  // that were measured
};
// Nothing after a diagnostic in the environment's sink. A run that was ended by the watcher is partial.
std::optional<Ran> run_whole(Environment& environment, const Plan& plan, const workload::Workload& measured,
                             const Wanted& wanted, const SimulatorSource& simulators, const Again& again);

// The engine that is enough for the stages: see pass_of().
Pass pass_to_compile(const StagedRun& run);

}  // namespace ssd::run
