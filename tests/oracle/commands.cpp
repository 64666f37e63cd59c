// What a unit wishes for, which wish a channel grants (bus.decision), and what joins a command (command.combine).
#include <algorithm>
#include <tuple>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

// The phases of a unit that wait for the bus.
std::vector<Wish> Timing::wishes(std::int64_t number) const {
  const Unit& unit = units_[number];
  if (unit.settling) return {};
  if (!unit.plane_reads.empty()) return wishes_while_reading(number);
  if (!unit.current) return wishes_if_idle(number);
  const Running& current = *unit.current;
  if (current.stage == Stage::kWaitsForBus) {
    Wish wish = wish_of(WishKind::kDataOut, number, current.leader);
    wish.ready = current.bus_ready;
    return {wish};
  }
  // command.cache_program: the wish is for the successor of a program whose array phase runs.
  if (!drive_.cache || unit.successor || current.is_collection || current.kind != Command::kProgram) return {};
  if (current.stage != Stage::kArray || now_ < current.array_begin + drive_.cache_busy) return {};
  const auto next = chain(number);
  if (!next) return {};
  const auto all = wishes_if_idle(number);
  Wish wish = *std::ranges::min_element(all, goes_before);
  wish.kind = WishKind::kChain;
  return {wish};
}

std::vector<Wish> Timing::wishes_if_idle(std::int64_t number) const {
  const Unit& unit = units_[number];
  std::vector<Wish> found;
  const bool in_collection = unit.collecting && !unit.halted;
  if (!in_collection || is_open(number)) {
    for (const std::int64_t sequence : candidates(number)) found.push_back(wish_of(WishKind::kStart, number, sequence));
  }
  if (in_collection && found.empty()) {
    Wish wish = wish_of(WishKind::kStep, number, unit.collecting->leader);
    wish.ready = unit.collecting->ready;
    wish.moves_data = next_kind(number) == Command::kProgram;
    found.push_back(wish);
  }
  return found;
}

// unit.candidates: host reads, and the head of each plane's queue, ready or not.
std::vector<std::int64_t> Timing::candidates_ready_or_not(std::int64_t number) const {
  const Unit& unit = units_[number];
  std::vector<std::int64_t> found(unit.reads.begin(), unit.reads.end());
  // A read is in the unit once it is ready (unit.reorder).
  std::erase_if(found, [this](std::int64_t read) { return !operations_.at(read).ready; });
  if (unit.halted) {
    std::erase_if(found, [this](std::int64_t read) { return !operations_.at(read).is_host(); });
    return found;
  }
  for (const std::int64_t plane : planes_of_unit(number)) {
    if (const auto head = candidate_of_plane(plane)) found.push_back(*head);
  }
  return found;
}

// unit.candidates: what the unit could begin with `reorder: any`. A program whose plane can give it no page is not a
// candidate.
std::vector<std::int64_t> Timing::candidates_of_any_age(std::int64_t number) const {
  auto found = candidates_ready_or_not(number);
  std::erase_if(found, [this](std::int64_t sequence) { return !is_candidate(operations_.at(sequence)); });
  return found;
}

// drive.interleave_command, command.plane_reads, unit.reorder_requests: what the unit could begin.
std::vector<std::int64_t> Timing::candidates(std::int64_t number) const {
  if (is_closed(number)) return {};
  auto found = candidates_by_order(number);
  if (drive_.independent_plane_reads) found = candidates_beside_reads(number, found);
  std::erase_if(found, [this](std::int64_t sequence) { return !may_begin(operations_.at(sequence)); });
  return found;
}

// unit.reorder: what the unit could begin, whatever its requests and the other dies of its chip. With fifo only the
// operation of lowest sequence number counts, ready or not.
std::vector<std::int64_t> Timing::candidates_by_order(std::int64_t number) const {
  const auto found = candidates_ready_or_not(number);
  if (!drive_.reorder_fifo || found.empty()) return candidates_of_any_age(number);
  const auto age = [this](std::int64_t sequence) {
    return std::pair(!(at_issue_ && operations_.at(sequence).forced), sequence);
  };
  const std::int64_t oldest = *std::ranges::min_element(found, {}, age);
  return is_candidate(operations_.at(oldest)) ? std::vector{oldest} : std::vector<std::int64_t>{};
}

