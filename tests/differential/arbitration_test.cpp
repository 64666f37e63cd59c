// Random drives with several host queues of which one is chosen by weights or by a score, with a limit of all of them,
// and with flows that name their queues (host.arbitration, host.outstanding, host.flows): the engine gives the same
// times, counts and map as the oracle.
#include <gtest/gtest.h>

#include "tests/compile_text.h"
#include "tests/differential/compared_run.h"
#include "tests/differential/environment.h"
#include "tools/api/simulator.h"

namespace ssd::differential {
namespace {

// A case whose requests wait in two to four queues.
RandomCase case_of(std::uint64_t seed) {
  RandomCase c = random_case(seed);
  Random random(seed + 91);
  HostChoices& h = c.choices.host;
  if (h.queues == 1) h.queues = between(random, 2, 4);
  if (h.queue == 0 && h.outstanding == 0) h.outstanding = between(random, 1, 6);
  return c;
}

TEST(Arbitration, EngineEqualsOracle) {
  int weighted = 0, scored = 0, limited = 0;
  const Slice slice = slice_of(1, 400);
  for (std::uint64_t seed = slice.first; seed < slice.end(); ++seed) {
    const RandomCase c = case_of(seed);
    const design::Design design = compile_text(c.text());
    const std::string found = difference_of_run(design, c, generic_engine(), options_of(c));
    EXPECT_EQ(found, "") << "seed " << seed << "\n" << c.text();
    weighted += design.config.arbitration == Arbitration::kWeighted;
    scored += design.config.arbitration == Arbitration::kScore;
    limited += design.config.outstanding != 0;
    if (seed % 20 != 0) continue;
    const Simulator jit = make_simulator(design, EngineChoice::kJit, 0, Pass::kAll);
    EXPECT_EQ(difference_of_run(design, c, jit.entry, options_of(c)), "") << "seed " << seed << ", specialised";
  }
  if (sliced()) return;
  EXPECT_GT(weighted, 100);
  EXPECT_GT(scored, 100);
  EXPECT_GT(limited, 100);
}

}  // namespace
}  // namespace ssd::differential
