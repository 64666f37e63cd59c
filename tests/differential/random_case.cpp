// Which features a case has, and its text and Drive: see random_case.h.
#include "tests/differential/random_case.h"

#include <algorithm>

#include "tests/differential/copies.h"
#include "tests/differential/fields_case.h"
#include "tests/differential/iu_case.h"
#include "tests/differential/policies.h"
#include "tests/differential/reach.h"
#include "tests/differential/tables_case.h"

namespace ssd::differential {
namespace {

using oracle::Placement;
using oracle::Willing;

// Turns think times into gaps between arrivals.
void open_the_loop(RandomCase& c) {
  if (c.workload.closed == 0) return;
  c.workload.closed = 0;
  oracle::Time arrival = 0;
  for (oracle::HostRequest& r : c.workload.requests) r.arrival = arrival += r.arrival;
}

constexpr Feature kFeatures[] = {
    // From the largest feature to the smallest: shrinking tries them in this order, again and again.
    {[](RandomCase& c) { c.choices.host.slots = 0; }, false},
    {[](RandomCase& c) { c.choices.space.placement = Placement::kStatic; }, false},
    {[](RandomCase& c) { c.choices.space.streams = 1; }, false},
    {[](RandomCase& c) { c.choices.space.by_handle = false; }, false},
    {[](RandomCase& c) { c.choices.tables = {}; }, true},
    {[](RandomCase& c) { c.choices.fields = {}; }, true},
    {[](RandomCase& c) { c.choices.units.subpages = 1; }, true},
    {[](RandomCase& c) { c.choices.units.program_pages = 1; }, true},
    {[](RandomCase& c) { c.choices.tables.moves = false; }, true},
    {[](RandomCase& c) { c.choices.tables.by_page = false; }, true},
    {[](RandomCase& c) { c.choices.tables.scores = c.choices.tables.allocates = false; }, true},
    {[](RandomCase& c) { c.choices.space.filled = false; }, false},
    {[](RandomCase& c) { c.choices.commands.multiplane = Willing::kNo; }, false},
    {[](RandomCase& c) { c.choices.commands.copyback = Willing::kNo; }, false},
    {[](RandomCase& c) { c.choices.commands.cache = false; }, false},
    {[](RandomCase& c) { c.choices.commands.suspend = false; }, false},
    {[](RandomCase& c) { c.choices.commands.preempt_page = false; }, false},
    {[](RandomCase& c) { c.choices.commands.chip_commands = false; }, false},
    {[](RandomCase& c) { c.choices.policies.preempt = c.choices.policies.hard = {}; }, false},
    {[](RandomCase& c) { c.choices.commands.reorder_fifo = false; }, false},
    {[](RandomCase& c) { c.choices.commands.priority = {}; }, false},
    {[](RandomCase& c) { c.choices.nand.read_shape = c.choices.nand.program_shape = c.choices.nand.erase_shape = {}; },
     false},
    {[](RandomCase& c) { c.choices.host.queues = 1; }, false},
    {[](RandomCase& c) { c.choices.host.link = 0; }, false},
    {[](RandomCase& c) { c.choices.host.link_request = 0; }, false},
    {[](RandomCase& c) { c.choices.host.cores = 0; }, true},
    {[](RandomCase& c) { c.choices.host.coalesce_requests = 1; }, true},
    {[](RandomCase& c) { c.choices.host.is_protected = false; }, true},
    {[](RandomCase& c) { c.choices.host.flush = {}; }, false},
    {[](RandomCase& c) { c.choices.host.command = 0; }, false},
    {[](RandomCase& c) { c.choices.host.ecc = 0; }, false},
    {[](RandomCase& c) { c.choices.host.bare_latency = false; }, true},
    {[](RandomCase& c) { c.choices.reach.scope = oracle::Scope::kPlane; }, false},
    {[](RandomCase& c) { c.choices.reach.shared = false; }, false},
    {[](RandomCase& c) { c.choices.reach.by_stream = false; }, false},
    {[](RandomCase& c) { c.choices.reach.same_die = false; }, false},
    {[](RandomCase& c) { c.choices.reach.idle = false; }, false},
    {[](RandomCase& c) { c.choices.reach.reads_idle = false; }, false},
    {[](RandomCase& c) { c.choices.reach.avoid = false; }, false},
    // Settings of the features above; they have no effect in a plain case.
    {[](RandomCase& c) { c.choices.host.arbitration = {}; }, true},
    {[](RandomCase& c) { c.choices.host.weighted = false; }, true},
    {[](RandomCase& c) { c.choices.host.outstanding = 0; }, true},
    {[](RandomCase& c) { c.choices.superblocks.group = oracle::Scope::kPlane; }, true},
    {[](RandomCase& c) { c.choices.host.readahead_trigger = 0; }, true},
    {[](RandomCase& c) { std::erase_if(c.workload.requests, [](const auto& r) { return r.is_trim; }); }, true},
    {[](RandomCase& c) { c.choices.host.write_back = true; }, true},
    {[](RandomCase& c) { c.choices.host.evict = oracle::Evict::kLru; }, true},
    {[](RandomCase& c) { c.choices.host.latency = 0; }, true},
    {[](RandomCase& c) { c.choices.reach.idle_after = 0; }, true},
    {[](RandomCase& c) { c.choices.space.fill_even = false; }, true},
    {[](RandomCase& c) { c.choices.space.fill_random = false; }, true},
    {[](RandomCase& c) { c.choices.commands.block_and_page = false; }, true},
    {[](RandomCase& c) { c.choices.commands.suspend_limit = 0; }, true},
    {[](RandomCase& c) { c.choices.nand.read_shape = {}; }, true},
    {[](RandomCase& c) { c.choices.nand.program_shape = {}; }, true},
    {[](RandomCase& c) { c.choices.nand.erase_shape = {}; }, true},
    {[](RandomCase& c) { c.choices.nand.dummy_busy = 0; }, true},
    {[](RandomCase& c) { c.choices.nand.endurance = 0; }, true},
    {[](RandomCase& c) { c.choices.nand.energy = {}; }, true},
    {[](RandomCase& c) { c.choices.nand.cache_busy = 0; }, true},
    {[](RandomCase& c) { c.choices.nand.suspend = 0; }, true},
    {[](RandomCase& c) { c.choices.nand.resume = 0; }, true},
    {[](RandomCase& c) { c.choices.commands.whole_requests = false; }, true},
    {[](RandomCase& c) { c.choices.commands.plane_reads = false; }, false},
    // Features that the plain loops support.
    {[](RandomCase& c) { c.choices.copies.slots = 0; }, true},
    {[](RandomCase& c) { c.choices.copies.replicas = 0; }, true},
    {[](RandomCase& c) { c.choices.policies.victim = {}; }, true},
    {[](RandomCase& c) { c.choices.policies.allocate = {}; }, true},
    {[](RandomCase& c) { c.choices.policies.levels_static = false; }, true},
    {[](RandomCase& c) { c.choices.policies.levels_dynamic = false; }, true},
    {[](RandomCase& c) { c.choices.policies.cost_zero = false; }, true},
    {[](RandomCase& c) { c.choices.space.map = Map::kOrder; }, true},
    {[](RandomCase& c) { open_the_loop(c); }, true},
    {[](RandomCase& c) { c.choices.host.queue = 0; }, true},
    {[](RandomCase& c) { c.choices.host.transferred = false; }, true},
    {[](RandomCase& c) { c.choices.host.read_modify_write = true; }, true},
    {[](RandomCase& c) { c.choices.host.read_moves_page = false; }, true},
    {[](RandomCase& c) { c.choices.host.program_moves_sectors = false; }, true},
    {[](RandomCase& c) { c.choices.host.as_written = true; }, true},
    {[](RandomCase& c) { c.choices.commands.interleave = true; }, true},
    {[](RandomCase& c) { c.choices.nand.command_cycles = c.choices.nand.command = 0; }, true},
    // A smaller drive; addresses wrap around.
    {[](RandomCase& c) { c.choices.geometry.channels = 1; }, true},
    {[](RandomCase& c) { c.choices.geometry.chips = 1; }, true},
    {[](RandomCase& c) { c.choices.geometry.dies = 1; }, true},
    {[](RandomCase& c) { c.choices.geometry.planes = 1; }, true},
    {[](RandomCase& c) { c.choices.geometry.planes = std::min<int64_t>(2, c.choices.geometry.planes); }, true},
    {[](RandomCase& c) { c.choices.geometry.pages = std::min<int64_t>(4, c.choices.geometry.pages); }, true},
    {[](RandomCase& c) { c.choices.geometry.pages = std::min<int64_t>(2, c.choices.geometry.pages); }, true},
    {[](RandomCase& c) { c.choices.geometry.sectors_per_page = 1; }, true},
    {[](RandomCase& c) { c.choices.host.slots = std::min<int64_t>(1, c.choices.host.slots); }, true},
    {[](RandomCase& c) {
       for (auto& r : c.workload.requests) r.arrival = 0;
     },
     true},
};

// Each policy is kept or removed by itself, in plain cases too, because a difference with a single policy is easy to
// understand.
void thin_out_policies(Random& random, RandomCase& c, int kept) {
  PolicyChoices& p = c.choices.policies;
  const int rate = std::max(kept, 25);
  if (!chance(random, rate)) p.victim = {};
  if (!chance(random, rate)) p.preempt = {};
  if (!chance(random, rate)) p.hard = {};
  if (!chance(random, rate)) p.allocate = {};
  p.levels_static &= chance(random, rate);
  p.levels_dynamic &= chance(random, rate);
  p.cost_zero &= chance(random, rate);
  if (!chance(random, kept)) c.choices.copies = {};
}

// First everything is chosen, then most of it is removed. A third of the cases keep nothing, so that the plain loops
// stay covered; half keep a handful, with which a difference is easy to understand; the others keep nearly all, so that
// features meet in combinations that nobody thought of.
void choose_features(Random& random, RandomCase& c) {
  const int64_t dice = between(random, 1, 100);
  const int kept = dice <= 33 ? 0 : dice <= 85 ? static_cast<int>(pick<int64_t>(random, {10, 20, 35})) : 85;
  for (const Feature& feature : kFeatures) {
    if (feature.plain) continue;
    if (!chance(random, kept)) feature.off(c);
  }
  if (!chance(random, 40)) c.choices.host.readahead_trigger = 0;
  thin_out_policies(random, c, kept);
}

}  // namespace

std::span<const Feature> features() { return kFeatures; }

// One stream of random numbers in a fixed order: a seed gives the same case until the choices themselves change.
RandomCase random_case(std::uint64_t seed) {
  Random random(seed);
  RandomCase c;
  c.seed = seed;
  choose_part(random, c.choices);
  choose_space(random, c.choices);
  choose_commands(random, c.choices);
  choose_host(random, c.choices);
  choose_policies(random, c.choices);
  choose_copies(random, c.choices);
  choose_reach(random, c.choices);
  choose_features(random, c);
  choose_workload(random, c);
  Random upkeep(seed + 41);  // a stream of its own, because nothing else depends on these choices
  choose_upkeep(upkeep, c.choices);
  c.choices.commands.whole_requests = chance(upkeep, 12);
  Random arbitration(seed + 43);
  choose_arbitration(arbitration, c.choices);
  Random firmware(seed + 47);
  const HostChoices& host = c.choices.host;
  const bool plain = host.slots == 0 && host.queues == 1 && host.link == 0 && host.command == 0 && host.ecc == 0 &&
                     c.choices.space.placement <= oracle::Placement::kWriteOrder;
  if (!plain && chance(firmware, 25)) choose_firmware(firmware, c.choices.host);  // plain cases stay plain
  Random fields(seed + 53);
  if (!plain && chance(fields, 20)) {
    choose_fields(fields, c.choices);
    fit_workload(c);
  }
  return c;
}

std::string RandomCase::text() const {
  return "design Random {\n" + part_text(choices) + space_text(choices) + commands_text(choices) + host_text(choices) +
         tables_text(choices) + units_text(choices) + "}\n";
}

oracle::Drive RandomCase::drive() const {
  oracle::Drive d;
  set_part(choices, d);
  set_space(choices, d);
  set_commands(choices, d);
  set_host(choices, d);
  set_fields(choices, d);
  set_tables(choices, d);
  set_units(choices, d);
  return d;
}

Direction direction_of(const oracle::HostRequest& r) {
  if (r.is_flush) return Direction::kFlush;
  return r.is_trim ? Direction::kTrim : r.is_read ? Direction::kRead : Direction::kWrite;
}

Request request_of(const oracle::HostRequest& r, std::size_t flow) {
  return {.arrival = r.arrival,
          .sector = static_cast<u64>(r.sector),
          .sectors = static_cast<u32>(r.sectors),
          .direction = direction_of(r),
          .flow = static_cast<u8>(flow),
          .handle = static_cast<u8>(r.handle),
          .forced = static_cast<u8>(r.is_forced ? 1 : 0)};
}

std::vector<Request> RandomCase::requests() const {
  std::vector<Request> result;
  result.reserve(workload.requests.size());
  for (const oracle::HostRequest& r : workload.requests) result.push_back(request_of(r, 0));
  return result;
}

}  // namespace ssd::differential
