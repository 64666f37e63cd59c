// Random cases of designs that write in order and take the plain loops, which hardly any other case has: whatever else
// a plain design may have, open and closed loops, host queues or none, whole pages and parts.
#pragma once
#include "tests/differential/random_case.h"

namespace ssd::differential {

RandomCase write_order_case(std::uint64_t seed);

}  // namespace ssd::differential
