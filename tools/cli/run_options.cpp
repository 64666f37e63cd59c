// The options of a run: see run_command.h.
#include <limits>

#include "runtime/base/output_file.h"
#include "tools/cli/request_output.h"
#include "tools/cli/run_command.h"

namespace ssd::cli {
namespace {

constexpr std::array kUntil{Word{"last_request", Until::kLastRequest}, Word{"end_of_life", Until::kEndOfLife}};

// The parts of a run that can be run alone.
constexpr std::array kPasses{Word{"ftl", Pass::kFunctional}};

}  // namespace

void add_workload_options(CLI::App& command, RunOptions& options) {
  command.add_option("--workload", options.workload, "A workload of the file or its imports")
      ->check(not_empty("the name of a workload"))
      ->type_name("WORKLOAD");
  CLI::Option* trace = command.add_option("--trace", options.trace, "A block trace, plain or .zst or .gz")
                           ->check(not_empty("the name of a file"))
                           ->type_name("FILE");
  command.add_option("--trace-format", options.trace_format, "The trace's format (default: recognised by content)")
      ->type_name("NAME")
      ->needs(trace);
  add_choice(command, "--fold", options.fold, workload::kFolds,
             "What happens to addresses of the trace beyond the drive's logical size")
      ->needs(trace);
  command.add_option("--closed", options.closed, "Run the trace as a closed loop of this depth")
      ->check(whole_number(1, 65536))
      ->type_name("N")
      ->needs(trace);
  command.add_flag("--sort-trace", options.shared.sort_trace,
                   "Sort a trace whose times go backwards; --requests then counts from the earliest request");
  command.add_flag("--skip-bad-lines", options.shared.skip_bad_lines,
                   "Skip and count malformed lines instead of stopping");
  command
      .add_option("--requests", options.requests,
                  "Number of requests, instead of the workload's own; for a trace, the maximum")
      ->check(whole_number(1, limits::kMostRecords))
      ->type_name("N");
  add_memory(command, options.shared.memory);
  add_no_cache(command, options.shared.no_cache);
  command.add_option("--seed", options.seed, "Seed of the run")
      ->check(whole_number(0, std::numeric_limits<u64>::max()))
      ->type_name("N");
}

void add_window(CLI::App& command, TimelineOptions& options, CLI::Option* file) {
  const std::array added{
      add_time(command, std::string(kTimelineFrom), options.from, "Start of the window, a time of the run such as 5ms"),
      add_time(command, std::string(kTimelineUntil), options.until, "End of the window, a time of the run")};
  for (CLI::Option* option : added) {
    if (file != nullptr) option->needs(file);
  }
}

namespace {

void add_timeline_options(CLI::App& command, TimelineOptions& options) {
  CLI::Option* file = command
                          .add_option(std::string(kTimeline), options.file,
                                      "Write to this file when each bus and array was used, and for which request; "
                                      "https://ui.perfetto.dev shows it")
                          ->check(not_empty("the name of a file"))
                          ->type_name("FILE");
  add_window(command, options, file);
  add_size(command, "--timeline-size", options.size,
           "Maximum size of the timeline's file (default: 64MiB); what does not fit is counted")
      ->needs(file);
}

}  // namespace

// Not for `blame`.
void add_report_options(CLI::App& command, RunOptions& options) {
  add_choice(command, "--until", options.until, kUntil,
             "Stop after the last request, or repeat the workload until worn-out blocks end the drive's life");
  add_choice(
      command, "--only", options.pass, kPasses,
      "Run the map, collection and wear without a clock: write amplification, erases and life, several times faster");
  command
      .add_option(std::string(kSaveSnapshot), options.save_snapshot,
                  "Write the drive's state at the end to this file, for `start { state: snapshot(\"FILE\") }`")
      ->check(not_empty("the name of a file"))
      ->type_name("FILE");
  command
      .add_option(
          std::string(kRequestsOut), options.requests_out,
          "Write a line for each request to this file, as CSV: its arrival, response time, and the parts of that time")
      ->check(not_empty("the name of a file"))
      ->type_name("FILE");
  add_timeline_options(command, options.timeline);
}

void add_run_options(CLI::App& command, Session& session, RunShows shows, RunsOptions then) {
  auto options = std::make_shared<RunOptions>();
  options->shows = shows;
  add_workload_options(command, *options);
  if (shows == RunShows::kReport) add_report_options(command, *options);
  session.add_format(command);
  session.add_output(
      command,
      std::string(
          "Also write the results as JSON to this file; - is the standard output, which then gets nothing else") +
          (shows == RunShows::kReport ? ". For an experiment: the folder for its results" : ""));
  command.add_flag("--check", options->shared.check, "Verify the conservation laws after the run");
  command.add_flag("--quiet", session.quiet, "Print no progress bar and no warnings");
  command.callback([&command, options, then = std::move(then)] { then(command, *options); });
}

}  // namespace ssd::cli
