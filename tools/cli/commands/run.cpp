// ssdc run: runs a design with a workload, or an experiment, and prints the results.
#include "tools/cli/run_compiled.h"

namespace ssd::cli {

void add_run(CLI::App& app, Session& session) {
  add_compiled_run(*app.add_subcommand("run", "Simulate a design"), session, RunShows::kReport);
}

}  // namespace ssd::cli
