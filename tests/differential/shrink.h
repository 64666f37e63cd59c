// Makes a failing case small before it is printed: first pieces of the workload are removed, then features of the
// design, as long as the case still fails.
#pragma once
#include <functional>
#include <string>

#include "tests/differential/random_case.h"

namespace ssd::differential {

// What is wrong with a case; "" if nothing is wrong, or if the front end rejects it.
using Check = std::function<std::string(const RandomCase&)>;

RandomCase shrink(RandomCase failing, const Check& check);

}  // namespace ssd::differential
