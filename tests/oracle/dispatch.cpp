// Dynamic placement: which plane a write without a place gets, by the state of the units (S26) or by the design's cost (S27).
#include <algorithm>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

bool Timing::dispatch_writes() {
  if (drive_.placement == Placement::kDynamicOrder) return dispatch_by_order();
  if (drive_.placement == Placement::kDynamicCost) return dispatch_by_cost();
  return false;
}

std::vector<std::int64_t> Timing::unplaced_by_rule_2() const {
  std::vector<Wish> ready;
  for (const std::int64_t write : unplaced_) {
    if (operations_.at(write).ready) ready.push_back(wish_of(WishKind::kStart, kNone, write));
  }
  std::ranges::sort(ready, goes_before);
  std::vector<std::int64_t> writes;
  for (const Wish& wish : ready) writes.push_back(wish.leader);
  return writes;
}

bool Timing::dispatch_by_order() {
  bool changed = false;
  for (auto writes = unplaced_by_rule_2(); !writes.empty() && offer(writes.front()); writes = unplaced_by_rule_2()) changed = true;
  return changed;
}

bool Timing::offer(std::int64_t write) {
  for (std::int64_t step = 0; step < space_.plane_count(); ++step) {
    const std::int64_t index = (next_plane_ + step) % space_.plane_count(), plane = plane_of_index(index);
    if (!would_get(write, plane)) continue;
    next_plane_ = index + 1;
    const ChosenPlanes chosen = fill_die(write, plane);
    for (std::size_t i = 0; i < chosen.operations.size(); ++i) {
      operations_.at(chosen.operations[i]).plane = chosen.planes[i];
      operations_.at(chosen.operations[i]).waited_without_place = true;
      unplaced_.erase(chosen.operations[i]);
    }
    start_host_command(unit_of(plane), chosen, write);
    return true;
  }
  return false;
}

// Whether the plane's unit has nothing to do, and its channel nothing that would go before.
bool Timing::would_get(std::int64_t write, std::int64_t plane) const {
  const std::int64_t number = unit_of(plane);
  if (!is_idle(number) || !bus_is_free(number)) return false;
  if (!space_.can_give(plane, operations_.at(write).stream)) return false;
  const Wish wish = wish_of(WishKind::kStart, kNone, write);
  return choose(channel_of_unit(number), &wish)->leader == write;
}

// The next writes of the stream fill the die's other planes as far as rules 9 and 10 allow.
ChosenPlanes Timing::fill_die(std::int64_t write, std::int64_t plane) {
  const std::int64_t stream = operations_.at(write).stream, first = die_of(plane) * drive_.planes;
  std::vector<std::int64_t> others = unplaced_by_rule_2();
  std::erase_if(others, [&](std::int64_t other) { return other == write || operations_.at(other).stream != stream; });
  const std::int64_t pending = std::min<std::int64_t>(std::ssize(others) + 1, drive_.planes);
  ChosenPlanes chosen{{write}, {plane}, space_.peek(plane, stream).next_page};
  for (std::int64_t step = 1; step < drive_.planes && !others.empty(); ++step) {
    const std::int64_t next = first + (plane - first + step) % drive_.planes;
    if (!join(chosen, others.front(), next, pending)) continue;
    others.erase(others.begin());
    next_plane_ = index_of_plane(next) + 1;
  }
  return chosen;
}

// The n-th plane in ORDER, whose first level varies fastest.
std::int64_t Timing::plane_of_index(std::int64_t index) const {
  std::array<std::int64_t, 4> at{};
  const std::array<std::int64_t, 4> counts{drive_.channels, drive_.chips, drive_.dies, drive_.planes};
  for (const Level level : drive_.order) {
    const auto i = static_cast<std::size_t>(level);
    at[i] = index % counts[i];
    index /= counts[i];
  }
  return ((at[0] * drive_.chips + at[1]) * drive_.dies + at[2]) * drive_.planes + at[3];
}

std::int64_t Timing::index_of_plane(std::int64_t plane) const {
  std::int64_t index = 0;
  while (plane_of_index(index) != plane) ++index;
  return index;
}

// A write that finds no plane holds back those behind it.
bool Timing::dispatch_by_cost() {
  bool changed = false;
  for (const std::int64_t write : unplaced_by_rule_2()) {
    Operation& program = operations_.at(write);
    std::optional<std::int64_t> best;
    std::int64_t least = 0;
    for (std::int64_t step = 0; step < space_.plane_count(); ++step) {
      const std::int64_t index = (next_plane_ + step) % space_.plane_count(), plane = plane_of_index(index);
      if (!space_.can_give(plane, program.stream)) continue;
      const std::int64_t cost = drive_.cost(unit_view(plane));
      if (best && cost >= least) continue;
      best = index;
      least = cost;
    }
    if (!best) break;
    next_plane_ = *best + 1;
    program.plane = plane_of_index(*best);
    program.placed = now_;
    plane_order_[program.plane].push_back(write);
    unplaced_.erase(write);
    changed = true;
  }
  return changed;
}

UnitView Timing::unit_view(std::int64_t plane) const {
  const std::int64_t number = unit_of(plane);
  const Unit& unit = units_[number];
  std::int64_t queued = std::ssize(unit.reads);
  for (const std::int64_t other : planes_of_unit(number)) queued += std::ssize(plane_order_[other]) - collects(other);
  const Time until = std::max(busy_until(unit), now_);
  return {chip_of(plane) / drive_.chips, chip_of(plane) % drive_.chips, die_of(plane) % drive_.dies, plane % drive_.planes,
          static_cast<std::int64_t>(until - now_), queued, space_.count_free_pages(plane)};
}

// S27: the end of the last phase whose end is fixed. What follows a tenure or a resume without waiting for the bus is fixed with it.
Time Timing::busy_until(const Unit& unit) const {
  if (unit.settling) return unit.settling->end + (unit.settling->resuming ? unit.halted->array_length : 0);
  Time until = 0;
  for (const auto& running : {unit.current, unit.successor}) {
    if (!running) continue;
    if (running->stage == Stage::kWaitsForArray) until += running->array_length;
    if (running->stage == Stage::kWaitsForArray || running->stage == Stage::kWaitsForBus) continue;
    const Time array = running->stage == Stage::kTransferIn ? running->array_length : 0;
    const bool behind = running->kind == Command::kProgram;  // the array phase of its predecessor
    until = behind ? std::max(until, running->stage_end) + array : std::max(until, running->stage_end + array);
  }
  return until;
}

}  // namespace ssd::oracle
