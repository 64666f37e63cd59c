// Random drives and loads with forced writes (host.fua), flushes of the host among them, and buffers that capacitors
// protect (buffer.protected).
#pragma once
#include "tests/differential/random_case.h"

namespace ssd::differential {

RandomCase forced_case(std::uint64_t seed);

}  // namespace ssd::differential
