// Random drives that copy pages to other places: any_idle, replicas, or both.
#pragma once
#include "tests/differential/random_case.h"

namespace ssd::differential {

// migrate: any_idle, replicate, or both.
RandomCase copies_case(std::uint64_t seed);
// Both at once: even on such drives, it is rare that one mechanism affects a copy of the other.
RandomCase both_copies_case(std::uint64_t seed);

}  // namespace ssd::differential
