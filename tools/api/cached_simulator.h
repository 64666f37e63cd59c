// make_simulator() with a cache: specialised engines are kept in a folder for later runs, so the same design is
// specialised only once on a machine.
#pragma once
#include <optional>

#include "runtime/cache/cache.h"
#include "runtime/run/whole_run.h"
#include "tools/api/simulator.h"

namespace ssd {

struct CachedSimulator {
  Simulator simulator = {};
  bool from_cache = false;
  int store_error = 0;  // errno, if the object could not be stored; the simulator works all the same
};

// Like make_simulator() without a folder, but an object that the folder has is used at once. With kAuto this includes
// runs that are too short for a new specialisation.
CachedSimulator make_simulator(const Plan& plan, EngineChoice choice, std::uint64_t expected_pages,
                               const cache::Folder& folder, Pass pass = Pass::kAll);

// Makes engines for runs of any Plan, and keeps them in the folder if there is one. An engine that cannot be stored
// causes a warning, and the run goes on.
run::SimulatorSource simulators(diag::Sink& sink, EngineChoice choice, std::optional<cache::Folder> folder);

}  // namespace ssd
