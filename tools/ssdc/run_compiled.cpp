// `ssdc run` with what it alone has: any file, and a choice of engines. All else is commands/run.cpp.
#include <cerrno>
#include <cstring>

#include "compiler/cached.h"
#include "tools/ssdc/experiment/run_experiment.h"
#include "tools/ssdc/run_command.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {
namespace {

constexpr std::array kEngines{Word{"auto", EngineChoice::kAuto}, Word{"generic", EngineChoice::kGeneric}, Word{kJitEngine, EngineChoice::kJit}};

// The cache is a convenience: that it cannot be kept is told, and ends no run.
Simulator compiled(Session& session, EngineChoice engine, const SimulatorWanted& wanted, bool& from_cache) {
  const auto folder = wanted.no_cache ? std::nullopt : cache::folder_of_user();
  if (!folder) return make_simulator(wanted.design, engine, wanted.pages, wanted.pass);
  CachedSimulator made = make_simulator(wanted.design, engine, wanted.pages, *folder, wanted.pass);
  from_cache = made.from_cache;
  if (made.store_error != 0 && made.store_error != EFBIG) {
    session.sink.report(diag::Code::W0420, {}, folder->path(), std::strerror(made.store_error))
        .help(std::string(cache::kOtherFolder));
  }
  return std::move(made.simulator);
}

constexpr std::uint64_t kMostJobs = 1024;

void add_experiment_options(CLI::App& command, ExperimentOptions& options) {
  command.add_option("--jobs", options.jobs, "Runs of an experiment at one time (default: as many as there are cores)")->check(whole_number(1, kMostJobs))->type_name("N");
  command.add_option("--points", options.points, "Only these points of an experiment: axis=value|value, …, or their numbers: 3,5-9")
      ->check(not_empty("points of the experiment"))
      ->type_name("POINTS");
  command.add_flag("--dry-run", options.dry_run, "List the points of an experiment and how long they will take, and run nothing");
}

}  // namespace

void add_compiled_run(CLI::App& command, Session& session, RunShows shows) {
  auto engine = std::make_shared<EngineChoice>(EngineChoice::kAuto);
  auto of_experiment = std::make_shared<ExperimentOptions>();
  const ExperimentRun experiment = [engine, of_experiment](Session& of, const Session::Opened& opened, const SharedRunOptions& shared) {
    of_experiment->engine = *engine;
    run_experiment(of, opened, *of_experiment, shared);
  };
  const bool takes_experiments = shows == RunShows::kReport;
  session.add_target(command);
  session.add_definitions(command);
  add_run_options(
      command, session, [engine](Session& of, const SimulatorWanted& wanted, bool& from_cache) { return compiled(of, *engine, wanted, from_cache); }, shows,
      takes_experiments ? experiment : ExperimentRun{});
  add_choice(command, kEngineOption, *engine, kEngines, "Specialised for the design (jit) or not (generic)");
  if (takes_experiments) add_experiment_options(command, *of_experiment);
}

SimulatorSource compiled_simulators(EngineChoice engine) {
  return [engine](Session& of, const SimulatorWanted& wanted, bool& from_cache) { return compiled(of, engine, wanted, from_cache); };
}

void add_run(CLI::App& app, Session& session) { add_compiled_run(*app.add_subcommand("run", "Simulate a design"), session, RunShows::kReport); }

}  // namespace ssd::cli
