// Random drives whose programs of flushes wait for partners (buffer.gather), with flushes of the host and forced writes
// among the requests.
#pragma once
#include "tests/differential/random_case.h"

namespace ssd::differential {

RandomCase gather_case(std::uint64_t seed);

}  // namespace ssd::differential