// unit.queue: the head of the plane's queue. Between the moves of a collection it must be a program that was decided
// before the collection (collection.preempt).
std::optional<std::int64_t> Timing::candidate_of_plane(std::int64_t plane) const {
  const auto& order = plane_order_[plane];
  const auto& collecting = units_[unit_of(plane)].collecting;
  const std::size_t at = collects(plane) ? 1 : 0;
  if (order.size() <= at) return std::nullopt;
  const Operation& head = operations_.at(order[at]);
  if (collecting && (head.kind != OperationKind::kProgram || head.sequence > collecting->leader)) return std::nullopt;
  return head.sequence;
}

bool Timing::is_candidate(const Operation& operation) const {
  if (!operation.ready) return false;
  return operation.kind != OperationKind::kProgram || operation.physical_page != kNone ||
         space_.can_give(operation.plane, operation.stream);
}

Wish Timing::wish_of(WishKind kind, std::int64_t unit, std::int64_t sequence) const {
  const Operation& operation = operations_.contains(sequence) ? operations_.at(sequence) : Operation{};
  const bool moves_data = kind == WishKind::kStart && operation.kind == OperationKind::kProgram;
  return {kind, unit, sequence, operation.ready.value_or(now_), priority_of(sequence), moves_data};
}

// time.order: priority, ready time, sequence number.
bool Timing::goes_before(const Wish& one, const Wish& other) {
  return std::tuple(-one.priority, one.ready, one.leader) < std::tuple(-other.priority, other.ready, other.leader);
}

// bus.decision: among the highest priority, the first new command is granted if it moves no data; otherwise the first
// data out goes before it.
std::optional<Wish> Timing::choose(std::int64_t channel, const Wish* unplaced) const {
  std::vector<Wish> all;
  if (unplaced != nullptr) all.push_back(*unplaced);
  for (std::int64_t unit = 0; unit < std::ssize(units_); ++unit) {
    if (channel_of_unit(unit) != channel) continue;
    for (const Wish& wish : wishes(unit)) all.push_back(wish);
  }
  if (all.empty()) return std::nullopt;
  const auto highest = std::ranges::max(all, {}, &Wish::priority).priority;
  std::erase_if(all, [&](const Wish& wish) { return wish.priority < highest; });
  std::ranges::sort(all, goes_before);
  const auto command = std::ranges::find_if(all, [](const Wish& wish) { return wish.kind != WishKind::kDataOut; });
  const auto data_out = std::ranges::find(all, WishKind::kDataOut, &Wish::kind);
  if (command == all.end()) return *data_out;
  return data_out == all.end() || !command->moves_data ? *command : *data_out;
}

// bus.priority.
std::int64_t Timing::priority_of(std::int64_t sequence) const {
  if (!drive_.priority) return 0;
  const Operation& o = operations_.at(sequence);
  const bool is_gc = !o.is_host();
  OpView view{.is_read = o.kind == OperationKind::kRead,
              .is_write = o.kind == OperationKind::kProgram,
              .is_erase = false,
              .is_gc = is_gc,
              .is_host = !is_gc,
              .waited = static_cast<std::int64_t>(o.ready ? now_ - *o.ready : 0),
              .pages = o.request_pages,
              .around = space_.around()};
  if (o.plane != kNone) view.unit = unit_view(o.plane);
  if (o.is_host()) {
    view.lpn = o.lpn;
    view.queue = o.page ? queue_of(o.page->request) : 0;
    view.bytes = o.sectors * drive_.sector_bytes;
  }
  if (o.kind == OperationKind::kCollection && collects(o.plane)) {  // a collection that has begun
    const Command kind = next_kind(unit_of(o.plane));
    view.is_read = kind == Command::kRead;
    view.is_write = kind == Command::kProgram || kind == Command::kCopyback;
    view.is_erase = kind == Command::kErase;
  }
  return drive_.priority(view);
}

std::optional<std::int64_t> Timing::read_head(std::int64_t plane) const {
  std::optional<Wish> best;
  for (const std::int64_t read : units_[unit_of(plane)].reads) {
    if (operations_.at(read).plane != plane || !operations_.at(read).ready || !operations_.at(read).is_host()) continue;
    const Wish wish = wish_of(WishKind::kStart, unit_of(plane), read);
    if (!best || goes_before(wish, *best)) best = wish;
  }
  return best ? std::optional(best->leader) : std::nullopt;
}

