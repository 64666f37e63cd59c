// ssdc run: a design, a workload, and the numbers that come out.
#include <fmt/format.h>

#include <cctype>
#include <cstring>
#include <filesystem>

#include "runtime/cache/cache.h"
#include "runtime/results/quantity.h"
#include "runtime/results/report.h"
#include "runtime/workload/requests.h"
#include "tools/ssdc/end_of_life.h"
#include "tools/ssdc/interrupt.h"
#include "tools/ssdc/options.h"
#include "tools/ssdc/output_file.h"
#include "tools/ssdc/request_output.h"
#include "tools/ssdc/run_command.h"
#include "tools/ssdc/run_start.h"
#include "tools/ssdc/session.h"
#include "tools/ssdc/staged_run.h"

namespace ssd::cli {
namespace {

// Options that only an experiment has, and those that it shares with a design. All others say what an experiment says itself.
constexpr std::array kOfExperiments{"--jobs", "--points", "--dry-run"};
constexpr std::array kOfBoth{"-D", "--output", "--engine", "--memory", "--sort-trace", "--skip-bad-lines", "--no-cache", "--check", "--quiet"};

design::Workload workload_of_trace(const RunOptions& options) {
  design::Workload workload;
  workload.name = options.trace;
  design::TraceSource source;
  source.path = source.resolved_path = options.trace;
  source.format = options.trace_format;
  workload.source = source;
  workload.fold = options.fold;
  workload.closed = options.closed;
  return workload;
}

// The workload that the command line or the file names, or else the standard library's.
std::optional<design::Workload> choose_workload(Session& session, const sema::Checked& checked, const RunOptions& options,
                                                std::vector<std::string>& notes) {
  if (!options.trace.empty() && !options.workload.empty()) {
    session.sink.report(diag::Code::E0502, {}, "`--trace`", "`--workload`").help("give one of the two");
    return std::nullopt;
  }
  if (!options.trace.empty()) return workload_of_trace(options);
  const bool has_own = std::ranges::any_of(checked.declared_workloads, [](const sema::Declared& d) { return !d.imported; });
  const bool has_default = std::ranges::any_of(checked.declared_workloads, [](const sema::Declared& d) { return d.name == sema::kDefaultWorkload; });
  const bool unnamed = options.workload.empty() && !has_own;
  if (unnamed || (options.workload == sema::kDefaultWorkload && !has_default)) {
    if (unnamed) notes.push_back("no workload was named and the file has none: this is `Default` of std/workloads.ssd");
    return sema::default_workload(session.sema_options(), session.sources, session.sink);
  }
  const design::Workload* chosen = sema::select_workload(checked, options.workload, session.sink);
  return chosen == nullptr ? std::nullopt : std::optional(*chosen);
}

// An option that would do nothing is told.
void warn_of_idle_options(Session& session, const design::Workload& workload, const RunOptions& options) {
  if (std::holds_alternative<design::TraceSource>(workload.source)) return;
  for (const auto& [given, name] : {std::pair(options.shared.sort_trace, "--sort-trace"), std::pair(options.shared.skip_bad_lines, "--skip-bad-lines")}) {
    if (given) session.sink.report(diag::Code::W0510, workload.span, name, workload.name).help("leave it out");
  }
}

// Some estimate, for the choice of the engine. A life is as long as all pages can be programmed.
std::uint64_t pages_to_run(const Stage& stage, const design::Design& design) {
  if (stage.endless) return design.geometry.physical_pages() * design.nand.endurance;
  return (stage.requests.bytes_read + stage.requests.bytes_written) / design.geometry.page_bytes + stage.requests.list.size();
}

// A drive that serves less than the host asks for makes the response times grow with the length of the trace: they then say nothing
// about the drive. Told when the last answers come much later than the last request.
void note_overload(const simulation::Load& load, results::Report& report) {
  constexpr std::size_t kEnough = 1000;  // a short burst is no overload
  if (report.results.functional_only || load.closed_depth != 0 || load.endless || report.results.partial || report.results.lifetime.ended || load.requests.size() < kEnough) return;
  const Time span = load.requests.last_arrival() - report.results.host.first_arrival;
  const Time late = report.results.host.last_completion - load.requests.last_arrival();
  if (late <= span / 10) return;
  report.notes.push_back(fmt::format("overload: requests arrive faster than the drive serves them, so response times grow with the trace's length; the "
                                     "last answer came {} after the last request", results::time_text(static_cast<double>(late))));
}

std::string quoted(const std::string& word) {
  constexpr std::string_view kHarmless = "_./:=-";
  const auto is_plain = [&](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || kHarmless.find(c) != std::string_view::npos; };
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return word;
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

// What makes this very run again.
std::string command_line(const Session& session, const RunOptions& options, const std::string& engine) {
  const bool built = session.built_in != nullptr;
  std::string line = built ? quoted(session.program) : fmt::format("ssdc run {} --engine {}", quoted(session.target), engine);
  const auto add = [&line](const char* name, const std::string& value) { line += fmt::format(" {} {}", name, quoted(value)); };
  add("--seed", std::to_string(options.seed));
  for (const std::string& definition : session.definitions) add("-D", definition);
  if (!options.workload.empty()) add("--workload", options.workload);
  if (!options.trace.empty()) {
    add("--trace", options.trace);
    add("--trace-format", options.trace_format);
    add("--fold", std::string(word_for(design::kFolds, options.fold)));
  }
  if (options.closed != 0) add("--closed", std::to_string(options.closed));
  if (options.requests != 0) add("--requests", std::to_string(options.requests));
  if (options.pass == design::Pass::kFunctional) add("--only", "ftl");
  if (options.until == Until::kEndOfLife) add("--until", "end_of_life");
  if (options.shared.sort_trace) line += " --sort-trace";
  if (options.shared.skip_bad_lines) line += " --skip-bad-lines";
  if (!options.save_snapshot.empty()) add(kSaveSnapshot.data(), options.save_snapshot);
  if (!options.timeline.file.empty()) add(kTimeline.data(), options.timeline.file);
  return line + (options.shared.check ? " --check" : "");
}

// To the screen first: if the file cannot be written, the results of a long run are not lost.
void print_report(Session& session, const results::Report& report) {
  const bool file = session.output != kStandardOutput;
  if (file) print_result(session.format, session.format == Rendering::kJson ? results::json(report) : results::text(report));
  session.printed = true;
  if (!session.output.empty()) write_file(session.output, results::json(report), session.sink);
}

// True, and a diagnostic: an option was given that what is run cannot use.
bool refuses_options(Session& session, const Session::Opened& opened, const CLI::App& command) {
  const auto is_one_of = [](const CLI::Option& option, const auto& names) { return std::ranges::any_of(names, [&](const char* name) { return option.check_name(name); }); };
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() == 0 || !option->nonpositional()) continue;
    const bool of_experiment = is_one_of(*option, kOfExperiments);
    if (opened.experiment != nullptr && !of_experiment && !is_one_of(*option, kOfBoth)) {
      session.sink.report(diag::Code::E0600, {}, option->get_name(), opened.experiment->name).help(fmt::format("leave it out; `ssdc explain {}` shows what the experiment runs", session.target));
      return true;
    }
    if (opened.experiment == nullptr && of_experiment) {
      session.sink.report(diag::Code::E0601, {}, option->get_name(), opened.design->name).help("leave it out, or name an experiment");
      return true;
    }
  }
  return false;
}

std::string passes_text(const simulation::Load& load, const simulation::Outcome& outcome) {
  const double passes = static_cast<double>(outcome.stopped_at) / static_cast<double>(load.requests.size());
  return fmt::format(" ({:.4g} times {})", passes, results::count_text(load.requests.size()));
}

// What came out, and of what.
void describe_run(results::Report& report, const Stage& stage, const simulation::Outcome& outcome) {
  const simulation::Load load = stage.load(report.seed);
  report.results = outcome.results;
  note_overload(load, report);
  report.workload = stage.workload.name;
  report.requests = load.endless ? outcome.stopped_at : load.requests.size();
  report.workload_detail = fmt::format("{}{}{}", results::counted_text(report.requests, "request"), load.endless ? passes_text(load, outcome) : "",
                                       load.closed_depth == 0 ? "" : fmt::format(", closed loop of depth {}", load.closed_depth));
  report.closed_depth = load.closed_depth;
  report.host.page_operations = page_operations(report.results.flash);
}

// Every workload with its requests: what `start` names first, and then what is measured. False after a diagnostic.
bool add_stages(StagedRun& run, const design::Workload& measured, const RunOptions& options) {
  const design::Workload* first = run.design.start.workload.get();
  const bool reads_trace = first != nullptr && std::holds_alternative<design::TraceSource>(first->source);
  if (!reads_trace) warn_of_idle_options(run.session, measured, options);
  const auto cache = options.shared.no_cache ? std::nullopt : cache::folder_of_user();
  for (const design::Workload* workload : {first, &measured}) {
    if (workload == nullptr) continue;
    const bool is_measured = workload == &measured;
    workload::RequestOptions how{.requests = {}, .seed = options.seed, .sort_trace = options.shared.sort_trace, .skip_bad_lines = options.shared.skip_bad_lines,
                                 .cache = cache ? &*cache : nullptr, .memory = run.allowed.bytes};
    if (options.requests != 0 && is_measured) how.requests = options.requests;
    else if (options.first_requests != 0 && is_measured) how.requests = std::min(options.first_requests, workload->requests.value_or(options.first_requests));
    auto requests = workload::requests_for(run.design, *workload, how, run.session.sources, run.session.sink);
    if (!requests) return false;
    const bool endless = is_measured && options.until == Until::kEndOfLife;
    run.stages.push_back({.workload = *workload, .requests = std::move(*requests), .measured = is_measured, .endless = endless});
    if (endless && !can_wear_out(run.session.sink, run.design, *workload, run.stages.back().load(options.seed))) return false;
  }
  return true;
}

// No two outputs of a run are one file. False after a diagnostic.
bool outputs_differ(Session& session, const RunOptions& options) {
  const std::array outputs{std::pair(std::string_view(session.output), kOutput), std::pair(std::string_view(options.save_snapshot), kSaveSnapshot),
                           std::pair(std::string_view(options.requests_out), kRequestsOut), std::pair(std::string_view(options.timeline.file), kTimeline)};
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (std::size_t k = i + 1; k < outputs.size(); ++k) {
      if (outputs[i].first.empty() || outputs[k].first.empty()) continue;
      if (std::filesystem::weakly_canonical(outputs[i].first) != std::filesystem::weakly_canonical(outputs[k].first)) continue;
      session.sink.report(diag::Code::E0502, {}, fmt::format("`{}`", outputs[i].second), fmt::format("`{}` of the same file", outputs[k].second)).help("name two files");
      return false;
    }
  }
  return true;
}

