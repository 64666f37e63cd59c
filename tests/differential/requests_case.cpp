// See requests_case.h.
#include "tests/differential/requests_case.h"

#include "tests/differential/chips_case.h"

namespace ssd::differential {

RandomCase requests_case(std::uint64_t seed) {
  RandomCase c = seed % 3 == 0 ? chips_case(seed) : random_case(seed);
  Random random(seed);
  CommandChoices& m = c.choices.commands;
  c.choices.space.placement = oracle::Placement::kStatic;
  m.whole_requests = true;
  m.suspend = m.preempt_page = m.reorder_fifo = false;
  if (chance(random, 50)) m.multiplane = pick(random, {oracle::Willing::kWise, oracle::Willing::kBlind});
  if (chance(random, 50)) c.choices.geometry.channels = between(random, 2, 4);
  if (chance(random, 40)) c.choices.geometry.planes = between(random, 2, 4);
  if (chance(random, 30)) c.choices.host.queue = between(random, 2, 12);
  fit_workload(c);
  return c;
}

}  // namespace ssd::differential
