// Runs a Plan and shows the results, on the screen and in files: see run_command.h.
#include <fmt/format.h>

#include <filesystem>

#include "runtime/base/output_file.h"
#include "runtime/base/quantity.h"
#include "runtime/base/shell_word.h"
#include "runtime/base/whole_path.h"
#include "runtime/cache/cache.h"
#include "runtime/run/run_start.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/printed.h"
#include "tools/cli/request_output.h"
#include "tools/cli/run_command.h"
#include "tools/cli/run_watcher.h"

namespace ssd::cli {
namespace {

// The command that repeats this run exactly.
std::string command_line(const Session& session, const RunOptions& options, const std::string& engine) {
  std::string line = session.is_built ? shell_word(session.program)
                                      : fmt::format("ssdc run {} --engine {}", shell_word(session.target), engine);
  const auto add = [&line](const char* name, const std::string& value) {
    line += fmt::format(" {} {}", name, shell_word(value));
  };
  add("--seed", std::to_string(options.seed));
  for (const std::string& definition : session.definitions) add("-D", definition);
  if (!options.workload.empty()) add("--workload", options.workload);
  if (!options.trace.empty()) {
    add("--trace", options.trace);
    add("--trace-format", options.trace_format);
    add("--fold", std::string(word_for(workload::kFolds, options.fold)));
  }
  if (options.closed != 0) add("--closed", std::to_string(options.closed));
  if (options.requests != 0) add("--requests", std::to_string(options.requests));
  if (options.pass == Pass::kFunctional) add("--only", "ftl");
  if (options.until == Until::kEndOfLife) add("--until", "end_of_life");
  if (options.shared.sort_trace) line += " --sort-trace";
  if (options.shared.skip_bad_lines) line += " --skip-bad-lines";
  if (!options.save_snapshot.empty()) add(kSaveSnapshot.data(), options.save_snapshot);
  if (!options.timeline.file.empty()) add(kTimeline.data(), options.timeline.file);
  return line + (options.shared.check ? " --check" : "");
}

// Prints first: if the file cannot be written, the results of a long run are not lost.
void print_report(Session& session, const results::Report& report) {
  const bool file = session.output != kStandardOutput;
  if (file)
    print_result(session.format, session.format == Rendering::kJson ? results::json(report) : results::text(report));
  session.printed = true;
  if (!session.output.empty()) write_file(session.output, results::json(report), session.sink);
}

// Whether all outputs of the run go to different files. False after a diagnostic.
bool outputs_differ(Session& session, const RunOptions& options) {
  const std::array outputs{std::pair(std::string_view(session.output), kOutput),
                           std::pair(std::string_view(options.save_snapshot), kSaveSnapshot),
                           std::pair(std::string_view(options.requests_out), kRequestsOut),
                           std::pair(std::string_view(options.timeline.file), kTimeline)};
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (std::size_t k = i + 1; k < outputs.size(); ++k) {
      if (outputs[i].first.empty() || outputs[k].first.empty()) continue;
      if (whole_path(std::string(outputs[i].first)) != whole_path(std::string(outputs[k].first))) continue;
      session.sink
          .report(diag::Code::E0502, {}, fmt::format("`{}`", outputs[i].second),
                  fmt::format("`{}` of the same file", outputs[k].second))
          .help("name two files");
      return false;
    }
  }
  return true;
}

}  // namespace

bool spares_all_it_reads(Session& session, std::vector<std::string> inputs, const RunOptions& options) {
  if (session.output.empty() && options.save_snapshot.empty() && options.requests_out.empty() &&
      options.timeline.file.empty())
    return true;
  inputs.push_back(options.trace);
  std::error_code none;
  inputs.push_back(std::filesystem::read_symlink("/proc/self/exe", none)
                       .string());  // a program made by `ssdc build` may have any name
  const char* const ending = options.shows == RunShows::kPicture ? ".picture.svg" : ".json";
  if (!session.output.empty() && !spares_inputs(session.output, inputs, ending, session.sink)) return false;
  if (!options.timeline.file.empty() &&
      !spares_inputs(options.timeline.file, inputs, ".perfetto-trace", session.sink, kTimeline))
    return false;
  if (!options.requests_out.empty() && !spares_inputs(options.requests_out, inputs, ".csv", session.sink, kRequestsOut))
    return false;
  if (!outputs_differ(session, options)) return false;
  return options.save_snapshot.empty() || run::can_be_saved(session, options.save_snapshot, inputs);
}

