// See worn_case.h.
#include "tests/differential/worn_case.h"

#include <algorithm>

namespace ssd::differential {
namespace {

constexpr int64_t kMostPages = 3000;  // limit over all requests, because the oracle is slow

int64_t pages_of(const RandomCase& c, const oracle::HostRequest& r) {
  return 1 + r.sectors / c.choices.geometry.sectors_per_page;
}

// Turns most reads into writes, then repeats all requests until the drive has had much to do.
void write_more(Random& random, RandomCase& c) {
  std::vector<oracle::HostRequest>& list = c.workload.requests;
  int64_t pages = 0;
  for (oracle::HostRequest& r : list) {
    if (r.is_read && chance(random, 80)) r.is_read = false;
    pages += pages_of(c, r);
  }
  const std::size_t once = list.size();
  const Time period = list.back().arrival + list.back().arrival / once;
  for (std::size_t i = once; pages < kMostPages && list.size() < 2000; ++i) {
    list.push_back(list[i % once]);
    if (c.workload.closed == 0) list.back().arrival += i / once * period;
    pages += pages_of(c, list.back());
  }
}

}  // namespace

RandomCase worn_case(std::uint64_t seed) {
  RandomCase c = random_case(seed);
  Random random(seed + 77);
  c.choices.nand.endurance = chance(random, 60) ? between(random, 1, 4) : between(random, 1, 20);
  c.choices.geometry.channels = std::min<int64_t>(c.choices.geometry.channels, 2);
  c.choices.geometry.chips = std::min<int64_t>(c.choices.geometry.chips, 2);
  fit_workload(c);
  write_more(random, c);
  return c;
}

}  // namespace ssd::differential
