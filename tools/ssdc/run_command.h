// The options of `ssdc run` and what it does with them, apart from where the simulator comes from: ssdc compiles one (run_compiled.cpp), a program that
// `ssdc build` has made has one (tools/standalone). So both take the same options and print the same results.
#pragma once
#include <functional>

#include "compiler/compile.h"
#include "tools/ssdc/options.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {

struct SimulatorWanted {
  const design::Design& design;
  std::uint64_t pages;  // that the host will touch
  design::Pass pass;
  bool no_cache;
};
// `from_cache` becomes true where it has been made before.
using SimulatorSource = std::function<Simulator(Session& session, const SimulatorWanted& wanted, bool& from_cache)>;

// What a run is made for.
enum class RunShows : std::uint8_t { kReport, kBlame };

// What every run of an experiment has as a run of one design would.
struct SharedRunOptions {
  std::optional<std::uint64_t> memory;
  bool sort_trace = false, skip_bad_lines = false, check = false, no_cache = false;
};
using ExperimentRun = std::function<void(Session& session, const Session::Opened& opened, const SharedRunOptions& shared)>;

// `experiment`: what is done with one; without it experiments are refused.
void add_run_options(CLI::App& command, Session& session, SimulatorSource simulator_source, RunShows shows = RunShows::kReport, ExperimentRun experiment = {});
// The same for ssdc, with any file and a choice of engines (run_compiled.cpp).
void add_compiled_run(CLI::App& command, Session& session, RunShows shows);

}  // namespace ssd::cli
