// replicate (copies.replicate): second copies, on another channel, of pages whose reads met a collection. They are read
// while a collection holds the unit of the first copy. A replica's page is invalid in the map from the start, so
// collection treats it as waste. The invariant: while a replica is under way, nothing of the host is there.
#include <algorithm>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

// copies.replica_read. Returns whether the read goes to the replica.
bool Timing::read_from_replica(Operation& read) {
  const auto found = replicas_.find(read.lpn);
  if (found == replicas_.end() || !holds(unit_of(read.plane))) return false;
  require(!found->second.under_way, "the host reads while a replica is under way");
  const std::int64_t plane = space_.plane_of_page(found->second.page);
  if (holds(unit_of(plane))) return false;
  found->second.used = replica_uses_++;
  read.physical_page = found->second.page;
  read.plane = plane;
  read.array_length = space_.read_time(read.physical_page);
  ++outcome_.replica_reads;
  return true;
}

// Step 2. `read_from`: the physical page from which the data came.
void Timing::mark(std::int64_t lpn, std::int64_t read_from) {
  if (drive_.replicas == 0 || replicas_.contains(lpn) || space_.physical_page_of(lpn) != read_from) return;
  if (std::ranges::find(marked_, lpn) != marked_.end()) return;
  if (std::ssize(marked_) == drive_.replicas) marked_.pop_front();
  marked_.push_back(lpn);
}

// Each replica that is begun takes a mark away, so this ends.
bool Timing::replicate() {
  bool changed = false;
  while (replicate_one()) changed = true;
  return changed;
}

// Step 3.
bool Timing::replicate_one() {
  if (marked_.empty() || !is_host_absent()) return false;
  for (const std::int64_t lpn : marked_) {
    const auto unit = unit_for_replica(lpn);
    if (!unit) continue;
    if (!make_room_for_replica()) return false;
    program_replica(lpn, *unit);
    return true;
  }
  return false;
}

// No request is present, and no host operation, eviction, flush or readahead that was created has not ended. A
// readahead ends when its data have arrived, an eviction or a flush that a slot absorbs when it is complete.
bool Timing::is_host_absent() const {
  return is_every_request_complete() && evicting_ + flushing_ == 0 && coming_.empty() &&
         std::ranges::none_of(operations_, [](const auto& entry) { return entry.second.is_host(); });
}

// None for a page that is in no flash page, because a slot holds it (copies.absorb).
std::optional<std::int64_t> Timing::unit_for_replica(std::int64_t lpn) const {
  const auto page = space_.physical_page_of(lpn);
  if (!page) return std::nullopt;
  const auto count = std::ssize(units_);
  const std::int64_t channel = channel_of_unit(unit_of(space_.plane_of_page(*page)));
  for (std::int64_t step = 0; step < count; ++step) {
    const std::int64_t unit = (next_replica_unit_ + step) % count;
    if (channel_of_unit(unit) != channel && plane_for_copy(unit)) return unit;
  }
  return std::nullopt;
}

// Step 4.
bool Timing::make_room_for_replica() {
  if (std::ssize(replicas_) < drive_.replicas) return true;
  const auto oldest = std::ranges::min_element(
      replicas_, {}, [](const auto& entry) { return std::pair(entry.second.under_way, entry.second.used); });
  if (oldest->second.under_way) return false;
  replicas_.erase(oldest);
  return true;
}

// Steps 5 and 6.
void Timing::program_replica(std::int64_t lpn, std::int64_t unit) {
  const std::int64_t plane = *plane_for_copy(unit), page = space_.take_copy(plane);
  space_.waste(page);
  replicas_[lpn] = Replica{.page = page};
  std::erase(marked_, lpn);
  next_replica_unit_ = unit + 1;
  ++outcome_.replica_programs;
  grant_copy(unit, plane, page, [this, lpn, page] {
    flash_.program(page, lpn);
    replicas_.at(lpn).under_way = false;
    replicas_.at(lpn).used = replica_uses_++;
  });
}

// Step 7: something of the host has come.
void Timing::break_off_replicas() {
  for (const auto& [lpn, replica] : replicas_) {
    if (replica.under_way) break_off(replica.page);
  }
  std::erase_if(replicas_, [](const auto& entry) { return entry.second.under_way; });
}

// The phase that runs ends here, so it counts with the time that it took.
void Timing::break_off(std::int64_t page) {
  const std::int64_t number = unit_of(space_.plane_of_page(page)), channel = channel_of_unit(number);
  Unit& unit = units_[number];
  if (unit.current->stage == Stage::kTransferIn) {
    outcome_.channel_bus[channel][1] -= *bus_end_[channel] - now_;
    bus_end_[channel].reset();
  } else {
    account_array(*unit.current, number);
  }
  flash_phase_ended();
  flash_.skip(page);
  unit.current.reset();
  unit.released = unit.collected.back().second = now_;
  ++outcome_.replicas_broken_off;
}

// The page was overwritten or trimmed, or a slot has absorbed a write of it (steps 2 and 8).
void Timing::forget_copies(std::int64_t lpn) {
  std::erase(marked_, lpn);
  const auto found = replicas_.find(lpn);
  if (found == replicas_.end()) return;
  require(!found->second.under_way, "the host writes while a replica is under way");
  replicas_.erase(found);
}

// The block becomes a victim. Its unit is free then, so none of these replicas is under way.
void Timing::drop_replicas_in(std::int64_t block) {
  std::erase_if(replicas_, [&](const auto& entry) {
    const bool is_there = entry.second.page / drive_.pages == block;
    require(!is_there || !entry.second.under_way, "the block of a replica that is under way is collected");
    return is_there;
  });
}

}  // namespace ssd::oracle
