// Dies of a chip that take one command together (drive.interleave_command), and what is said of a unit but then means
// all dies of its chip. The invariant: a die of a chip begins something only while all dies of the chip are idle.
#include <algorithm>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

// The units that are closed and held with this one, itself included, ascending: the dies of its chip, or only itself.
std::vector<std::int64_t> Timing::units_beside(std::int64_t unit) const {
  if (!drive_.chip_commands) return {unit};
  std::vector<std::int64_t> dies;
  const std::int64_t first = unit / drive_.dies * drive_.dies;
  for (std::int64_t die = first; die < first + drive_.dies; ++die) dies.push_back(die);
  return dies;
}

bool Timing::is_closed(std::int64_t unit) const {
  return std::ranges::any_of(units_beside(unit), [&](std::int64_t other) { return other != unit && !is_idle(other); });
}

// For a rule that asks for an idle unit.
bool Timing::can_be_taken(std::int64_t unit) const { return is_idle(unit) && !is_closed(unit); }

// The command of this host operation, which is granted: the leader's die first, then the other dies that join, in
// ascending number.
std::vector<ChosenPlanes> Timing::with_other_dies(std::int64_t leader) const {
  const Operation& first = operations_.at(leader);
  std::vector<ChosenPlanes> dies{combine(leader)};
  for (const std::int64_t unit : units_beside(unit_of(first.plane))) {
    if (unit == unit_of(first.plane)) continue;
    if (const auto part = part_of_die(unit, first.kind)) dies.push_back(*part);
  }
  return dies;
}

// What joins in another die: the operation that it would be granted, if that is a host operation of this kind, with
// its partners. Its request need not be one that may begin (unit.reorder_requests).
std::optional<ChosenPlanes> Timing::part_of_die(std::int64_t unit, OperationKind kind) const {
  std::vector<Wish> all;
  for (const std::int64_t sequence : candidates_by_order(unit))
    all.push_back(wish_of(WishKind::kStart, unit, sequence));
  if (all.empty()) return std::nullopt;
  const Operation& best = operations_.at(std::ranges::min_element(all, goes_before)->leader);
  return best.kind == kind && best.is_host() ? std::optional(combine(best.sequence)) : std::nullopt;
}

// place.dynamic_join: whether a write in this plane, which is not of the leader's die, would belong to its command.
bool Timing::is_of_command(std::int64_t plane, std::int64_t leader) const {
  return drive_.chip_commands && chip_of(plane) == chip_of(leader);
}

// place.dynamic_join: whether the plane stands in the line behind the leader's if it can give a page.
bool Timing::is_in_line(std::int64_t plane, std::int64_t leader) const {
  if (drive_.multiplane == Willing::kNo && plane % drive_.planes != leader % drive_.planes) return false;
  if (die_of(plane) == die_of(leader) || is_of_command(plane, leader)) return true;
  return unit_of(plane) != unit_of(leader) && can_be_taken(unit_of(plane));
}

// R of account.split.
Time Timing::released(const Operation& operation) const {
  Time last = plane_reads_released(operation);
  for (const std::int64_t other : units_beside(unit_of(operation.plane))) last = std::max(last, units_[other].released);
  return last;
}

// busy_for of place.unit_record.
Time Timing::busy_until_in_chip(std::int64_t unit) const {
  Time last = 0;
  for (const std::int64_t other : units_beside(unit)) last = std::max(last, busy_until(units_[other]));
  return last;
}

// collection.hold: whether a collection, or a copy that counts as one, holds the unit now.
bool Timing::holds(std::int64_t unit) const {
  return std::ranges::any_of(units_beside(unit), [this](std::int64_t other) {
    const auto& collected = units_[other].collected;
    return !collected.empty() && collected.back().second == kNever;
  });
}

// account.split: how long, from then to now, a collection held the unit. No two of them hold it at a time.
Time Timing::held_since(Time from, std::int64_t unit) const {
  Time held = 0;
  for (const std::int64_t other : units_beside(unit)) {
    for (const auto& [begin, end] : units_[other].collected) {
      const Time first = std::max(begin, from), last = std::min(end, now_);
      if (last > first) held += last - first;
    }
  }
  return held;
}

}  // namespace ssd::oracle