// What is written may take the place neither of the design and what it imports, nor of a trace that the file names or the snapshot that the run
// begins with (that of another design of the file may be written anew).
bool spares_all_it_reads(Session& session, const sema::Checked& checked, const design::Design* chosen, const RunOptions& options) {
  if (session.output.empty() && options.save_snapshot.empty() && options.requests_out.empty() && options.timeline.file.empty()) return true;
  std::vector<std::string> inputs = paths_of(session.sources);
  inputs.push_back(options.trace);
  std::error_code none;
  inputs.push_back(std::filesystem::read_symlink("/proc/self/exe", none).string());  // one that `ssdc build` made has its users' names
  if (chosen != nullptr) inputs.push_back(chosen->start.snapshot_file);
  for (const design::Workload& workload : checked.workloads) {
    if (const auto* trace = std::get_if<design::TraceSource>(&workload.source)) inputs.push_back(trace->resolved_path.empty() ? trace->path : trace->resolved_path);
  }
  const char* const ending = options.shows == RunShows::kPicture ? ".picture.svg" : ".json";
  if (!session.output.empty() && !spares_inputs(session.output, inputs, ending, session.sink)) return false;
  if (!options.timeline.file.empty() && !spares_inputs(options.timeline.file, inputs, ".perfetto-trace", session.sink, kTimeline)) return false;
  if (!options.requests_out.empty() && !spares_inputs(options.requests_out, inputs, ".csv", session.sink, kRequestsOut)) return false;
  if (!outputs_differ(session, options)) return false;
  return options.save_snapshot.empty() || can_be_saved(session, options.save_snapshot, inputs);
}

