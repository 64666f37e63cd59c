// See superblocks.h.
#include "tests/differential/superblocks.h"

#include <fmt/format.h>

#include "tests/differential/reach.h"

namespace ssd::differential {
namespace {

using oracle::Placement;
using oracle::Scope;
using oracle::Willing;

// Superblocks need a design placed at admission, and exclude everything that takes pages of its own in a plane.
bool may_be_said(const Choices& c) {
  const ReachChoices& r = c.reach;
  const bool at_admission = c.space.placement == Placement::kWriteOrder && !c.commands.preempt_page && !r.idle &&
                            !r.reads_idle &&
                            (c.commands.multiplane == Willing::kNo || c.commands.multiplane == Willing::kWise);
  return at_admission && !r.same_die && c.copies.replicas == 0 && !c.policies.levels_static &&
         (r.scope == Scope::kPlane || r.scope == c.superblocks.group);
}

// A group of one plane behaves like a drive without superblocks, so it is rare.
void widen(Random& random, Choices& c) {
  if (planes_of(c.geometry, c.superblocks.group) > 1 || chance(random, 15)) return;
  c.geometry.planes = between(random, 2, 3);
}

}  // namespace

Scope superblock_of(const Choices& c) { return may_be_said(c) ? c.superblocks.group : Scope::kPlane; }

void choose_superblocks(Random& random, Choices& c) {
  const Scope group = c.superblocks.group = pick(random, {Scope::kDie, Scope::kChip, Scope::kDevice, Scope::kDevice});
  widen(random, c);
  c.space.placement = Placement::kWriteOrder;
  c.commands.multiplane = chance(random, 50) ? Willing::kWise : Willing::kNo;
  c.commands.preempt_page = false;
  c.policies.levels_static = false;
  c.copies = {};
  c.reach.scope = chance(random, 30) ? group : Scope::kPlane;
  c.reach.same_die = c.reach.idle = c.reach.reads_idle = false;
}

RandomCase superblock_case(std::uint64_t seed) {
  RandomCase c = random_case(seed);
  Random random(seed);
  choose_superblocks(random, c.choices);
  fit_workload(c);
  return c;
}

std::string superblocks_text(const Choices& c) {
  const Scope group = superblock_of(c);
  return group == Scope::kPlane ? "" : fmt::format(" superblock: {}", name_of(group));
}

void set_superblocks(const Choices& c, oracle::Drive& d) { d.superblock = superblock_of(c); }

}  // namespace ssd::differential
