// Random drives whose planes read by themselves (command.plane_reads), with pages and with units of less than a page,
// and with loads that read more than those of random_case().
#pragma once
#include "tests/differential/random_case.h"

namespace ssd::differential {

RandomCase plane_reads_case(std::uint64_t seed);

}  // namespace ssd::differential
