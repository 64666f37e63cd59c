// Programs that take a word line: the engine equals the oracle on random drives (iu.word_line).
#include <gtest/gtest.h>

#include "tests/differential/compared_cases.h"
#include "tests/differential/word_line_case.h"

namespace ssd::differential {
namespace {

TEST(WordLines, EngineEqualsOracle) { compare_cases(word_line_case, 1, 1000, EngineChoice::kGeneric); }
TEST(WordLines, SpecialisedEngineEqualsOracle) { compare_cases(word_line_case, 100'001, 20, EngineChoice::kJit); }

}  // namespace
}  // namespace ssd::differential
