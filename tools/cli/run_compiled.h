// The part of `ssdc run` that programs made by `ssdc build` do not have: any file, a choice of engines, and
// experiments. run_command.h has the rest.
#pragma once
#include "tools/api/simulator.h"
#include "tools/cli/open.h"
#include "tools/cli/run_command.h"

namespace ssd::cli {

void add_compiled_run(CLI::App& command, Session& session, RunShows shows);
// Makes engines for runs, compiled or generic as `engine` demands. Compiled engines are kept for later runs, unless
// `no_cache`.
run::SimulatorSource compiled_simulators(Session& session, EngineChoice engine, bool no_cache);
// The Plan of the opened design with the workload that the options or the file name. Returns nothing after a
// diagnostic.
std::optional<MeasuredPlan> plan_run(Session& session, const Opened& opened, const RunOptions& options);

}  // namespace ssd::cli
