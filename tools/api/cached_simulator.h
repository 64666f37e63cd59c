// make_simulator() that uses the objects that exist already, and keeps those that it makes, so the same design is
// specialised only once on a machine.
#pragma once
#include "runtime/run/whole_run.h"
#include "tools/api/known_objects.h"
#include "tools/api/simulator.h"

namespace ssd {

struct CachedSimulator {
  Simulator simulator = {};
  int store_error = 0;  // errno, if the object could not be stored; the simulator works all the same
};

// Like make_simulator() without known objects, but a known object is used at once. With kAuto this includes runs that
// are too short for a new specialisation, because finding and loading an object takes about 1 ms.
CachedSimulator make_simulator(const Plan& plan, EngineChoice choice, std::uint64_t expected_pages,
                               const KnownObjects& known, Pass pass = Pass::kAll);

// Makes engines for runs of any Plan, and keeps them in the folder if there is one. An engine that cannot be stored
// causes a warning, and the run goes on.
run::SimulatorSource simulators(diag::Sink& sink, EngineChoice choice, std::optional<cache::Folder> folder);

}  // namespace ssd
