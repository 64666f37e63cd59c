// Planes that read by themselves: the engine equals the oracle on random drives (command.plane_reads).
#include <gtest/gtest.h>

#include "tests/differential/compared_cases.h"
#include "tests/differential/plane_reads_case.h"

namespace ssd::differential {
namespace {

TEST(PlaneReads, EngineEqualsOracle) { compare_cases(plane_reads_case, 1, 1000, EngineChoice::kGeneric); }
TEST(PlaneReads, SpecialisedEngineEqualsOracle) { compare_cases(plane_reads_case, 100'001, 20, EngineChoice::kJit); }

}  // namespace
}  // namespace ssd::differential
