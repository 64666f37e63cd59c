// Random drives for which `--only ftl` is allowed and that have several active blocks, superblocks or handles.
#pragma once
#include "tests/differential/random_case.h"

namespace ssd::differential {

RandomCase heads_case(std::uint64_t seed);

}  // namespace ssd::differential
