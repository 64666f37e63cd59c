// Dynamic placement: which plane a write without a place gets, by the state of the units (place.dynamic) or by the
// design's cost (place.cost).
#include <algorithm>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

bool Timing::dispatch_writes() {
  if (drive_.placement == Placement::kDynamicOrder) return dispatch_by_order();
  if (drive_.placement == Placement::kDynamicCost) return dispatch_by_cost();
  return false;
}

// The ready writes without a place, in decision order (time.order).
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
  for (auto writes = unplaced_by_rule_2(); !writes.empty() && offer(writes.front()); writes = unplaced_by_rule_2())
    changed = true;
  return changed;
}

// place.dynamic, steps 2 to 6.
bool Timing::offer(std::int64_t write) {
  std::set<std::int64_t> planes;
  for (std::int64_t plane = 0; plane < space_.plane_count(); ++plane) {
    if (space_.can_give(plane, operations_.at(write).stream) && would_get(write, unit_of(plane))) planes.insert(plane);
  }
  const auto plane = plane_by_turns(planes);
  if (!plane) return false;
  set_turns_behind(*plane);
  const ChosenPlanes chosen = fill_die(write, *plane);
  for (std::size_t i = 0; i < chosen.operations.size(); ++i) {
    operations_.at(chosen.operations[i]).plane = chosen.planes[i];
    operations_.at(chosen.operations[i]).waited_without_place = true;
    unplaced_.erase(chosen.operations[i]);
  }
  start_host_command(unit_of(*plane), chosen, write);
  return true;
}

// Whether the unit is idle, and its channel would choose this write among it and all ready phases.
bool Timing::would_get(std::int64_t write, std::int64_t number) const {
  if (!is_idle(number) || !bus_is_free(number)) return false;
  const Wish wish = wish_of(WishKind::kStart, kNone, write);
  return choose(channel_of_unit(number), &wish)->leader == write;
}

// Of each unit, the first of these planes in cyclic order from the unit's `t`; of those, the first from `k`
// (place.dynamic, place.cost).
std::optional<std::int64_t> Timing::plane_by_turns(const std::set<std::int64_t>& planes) const {
  std::map<std::int64_t, std::int64_t> next_of_unit;
  for (const std::int64_t plane : planes) {
    const std::int64_t unit = unit_of(plane), turn = units_[unit].turn;
    const auto [next, is_first] = next_of_unit.try_emplace(unit, plane);
    if (!is_first && steps_from(turn, plane) < steps_from(turn, next->second)) next->second = plane;
  }
  std::optional<std::int64_t> best;
  for (const auto& [unit, plane] : next_of_unit) {
    if (!best || steps_from(next_plane_, plane) < steps_from(next_plane_, *best)) best = plane;
  }
  return best;
}

// The number of steps from index `turn` to the plane in cyclic order.
std::int64_t Timing::steps_from(std::int64_t turn, std::int64_t plane) const {
  const std::int64_t count = space_.plane_count();
  return (index_of_plane(plane) + count - turn % count) % count;
}

void Timing::set_turns_behind(std::int64_t plane) {
  next_plane_ = units_[unit_of(plane)].turn = index_of_plane(plane) + 1;
}

// place.dynamic_multiplane: the next writes of the stream fill the other planes of the die as far as command.combine
// and command.skip allow.
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
    set_turns_behind(next);
  }
  return chosen;
}

// place.order: the plane of this index.
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

// place.cost: a write that finds no plane holds back those behind it.
bool Timing::dispatch_by_cost() {
  bool changed = false;
  for (const std::int64_t write : unplaced_by_rule_2()) {
    Operation& program = operations_.at(write);
    const auto plane = plane_by_turns(cheapest_planes(program.stream));
    if (!plane) break;
    set_turns_behind(*plane);
    program.plane = *plane;
    program.placed = now_;
    plane_order_[program.plane].push_back(write);
    unplaced_.erase(write);
    changed = true;
  }
  return changed;
}

std::set<std::int64_t> Timing::cheapest_planes(std::int64_t stream) const {
  std::map<std::int64_t, std::set<std::int64_t>> by_cost;
  for (std::int64_t plane = 0; plane < space_.plane_count(); ++plane) {
    if (has_room(plane, stream)) by_cost[drive_.cost(unit_view(plane))].insert(plane);
  }
  return by_cost.empty() ? std::set<std::int64_t>{} : by_cost.begin()->second;
}

// place.cost: the plane has room for more writes than already wait there, whatever their streams. One free block is the
// reserve (space.host).
bool Timing::has_room(std::int64_t plane, std::int64_t stream) const {
  if (!space_.can_give(plane, stream)) return false;
  const std::int64_t waiting = std::ranges::count_if(plane_order_[plane], [this](std::int64_t sequence) {
    return operations_.at(sequence).kind == OperationKind::kProgram;
  });
  return space_.count_pages_left(plane, stream) > waiting;
}

// place.unit_record.
UnitView Timing::unit_view(std::int64_t plane) const {
  const std::int64_t number = unit_of(plane);
  const Unit& unit = units_[number];
  // A host read counts once it is ready.
  std::int64_t queued = std::ssize(unit.reads) - unit.host_reads_to_come;
  for (const std::int64_t other : planes_of_unit(number)) queued += std::ssize(plane_order_[other]) - collects(other);
  const Time until = std::max(busy_until(unit), now_);
  return {chip_of(plane) / drive_.chips,
          chip_of(plane) % drive_.chips,
          die_of(plane) % drive_.dies,
          plane % drive_.planes,
          static_cast<std::int64_t>(until - now_),
          queued,
          space_.count_free_pages(plane),
          space_.around()};
}

// busy_for of place.unit_record: the end of the last phase whose end is fixed. The end of a phase that follows a bus
// transfer or a `resume` without waiting for the bus is fixed too.
Time Timing::busy_until(const Unit& unit) const {
  if (unit.settling) return unit.settling->end + (unit.settling->resuming ? unit.halted->array_length : 0);
  Time until = 0;
  for (const auto& running : {unit.current, unit.successor}) {
    if (!running) continue;
    if (running->stage == Stage::kWaitsForArray) until += running->array_length;
    if (running->stage == Stage::kWaitsForArray || running->stage == Stage::kWaitsForBus) continue;
    const Time array = running->stage == Stage::kTransferIn ? running->array_length : 0;
    const bool behind = running->kind == Command::kProgram;  // begins behind the array phase of its predecessor
    until = behind ? std::max(until, running->stage_end) + array : std::max(until, running->stage_end + array);
  }
  return until;
}

}  // namespace ssd::oracle
