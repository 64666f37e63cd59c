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

// place.dynamic, steps 2 to 5.
bool Timing::offer(std::int64_t write) {
  std::set<std::int64_t> planes;
  for (std::int64_t plane = 0; plane < space_.plane_count(); ++plane) {
    if (space_.can_give(plane, operations_.at(write).stream) && would_get(write, unit_of(plane))) planes.insert(plane);
  }
  const auto plane = plane_of_fewest_writes(planes);
  if (!plane) return false;
  const std::vector<ChosenPlanes> dies = form_command(write, *plane);
  for (const ChosenPlanes& chosen : dies) {
    for (std::size_t i = 0; i < chosen.operations.size(); ++i) {
      operations_.at(chosen.operations[i]).plane = chosen.planes[i];
      operations_.at(chosen.operations[i]).waited_without_place = true;
      unplaced_.erase(chosen.operations[i]);
      ++writes_given_[chosen.planes[i]];
    }
  }
  start_host_command(dies);
  return true;
}

// Whether the unit can be taken, and its channel would choose this write among it and all ready phases.
bool Timing::would_get(std::int64_t write, std::int64_t number) const {
  if (!can_be_taken(number) || !bus_is_free(number)) return false;
  const Wish wish = wish_of(WishKind::kStart, kNone, write);
  return choose(channel_of_unit(number), &wish)->leader == write;
}

// Of these planes the one that was given the fewest writes, ties to the lowest index in ORDER (place.dynamic,
// place.cost).
std::optional<std::int64_t> Timing::plane_of_fewest_writes(const std::set<std::int64_t>& planes) const {
  if (planes.empty()) return std::nullopt;
  return *std::ranges::min_element(
      planes, {}, [this](std::int64_t plane) { return std::pair(writes_given_[plane], index_of_plane(plane)); });
}

// place.dynamic_join: the other writes of the stream are dealt to the line, one a plane. Those that meet another unit
// are left out; those that meet a plane of the command's dies join if they may. Returns the leader's die first, then
// the others in ascending number.
std::vector<ChosenPlanes> Timing::form_command(std::int64_t write, std::int64_t plane) const {
  const std::int64_t stream = operations_.at(write).stream;
  std::vector<std::int64_t> others = unplaced_by_rule_2();
  std::erase_if(others, [&](std::int64_t other) { return other == write || operations_.at(other).stream != stream; });
  const std::int64_t pending = std::min<std::int64_t>(std::ssize(others) + 1, drive_.planes);
  const auto first_of_die = [&](std::int64_t first, std::int64_t in) {
    return ChosenPlanes{first, {first}, {in}, space_.next_flash_page(in, stream).next_page};
  };
  ChosenPlanes own = first_of_die(write, plane);
  std::map<std::int64_t, ChosenPlanes> other_dies;
  for (const std::int64_t next : line_behind(plane, stream)) {
    if (others.empty()) break;
    if (die_of(next) == die_of(plane)) {
      if (!join(own, others.front(), next, pending)) continue;
    } else if (is_of_command(next, plane)) {
      const auto [die, is_first] = other_dies.try_emplace(die_of(next), first_of_die(others.front(), next));
      if (!is_first && !join(die->second, others.front(), next, pending)) continue;
    }
    others.erase(others.begin());
  }
  std::vector<ChosenPlanes> dies{own};
  for (const auto& [die, chosen] : other_dies) dies.push_back(chosen);
  return dies;
}

// place.dynamic_join: the planes to which writes are dealt beside the leader's, by ascending distance.
std::vector<std::int64_t> Timing::line_behind(std::int64_t leader, std::int64_t stream) const {
  std::vector<std::int64_t> line;
  for (std::int64_t plane = 0; plane < space_.plane_count(); ++plane) {
    if (plane != leader && is_in_line(plane, leader) && space_.can_give(plane, stream)) line.push_back(plane);
  }
  std::ranges::sort(line, {}, [&](std::int64_t plane) { return distance(leader, plane); });
  return line;
}

// place.cost: a write that finds no plane holds back those behind it.
bool Timing::dispatch_by_cost() {
  bool changed = false;
  for (const std::int64_t write : unplaced_by_rule_2()) {
    Operation& program = operations_.at(write);
    const auto plane = plane_of_fewest_writes(cheapest_planes(program.stream));
    if (!plane) break;
    ++writes_given_[*plane];
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
  return space_.count_pages_left(plane, stream) / drive_.word_line() > waiting;  // a program takes a word line
}

// place.unit_record.
UnitView Timing::unit_view(std::int64_t plane) const {
  const std::int64_t number = unit_of(plane);
  const Unit& unit = units_[number];
  // A host read counts once it is ready.
  std::int64_t queued = std::ssize(unit.reads) - unit.host_reads_to_come;
  for (const std::int64_t other : planes_of_unit(number)) queued += std::ssize(plane_order_[other]) - collects(other);
  const Time until = std::max(busy_until_in_chip(number), now_);
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
  for (const auto& [plane, read] : unit.plane_reads) {
    if (read.stage == Stage::kWaitsForBus) continue;
    until = std::max(until, read.stage_end + (read.stage == Stage::kTransferIn ? read.array_length : 0));
  }
  return until;
}

}  // namespace ssd::oracle
