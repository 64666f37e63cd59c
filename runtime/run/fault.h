// Outcomes that cannot happen: a checked design with static placement has room for every write, every request is
// completed, and conservation laws hold. Each of them is an error of the program, so the text names everything that is
// needed to reproduce it.
#pragma once
#include <string>

#include "runtime/run/simulation.h"

namespace ssd::run {

// Whether the drive is full in a way that no check could predict, so that the user must change the design.
bool is_full_by_design(const Outcome& outcome, const Plan& plan);

// The text of the fault; "" if the outcome is sound.
std::string fault(const Outcome& outcome, const Plan& plan, u64 seed);

}  // namespace ssd::run
