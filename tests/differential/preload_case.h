// Random cases whose drives must be collected before time 0 (start.preload_collects): mostly filled with invalid pages,
// with far more unwritten pages to read than are free. random_case() makes none of them.
#pragma once
#include "tests/differential/random_case.h"

namespace ssd::differential {

RandomCase preload_case(std::uint64_t seed);  // every third one with superblocks
// A case that retires blocks and leaves half of the pages unwritten, and a case that runs after it and reads those
// (start.snapshot).
RandomCase worn_start_case(std::uint64_t seed);
RandomCase reading_after(const RandomCase& first);

}  // namespace ssd::differential
