// See heads_case.h.
#include "tests/differential/heads_case.h"

#include <algorithm>

#include "tests/differential/superblocks.h"
#include "tests/differential/worn_case.h"

namespace ssd::differential {
namespace {

using oracle::Placement;
using oracle::Scope;
using oracle::Willing;

// Pages get their place at admission, in the order of the requests, and no page is skipped.
void place_in_order(Random& random, Choices& c) {
  c.commands.preempt_page = false;
  c.commands.multiplane = pick(random, {Willing::kNo, Willing::kWise});
  c.commands.copyback = pick(random, {Willing::kNo, Willing::kWise});
  c.copies = {};
  c.host.slots = 0;
  c.host.queues = 1;
  c.reach.scope = Scope::kPlane;
  c.reach.same_die = c.reach.idle = c.reach.reads_idle = c.reach.avoid = false;
}

}  // namespace

RandomCase heads_case(std::uint64_t seed) {
  Random random(seed + 991);
  const bool wide = chance(random, 50);
  RandomCase c = wide ? superblock_case(seed) : random_case(seed);
  place_in_order(random, c.choices);
  if (!wide) c.choices.space.placement = pick(random, {Placement::kStatic, Placement::kWriteOrder});
  c.choices.geometry.blocks = between(random, 7, 14);
  c.choices.space.streams = chance(random, 85) ? between(random, 2, 3) : 1;
  c.choices.space.by_handle = chance(random, 40);
  c.choices.reach.shared = chance(random, 30);
  c.choices.reach.by_stream = chance(random, 70);
  fit_workload(c);
  return c;
}

RandomCase apart_case(std::uint64_t seed) {
  Random random(seed + 992);
  RandomCase c = seed % 3 == 0 ? worn_case(seed) : seed % 3 == 1 ? superblock_case(seed) : random_case(seed);
  c.choices.geometry.blocks = between(random, 7, 14);
  c.choices.geometry.channels = std::min<int64_t>(c.choices.geometry.channels, 2);
  c.choices.space.streams = between(random, 2, 3);
  c.choices.space.by_handle = chance(random, 40);
  c.choices.space.share = between(random, 70, 100);  // much to collect
  c.choices.copies = {};
  c.choices.reach.same_die = c.choices.reach.shared = false;
  c.choices.reach.by_stream = true;
  fit_workload(c);
  return c;
}

}  // namespace ssd::differential
