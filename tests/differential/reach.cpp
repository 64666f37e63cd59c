// See reach.h.
#include "tests/differential/reach.h"

#include <fmt/format.h>

#include <algorithm>

#include "tests/differential/copies.h"
#include "tests/differential/superblocks.h"
#include "tests/differential/tables_case.h"

namespace ssd::differential {
namespace {

using oracle::Around;
using oracle::Scope;

constexpr std::string_view kTriggerKey = "trigger: ", kIdleCondition = "idle and free_pages < 40% or ";

bool says_same_die(const Choices& c) { return c.reach.same_die && slots_of(c) == 0 && !c.policies.cost_zero; }
bool moves_in_die(const Choices& c) { return says_same_die(c) && c.geometry.planes > 1; }
int64_t shared_stream(const Choices& c) { return std::min(c.reach.shared_stream, c.space.streams - 1); }

}  // namespace

bool collects_by_stream(const Choices& c) {
  return c.reach.by_stream && !c.reach.shared && !says_same_die(c) && slots_of(c) == 0 && c.copies.replicas == 0 &&
         (c.geometry.blocks - 2 * c.space.streams) * c.geometry.pages > 1;
}

std::string_view name_of(Scope scope) {
  switch (scope) {
    case Scope::kPlane: return "plane";
    case Scope::kDie: return "die";
    case Scope::kChip: return "chip";
    case Scope::kDevice: return "device";
  }
  return {};
}

void choose_reach(Random& random, Choices& c) {
  ReachChoices& r = c.reach;
  r.scope = pick(random, {Scope::kDie, Scope::kChip, Scope::kDevice, Scope::kDevice});
  r.shared = chance(random, 50);
  r.shared_stream = between(random, 0, 2);
  r.same_die = chance(random, 50);
  r.idle = chance(random, 50);
  r.reads_idle = chance(random, 50);
  r.idle_after = pick<Time>(random, {0, 0, 1, 700, 30'000, 400'000});
  r.avoid = chance(random, 60);
  r.by_stream = chance(random, 60);
}

std::string reach_text(const Choices& c) {
  const ReachChoices& r = c.reach;
  std::string text;
  if (r.scope != Scope::kPlane) text += fmt::format(" scope: {}", name_of(r.scope));
  if (r.shared) text += " active: shared";
  if (collects_by_stream(c)) text += " active: by_stream" + moves_by_tables(c);
  if (r.shared && c.space.streams > 1)
    text += fmt::format(" stream: {}{}", c.space.by_handle ? "h" : "s", shared_stream(c));
  if (says_same_die(c)) text += " migrate: same_die";
  if (r.idle) text += " idle: on";
  if (r.idle || r.reads_idle) text += fmt::format(" idle_after: {}ns", r.idle_after);
  if (r.avoid) text += " avoid: on";
  return text;
}

int64_t planes_of_scope(const Choices& c) {
  const Scope group = superblock_of(c);
  return planes_of(c.geometry, group == Scope::kPlane ? c.reach.scope : group);
}

int64_t planes_of(const GeometryChoices& g, Scope scope) {
  switch (scope) {
    case Scope::kPlane: return 1;
    case Scope::kDie: return g.planes;
    case Scope::kChip: return g.dies * g.planes;
    case Scope::kDevice: return g.all_planes();
  }
  return 1;
}

std::string with_idle(const Choices& c, std::string trigger) {
  if (!c.reach.reads_idle) return trigger;
  // In front, because the rest may end in an `else`.
  return trigger.insert(trigger.find(kTriggerKey) + kTriggerKey.size(), kIdleCondition);
}

void set_reach(const Choices& c, oracle::Drive& d) {
  const ReachChoices& r = c.reach;
  d.scope = r.scope;
  d.active_shared = r.shared;
  d.collects_by_stream = collects_by_stream(c) && c.space.streams > 1;  // with one stream it is `separate`
  d.shared_stream = shared_stream(c);
  d.migrate_same_die = moves_in_die(c);
  d.idle_on = r.idle;
  d.idle_after = r.idle || r.reads_idle ? r.idle_after : 0;
  d.avoid = r.avoid;
  if (!r.reads_idle) return;
  const int64_t pages = planes_of_scope(c) * c.geometry.blocks * c.geometry.pages * c.units.subpages;
  d.idle_trigger = [plain = d.trigger, pages](int64_t free_pages, int64_t free_blocks, bool idle, const Around& a) {
    return plain(free_pages, free_blocks, a) || (idle && free_pages * 10 < 4 * pages);
  };
  d.idle_stop = [plain = d.stop, begins = d.idle_trigger](int64_t free_pages, int64_t free_blocks, bool idle,
                                                          const Around& a) {
    return plain ? plain(free_pages, free_blocks, a) : !begins(free_pages, free_blocks, idle, a);
  };
}

}  // namespace ssd::differential
