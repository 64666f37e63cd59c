// Dirty entries of the DRAM buffer go to flash before a slot is needed (buffer.flush). The invariant: an entry stays in
// its slot while it is flushed, and has one flush under way at most.
#include <algorithm>
#include <utility>

#include "tests/oracle/timing.h"

namespace ssd::oracle {
namespace {

// iu.buffer, step 5: what waited in the lists of other streams when `lpns` were chosen. `whole`: all whole entries that
// could be chosen; one that had waited longer than the first that was chosen lacked others of its stream.
void note_flush(UnitsReached& reached, const std::map<std::int64_t, Entry>& entries,
                const std::vector<std::int64_t>& lpns, const std::vector<std::int64_t>& whole) {
  const Entry& first = entries.at(lpns.front());
  bool is_before_older = false, is_before_whole = false;
  std::map<std::int64_t, std::int64_t> counts;  // of the other streams
  for (const std::int64_t lpn : whole) {
    const Entry& other = entries.at(lpn);
    if (other.lists == first.lists) continue;
    is_before_older |= other.listed < first.listed;
    is_before_whole |= ++counts[other.lists] >= std::ssize(lpns);
  }
  reached.flushed_before_older += is_before_older;
  reached.partial_before_whole += is_before_whole && std::ranges::count(whole, lpns.front()) == 0;
}

// buffer.asked, step 5: what a program of entries that were asked for holds beside them.
void note_asked(HostFlushes& reached, const std::map<std::int64_t, Entry>& entries,
                const std::vector<std::int64_t>& lpns, std::int64_t places) {
  ++reached.asked_programs;
  reached.asked_with_others += !entries.at(lpns.back()).asked;
  reached.asked_with_padding += std::ssize(lpns) < places;
}

}  // namespace

bool Timing::flush_entries() {
  bool changed = false;
  while (true) {
    look_for_partners();
    const std::vector<std::int64_t> lpns = next_to_flush();
    if (lpns.empty()) break;
    flush(lpns);
    changed = true;
  }
  note_wait_for_partners();
  return changed;
}

// What one program flushes: what is asked for (buffer.asked), otherwise as many candidates of one stream as a word line
// holds (iu.buffer). Of the streams that have as many it is the one whose first candidate entered its list first.
std::vector<std::int64_t> Timing::next_to_flush() const {
  if (!drive_.write_back || !may_flush()) return {};
  const std::vector<std::int64_t> asked = without_flush(list_of(List::kAsked));
  if (!asked.empty()) return first_of_stream(entries_.at(asked.front()).lists, drive_.word_line());
  if (gathers() && batch_left_ == 0) return {};
  Candidates candidates = candidates_of_flush();
  std::erase_if(candidates, [this](const auto& stream) { return std::ssize(stream.second) < drive_.word_line(); });
  if (candidates.empty()) return {};
  const auto first_entered = [this](const auto& stream) { return entries_.at(stream.second.front()).listed; };
  std::vector<std::int64_t> chosen = std::ranges::min_element(candidates, {}, first_entered)->second;
  chosen.resize(static_cast<std::size_t>(drive_.word_line()));
  return chosen;
}

// What the design wants to be flushed, by stream: whole entries, then partial ones, in the order of their lists.
Candidates Timing::candidates_of_flush() const {
  Candidates candidates;
  for (const List list : {List::kWhole, List::kPartial}) {
    const std::vector<std::int64_t> waiting = without_flush(list_of(list));
    if (waiting.empty() || !wants_flush(list == List::kWhole)) continue;
    for (const std::int64_t lpn : waiting) candidates[entries_.at(lpn).lists].push_back(lpn);
  }
  return candidates;
}

// Those that have no flush under way.
std::vector<std::int64_t> Timing::without_flush(std::vector<std::int64_t> list) const {
  std::erase_if(list, [this](std::int64_t lpn) { return entries_.at(lpn).flush.has_value(); });
  return list;
}

// The entries of all streams that wait to be flushed, in the order in which they entered their lists.
std::vector<std::int64_t> Timing::list_of(List list) const {
  std::vector<std::int64_t> lpns;
  for (const auto& [lpn, entry] : entries_) {
    const List its = entry.asked ? List::kAsked : is_whole(entry) ? List::kWhole : List::kPartial;
    if (entry.resident && entry.dirty && its == list) lpns.push_back(lpn);
  }
  std::ranges::sort(lpns, {}, [this](std::int64_t lpn) { return entries_.at(lpn).listed; });
  return lpns;
}

// buffer.asked, iu.buffer: the first `count` entries of the stream, list by list, that have no flush under way.
std::vector<std::int64_t> Timing::first_of_stream(std::int64_t stream, std::int64_t count) const {
  std::vector<std::int64_t> found;
  for (const List list : {List::kAsked, List::kWhole, List::kPartial}) {
    for (const std::int64_t lpn : without_flush(list_of(list))) {
      if (entries_.at(lpn).lists == stream && std::ssize(found) < count) found.push_back(lpn);
    }
  }
  return found;
}

bool Timing::is_whole(const Entry& entry) const { return std::ssize(entry.unflushed) == drive_.unit_sectors(); }

// Whether the design wants the first entry of the list to be flushed now.
bool Timing::wants_flush(bool whole) const {
  const std::int64_t count_whole = std::ssize(list_of(List::kWhole));
  const std::int64_t dirty = count_whole + std::ssize(list_of(List::kPartial)) + std::ssize(list_of(List::kAsked));
  switch (drive_.flush) {
    case Flush::kEager: return whole || 2 * dirty > drive_.buffer_slots;
    case Flush::kAbove:
      return dirty * drive_.flush_share_denominator > drive_.flush_share_numerator * drive_.buffer_slots;
    case Flush::kIdle: return is_every_request_complete();
    case Flush::kFull: return false;
    case Flush::kCondition:
      return drive_.flush_condition({dirty, count_whole, drive_.buffer_slots, evicting_programs_ + flushing_,
                                     is_every_request_complete(), space_.around()});
  }
  return false;
}

// Of those that are admitted.
bool Timing::is_every_request_complete() const {
  return std::ranges::all_of(present_, [this](std::int64_t request) { return is_complete(request); });
}

// The entries are clean from now on, but no victims before the program has ended. They may be trimmed before that, and
// their pages have other entries.
void Timing::flush(const std::vector<std::int64_t>& lpns) {
  break_off_replicas();
  if (entries_.at(lpns.front()).asked) {
    note_asked(outcome_.host_flushes, entries_, lpns, drive_.word_line());
  } else {
    note_flush(outcome_.units_reached, entries_, lpns, without_flush(list_of(List::kWhole)));
    take_from_batch();
  }
  const std::int64_t number = next_flush_++;
  ProgramOrder order{.units = {},
                     .request_pages = 1,
                     .stream = entries_.at(lpns.front()).stream,
                     .page = nullptr,
                     .account = new_account(),
                     .ready = now_};
  for (const std::int64_t lpn : lpns) {
    Entry& entry = entries_.at(lpn);
    require(entry.stream == order.stream, "a program holds data of two streams");
    entry.dirty = entry.asked = false;
    entry.unflushed.clear();
    entry.flush = number;
    order.units.push_back({lpn, entry.sectors});
    add_writers(order.writers, std::exchange(entry.writers, {}));
    if (entry.pending) order.pending.push_back(*std::exchange(entry.pending, std::nullopt));
  }
  ++flushing_;
  outcome_.flushes += std::ssize(lpns);
  create_program(order, [this, lpns, number] {
    --flushing_;
    for (const std::int64_t lpn : lpns) {
      const auto found = entries_.find(lpn);
      if (found != entries_.end() && found->second.flush == number) found->second.flush.reset();
    }
    evict_for_waiting();
  });
  evict_for_waiting();
}

// Entries that will be victims when their flush has ended (buffer.write).
std::int64_t Timing::count_clean_flushes() const {
  return std::ranges::count_if(entries_, [](const auto& entry) { return entry.second.flush && !entry.second.dirty; });
}

}  // namespace ssd::oracle
