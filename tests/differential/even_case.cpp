// See even_case.h.
#include "tests/differential/even_case.h"

namespace ssd::differential {

RandomCase even_case(std::uint64_t seed) {
  RandomCase c = random_case(seed);
  Random random(seed);
  c.choices.superblocks.group = oracle::Scope::kPlane;
  SpaceChoices& s = c.choices.space;
  s.filled = s.fill_even = true;
  s.fill_used = between(random, 10, 100);
  s.fill_valid = between(random, 20, 100);
  if (chance(random, 30)) c.choices.commands.multiplane = oracle::Willing::kBlind;  // skips pages of begun blocks
  fit_workload(c);
  return c;
}

}  // namespace ssd::differential
