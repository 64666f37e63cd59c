// Planes that read by themselves (command.plane_reads): each runs one host read at a time, a plane read, beside those
// of the other planes of its die. The invariants: while plane reads run in a unit it runs nothing else and is in no
// `suspend` or `resume`; and what is older than a read and waits for them keeps the read from beginning.
#include <algorithm>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

// The phases of a unit that reads: each data out that waits for the bus, and the reads that may begin.
std::vector<Wish> Timing::wishes_while_reading(std::int64_t number) const {
  const Unit& unit = units_[number];
  std::vector<Wish> found;
  for (const auto& [plane, read] : unit.plane_reads) {
    if (read.stage != Stage::kWaitsForBus) continue;
    Wish wish = wish_of(WishKind::kDataOut, number, read.leader);
    wish.ready = read.bus_ready;
    found.push_back(wish);
  }
  const bool in_collection = unit.collecting && !unit.halted;
  if (in_collection && !is_open(number)) return found;
  for (const std::int64_t sequence : candidates(number)) found.push_back(wish_of(WishKind::kStart, number, sequence));
  return found;
}

// Steps 2 and 3. `found`: the candidates, whatever reads. Between two moves of a collection the next one is none of
// them: where a host read is ready, it is no candidate (collection.preempt).
std::vector<std::int64_t> Timing::candidates_beside_reads(std::int64_t number, std::vector<std::int64_t> found) const {
  const Unit& unit = units_[number];
  const auto is_read = [this](std::int64_t sequence) { return operations_.at(sequence).kind == OperationKind::kRead; };
  std::vector<Wish> others;
  for (const std::int64_t sequence : found) {
    if (!is_read(sequence)) others.push_back(wish_of(WishKind::kStart, number, sequence));
  }
  if (const auto write = write_that_would_come(number)) others.push_back(*write);
  std::erase_if(found, [&](std::int64_t sequence) {
    if (!is_read(sequence)) return !unit.plane_reads.empty();
    if (unit.plane_reads.contains(operations_.at(sequence).plane)) return true;
    const Wish read = wish_of(WishKind::kStart, number, sequence);
    return std::ranges::any_of(others, [&](const Wish& other) { return goes_before(other, read); });
  });
  return found;
}

// Step 3: the first write without a place, if the unit would be idle without its plane reads, and one of its planes can
// give the write a page.
std::optional<Wish> Timing::write_that_would_come(std::int64_t number) const {
  const Unit& unit = units_[number];
  if (drive_.placement != Placement::kDynamicOrder || unit.plane_reads.empty() || unit.halted || unit.collecting)
    return std::nullopt;
  const auto writes = unplaced_by_rule_2();
  if (writes.empty()) return std::nullopt;
  const auto can_give = [&](std::int64_t plane) {
    return space_.can_give(plane, operations_.at(writes.front()).stream);
  };
  if (std::ranges::none_of(planes_of_unit(number), can_give)) return std::nullopt;
  return wish_of(WishKind::kStart, number, writes.front());
}

void Timing::start_plane_read(std::int64_t number, std::int64_t sequence) {
  Unit& unit = units_[number];
  const std::int64_t plane = operations_.at(sequence).plane;
  require(!unit.current && !unit.settling && !unit.plane_reads.contains(plane), "a plane was given to two commands");
  Running read = begin_host_command({{.leader = sequence, .operations = {sequence}, .planes = {plane}}}).front();
  read.is_plane_read = true;
  unit.plane_reads.emplace(plane, std::move(read));
}

void Timing::finish_plane_read(std::int64_t number, std::int64_t plane) {
  Unit& unit = units_[number];
  unit.plane_reads.erase(plane);
  unit.planes_released[plane] = now_;
  resume_if_nothing_to_read(number);
}

// Step 7: the end of the last plane read in the plane of a read, of the last one in any plane of the unit for the rest.
Time Timing::plane_reads_released(const Operation& operation) const {
  Time last = 0;
  for (const auto& [plane, end] : units_[unit_of(operation.plane)].planes_released) {
    if (operation.kind != OperationKind::kRead || plane == operation.plane) last = std::max(last, end);
  }
  return last;
}

}  // namespace ssd::oracle
