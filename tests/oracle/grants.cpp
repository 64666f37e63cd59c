// What a grant does: the bus transfer begins, and a host command takes its operations out of their queues.
#include <algorithm>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

// Returns false if nothing was granted, because the collection has no victim and vanishes (collection.jobs).
bool Timing::grant(const Wish& wish) {
  Unit& unit = units_[wish.unit];
  switch (wish.kind) {
    case WishKind::kDataOut: grant_data_out(wish); return true;
    case WishKind::kStep: grant_step(wish.unit); return true;
    case WishKind::kChain: {
      unit.released = unit.current->array_begin + drive_.cache_busy;  // R of account.split
      unit.successor = begin_host_command({*chain(wish.unit)}).front();
      return true;
    }
    case WishKind::kStart: break;
  }
  if (operations_.at(wish.leader).kind == OperationKind::kCollection) return start_collection(wish.unit, wish.leader);
  if (operations_.at(wish.leader).is_move())
    start_move(wish.unit, wish.leader);
  else if (drive_.independent_plane_reads && operations_.at(wish.leader).kind == OperationKind::kRead)
    start_plane_read(wish.unit, wish.leader);
  else
    start_host_command(with_other_dies(wish.leader));
  return true;
}

// `dies`: what each die does, the leader's die first (drive.interleave_command).
void Timing::start_host_command(const std::vector<ChosenPlanes>& dies) {
  const std::vector<Running> parts = begin_host_command(dies);
  for (std::size_t die = 0; die < dies.size(); ++die) {
    Unit& unit = units_[unit_of(dies[die].planes.front())];
    require(unit.running().empty() && !unit.settling, "a unit was given to two commands");
    unit.current = parts[die];
  }
}

// The first bus transfers of the dies follow each other as one.
std::vector<Running> Timing::begin_host_command(std::vector<ChosenPlanes> dies) {
  for (ChosenPlanes& chosen : dies) {
    std::ranges::sort(chosen.operations, {}, [this](std::int64_t sequence) { return operations_.at(sequence).plane; });
    std::ranges::sort(chosen.planes);
    for (const std::int64_t sequence : chosen.operations) {
      leave_queue(operations_.at(sequence));
      account_wait(operations_.at(sequence));
    }
  }
  const bool is_read = operations_.at(dies.front().leader).kind == OperationKind::kRead;
  for (const ChosenPlanes& chosen : dies) note_command_in_open_unit(chosen);
  for (const ChosenPlanes& chosen : dies) being_granted_.insert(unit_of(chosen.planes.front()));
  if (!is_read) take_pages(dies);
  being_granted_.clear();
  std::vector<Running> parts;
  Time end = now_;
  std::int64_t bytes = 0;
  for (const ChosenPlanes& chosen : dies) {
    parts.push_back(begin_part(chosen, end));
    end = parts.back().stage_end;
    for (const std::int64_t sequence : chosen.operations) bytes += is_read ? 0 : data_bytes(operations_.at(sequence));
  }
  hold_bus(unit_of(dies.front().planes.front()), end - now_, bytes, false);
  return parts;
}

// command.phases: the first bus transfer holds the commands, and for programs the data in, one plane after another.
Running Timing::begin_part(const ChosenPlanes& chosen, Time from) {
  const bool is_read = operations_.at(chosen.leader).kind == OperationKind::kRead;
  Running running{.kind = is_read ? Command::kRead : Command::kProgram,
                  .leader = chosen.leader,
                  .operations = chosen.operations,
                  .planes = chosen.planes};
  record_command(running, unit_of(chosen.planes.front()));
  Time end = from;
  for (const std::int64_t sequence : chosen.operations) {
    const Operation& operation = operations_.at(sequence);
    end += drive_.command + (sequence != chosen.operations.front() ? drive_.dummy_busy : 0);
    if (!is_read) running.own_ends.emplace_back(end += transfer(data_bytes(operation)), sequence);
    // The longest of the pages' array times.
    running.array_length = std::max(running.array_length, operation.array_length);
  }
  running.stage_end = end;
  return running;
}

void Timing::leave_queue(const Operation& operation) {
  if (operation.kind == OperationKind::kRead) {
    require(units_[unit_of(operation.plane)].reads.erase(operation.sequence) == 1, "a read was granted twice");
    return;
  }
  if (operation.waited_without_place) return;
  auto& order = plane_order_[operation.plane];
  const auto at = order.begin() + (collects(operation.plane) ? 1 : 0);
  require(at != order.end() && *at == operation.sequence, "a plane's order was broken");
  order.erase(at);
}

// command.cache_read: in a chain the successor's commands and cache_busy come before the data out, all in one bus
// transfer.
void Timing::grant_data_out(const Wish& wish) {
  const std::int64_t number = wish.unit;
  Unit& unit = units_[number];
  const auto next = chain(number);
  Running& current = unit.current ? *unit.current : unit.plane_reads.at(operations_.at(wish.leader).plane);
  tell_all(current, &Split::channel, now_);
  Time end = now_;
  if (next) {
    const Time held_before = outcome_.channel_bus[channel_of_unit(number)][0];
    Running successor = begin_host_command({*next}).front();
    outcome_.channel_bus[channel_of_unit(number)][0] = held_before;  // the bus transfer is counted as a whole below
    successor.cache_from = successor.stage_end;
    end = successor.cache_to = successor.stage_end = successor.stage_end + drive_.cache_busy;
    current.cache_from = successor.cache_from;
    current.cache_to = successor.cache_to;
    unit.successor = successor;
  }
  std::int64_t bytes = current.is_collection ? collection_bytes_out(current) : 0;
  if (current.is_collection) end += transfer(bytes);
  for (const std::int64_t sequence : current.operations) {
    bytes += data_bytes(operations_.at(sequence));
    current.own_ends.emplace_back(end += transfer(data_bytes(operations_.at(sequence))), sequence);
  }
  current.stage = Stage::kDataOut;
  current.stage_end = end;
  hold_bus(number, end - now_, bytes, current.is_collection);
}

void Timing::hold_bus(std::int64_t unit, Time length, std::int64_t bytes, bool is_collection) {
  const std::int64_t channel = channel_of_unit(unit);
  bus_end_[channel] = now_ + length;
  outcome_.channel_bus[channel][is_collection] += length;
  outcome_.bus_bytes += bytes;
}

// command.transfer.
std::int64_t Timing::data_bytes(const Operation& operation) const {
  const bool is_read = operation.kind == OperationKind::kRead;
  const bool whole = is_read ? drive_.read_moves_page : !drive_.program_moves_sectors;
  return !whole ? operation.sectors * drive_.sector_bytes : is_read ? page_bytes() : program_bytes();
}

}  // namespace ssd::oracle
