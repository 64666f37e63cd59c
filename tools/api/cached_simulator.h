// make_simulator() that keeps specialised objects for runs to come: the same design on the same machine is specialised
// once.
#pragma once
#include <optional>

#include "runtime/cache/cache.h"
#include "runtime/run/whole_run.h"
#include "tools/api/simulator.h"

namespace ssd {

struct CachedSimulator {
  Simulator simulator = {};
  bool from_cache = false;
  int store_error = 0;  // the system's, if the object could not be kept; the simulator is as good
};

// As without the folder, but what lies there is used at once: with kAuto, also by runs that are too short for a cold
// specialisation.
CachedSimulator make_simulator(const Plan& plan, EngineChoice choice, std::uint64_t expected_pages,
                               const cache::Folder& folder, Pass pass = Pass::kAll);

// Engines for runs of any Plan, kept in the folder if there is one. That one could not be kept is told, and ends no
// run.
run::SimulatorSource simulators(diag::Sink& sink, EngineChoice choice, std::optional<cache::Folder> folder);

}  // namespace ssd
