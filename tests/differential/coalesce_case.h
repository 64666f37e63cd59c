// Random drives and loads whose hosts see several completions at a time (host.coalesce).
#pragma once
#include "tests/differential/random_case.h"

namespace ssd::differential {

RandomCase coalesce_case(std::uint64_t seed);

}  // namespace ssd::differential