std::optional<std::int64_t> Timing::program_head(std::int64_t plane) const {
  const auto head = candidate_of_plane(plane);
  if (!head || operations_.at(*head).kind != OperationKind::kProgram || !operations_.at(*head).ready)
    return std::nullopt;
  return operations_.at(*head).is_host() ? head : std::nullopt;
}

// command.combine.
ChosenPlanes Timing::combine(std::int64_t leader) const {
  const Operation& first = operations_.at(leader);
  const bool is_read = first.kind == OperationKind::kRead;
  ChosenPlanes chosen{leader, {leader}, {first.plane}, is_read ? 0 : address_of(first, first.plane).next_page};
  std::vector<std::int64_t> heads;
  for (std::int64_t plane = die_of(first.plane) * drive_.planes; plane < (die_of(first.plane) + 1) * drive_.planes;
       ++plane) {
    if (plane == first.plane) continue;
    if (const auto head = is_read ? read_head(plane) : program_head(plane)) heads.push_back(*head);
  }
  const std::int64_t pending = std::ssize(heads) + 1;
  std::ranges::sort(heads);
  for (const std::int64_t head : heads) join(chosen, head, operations_.at(head).plane, pending);
  return chosen;
}

// Where the page would be programmed, or is read: the global block number, and the page's number in the block.
ActiveBlock Timing::address_of(const Operation& operation, std::int64_t plane) const {
  if (operation.physical_page == kNone) return space_.next_flash_page(plane, operation.stream);
  const std::int64_t page = operation.physical_page / drive_.subpages;
  return {page / drive_.pages, page % drive_.pages};
}

// Whether the operation joins in that plane. Only programs without a page may skip (command.skip).
bool Timing::join(ChosenPlanes& chosen, std::int64_t joiner, std::int64_t plane, std::int64_t pending) const {
  const Operation& operation = operations_.at(joiner);
  const bool may_skip = operation.physical_page == kNone;
  if (may_skip && !space_.can_give(plane, operation.stream)) return false;
  ChosenPlanes larger = chosen;
  larger.operations.push_back(joiner);
  larger.planes.push_back(plane);
  std::vector<ActiveBlock> addresses;
  for (std::size_t i = 0; i < larger.planes.size(); ++i) {
    addresses.push_back(address_of(operations_.at(larger.operations[i]), larger.planes[i]));
  }
  larger.index = std::ranges::max(addresses, {}, &ActiveBlock::next_page).next_page;
  std::int64_t wasted = 0;
  for (const ActiveBlock& address : addresses) {
    wasted += larger.index - address.next_page;
    if (drive_.block_and_page && address.block % drive_.blocks != addresses.front().block % drive_.blocks) return false;
  }
  const bool is_read = operation.kind == OperationKind::kRead;
  if ((!may_skip && wasted > 0) ||
      !willing({wasted, pending, std::ssize(larger.planes), space_.around(), is_read, false}))
    return false;
  chosen = larger;
  return true;
}

// command.combine, collection.together.
bool Timing::willing(const CommandView& command) const {
  switch (drive_.multiplane) {
    case Willing::kNo: return false;
    case Willing::kWise: return command.wasted == 0;
    case Willing::kBlind: return true;
    case Willing::kPredicate: return drive_.multiplane_predicate(command);
  }
  return false;
}

// command.cache_read, command.cache_program: what the unit would be granted if it were idle, if that is a host command
// of the same kind and planes.
std::optional<ChosenPlanes> Timing::chain(std::int64_t number) const {
  if (!drive_.cache) return std::nullopt;
  const Running& current = *units_[number].current;
  if (current.is_collection) return std::nullopt;
  const auto all = wishes_if_idle(number);
  if (all.empty()) return std::nullopt;
  const Wish best = *std::ranges::min_element(all, goes_before);
  const auto kind = current.kind == Command::kRead ? OperationKind::kRead : OperationKind::kProgram;
  if (best.kind != WishKind::kStart || operations_.at(best.leader).kind != kind ||
      !operations_.at(best.leader).is_host())
    return std::nullopt;
  ChosenPlanes chosen = combine(best.leader);
  std::ranges::sort(chosen.planes);
  if (chosen.planes != current.planes) return std::nullopt;
  return combine(best.leader);
}

}  // namespace ssd::oracle
