// The DRAM buffer: entries of pages, their slots, eviction, readahead (buffer.entry to buffer.readahead).
#include <algorithm>
#include <memory>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

namespace {

// account.slot_wait, 2: what the program did in `waited` ns, its array phases first.
SlotWait share_of(const Split& program, Time waited) {
  const auto take = [&waited](Time part) {
    const Time taken = std::min(part, waited);
    waited -= taken;
    return taken;
  };
  SlotWait share;
  share.array = take(program.array);
  share.transfer = take(program.transfer);
  share.channel = take(program.channel);
  share.unit = take(program.unit);
  share.collection = take(program.collection);
  return share;
}

}  // namespace

// Completes a write whose data are in a resident entry (buffer.write).
void Timing::serve_write(const PagePointer& page) {
  after(now_ + drive_.buffer_latency, page->sequence, [this, page] {
    page->tell(&Split::controller, now_);
    complete_page(page);
  });
}

void Timing::touch(Entry& entry) {
  entry.touched = now_;
  entry.touch_number = ++touches_;
}

// Returns the open entry of the page, or opens one, which has no slot yet.
Entry& Timing::open_entry(std::int64_t lpn) {
  const auto [at, is_new] = entries_.try_emplace(lpn);
  if (!is_new) {
    ++outcome_.buffer_hits;
    ++at->second.hits;
  }
  touch(at->second);
  if (coming_.contains(lpn)) coming_.at(lpn).stale = true;
  return at->second;
}

void Timing::buffer_write(const PagePointer& page, std::int64_t stream, const std::set<std::int64_t>& covered) {
  const bool is_new = !entries_.contains(page->lpn);
  Entry& entry = open_entry(page->lpn);
  outcome_.units_reached.merged_while_flushed += entry.flush.has_value();
  const bool is_forced = waits_for_flash(page->request);
  outcome_.forced.merged += is_forced && entry.dirty;
  host_writes(entry, stream, covered);
  entry.writers.try_emplace(page->request, now_);
  entry.request_pages = pages_of(page->request);
  if (is_forced) wait_for_flash(page, entry);
  if (entry.resident) {
    if (!is_forced) serve_write(page);
    return evict_for_waiting();  // an entry that was being flushed may be dirty now
  }
  if (!is_forced) entry.waiting.push_back(page);
  if (is_new) waiting_entries_.push_back(page->lpn);
  if (is_new && std::ssize(waiting_entries_) == 1 && used_slots_ < drive_.buffer_slots) {
    ++used_slots_;
    slot_freed();
  }
  evict_for_waiting();
  begin_to_wait_for_slot(page->lpn);
}

// buffer.protected, 1: the page has been written. What its entry, which had no slot, has caused by now has happened.
void Timing::begin_to_wait_for_slot(std::int64_t lpn) {
  const auto found = entries_.find(lpn);
  if (!is_protected() || found == entries_.end() || found->second.resident || found->second.pending) return;
  found->second.pending = pending_.begin();
  ++outcome_.host_flushes.slots_to_wait_for;
}

// buffer.flush: the entry enters the list at its end when it becomes dirty, and the other one when it becomes whole.
// iu.buffer: it enters a list of another stream when it is given that stream. buffer.asked: what is asked for does not
// change its list otherwise.
void Timing::host_writes(Entry& entry, std::int64_t stream, const std::set<std::int64_t>& covered) {
  const bool was_dirty = entry.dirty, was_whole = is_whole(entry);
  const std::int64_t lists_before = entry.lists;
  entry.sectors.insert(covered.begin(), covered.end());
  entry.unflushed.insert(covered.begin(), covered.end());
  entry.dirty = true;
  if (!was_dirty && !is_protected()) entry.pending = pending_.begin();
  entry.stream = stream;
  entry.lists = drive_.word_line() > 1 ? stream : 0;
  const bool changes_lists = entry.lists != lists_before;
  const bool becomes_whole = !entry.asked && is_whole(entry) != was_whole;
  if (!was_dirty || becomes_whole || changes_lists) enter_list(entry);
  outcome_.host_flushes.changed_lists += entry.asked && changes_lists;
  outcome_.units_reached.changed_lists += entry.resident && was_dirty && changes_lists;
}

// A slot has become free: the first waiting entry gets it (buffer.evict).
void Timing::slot_freed() {
  if (waiting_entries_.empty()) {
    --used_slots_;
    return;
  }
  const std::int64_t lpn = waiting_entries_.front();
  waiting_entries_.pop_front();
  make_resident(lpn);
}

