// Random drives whose chips take one command for several of their dies (drive.interleave_command): too rare in
// random_case().
#pragma once
#include "tests/differential/random_case.h"

namespace ssd::differential {

RandomCase chips_case(std::uint64_t seed);

}  // namespace ssd::differential
