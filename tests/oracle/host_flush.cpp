// Flushes of the host: the pending writes that each of them waits for (host.flush), and what they ask the DRAM buffer
// for (buffer.asked). The invariant: an entry is dirty if and only if it has a pending write, and every program of the
// host that has not ended has those of what it holds.
#include <algorithm>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

// One page operation, which is ready when the request is processed.
void Timing::admit_flush(std::int64_t request) {
  states_[request].pages_left = 1;
  const PagePointer page = new_page(request, kNone, 0);
  ++next_sequence_;
  after(states_[request].processed, page->sequence, [this, page] { flush_is_ready(page); });
}

void Timing::flush_is_ready(const PagePointer& page) {
  ask_for_dirty_entries();
  outcome_.host_flushes.waited += !pending_writes_.empty();
  waiting_flushes_.push_back({page, now_, pending_writes_});
  complete_flushes();
}

// buffer.asked, 1 and 5: stream by stream, the whole entries and then the partial ones; an entry that waits for a slot
// will enter the third list when it becomes resident. Without a write-back buffer no entry is dirty.
void Timing::ask_for_dirty_entries() {
  for (std::int64_t stream = 0; stream < drive_.streams; ++stream) {
    for (const List list : {List::kWhole, List::kPartial}) {
      for (const std::int64_t lpn : list_of(list)) {
        if (entries_.at(lpn).lists == stream) ask_for(entries_.at(lpn));
      }
    }
  }
  for (auto& [lpn, entry] : entries_) {
    if (!entry.resident && entry.dirty && !entry.asked) ask_for(entry);
  }
}

void Timing::ask_for(Entry& entry) {
  entry.asked = true;
  entry.listed = ++listings_;
  outcome_.host_flushes.without_slot += !entry.resident;
  outcome_.host_flushes.dirty_again += entry.flush.has_value();
}

// buffer.asked, 3 and 5: what one program flushes because it is asked for. The first entry of all third lists says of
// which stream.
std::vector<std::int64_t> Timing::next_asked_for() const {
  const std::vector<std::int64_t> asked = without_flush(list_of(List::kAsked));
  if (asked.empty()) return {};
  return first_of_stream(entries_.at(asked.front()).lists, drive_.word_line());
}

// `lpns`: what is about to be flushed.
void Timing::note_asked(const std::vector<std::int64_t>& lpns) {
  if (!entries_.at(lpns.front()).asked) return;
  HostFlushes& reached = outcome_.host_flushes;
  ++reached.asked_programs;
  reached.asked_with_others += !entries_.at(lpns.back()).asked;
  reached.asked_with_padding += std::ssize(lpns) < drive_.word_line();
}

std::int64_t Timing::begin_pending_write() {
  pending_writes_.insert(next_pending_);
  return next_pending_++;
}

void Timing::end_pending_writes(const std::vector<std::int64_t>& ended) {
  for (const std::int64_t write : ended) {
    require(pending_writes_.erase(write) == 1, "a pending write ends twice");
    for (WaitingFlush& flush : waiting_flushes_) flush.writes.erase(write);
  }
  complete_flushes();
}

// host.flush, 3 and 5: those that wait for nothing, in the order in which they became ready.
void Timing::complete_flushes() {
  std::int64_t completed = 0;
  for (; !waiting_flushes_.empty() && waiting_flushes_.front().writes.empty(); ++completed) {
    const WaitingFlush flush = waiting_flushes_.front();
    waiting_flushes_.pop_front();
    flush.page->tell(drive_.buffer_slots > 0 ? &Split::buffer : &Split::controller, now_);
    complete_page(flush.page);
    outcome_.host_flushes.ends.push_back({flush.page->request, flush.ready, writers_not_on_flash()});
  }
  outcome_.host_flushes.complete_together += std::max<std::int64_t>(completed - 1, 0);
  require(std::ranges::none_of(waiting_flushes_, [](const WaitingFlush& flush) { return flush.writes.empty(); }),
          "a flush waits for nothing but one before it waits");
}

// Found from the entries and the programs, not from the pending writes.
Writers Timing::writers_not_on_flash() const {
  Writers writers;
  for (const auto& [lpn, entry] : entries_) {
    if (entry.dirty) add_writers(writers, entry.writers);
  }
  for (const std::int64_t program : unfinished_programs_) add_writers(writers, operations_.at(program).writers);
  return writers;
}

}  // namespace ssd::oracle
