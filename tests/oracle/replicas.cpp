// replicate (copies.replicate): second copies of hot pages on another channel, which are read while a collection holds
// the unit of the first copy. A replica's page is invalid in the map from the start, so collection treats it as waste.
#include <algorithm>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

// Counts a read that goes to flash: its page may become hot, and another one may no longer be hot (steps 1 and 2).
void Timing::count_read(std::int64_t lpn) {
  if (drive_.replicas == 0) return;
  last_reads_.push_back(lpn);
  if (std::ssize(last_reads_) > 4 * drive_.replicas) last_reads_.pop_front();
  std::erase_if(hot_, [this](std::int64_t page) { return std::ranges::count(last_reads_, page) < 2; });
  if (std::ranges::count(last_reads_, lpn) < 2) return;
  if (std::ranges::find(hot_, lpn) == hot_.end()) hot_.push_back(lpn);
  if (!replicas_.contains(lpn)) read_since_replica_.insert(lpn);
}

// copies.replica_read.
void Timing::read_from_replica(Operation& read) {
  const auto found = replicas_.find(read.lpn);
  if (found == replicas_.end() || found->second.under_way || !holds(unit_of(read.plane))) return;
  const std::int64_t plane = space_.plane_of_page(found->second.page);
  if (holds(unit_of(plane))) return;
  found->second.used = replica_uses_++;
  read.physical_page = found->second.page;
  read.plane = plane;
  read.array_length = space_.read_time(read.physical_page);
  ++outcome_.replica_reads;
}

bool Timing::replicate() {
  bool changed = false;
  while (replicate_one()) changed = true;
  return changed;
}

// Step 3. A page whose replica was dropped waits for its next read; otherwise two pages could take the last replica
// from each other forever.
bool Timing::replicate_one() {
  if (unplaced_is_ready()) return false;
  for (const std::int64_t lpn : hot_) {
    if (!read_since_replica_.contains(lpn) || replicas_.contains(lpn)) continue;
    const auto unit = unit_for_replica(lpn);
    if (!unit) continue;
    if (!make_room_for_replica()) return false;
    program_replica(lpn, *unit);
    return true;
  }
  return false;
}

std::optional<std::int64_t> Timing::unit_for_replica(std::int64_t lpn) const {
  const auto page = space_.physical_page_of(lpn);
  if (!page) return std::nullopt;
  const auto count = std::ssize(units_);
  const std::int64_t channel = channel_of_unit(unit_of(space_.plane_of_page(*page)));
  for (std::int64_t step = 0; step < count; ++step) {
    const std::int64_t unit = (next_replica_unit_ + step) % count;
    if (channel_of_unit(unit) != channel && plane_for_copy(unit) && !host_is_ready_for(unit)) return unit;
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

void Timing::program_replica(std::int64_t lpn, std::int64_t unit) {
  const std::int64_t plane = *plane_for_copy(unit), page = space_.take_copy(plane), number = next_replica_++;
  space_.waste(page);
  replicas_[lpn] = Replica{.number = number, .page = page, .used = 0};
  read_since_replica_.erase(lpn);
  next_replica_unit_ = unit + 1;
  ++outcome_.replica_programs;
  grant_copy(unit, plane, page, [this, lpn, page, number] {
    flash_.program(page, lpn);
    const auto found = replicas_.find(lpn);  // the replica may have been dropped, and another one begun
    if (found == replicas_.end() || found->second.number != number) return;
    found->second.under_way = false;
    found->second.used = replica_uses_++;
  });
}

void Timing::drop_replicas_in(std::int64_t block) {
  std::erase_if(replicas_, [&](const auto& entry) { return entry.second.page / drive_.pages == block; });
}

}  // namespace ssd::oracle
