// What a run found that cannot be: a checked design has room for every write, every request is completed, and conservation laws hold. Each
// is a fault of ours, so the text names all that is needed to see it again.
#pragma once
#include <string>

#include "runtime/simulation/simulation.h"

namespace ssd::simulation {

// "" if the outcome is sound.
std::string fault(const Outcome& outcome, const design::Design& design, u64 seed);

}  // namespace ssd::simulation
