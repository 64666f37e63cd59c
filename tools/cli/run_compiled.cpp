// See run_compiled.h.
#include "tools/cli/run_compiled.h"

#include <fmt/format.h>

#include <charconv>

#include "runtime/base/output_file.h"
#include "runtime/base/shell_word.h"
#include "tools/api/cached_simulator.h"
#include "tools/api/named_workload.h"
#include "tools/cli/experiment_run.h"
#include "tools/cli/interrupt.h"

namespace ssd::cli {
namespace {

constexpr std::array kEngines{Word{"auto", EngineChoice::kAuto}, Word{"generic", EngineChoice::kGeneric},
                              Word{kJitEngine, EngineChoice::kJit}};

// Options that only an experiment takes, and options that experiments and designs take. The values of all other options
// are defined in the experiment itself.
constexpr std::array kOfExperiments{"--jobs", "--points", "--shard", "--dry-run"};
constexpr std::array kOfBoth{"-D",         "--output", "--engine", "--memory", "--sort-trace", "--skip-bad-lines",
                             "--no-cache", "--check",  "--quiet"};
constexpr std::uint64_t kMostJobs = 1024, kMostShards = 1'000'000;

// The shard that `K/N` names.
std::optional<study::Shard> shard_of(const std::string& text) {
  study::Shard shard;
  const char* end = text.data() + text.size();
  const auto number = std::from_chars(text.data(), end, shard.number);
  if (number.ec != std::errc() || number.ptr == end || *number.ptr != '/') return std::nullopt;
  const auto count = std::from_chars(number.ptr + 1, end, shard.count);
  const bool is_whole = count.ec == std::errc() && count.ptr == end && shard.count <= kMostShards;
  return is_whole && shard.number >= 1 && shard.number <= shard.count ? std::optional(shard) : std::nullopt;
}

std::string unfit_shard(const std::string& text) {
  return shard_of(text) ? ""
                        : fmt::format("K/N, from 1/N to N/N, with N at most {}, found `{}`\n1/8", kMostShards, text);
}

void add_experiment_options(CLI::App& command, ExperimentCall& options) {
  command
      .add_option("--jobs", options.jobs, "Number of runs of an experiment in parallel (default: the number of cores)")
      ->check(whole_number(1, kMostJobs))
      ->type_name("N");
  command
      .add_option("--points", options.points,
                  "Run only these points of an experiment: axis=value|value, …, or their numbers: 3,5-9")
      ->check(not_empty("points of the experiment"))
      ->type_name("POINTS");
  command
      .add_option_function<std::string>(
          "--shard", [&options](const std::string& text) { options.shard = *shard_of(text); },
          "Run the K-th of N parts of the points, for `ssdc merge`; the folder (default: EXPERIMENT.KofN) gets the "
          "journal alone")
      ->check(CLI::Validator(unfit_shard, ""))
      ->type_name("K/N");
  command.add_flag("--dry-run", options.dry_run,
                   "List the points of an experiment and the expected time, and run nothing");
}

// The workload that the command line or the file names, or `Default` of the standard library.
std::optional<workload::Workload> choose_workload(Session& session, const check::Checked& checked,
                                                  const RunOptions& options, std::vector<std::string>& notes) {
  if (!options.trace.empty() && !options.workload.empty()) {
    session.sink.report(diag::Code::E0502, {}, "`--trace`", "`--workload`").help("use only one of the two");
    return std::nullopt;
  }
  if (!options.trace.empty()) return workload_of_trace(options);
  return named_workload(checked, options.workload, check_options(session), session.sources, session.sink, notes);
}

// True after a diagnostic: an option was given that does not apply to the experiment or design.
bool refuses_options(Session& session, const Opened& opened, const CLI::App& command) {
  const auto is_one_of = [](const CLI::Option& option, const auto& names) {
    return std::ranges::any_of(names, [&](const char* name) { return option.check_name(name); });
  };
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() == 0 || !option->nonpositional()) continue;
    const bool of_experiment = is_one_of(*option, kOfExperiments);
    if (opened.experiment != nullptr && !of_experiment && !is_one_of(*option, kOfBoth)) {
      session.sink.report(diag::Code::E0600, {}, option->get_name(), opened.experiment->name)
          .help(fmt::format("leave it out; `ssdc explain {}` shows what the experiment runs",
                            shell_word(session.target)));
      return true;
    }
    if (opened.experiment == nullptr && of_experiment) {
      session.sink.report(diag::Code::E0601, {}, option->get_name(), opened.design->name)
          .help("leave it out, or name an experiment");
      return true;
    }
  }
  return false;
}

