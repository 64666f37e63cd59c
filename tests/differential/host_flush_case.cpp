// See host_flush_case.h.
#include "tests/differential/host_flush_case.h"

#include "tests/differential/iu_case.h"
#include "tests/differential/plane_reads_case.h"
#include "tests/differential/word_line_case.h"

namespace ssd::differential {
namespace {

RandomCase without_flushes(std::uint64_t seed) {
  switch (seed % 6) {
    case 0: return iu_case(seed);
    case 1: return word_line_case(seed);
    case 2: return plane_reads_case(seed);
    default: return random_case(seed);
  }
}

}  // namespace

// Flushes come alone or several in a row, at the time of the request before them or between the two.
RandomCase host_flush_case(std::uint64_t seed) {
  Random random(seed + 9151);
  RandomCase c = without_flushes(seed);
  const int share = pick(random, {3, 10, 40}), at_once = pick(random, {20, 60});
  std::vector<oracle::HostRequest> with;
  const std::vector<oracle::HostRequest>& all = c.workload.requests;
  for (std::size_t i = 0; i < all.size(); ++i) {
    with.push_back(all[i]);
    while (chance(random, share)) {
      oracle::HostRequest flush{};
      flush.is_flush = true;
      flush.sectors = 0;
      flush.arrival = with.back().arrival;
      const oracle::Time next = i + 1 < all.size() ? all[i + 1].arrival : flush.arrival + 1000;
      if (c.workload.closed != 0)
        flush.arrival = between(random, 0, 20'000);
      else if (!chance(random, at_once) && next > flush.arrival)
        flush.arrival = between(random, flush.arrival, next);
      with.push_back(flush);
    }
  }
  c.workload.requests = std::move(with);
  return c;
}

}  // namespace ssd::differential
