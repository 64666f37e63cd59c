// A failing case is made small before it is shown: pieces of the workload go first, then features of the design, as
// long as the case still fails.
#pragma once
#include <functional>
#include <string>

#include "tests/differential/random_case.h"

namespace ssd::differential {

// What is wrong with a case; "" if nothing is, or if the front end refuses it.
using Check = std::function<std::string(const RandomCase&)>;

RandomCase shrink(RandomCase failing, const Check& check);

}  // namespace ssd::differential
