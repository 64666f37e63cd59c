// Overload: an open loop whose requests arrive faster than the drive serves them. The response times of such a run grow
// with its length, so they do not describe the drive.
#pragma once
#include <optional>

#include "runtime/results/results.h"
#include "runtime/run/simulation.h"

namespace ssd::run {

// How long after the last request the last answer came, if the run is overloaded. Nothing for closed loops, for runs
// without a clock and for runs that ended early.
std::optional<Time> overload(const Load& load, const results::Results& results);

}  // namespace ssd::run
