// See plane_reads_case.h.
#include "tests/differential/plane_reads_case.h"

#include "tests/differential/iu_case.h"

namespace ssd::differential {
namespace {

using oracle::Placement;

// Everything that command.plane_reads refuses is left out. Commands wait for each other in a die in every way: those
// that suspend, are open between moves, or neither.
void let_planes_read(Random& random, Choices& c) {
  CommandChoices& m = c.commands;
  m.plane_reads = m.interleave = true;
  m.chip_commands = m.cache = m.reorder_fifo = m.whole_requests = false;
  c.superblocks = {};
  c.copies = {};
  c.geometry.planes = pick<int64_t>(random, {1, 2, 2, 3, 4, 4});
  m.suspend = chance(random, 50);
  m.preempt_page &= chance(random, 70);
  if (chance(random, 50)) m.priority = {};
  if (c.units.subpages == 1 && chance(random, 40)) c.space.placement = Placement::kDynamicOrder;
}

// More requests read, in bursts, so that several planes of a die are read at once.
void read_more(Random& random, RandomCase& c) {
  const int reads = pick(random, {0, 40, 80}), together = pick(random, {0, 50, 80});
  oracle::Time before = 0;
  for (oracle::HostRequest& r : c.workload.requests) {
    if (!r.is_trim && chance(random, reads)) r.is_read = true;
    if (c.workload.closed == 0 && chance(random, together)) r.arrival = before;
    before = r.arrival;
  }
}

}  // namespace

RandomCase plane_reads_case(std::uint64_t seed) {
  Random random(seed + 4177);
  RandomCase c = seed % 2 == 0 ? iu_case(seed, let_planes_read) : random_case(seed);
  if (seed % 2 != 0) {
    let_planes_read(random, c.choices);
    fit_workload(c);
  }
  read_more(random, c);
  return c;
}

}  // namespace ssd::differential