// buffer.write, account.slot_wait.
void Timing::make_resident(std::int64_t lpn) {
  Entry& entry = entries_.at(lpn);
  entry.resident = true;
  entry.resident_number = next_resident_++;
  enter_list(entry);
  touch(entry);
  for (const PagePointer& page : std::exchange(entry.waiting, {})) {
    if (lets_in_) page->slot_wait = share_of(lets_in_->split, now_ - page->told);
    page->tell(&Split::buffer, now_);
    serve_write(page);
  }
  if (is_protected() && entry.pending) end_pending_writes({*std::exchange(entry.pending, std::nullopt)});
}

// buffer.write, step 3: a flush that is under way leaves a slot as an eviction does, as long as its entry is clean.
void Timing::evict_for_waiting() {
  while (std::ssize(waiting_entries_) > evicting_) {
    const auto lpn = victim();
    if (!lpn) return;
    if (entries_.at(*lpn).dirty && std::ssize(waiting_entries_) <= evicting_ + count_clean_flushes()) return;
    evict(*lpn);
  }
}

// buffer.evict, buffer.flush.
std::optional<std::int64_t> Timing::victim() const {
  const auto rank = [this](const Entry& entry) {
    const std::int64_t age = static_cast<std::int64_t>(now_ - entry.touched);
    std::int64_t score = 0;
    if (drive_.evict == Evict::kLru) score = -entry.touch_number;
    if (drive_.evict == Evict::kScore)
      score = drive_.evict_score({age, entry.dirty, entry.hits, entry.request_pages, space_.around()});
    return std::pair(-score, entry.resident_number);
  };
  std::optional<std::int64_t> best;
  for (const auto& [lpn, entry] : entries_) {
    if (entry.resident && !entry.flush && (!best || rank(entry) < rank(entries_.at(*best)))) best = lpn;
  }
  return best;
}

void Timing::evict(std::int64_t lpn) {
  const Entry entry = entries_.extract(lpn).mapped();
  if (!entry.dirty) return slot_freed();
  break_off_replicas();
  ProgramOrder order{.units = {},
                     .request_pages = 1,
                     .stream = entry.stream,
                     .page = nullptr,
                     .account = new_account(),
                     .ready = now_};
  const auto add = [&](std::int64_t of, const Entry& evicted) {
    order.units.push_back({of, evicted.sectors});
    add_writers(order.writers, evicted.writers);
    if (evicted.pending) order.pending.push_back(*evicted.pending);
    outcome_.host_flushes.evicted += evicted.asked;
  };
  add(lpn, entry);
  for (const std::int64_t companion : first_of_stream(entry.lists, drive_.word_line() - 1))  // iu.buffer
    add(companion, entries_.extract(companion).mapped());
  const std::int64_t count = std::ssize(order.units);
  evicting_ += count;
  ++evicting_programs_;
  outcome_.evictions += count;
  outcome_.units_reached.companions += count - 1;
  outcome_.units_reached.left_of_other_streams +=
      count < drive_.word_line() && !without_flush(list_of(List::kWhole)).empty();
  create_program(order, [this, count] {
    --evicting_programs_;
    evicting_ -= count;
    for (std::int64_t i = 0; i < count; ++i) slot_freed();
    evict_for_waiting();
  });
}

// buffer.read. Returns true if the buffer serves the read now or when the page that is being read ahead arrives.
bool Timing::buffer_read(const PagePointer& page, const std::set<std::int64_t>& asked) {
  if (const auto found = entries_.find(page->lpn); found != entries_.end()) {
    Entry& entry = found->second;
    const auto& written = space_.written_sectors(page->lpn);
    if (written.empty() && entry.sectors.empty()) return false;  // the page was trimmed
    const bool has_all = std::ranges::all_of(
        asked, [&](std::int64_t sector) { return entry.sectors.contains(sector) || !written.contains(sector); });
    if (!has_all) return false;
    ++outcome_.buffer_hits;
    ++entry.hits;
    touch(entry);
    serve(page);
    evict_for_waiting();  // the victim may be another entry now
    return true;
  }
  const auto found = coming_.find(page->lpn);
  if (found == coming_.end() || found->second.stale) return false;
  ++outcome_.buffer_hits;
  found->second.waiting.push_back(page);
  return true;
}

// buffer.write_through: the page is programmed anyway, so the entry stays clean, and a clean victim is dropped.
void Timing::write_through(const PagePointer& page, const std::set<std::int64_t>& covered) {
  if (coming_.contains(page->lpn)) coming_.at(page->lpn).stale = true;
  if (!entries_.contains(page->lpn)) {
    if (!free_slot_for_clean()) return;
    open_entry(page->lpn);
    make_resident(page->lpn);
  } else {
    open_entry(page->lpn);
  }
  Entry& entry = entries_.at(page->lpn);
  entry.sectors.insert(covered.begin(), covered.end());
  entry.request_pages = pages_of(page->request);
}

