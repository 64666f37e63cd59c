// What a run found that cannot be: a checked design with static placement has room for every write, every request is completed, and conservation laws hold. Each
// is a fault of ours, so the text names all that is needed to see it again.
#pragma once
#include <string>

#include "runtime/simulation/simulation.h"

namespace ssd::simulation {

// The drive is full, and no check could have told: the user's to mend.
bool is_full_by_design(const Outcome& outcome, const design::Design& design);

// "" if the outcome is sound.
std::string fault(const Outcome& outcome, const design::Design& design, u64 seed);

}  // namespace ssd::simulation
