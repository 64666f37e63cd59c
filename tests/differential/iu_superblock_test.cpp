// Superblocks beside indirection units and word lines: the engine equals the oracle on random drives (iu.superblock).
#include <gtest/gtest.h>

#include "tests/differential/compared_cases.h"
#include "tests/differential/environment.h"
#include "tests/differential/iu_superblock_case.h"
#include "tests/differential/superblocks.h"

namespace ssd::differential {
namespace {

TEST(SuperblocksOfUnits, EngineEqualsOracle) { compare_cases(iu_superblock_case, 1, 2000, EngineChoice::kGeneric); }
TEST(SuperblocksOfUnits, SpecialisedEngineEqualsOracle) {
  compare_cases(iu_superblock_case, 100'001, 20, EngineChoice::kJit);
}

// The precondition of the tests above.
TEST(SuperblocksOfUnits, CasesReachWhatIsCompared) {
  const Slice slice = slice_of(1, 300);
  int collected = 0, striped = 0, word_lines = 0, padded = 0, before = 0, streams = 0;
  for (std::uint64_t seed = slice.first; seed < slice.end(); ++seed) {
    const RandomCase c = iu_superblock_case(seed);
    const oracle::Outcome o = oracle::simulate(c.drive(), c.workload);
    if (superblock_of(c.choices) == oracle::Scope::kPlane || o.collections == 0) continue;
    ++collected;
    striped += o.erases > o.collections;
    word_lines += c.choices.units.program_pages > 1;
    padded += o.padding != 0;
    before += o.moves_before_time_0 != 0;
    streams += c.choices.space.streams > 1;
  }
  if (sliced()) return;
  EXPECT_GT(collected, 120);
  for (const int some : {striped, word_lines, padded, streams}) EXPECT_GT(some, 40);
  EXPECT_GT(before, 3);
}

}  // namespace
}  // namespace ssd::differential