// What was said of the workloads goes into the report.
std::uint64_t count_pages(const StagedRun& run, results::Report& report) {
  std::uint64_t pages = 0;
  for (const Stage& stage : run.stages) {
    pages += pages_to_run(stage, run.design);
    report.notes.insert(report.notes.end(), stage.requests.notes.begin(), stage.requests.notes.end());
  }
  return pages;
}

// Whether another run could begin where this one ended; told if not, after the report, whose numbers are as good as ever.
bool has_state_to_save(Session& session, const results::Results& results, const std::string& snapshot) {
  if (!results.partial && !results.lifetime.ended) return true;
  session.sink.report(diag::Code::E0550, {}, snapshot, results.partial ? "a run that was interrupted" : "a run that ends with the drive's life")
      .help(results.partial ? "run it again, to its end" : "let the run end before the drive does: fewer requests (`--requests N`), or a part with more `endurance`");
  return false;
}

// A drive that begins otherwise than new, or another workload that runs first, may want the other way of the plain loops.
design::Pass pass_to_compile(const StagedRun& run) {
  const bool begins_new = run.stages.size() == 1 && run.design.start.snapshot.empty();
  if (run.pass != design::Pass::kAll || !begins_new) return run.pass;
  return simulation::pass_of(run.design, run.stages.back().load(run.seed));
}

