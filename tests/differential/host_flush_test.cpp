// Flushes of the host: the engine equals the oracle on random drives (host.flush, buffer.asked).
#include <gtest/gtest.h>

#include "tests/differential/compared_cases.h"
#include "tests/differential/host_flush_case.h"

namespace ssd::differential {
namespace {

TEST(HostFlushes, EngineEqualsOracle) { compare_cases(host_flush_case, 1, 2000, EngineChoice::kGeneric); }
TEST(HostFlushes, SpecialisedEngineEqualsOracle) { compare_cases(host_flush_case, 100'001, 20, EngineChoice::kJit); }

}  // namespace
}  // namespace ssd::differential
