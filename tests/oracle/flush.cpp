// Dirty entries of the DRAM buffer go to flash before a slot is needed (buffer.flush). The invariant: an entry stays in
// its slot while it is flushed, and has one flush under way at most.
#include <algorithm>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

bool Timing::flush_entries() {
  bool changed = false;
  while (const auto lpn = next_to_flush()) {
    flush(*lpn);
    changed = true;
  }
  return changed;
}

// The first whole entry that has no flush under way, otherwise the first such partial one.
std::optional<std::int64_t> Timing::next_to_flush() const {
  if (!drive_.write_back || evicting_ + flushing_ >= space_.plane_count()) return std::nullopt;
  for (const bool whole : {true, false}) {
    for (const std::int64_t lpn : list_of(whole)) {
      if (!entries_.at(lpn).flush) return wants_flush(whole) ? std::optional(lpn) : std::nullopt;
    }
  }
  return std::nullopt;
}

// The entries that wait to be flushed, in the order in which they entered the list.
std::vector<std::int64_t> Timing::list_of(bool whole) const {
  std::vector<std::int64_t> list;
  for (const auto& [lpn, entry] : entries_) {
    if (entry.resident && entry.dirty && is_whole(entry) == whole) list.push_back(lpn);
  }
  std::ranges::sort(list, {}, [this](std::int64_t lpn) { return entries_.at(lpn).listed; });
  return list;
}

bool Timing::is_whole(const Entry& entry) const { return std::ssize(entry.unflushed) == drive_.sectors_per_page; }

// Whether the design wants the first entry of the list to be flushed now.
bool Timing::wants_flush(bool whole) const {
  const std::int64_t count_whole = std::ssize(list_of(true)), dirty = count_whole + std::ssize(list_of(false));
  switch (drive_.flush) {
    case Flush::kEager: return whole || 2 * dirty > drive_.buffer_slots;
    case Flush::kAbove:
      return dirty * drive_.flush_share_denominator > drive_.flush_share_numerator * drive_.buffer_slots;
    case Flush::kIdle: return is_every_request_complete();
    case Flush::kFull: return false;
    case Flush::kCondition:
      return drive_.flush_condition({dirty, count_whole, drive_.buffer_slots, evicting_ + flushing_,
                                     is_every_request_complete(), space_.around()});
  }
  return false;
}

// Of those that are admitted.
bool Timing::is_every_request_complete() const {
  return std::ranges::all_of(present_, [this](std::int64_t request) { return states_[request].pages_left == 0; });
}

// The entry is clean from now on, but no victim before the program has ended. It may be trimmed before that, and its
// page have another entry.
void Timing::flush(std::int64_t lpn) {
  break_off_replicas();
  Entry& entry = entries_.at(lpn);
  const std::int64_t number = next_flush_++;
  entry.dirty = false;
  entry.unflushed.clear();
  entry.flush = number;
  ++flushing_;
  ++outcome_.flushes;
  create_program({lpn, 1, entry.stream, entry.sectors, nullptr, now_}, [this, lpn, number] {
    --flushing_;
    const auto found = entries_.find(lpn);
    if (found != entries_.end() && found->second.flush == number) found->second.flush.reset();
    evict_for_waiting();
  });
  evict_for_waiting();
}

// Entries that will be victims when their flush has ended (buffer.write).
std::int64_t Timing::count_clean_flushes() const {
  return std::ranges::count_if(entries_, [](const auto& entry) { return entry.second.flush && !entry.second.dirty; });
}

}  // namespace ssd::oracle
