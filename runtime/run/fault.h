// What a run found that cannot be: a checked design with static placement has room for every write, every request is
// completed, and conservation laws hold. Each is a fault of ours, so the text names all that is needed to see it again.
#pragma once
#include <string>

#include "runtime/run/simulation.h"

namespace ssd::run {

// The drive is full, and no check could have told: the user's to mend.
bool is_full_by_design(const Outcome& outcome, const Plan& plan);

// "" if the outcome is sound.
std::string fault(const Outcome& outcome, const Plan& plan, u64 seed);

}  // namespace ssd::run
