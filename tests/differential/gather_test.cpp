// Programs of flushes that wait for partners: the engine equals the oracle on random drives (buffer.gather).
#include <gtest/gtest.h>

#include "tests/differential/compared_cases.h"
#include "tests/differential/gather_case.h"

namespace ssd::differential {
namespace {

TEST(Gather, EngineEqualsOracle) { compare_cases(gather_case, 1, 2000, EngineChoice::kGeneric); }
TEST(Gather, SpecialisedEngineEqualsOracle) { compare_cases(gather_case, 100'001, 20, EngineChoice::kJit); }

}  // namespace
}  // namespace ssd::differential
