// Completions that the host sees together: the engine equals the oracle on random drives (host.coalesce).
#include <gtest/gtest.h>

#include "tests/differential/coalesce_case.h"
#include "tests/differential/compared_cases.h"

namespace ssd::differential {
namespace {

TEST(Coalesce, EngineEqualsOracle) { compare_cases(coalesce_case, 1, 2000, EngineChoice::kGeneric); }
TEST(Coalesce, SpecialisedEngineEqualsOracle) { compare_cases(coalesce_case, 100'001, 20, EngineChoice::kJit); }

}  // namespace
}  // namespace ssd::differential
