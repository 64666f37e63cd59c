// Random drives and loads whose controller has a DRAM of limited rate (host.dram).
#pragma once
#include "tests/differential/random_case.h"

namespace ssd::differential {

RandomCase dram_case(std::uint64_t seed);

}  // namespace ssd::differential
