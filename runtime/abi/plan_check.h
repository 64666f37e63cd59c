// Whether a Plan that does not come from the compiler can be run: its numbers must agree with each other, and its
// programs must be valid.
#pragma once
#include <string>

#include "runtime/abi/plan.h"

namespace ssd {

// The first contradiction, in a few words; empty if there is none.
std::string contradiction(const Plan& plan);

}  // namespace ssd
