// Random drives whose requests begin in order where they meet in a channel (unit.reorder_requests). random_case() has
// that in few cases.
#pragma once
#include "tests/differential/random_case.h"

namespace ssd::differential {

// The same seed gives the same case on every machine.
RandomCase requests_case(std::uint64_t seed);

}  // namespace ssd::differential