bool tells_requests(const RunOptions& options) { return options.shows == RunShows::kBlame || !options.requests_out.empty(); }

// Whether a file beside the report can be made: of such a run (`other`: an option that leaves nothing to write), and there. False after a diagnostic.
bool can_write_beside(Session& session, const std::string& path, std::string_view option, std::string_view other, std::string_view example) {
  if (path.empty()) return true;
  if (!other.empty()) {
    session.sink.report(diag::Code::E0502, {}, fmt::format("`{}`", option), other).help("give one of the two");
    return false;
  }
  if (path == kStandardOutput) {
    session.sink.report(diag::Code::E0502, {}, fmt::format("`{} -`", option), "the report, which goes to the standard output,").help(fmt::format("name a file: `{} {}`", option, example));
    return false;
  }
  return can_be_written(path, session.sink, option);
}

// Whether what is asked for beside the report can be had. False after a diagnostic.
bool can_tell_more(Session& session, const CLI::App& command, const RunOptions& options) {
  const std::string_view only = options.pass != design::Pass::kAll ? "`--only`" : "";
  const std::string_view no_times = !only.empty() ? only : options.until == Until::kEndOfLife ? "`--until end_of_life`" : "";
  if (!can_write_beside(session, options.requests_out, kRequestsOut, no_times, "requests.csv")) return false;
  if (!can_write_beside(session, options.timeline.file, kTimeline, only, "run.perfetto-trace")) return false;
  const CLI::Option* engine = command.get_option_no_throw(kEngineOption);
  if (!options.timeline.file.empty() && engine != nullptr && engine->count() != 0 && engine->results().front() == kJitEngine) {
    session.sink.report(diag::Code::E0502, {}, fmt::format("`{}`", kTimeline), fmt::format("`{} {}`", kEngineOption, kJitEngine))
        .help("leave the engine out: what is recorded runs on the generic one, and finds the same");
    return false;
  }
  return has_window(session, options.timeline);
}

// What is recorded of a run, if anything is.
std::optional<results::TimelineBounds> recorded(const RunOptions& options) { return options.timeline.file.empty() ? options.records : options.timeline.bounds(); }

// Only the engine that is not specialised tells what it does (abi/phases.h).
Simulator simulator_for(const StagedRun& run, const SimulatorSource& source, const SimulatorWanted& wanted, bool& from_cache) {
  if (run.timeline) return {.entry = generic_engine(), .engine = "generic", .loaded = nullptr, .faster = {}};
  return source(run.session, wanted, from_cache);
}

