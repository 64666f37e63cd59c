// See coalesce_case.h.
#include "tests/differential/coalesce_case.h"

#include "tests/differential/forced_case.h"

namespace ssd::differential {

// In a queue that is not as deep as an interrupt wants, only the time ends the wait.
RandomCase coalesce_case(std::uint64_t seed) {
  Random random(seed + 9161);
  RandomCase c = seed % 3 == 0 ? forced_case(seed) : random_case(seed);
  HostChoices& h = c.choices.host;
  h.coalesce_requests = pick<int64_t>(random, {2, 2, 3, 4, 9});
  h.coalesce_time = pick<Time>(random, {1, 100, 1000, 20'000, 100'000, 3'000'000});
  if (chance(random, 30)) h.queues = between(random, 2, 4);
  if (chance(random, 30)) h.outstanding = between(random, 1, 12);
  return c;
}

}  // namespace ssd::differential
