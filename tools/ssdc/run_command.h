// The options of `ssdc run` and what it does with them, apart from where the simulator comes from: ssdc compiles one (run_compiled.cpp), a program that
// `ssdc build` has made has one (tools/standalone). So both take the same options and print the same results.
#pragma once
#include <functional>

#include "compiler/compile.h"
#include "tools/ssdc/options.h"
#include "tools/ssdc/session.h"
#include "tools/ssdc/staged_run.h"
#include "tools/ssdc/timeline_output.h"

namespace ssd::cli {

struct SimulatorWanted {
  const design::Design& design;
  std::uint64_t pages;  // that the host will touch
  design::Pass pass;
  bool no_cache;
};
// `from_cache` becomes true where it has been made before.
using SimulatorSource = std::function<Simulator(Session& session, const SimulatorWanted& wanted, bool& from_cache)>;

inline constexpr const char* kEngineOption = "--engine";
inline constexpr std::string_view kJitEngine = "jit";

// What a run is made for.
enum class RunShows : std::uint8_t { kReport, kBlame, kPicture };
// When it is over.
enum class Until : std::uint8_t { kLastRequest, kEndOfLife };

// What every run of an experiment has as a run of one design would.
struct SharedRunOptions {
  std::optional<std::uint64_t> memory;
  bool sort_trace = false, skip_bad_lines = false, check = false, no_cache = false;
};

struct RunOptions {
  std::string workload, trace, trace_format{design::kAnyFormat}, save_snapshot, requests_out;
  TimelineOptions timeline;
  RunShows shows = RunShows::kReport;
  design::Fold fold = design::Fold::kError;
  Until until = Until::kLastRequest;
  design::Pass pass = design::Pass::kAll;
  std::uint64_t closed = 0, requests = 0, seed = 1;
  std::uint64_t first_requests = 0;  // so many of those that the workload has, where `requests` does not say how many
  SharedRunOptions shared;
  // Of a run for a picture: what of it is recorded, whether its planes are counted, and what is done with it.
  std::optional<results::TimelineBounds> records = {};
  bool counts_planes = false;
  std::function<void(const StagedRun& run, const results::Report& report, const simulation::Outcome& outcome)> draw = {};
};

using ExperimentRun = std::function<void(Session& session, const Session::Opened& opened, const SharedRunOptions& shared)>;

// `experiment`: what is done with one; without it experiments are refused.
void add_run_options(CLI::App& command, Session& session, SimulatorSource simulator_source, RunShows shows = RunShows::kReport, ExperimentRun experiment = {});
// What says what is run: workload or trace, and how much of it.
void add_workload_options(CLI::App& command, RunOptions& options);
// What changes the run, or is left by it.
void add_report_options(CLI::App& command, RunOptions& options);
// From when until when a timeline is wanted; `file`: the option without which these are nothing, if there is one.
void add_window(CLI::App& command, TimelineOptions& options, CLI::Option* file = nullptr);
// From the workload to what is shown of the run, or a diagnostic; `checking`: seconds that the file took.
void run_design(Session& session, const Session::Opened& opened, const RunOptions& options, const SimulatorSource& simulator_source, double checking);
// The same for ssdc, with any file and a choice of engines (run_compiled.cpp).
void add_compiled_run(CLI::App& command, Session& session, RunShows shows);
SimulatorSource compiled_simulators(EngineChoice engine);

}  // namespace ssd::cli
