// The controller's DRAM as a resource: the engine equals the oracle on random drives (host.dram).
#include <gtest/gtest.h>

#include "tests/differential/compared_cases.h"
#include "tests/differential/dram_case.h"

namespace ssd::differential {
namespace {

TEST(Dram, EngineEqualsOracle) { compare_cases(dram_case, 1, 2000, EngineChoice::kGeneric); }
TEST(Dram, SpecialisedEngineEqualsOracle) { compare_cases(dram_case, 100'001, 20, EngineChoice::kJit); }

}  // namespace
}  // namespace ssd::differential
