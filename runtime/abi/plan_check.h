// Whether a Plan that did not come from the compiler can be run at all: its numbers agree with each other, and its
// programs are programs.
#pragma once
#include <string>

#include "runtime/abi/plan.h"

namespace ssd {

// The first contradiction, in a few words; empty if there is none.
std::string contradiction(const Plan& plan);

}  // namespace ssd
