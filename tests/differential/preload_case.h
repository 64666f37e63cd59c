// Random cases whose drives must be collected before time 0 (S72): filled mostly with invalid pages, and reading far
// more unwritten pages than are free. random_case() makes none of them.
#pragma once
#include "tests/differential/random_case.h"

namespace ssd::differential {

RandomCase preload_case(std::uint64_t seed);  // every third with superblocks
// What retires blocks and leaves half of the pages unwritten, and a run after it that reads them (S70).
RandomCase worn_start_case(std::uint64_t seed);
RandomCase reading_after(const RandomCase& first);

}  // namespace ssd::differential