// The files that outputs may not overwrite: the design and its imports, the traces that the file names, and the
// snapshot that the run begins with. A snapshot that another design of the file begins with may be overwritten.
std::vector<std::string> inputs_of(const Session& session, const Opened& opened) {
  std::vector<std::string> inputs = paths_of(session.sources);
  inputs.push_back(opened.design->start.snapshot_file);
  for (const design::Workload& workload : opened.checked.workloads) {
    if (const auto* trace = std::get_if<workload::TraceSource>(&workload.source))
      inputs.push_back(trace->resolved_path.empty() ? trace->path : trace->resolved_path);
  }
  return inputs;
}

// A user who names only the file may not know that it has an experiment.
void report_experiments_left_out(Session& session, const Opened& opened) {
  const auto own = std::ranges::find(opened.checked.declared_experiments, false, &check::Declared::imported);
  if (own == opened.checked.declared_experiments.end() || !parse_target(session.target).name.empty()) return;
  session.sink.report(diag::Code::W0316, {}, session.target, fmt::format("`{}`", own->name))
      .help(fmt::format("`ssdc run {}` runs it", shell_word(session.target + ':' + own->name)));
}

// The output (`-o`) of an experiment is a folder, that of a design a file.
void run_target(Session& session, const CLI::App& command, const RunOptions& options, EngineChoice engine,
                ExperimentCall& of_experiment) {
  if (!can_choose(engine, session.sink)) return;
  end_on_interrupt("the design was checked");
  const run::Stopwatch checking;
  const auto opened = options.shows == RunShows::kReport ? open(session) : open_design(session);
  if (!opened || refuses_options(session, *opened, command)) return;
  if (opened->experiment != nullptr) {
    of_experiment.engine = engine;
    return run_experiment(session, *opened, of_experiment, options.shared);
  }
  if (options.shows == RunShows::kReport) report_experiments_left_out(session, *opened);
  if (!can_tell_more(session, command, options)) return;
  if (!session.output.empty() && !can_be_written(session.output, session.sink)) return;
  auto planned = plan_run(session, *opened, options);
  if (!planned) return;
  planned->checking = checking.seconds();
  run_plan(session, *planned, options, compiled_simulators(session, engine, options.shared.no_cache));
}

}  // namespace

std::optional<MeasuredPlan> plan_run(Session& session, const Opened& opened, const RunOptions& options) {
  if (!spares_all_it_reads(session, inputs_of(session, opened), options)) return std::nullopt;
  MeasuredPlan planned;
  auto workload = choose_workload(session, opened.checked, options, planned.notes);
  if (!workload) return std::nullopt;
  planned.plan = design::plan_of(*opened.design, {std::move(*workload)});
  return planned;
}

run::SimulatorSource compiled_simulators(Session& session, EngineChoice engine, bool no_cache) {
  auto folder = no_cache ? std::nullopt : cache::folder_of_user();
  if (folder && folder->others_may_change()) folder.reset();  // run_plan() warns
  return simulators(session.sink, engine, std::move(folder));
}

void add_compiled_run(CLI::App& command, Session& session, RunShows shows) {
  auto engine = std::make_shared<EngineChoice>(EngineChoice::kAuto);
  auto of_experiment = std::make_shared<ExperimentCall>();
  session.add_target(command);
  session.add_definitions(command);
  add_run_options(command, session, shows,
                  [&session, engine, of_experiment](const CLI::App& called, const RunOptions& options) {
                    run_target(session, called, options, *engine, *of_experiment);
                  });
  add_choice(command, kEngineOption, *engine, kEngines,
             "The engine: specialised for the design (jit), or not (generic)");
  if (shows == RunShows::kReport) add_experiment_options(command, *of_experiment);
}

}  // namespace ssd::cli
