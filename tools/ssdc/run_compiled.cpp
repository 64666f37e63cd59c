// `ssdc run` with what it alone has: any file, and a choice of engines. All else is commands/run.cpp.
#include <cerrno>
#include <cstring>

#include "compiler/cached.h"
#include "tools/ssdc/run_command.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {
namespace {

constexpr std::array kEngines{Word{"auto", EngineChoice::kAuto}, Word{"generic", EngineChoice::kGeneric}, Word{"jit", EngineChoice::kJit}};

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

}  // namespace

void add_compiled_run(CLI::App& command, Session& session, RunShows shows) {
  auto engine = std::make_shared<EngineChoice>(EngineChoice::kAuto);
  session.add_target(command);
  session.add_definitions(command);
  add_run_options(command, session, [engine](Session& of, const SimulatorWanted& wanted, bool& from_cache) { return compiled(of, *engine, wanted, from_cache); }, shows);
  add_choice(command, "--engine", *engine, kEngines, "Specialised for the design (jit) or not (generic)");
}

void add_run(CLI::App& app, Session& session) { add_compiled_run(*app.add_subcommand("run", "Simulate a design"), session, RunShows::kReport); }

}  // namespace ssd::cli
