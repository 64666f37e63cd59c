// See chips_case.h.
#include "tests/differential/chips_case.h"

namespace ssd::differential {

RandomCase chips_case(std::uint64_t seed) {
  RandomCase c = random_case(seed);
  Random random(seed);
  CommandChoices& m = c.choices.commands;
  m.interleave = m.chip_commands = true;
  m.cache = m.suspend = m.preempt_page = false;
  if (chance(random, 50)) m.multiplane = pick(random, {oracle::Willing::kWise, oracle::Willing::kBlind});
  if (chance(random, 50)) c.choices.space.placement = oracle::Placement::kDynamicOrder;
  c.choices.geometry.dies = between(random, 2, 4);
  c.choices.superblocks.group = oracle::Scope::kPlane;
  fit_workload(c);
  return c;
}

}  // namespace ssd::differential
