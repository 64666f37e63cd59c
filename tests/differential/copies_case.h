// Random drives that copy pages to other places.
#pragma once
#include "tests/differential/random_case.h"

namespace ssd::differential {

// migrate: any_idle, replicate, or both.
RandomCase copies_case(std::uint64_t seed);
// Both: what one does to the copies of the other is rare even where both are.
RandomCase both_copies_case(std::uint64_t seed);

}  // namespace ssd::differential
