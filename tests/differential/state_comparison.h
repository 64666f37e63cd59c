// Compares the state that a run leaves (start.snapshot), engine against oracle.
#pragma once
#include <string>

#include "runtime/run/drive_state.h"
#include "tests/oracle/oracle.h"

namespace ssd::differential {

// The first difference; "" if there is none. Ages are compared only where the engine keeps them.
std::string difference(const run::DriveState& engine, const oracle::Snapshot& oracle, bool counts_writes);

}  // namespace ssd::differential
