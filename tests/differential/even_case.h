// Random cases that start with begun blocks (start.even), in all of which the host opens some of them.
#pragma once
#include "tests/differential/random_case.h"

namespace ssd::differential {

RandomCase even_case(std::uint64_t seed);

}  // namespace ssd::differential
