// Random drives and loads whose hosts flush (host.flush, buffer.asked): with pages, units of less than a page, word
// lines, and planes that read by themselves.
#pragma once
#include "tests/differential/random_case.h"

namespace ssd::differential {

RandomCase host_flush_case(std::uint64_t seed);

}  // namespace ssd::differential
