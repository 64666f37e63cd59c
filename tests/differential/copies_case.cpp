// See copies_case.h.
#include "tests/differential/copies_case.h"

#include <algorithm>

#include "tests/differential/copies.h"

namespace ssd::differential {
namespace {

// any_idle needs dynamic placement.
void place_dynamically(RandomCase& c) {
  if (c.choices.space.placement != oracle::Placement::kDynamicCost)
    c.choices.space.placement = oracle::Placement::kDynamicOrder;
}

// A few whole pages are read and written again and again, over a time in which blocks are collected, with pauses in
// which all of that ends. So copies of them are made, broken off, used and overwritten.
void heat_up(Random& random, RandomCase& c) {
  constexpr int64_t kHotPages = 3, kRequests = 400;
  const int64_t sectors = c.choices.geometry.sectors_per_page;
  const oracle::Time service = c.choices.nand.program + c.choices.nand.read + 1;
  std::vector<oracle::HostRequest> list;
  oracle::Time arrival = 0;
  for (int64_t i = 0; i < kRequests; ++i) {
    const bool hot = chance(random, 50);
    const int64_t page = between(random, 0, (hot ? kHotPages : logical_pages(c.choices)) - 1);
    const bool pause = chance(random, 10);
    const oracle::Time gap = pause ? between(random, 5 * service, 20 * service + 2 * c.choices.nand.erase)
                                   : between(random, 0, chance(random, 66) ? service : 5 * service);
    arrival += gap;
    list.push_back({.arrival = c.workload.closed != 0 ? gap : arrival,
                    .sector = page * sectors,
                    .sectors = sectors,
                    .is_read = chance(random, hot ? 80 : 20)});
  }
  c.workload.requests = std::move(list);
}

}  // namespace

RandomCase copies_case(std::uint64_t seed) {
  RandomCase c = random_case(seed);
  if (seed % 3 != 0) place_dynamically(c);
  Random random(seed);
  c.choices.copies = {};
  choose_copies(random, c.choices);
  if (c.choices.copies.replicas != 0 && chance(random, 50)) {
    c.choices.geometry.blocks = 6, c.choices.geometry.pages = 4, c.choices.space.share = 100;  // much to collect
    heat_up(random, c);
  }
  fit_workload(c);
  return c;
}

RandomCase both_copies_case(std::uint64_t seed) {
  RandomCase c = random_case(seed);
  place_dynamically(c);
  Random random(seed);
  c.choices.copies.slots = pick<int64_t>(random, {1, 2, 3, 8, 40});
  c.choices.copies.always = chance(random, 40);
  c.choices.copies.replicas = pick<int64_t>(random, {1, 1, 2, 5, 30});
  GeometryChoices& g = c.choices.geometry;
  g.channels = between(random, 2, 3);
  if (chance(random, 70)) g.chips = g.dies = g.planes = 1;
  if (chance(random, 70)) g.blocks = 6, g.pages = 4, c.choices.space.share = 100;  // much to collect
  if (chance(random, 75)) c.choices.host.slots = 0;  // what a DRAM buffer serves never reaches a copy
  if (chance(random, 75)) c.choices.policies.cost_zero = false;
  heat_up(random, c);
  fit_workload(c);
  return c;
}

}  // namespace ssd::differential
