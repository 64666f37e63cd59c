// A run from its Plan to its report: requests are read or generated, an engine is chosen, the stages run, and the
// outcome is described. The command line, programs made by `ssdc build` and the library (tools/api) call it.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runtime/cache/cache.h"
#include "runtime/results/report.h"
#include "runtime/run/staged_run.h"

namespace ssd::run {

// The options of a run. The simulated numbers depend only on `seed`, `requests`, `first_requests`, `until_end_of_life`
// and how a trace is read.
struct Wanted {
  std::uint64_t seed = 1;
  std::optional<std::uint64_t>
      requests;  // this many instead of the workload's own number; of a trace at most this many
  std::optional<std::uint64_t> first_requests;  // at most this many of the requests that the workload has
  bool sort_trace = false, skip_bad_lines = false;
  bool until_end_of_life = false;  // repeat the workload until retired blocks end the drive's life
  Pass pass = Pass::kAll;          // or kFunctional
  bool check = false;              // verify the conservation laws
  // Fill Outcome::state; the times of each request; Outcome::responses; Outcome::plane_erases.
  bool keeps_state = false, keeps_times = false, keeps_responses = false, counts_planes = false;
  std::optional<results::TimelineBounds> timeline;  // fill Outcome::timeline; the engine is then the generic one
  std::optional<std::uint64_t> memory;              // bytes that the run may take at most
  const cache::Folder* cache = nullptr;  // where packed traces are kept for later runs; null: they are not kept
  trace::TraceShelf* shelf = nullptr;    // traces that were read before; null: the run reads its own
};

// Makes an engine; `pages` estimates the host pages of the run.
using SimulatorSource = std::function<Simulator(const Plan& plan, std::uint64_t pages, Pass pass)>;
// The command that repeats this run with the given engine, for messages about errors of the program.
using Again = std::function<std::string(const std::string& engine)>;

struct Ran {
  results::Report report;  // refers to the Plan
  Outcome outcome;
  RequestList requests;  // of the measured workload
};
// Nothing after a diagnostic in the environment's sink. A run that the watcher ended has partial results.
std::optional<Ran> run_whole(Environment& environment, const Plan& plan, const workload::Workload& measured,
                             const Wanted& wanted, const SimulatorSource& simulators, const Again& again);

// The pass for which the engine must be compiled to run all stages. It does not depend on the loop, so that all runs of
// a design share an object; one loop alone would take 0.8 % fewer instructions (docs/performance.md).
Pass pass_to_compile(const StagedRun& run);

}  // namespace ssd::run
