// Random cases whose blocks wear out (S69): the same as others, with an endurance of a few erases and mostly writes.
#pragma once
#include "tests/differential/random_case.h"

namespace ssd::differential {

RandomCase worn_case(std::uint64_t seed);

}  // namespace ssd::differential