// Takes a slot for a clean entry if that needs no waiting: a free one, or that of a clean victim.
bool Timing::free_slot_for_clean() {
  if (waiting_entries_.empty() && used_slots_ < drive_.buffer_slots) {
    ++used_slots_;
    return true;
  }
  const auto lpn = victim();
  if (!lpn || entries_.at(*lpn).dirty) return false;
  entries_.erase(*lpn);
  return true;
}

// map.trim.
void Timing::trim_entry(std::int64_t lpn) {
  if (coming_.contains(lpn)) coming_.at(lpn).stale = true;
  const auto found = entries_.find(lpn);
  if (found == entries_.end()) return;
  const std::optional<std::int64_t> pending = std::exchange(found->second.pending, std::nullopt);
  const bool is_resident = found->second.resident;
  if (is_resident) {
    entries_.erase(found);
  } else {
    found->second.sectors.clear();
    found->second.unflushed.clear();
    found->second.dirty = found->second.asked = false;
    found->second.writers.clear();
  }
  if (pending) {
    ++outcome_.host_flushes.ended_by_trim;
    outcome_.forced.trimmed += pending_.count_forced(*pending);
    end_pending_writes({*pending});
  }
  if (!is_resident) return;
  slot_freed();
  evict_for_waiting();
}

// buffer.readahead: checks whether the read continues the one before it, and creates the readaheads.
void Timing::follow_run(std::int64_t request, const AccessPointer& access) {
  if (drive_.readahead_trigger == 0 || drive_.buffer_slots == 0) return;
  const HostRequest& read = requests_[request];
  if (read.sector == run_end_) {
    ++run_length_;
  } else {
    run_length_ = 1;
    read_ahead_before_.clear();
  }
  run_end_ = read.sector + read.sectors;
  if (run_length_ < drive_.readahead_trigger) return;
  // Whole logical pages (iu.read).
  const std::int64_t last = (run_end_ - 1) / drive_.unit_sectors();
  const std::int64_t end = (last / drive_.subpages + drive_.readahead_pages + 1) * drive_.subpages;
  for (std::int64_t lpn = last + 1; lpn < std::min(end, drive_.logical_pages); ++lpn) {
    if (!read_ahead_before_.insert(lpn).second || space_.written_sectors(lpn).empty() || entries_.contains(lpn))
      continue;
    const std::int64_t sequence = next_sequence_++;
    after_access(access, states_[request].processed, sequence, nullptr,
                 [=, this] { start_readahead(lpn, sequence, request); });
  }
}

void Timing::start_readahead(std::int64_t lpn, std::int64_t sequence, std::int64_t request) {
  const bool lost = !space_.physical_page_of(lpn) || entries_.contains(lpn) || coming_.contains(lpn);
  if (lost || not_yet_programmed(lpn) || slot_of(lpn)) return;
  if (!free_slot_for_clean()) {
    outcome_.units_reached.no_slot_for_the_next += follows_readahead_before(lpn, request);
    return;
  }
  ++outcome_.readaheads;
  coming_[lpn] = {};
  if (joins_readahead_before(lpn, request)) return;
  const auto lpns = std::make_shared<std::vector<std::int64_t>>(1, lpn);
  last_readahead_ = {request, sequence, lpns};
  Operation read = new_read(sequence, lpn, std::ssize(space_.written_sectors(lpn)), nullptr);
  read.at_transferred = [this, lpns, sequence] {
    // Always a timer: pages that arrive at the same instant take effect by sequence number, not by unit.
    timers_.emplace(std::pair(now_ + drive_.ecc, sequence), [this, lpns] { readahead_arrives(*lpns); });
  };
  add_read(read);
  read_is_ready(sequence);
}

// `lpns`: one, or several IUs that joined (iu.read). If a page was written or trimmed meanwhile, its data only serve
// the reads that waited for them.
void Timing::readahead_arrives(const std::vector<std::int64_t>& lpns) {
  std::int64_t stale = 0, waiting = 0;
  for (const std::int64_t lpn : lpns) {
    const Coming coming = coming_.extract(lpn).mapped();
    stale += coming.stale;
    waiting += std::ssize(coming.waiting);
    for (const PagePointer& page : coming.waiting) {
      page->tell(&Split::buffer, now_);
      serve(page);
    }
    if (coming.stale || entries_.contains(lpn)) {
      slot_freed();
    } else {
      entries_[lpn].sectors = space_.written_sectors(lpn);
      make_resident(lpn);
    }
  }
  if (lpns.size() > 1) {
    outcome_.units_reached.waits_for_joined += waiting;
    outcome_.units_reached.partly_stale += stale > 0 && stale < std::ssize(lpns);
  }
  evict_for_waiting();
}

}  // namespace ssd::oracle