namespace {

// Whether another run can begin where this one ended. If not, that is reported after the report, whose numbers are
// still valid.
bool has_state_to_save(Session& session, const results::Results& results, const std::string& snapshot) {
  if (!results.partial && !results.lifetime.ended) return true;
  session.sink
      .report(diag::Code::E0550, {}, snapshot,
              results.partial ? "a run that was interrupted" : "a run that ends with the drive's life")
      .help(results.partial
                ? "run it again to its end"
                : "let the run end before the drive's life does: fewer requests (`--requests N`), or a part with "
                  "more `endurance`");
  return false;
}

bool tells_requests(const RunOptions& options) {
  return options.shows == RunShows::kBlame || !options.requests_out.empty();
}

// Whether a file can be written in addition to the report. `other`: an option of the call that leaves nothing to write;
// empty: there is none. False after a diagnostic.
bool can_write_beside(Session& session, const std::string& path, std::string_view option, std::string_view other,
                      std::string_view example) {
  if (path.empty()) return true;
  if (!other.empty()) {
    session.sink.report(diag::Code::E0502, {}, fmt::format("`{}`", option), other).help("use only one of the two");
    return false;
  }
  if (path == kStandardOutput) {
    session.sink
        .report(diag::Code::E0502, {}, fmt::format("`{} -`", option), "the report, which goes to the standard output,")
        .help(fmt::format("name a file: `{} {}`", option, example));
    return false;
  }
  return can_be_written(path, session.sink, option);
}

}  // namespace

bool can_tell_more(Session& session, const CLI::App& command, const RunOptions& options) {
  const std::string_view only = options.pass != Pass::kAll ? "`--only`" : "";
  const std::string_view no_times = !only.empty()                        ? only
                                    : options.until == Until::kEndOfLife ? "`--until end_of_life`"
                                                                         : "";
  if (!can_write_beside(session, options.requests_out, kRequestsOut, no_times, "requests.csv")) return false;
  if (!can_write_beside(session, options.timeline.file, kTimeline, only, "run.perfetto-trace")) return false;
  const CLI::Option* engine = command.get_option_no_throw(kEngineOption);
  if (!options.timeline.file.empty() && engine != nullptr && engine->count() != 0 &&
      engine->results().front() == kJitEngine) {
    session.sink
        .report(diag::Code::E0502, {}, fmt::format("`{}`", kTimeline),
                fmt::format("`{} {}`", kEngineOption, kJitEngine))
        .help("leave the engine out: a run that is recorded uses the generic engine, with the same results");
    return false;
  }
  return has_window(session, options.timeline);
}

namespace {

// The window that is recorded, if anything is.
std::optional<results::TimelineBounds> recorded(const RunOptions& options) {
  return options.timeline.file.empty() ? options.records.timeline : options.timeline.bounds();
}

// Shows everything that the options ask for, on the screen and in files.
void show(Session& session, const RunOptions& options, const run::Ran& ran) {
  if (options.shows == RunShows::kPicture)
    options.draw(ran);
  else if (options.shows == RunShows::kBlame)
    print_blame(session, ran);
  else
    print_report(session, ran.report);
  if (!options.requests_out.empty()) write_requests(session, options.requests_out, ran);
  if (!options.timeline.file.empty()) write_timeline(session, options.timeline, ran);
  if (!options.save_snapshot.empty() && has_state_to_save(session, ran.report.results, options.save_snapshot)) {
    run::save_snapshot(session, options.save_snapshot, ran.outcome.state);
  }
}

run::Wanted wanted_of(const RunOptions& options, const cache::Folder* cache) {
  run::Wanted wanted;
  wanted.seed = options.seed;
  if (options.requests != 0) wanted.requests = options.requests;
  wanted.first_requests = options.records.first_requests;
  wanted.sort_trace = options.shared.sort_trace;
  wanted.skip_bad_lines = options.shared.skip_bad_lines;
  wanted.until_end_of_life = options.until == Until::kEndOfLife;
  wanted.pass = options.pass;
  wanted.check = options.shared.check;
  wanted.keeps_state = !options.save_snapshot.empty();
  wanted.keeps_times = tells_requests(options);
  wanted.counts_planes = options.records.counts_planes;
  wanted.timeline = recorded(options);
  wanted.memory = options.shared.memory;
  wanted.cache = cache;
  return wanted;
}

}  // namespace

workload::Workload workload_of_trace(const RunOptions& options) {
  workload::Workload workload;
  workload.name = options.trace;
  workload::TraceSource source;
  source.path = source.resolved_path = options.trace;
  source.format = options.trace_format;
  workload.source = source;
  workload.fold = options.fold;
  workload.closed = options.closed;
  return workload;
}

void run_plan(Session& session, const MeasuredPlan& planned, const RunOptions& options,
              const run::SimulatorSource& simulators) {
  const auto cache = options.shared.no_cache ? std::nullopt : cache::safe_folder_of_user(session.sink);
  const run::Wanted wanted = wanted_of(options, cache ? &*cache : nullptr);
  const auto again = [&](const std::string& engine) { return command_line(session, options, engine); };
  auto ran = watched<RunWatcher>(session, [&] {
    return run::run_whole(session, planned.plan, planned.plan.workloads.front(), wanted, simulators, again);
  });
  if (!ran) return;
  results::Report& report = ran->report;
  report.notes.insert(report.notes.begin(), planned.notes.begin(), planned.notes.end());
  report.host.compile_seconds += planned.checking;
  report.host.linked_in = session.is_built && !wanted.timeline;
  show(session, options, *ran);
  if (report.results.partial) session.exit_code = interrupted_code();
}

}  // namespace ssd::cli