// What is asked for of the run, on the screen and in files.
void show(Session& session, const RunOptions& options, const StagedRun& run, const results::Report& report, const simulation::Outcome& outcome) {
  if (options.shows == RunShows::kPicture) options.draw(run, report, outcome);
  else if (options.shows == RunShows::kBlame) print_blame(session, run, report, outcome);
  else print_report(session, report);
  if (!options.requests_out.empty()) write_requests(session, options.requests_out, run, outcome);
  if (!options.timeline.file.empty()) write_timeline(session, options.timeline.file, run, outcome);
  if (run.saves && has_state_to_save(session, report.results, options.save_snapshot)) save_snapshot(session, options.save_snapshot, outcome.state);
}

}  // namespace

void run_design(Session& session, const Session::Opened& opened, const RunOptions& options, const SimulatorSource& simulator_source, double checking) {
  if (!spares_all_it_reads(session, opened.checked, opened.design, options)) return;
  results::Report report;
  report.design = opened.design;
  report.host.compile_seconds = checking;
  const Stopwatch reading;
  const auto workload = choose_workload(session, opened.checked, options, report.notes);
  if (!workload) return;
  end_on_interrupt("the workload was read or made");
  StagedRun run{.session = session, .design = *report.design, .allowed = allowance(options.shared.memory), .seed = options.seed, .check = options.shared.check,
                .saves = !options.save_snapshot.empty(), .keeps_times = tells_requests(options), .pass = options.pass};
  run.timeline = recorded(options);
  run.counts_planes = options.counts_planes;
  if (!add_stages(run, *workload, options) || !can_be_run(run) || !stages_fit_memory(run)) return;
  report.host.workload_seconds = reading.seconds();
  const std::uint64_t pages = count_pages(run, report);
  end_on_interrupt("the simulator was compiled for the design");
  const Stopwatch specialising;
  run.simulator = simulator_for(run, simulator_source, {*report.design, pages, pass_to_compile(run), options.shared.no_cache}, report.host.from_cache);
  run.again = command_line(session, options, run.simulator.engine);
  report.host.compile_seconds += specialising.seconds();
  report.host.engine = run.simulator.engine;
  report.host.linked_in = session.built_in != nullptr && !run.timeline;
  report.host.checked = options.shared.check;
  report.seed = options.seed;
  const auto outcome = run_stages(run, report);
  if (!outcome) return;
  report.host.jit_from = outcome->faster_from;
  describe_run(report, run.stages.back(), *outcome);
  show(session, options, run, report, *outcome);
  if (report.results.partial) session.exit_code = kInterrupted;
}

namespace {

// An experiment's output is a folder, of a design it is a file.
void run_run(Session& session, const CLI::App& command, const RunOptions& options, const SimulatorSource& simulator_source, const ExperimentRun& experiment) {
  end_on_interrupt("the design was checked");
  const Stopwatch checking;
  const auto opened = experiment ? session.open() : session.open_design();
  if (!opened || refuses_options(session, *opened, command)) return;
  if (opened->experiment != nullptr) return experiment(session, *opened, options.shared);
  if (!can_tell_more(session, command, options)) return;
  if (!session.output.empty() && !can_be_written(session.output, session.sink)) return;
  run_design(session, *opened, options, simulator_source, checking.seconds());
}

}  // namespace

void add_run_options(CLI::App& command, Session& session, SimulatorSource simulator_source, RunShows shows, ExperimentRun experiment) {
  auto options = std::make_shared<RunOptions>();
  options->shows = shows;
  add_workload_options(command, *options);
  if (shows == RunShows::kReport) add_report_options(command, *options);
  session.add_format(command);
  session.add_output(command, std::string("Write the results as JSON to this file, too; - is the standard output, and nothing else goes there") +
                                  (shows == RunShows::kReport ? ". Of an experiment: the folder for its results" : ""));
  command.add_flag("--check", options->shared.check, "Verify the conservation laws after the run");
  command.add_flag("--quiet", session.quiet, "No progress bar, no warnings");
  command.callback([&session, &command, options, source = std::move(simulator_source), experiment = std::move(experiment)] {
    run_run(session, command, *options, source, experiment);
  });
}

}  // namespace ssd::cli
