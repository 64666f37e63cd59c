// Forced writes and protected buffers: the engine equals the oracle on random drives (host.fua, buffer.protected).
#include <gtest/gtest.h>

#include "tests/differential/compared_cases.h"
#include "tests/differential/forced_case.h"

namespace ssd::differential {
namespace {

TEST(ForcedWrites, EngineEqualsOracle) { compare_cases(forced_case, 1, 2000, EngineChoice::kGeneric); }
TEST(ForcedWrites, SpecialisedEngineEqualsOracle) { compare_cases(forced_case, 100'001, 20, EngineChoice::kJit); }

}  // namespace
}  // namespace ssd::differential
