// The options of `ssdc run`, and everything that it does with them once there are a Plan and an engine. ssdc checks a
// file and compiles an engine (run_compiled.h); a program made by `ssdc build` contains both (tools/standalone). So
// both take the same options and print the same results.
#pragma once
#include <functional>

#include "runtime/abi/plan.h"
#include "runtime/run/whole_run.h"
#include "tools/cli/open.h"
#include "tools/cli/options.h"
#include "tools/cli/session.h"
#include "tools/cli/timeline_output.h"
#include "tools/pictures/recorded.h"

namespace ssd::cli {

inline constexpr const char* kEngineOption = "--engine";
inline constexpr std::string_view kJitEngine = "jit";

// What is shown of a run.
enum class RunShows : std::uint8_t { kReport, kBlame, kPicture };
// When a run ends.
enum class Until : std::uint8_t { kLastRequest, kEndOfLife };

// The options that runs of an experiment have in common with a run of a single design.
struct SharedRunOptions {
  std::optional<std::uint64_t> memory;
  bool sort_trace = false, skip_bad_lines = false, check = false, no_cache = false;
};

struct RunOptions {
  std::string workload, trace, trace_format{workload::kAnyFormat}, save_snapshot, requests_out;
  TimelineOptions timeline;
  RunShows shows = RunShows::kReport;
  workload::Fold fold = workload::Fold::kError;
  Until until = Until::kLastRequest;
  Pass pass = Pass::kAll;
  std::uint64_t closed = 0, requests = 0, seed = 1;
  SharedRunOptions shared;
  // Only for kPicture: what is recorded, and what draws it.
  pictures::Recorded records = {};
  std::function<void(const run::Ran& ran)> draw = {};
};

// Called with the options after they are parsed.
using RunsOptions = std::function<void(const CLI::App& command, const RunOptions& options)>;
void add_run_options(CLI::App& command, Session& session, RunShows shows, RunsOptions then);
// The options that select the workload or trace, and its length.
void add_workload_options(CLI::App& command, RunOptions& options);
// The options that change the run or make it write more. `blame` does not have them.
void add_report_options(CLI::App& command, RunOptions& options);
// The options for the window of a timeline. `file`: the option that they need, if there is one.
void add_window(CLI::App& command, TimelineOptions& options, CLI::Option* file = nullptr);
// Whether the run can give what the options ask for besides the report. False after a diagnostic.
bool can_tell_more(Session& session, const CLI::App& command, const RunOptions& options);
// A workload that consists of the trace that the options name.
workload::Workload workload_of_trace(const RunOptions& options);

// Whether no output of the run would overwrite a file that the run reads: one of `inputs`, or a trace of the options.
// False after a diagnostic.
bool spares_all_it_reads(Session& session, std::vector<std::string> inputs, const RunOptions& options);

// A Plan with the measured workload, and information about its origin for the report.
struct MeasuredPlan {
  Plan plan;
  std::vector<std::string> notes;  // about the workload, for the report
  double checking = 0;             // seconds that making the Plan took
};
// Runs the first workload of the Plan and shows the results, or reports a diagnostic.
void run_plan(Session& session, const MeasuredPlan& planned, const RunOptions& options,
              const run::SimulatorSource& simulators);

}  // namespace ssd::cli
