// The options of `ssdc run` and what it does with them, apart from where the Plan and the simulator come from: ssdc
// checks and compiles (run_compiled.h), a program that `ssdc build` has made has both (tools/standalone). So both take
// the same options and print the same results.
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
  std::string workload, trace, trace_format{workload::kAnyFormat}, save_snapshot, requests_out;
  TimelineOptions timeline;
  RunShows shows = RunShows::kReport;
  workload::Fold fold = workload::Fold::kError;
  Until until = Until::kLastRequest;
  Pass pass = Pass::kAll;
  std::uint64_t closed = 0, requests = 0, seed = 1;
  SharedRunOptions shared;
  // Of a run for a picture: what of it is recorded, and what is done with it.
  pictures::Recorded records = {};
  std::function<void(const run::Ran& ran)> draw = {};
};

// What is done with the options once all are read.
using RunsOptions = std::function<void(const CLI::App& command, const RunOptions& options)>;
void add_run_options(CLI::App& command, Session& session, RunShows shows, RunsOptions then);
// What says what is run: workload or trace, and how much of it.
void add_workload_options(CLI::App& command, RunOptions& options);
// What changes the run, or is left by it.
void add_report_options(CLI::App& command, RunOptions& options);
// From when until when a timeline is wanted; `file`: the option without which these are nothing, if there is one.
void add_window(CLI::App& command, TimelineOptions& options, CLI::Option* file = nullptr);
// Whether what is asked for beside the report can be had of such a run. False after a diagnostic.
bool can_tell_more(Session& session, const CLI::App& command, const RunOptions& options);
// The trace that the options name.
workload::Workload workload_of_trace(const RunOptions& options);

// Whether what the options write takes the place of nothing that the run reads: neither of these files, nor of a trace
// of the options. False after a diagnostic.
bool spares_all_it_reads(Session& session, std::vector<std::string> inputs, const RunOptions& options);

// A Plan with the workload that is measured, and what must be known of where they come from.
struct MeasuredPlan {
  Plan plan;
  std::vector<std::string> notes;  // about the workload, for the report
  double checking = 0;             // seconds that making the Plan took
};
// From the Plan to what is shown of the run, or a diagnostic. Its first workload is measured.
void run_plan(Session& session, const MeasuredPlan& planned, const RunOptions& options,
              const run::SimulatorSource& simulators);

}  // namespace ssd::cli
