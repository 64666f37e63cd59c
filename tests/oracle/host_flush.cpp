// Flushes of the host and forced writes: what they wait for (host.flush, host.fua), and what they ask the DRAM buffer
// for (buffer.asked). The invariant: an entry is dirty if and only if it has a pending write, and every program of the
// host that has not ended has those of what it holds. If the buffer is protected, only entries without a slot have
// them.
#include <algorithm>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

// One page operation, which is ready when the request is processed.
void Timing::admit_flush(std::int64_t request) {
  states_[request].pages_left = 1;
  const PagePointer page = new_page(request, kNone, 0);
  ++next_sequence_;
  after(states_[request].processed, page->sequence, [this, page] {
    if (!is_protected()) ask_for_dirty_entries();
    outcome_.host_flushes.waited += !pending_.empty();
    pending_.wait(page, now_);
    end_pending_writes({});
  });
}

// buffer.asked, 1 and 5: stream by stream, the whole entries and then the partial ones; an entry that waits for a slot
// will enter the third list when it becomes resident. Without a write-back buffer no entry is dirty.
void Timing::ask_for_dirty_entries() {
  HostFlushes& reached = outcome_.host_flushes;
  for (std::int64_t stream = 0; stream < drive_.streams; ++stream) {
    for (const List list : {List::kWhole, List::kPartial}) {
      for (const std::int64_t lpn : list_of(list)) {
        Entry& entry = entries_.at(lpn);
        if (entry.lists != stream) continue;
        entry.asked = true;
        enter_list(entry);
        reached.dirty_again += entry.flush.has_value();
      }
    }
  }
  for (auto& [lpn, entry] : entries_) {
    if (entry.resident || !entry.dirty) continue;
    reached.without_slot += !entry.asked;
    entry.asked = true;
  }
}

// host.fua, 2 and 3: the data of a forced write are in the entry, which is dirty.
void Timing::wait_for_flash(const PagePointer& page, Entry& entry) {
  pending_.wait_for(*entry.pending, page);
  ++outcome_.forced.waited;
  outcome_.forced.without_slot += !entry.resident;
  outcome_.forced.dirty_again += entry.flush.has_value();
  if (entry.asked) return;  // it keeps its place
  entry.asked = true;
  enter_list(entry);
}

// host.flush, 3 and 5, host.fua: the writes end, and with them the forced writes and the flushes that wait for nothing
// else.
void Timing::end_pending_writes(const std::vector<std::int64_t>& ended) {
  std::vector<PagePointer> forced;
  for (const std::int64_t write : ended) {
    const std::vector<PagePointer> pages = pending_.end(write);
    forced.insert(forced.end(), pages.begin(), pages.end());
    outcome_.forced.complete_together += std::max<std::int64_t>(std::ssize(pages), 1) - 1;
  }
  for (const PagePointer& page : forced) {
    page->tell(&Split::buffer, now_);
    complete_page(page);
  }
  const std::vector<WaitingFlush> complete = pending_.take_complete();
  if (complete.empty()) return;
  const Writers left = not_on_flash();
  for (const WaitingFlush& flush : complete) {
    flush.page->tell(drive_.buffer_slots > 0 ? &Split::buffer : &Split::controller, now_);
    complete_page(flush.page);
    outcome_.host_flushes.ends.push_back({flush.page->request, flush.ready, left});
  }
  outcome_.host_flushes.complete_together += std::ssize(complete) - 1;
}

// Found from the entries and the programs, not from the pending writes.
Writers Timing::not_on_flash() const {
  Writers writers;
  for (const auto& [lpn, entry] : entries_) {
    if (entry.dirty && !(is_protected() && entry.resident)) add_writers(writers, entry.writers);
  }
  if (is_protected()) return writers;
  for (const std::int64_t program : unfinished_programs_) add_writers(writers, operations_.at(program).writers);
  return writers;
}

}  // namespace ssd::oracle
