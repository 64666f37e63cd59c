// `ssdc run` with what it alone has: any file, a choice of engines, and experiments. All else is run_command.h.
#pragma once
#include "tools/api/simulator.h"
#include "tools/cli/open.h"
#include "tools/cli/run_command.h"

namespace ssd::cli {

void add_compiled_run(CLI::App& command, Session& session, RunShows shows);
// Engines that are compiled for the Plan, or the generic one; kept for later runs unless `no_cache`.
run::SimulatorSource compiled_simulators(Session& session, EngineChoice engine, bool no_cache);
// The Plan of the opened design with the workload that the options or the file name. Nothing after a diagnostic.
std::optional<MeasuredPlan> plan_run(Session& session, const Opened& opened, const RunOptions& options);

}  // namespace ssd::cli
