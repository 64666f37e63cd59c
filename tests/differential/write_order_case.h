// Random designs with write_order that take the plain loops, which is rare in random_case(): with everything else that
// a plain design may have, open and closed loops, with and without host queues, whole pages and parts.
#pragma once
#include "tests/differential/random_case.h"

namespace ssd::differential {

RandomCase write_order_case(std::uint64_t seed);

}  // namespace ssd::differential
