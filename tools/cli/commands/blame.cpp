// ssdc blame: what the slow requests of a run waited for. It runs as `ssdc run` does, but reports on the requests
// instead of the drive.
#include "tools/cli/run_compiled.h"

namespace ssd::cli {

void add_blame(CLI::App& app, Session& session) {
  add_compiled_run(*app.add_subcommand("blame", "Simulate a design, and print what its slow requests waited for"),
                   session, RunShows::kBlame);
}

}  // namespace ssd::cli
