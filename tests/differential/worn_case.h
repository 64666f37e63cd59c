// Random cases whose blocks wear out (wear.retirement): like others, but with an endurance of a few erases and mostly
// writes.
#pragma once
#include "tests/differential/random_case.h"

namespace ssd::differential {

RandomCase worn_case(std::uint64_t seed);

}  // namespace ssd::differential
