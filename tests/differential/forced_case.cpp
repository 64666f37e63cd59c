// See forced_case.h.
#include "tests/differential/forced_case.h"

#include "tests/differential/host_flush_case.h"

namespace ssd::differential {

RandomCase forced_case(std::uint64_t seed) {
  Random random(seed + 9157);
  RandomCase c = host_flush_case(seed);
  if (chance(random, 50)) std::erase_if(c.workload.requests, [](const auto& r) { return r.is_flush; });
  const int share = pick(random, {5, 30, 100});
  for (oracle::HostRequest& r : c.workload.requests)
    r.is_forced = !r.is_read && !r.is_trim && !r.is_flush && chance(random, share);
  c.choices.host.is_protected = c.choices.host.slots != 0 && c.choices.host.write_back && chance(random, 20);
  return c;
}

}  // namespace ssd::differential
