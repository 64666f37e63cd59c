// Programs of flushes that wait for partners (buffer.gather). The invariant: at the end of a round nothing that fills a
// program has waited for partners longer than it may, unless as many programs are under way as the drive has planes.
#include <algorithm>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

// 5. Where the key has no effect there are no such instants either: policies would see them.
void Timing::enter_list(Entry& entry) {
  entry.listed = ++listings_;
  entry.entered = now_;
  const bool waits = drive_.gather_programs > 1 && drive_.flush != Flush::kFull;
  if (waits && entry.resident && entry.dirty) partners_due_.insert(now_ + drive_.gather_time);
}

// 1: how many programs the candidates fill, and when the first of those whose streams fill one has waited for H.
Filled Timing::find_candidates() const {
  Filled found{0, kNever};
  for (const auto& [stream, lpns] : candidates_of_flush()) {
    const std::int64_t programs = std::ssize(lpns) / drive_.word_line();
    found.programs += programs;
    if (programs == 0) continue;
    for (const std::int64_t lpn : lpns)
      found.first_due = std::min(found.first_due, entries_.at(lpn).entered + drive_.gather_time);
  }
  return found;
}

// 2 and 3, the end of a batch. Nothing is looked at while nothing may be flushed, or something is asked for.
void Timing::look_for_partners() {
  require(!waits_until_ || now_ <= *waits_until_, "an entry has waited for partners too long");
  if (!gathers() || !may_flush() || !without_flush(list_of(List::kAsked)).empty()) return;
  Gathered& reached = outcome_.gathered;
  const auto [filled, first_due] = find_candidates();
  if (filled == 0) {
    reached.cut_short += batch_left_ > 0;
    batch_left_ = 0;
  }
  if (batch_left_ > 0 || filled == 0) return;
  if (filled < drive_.gather_programs && first_due > now_) {
    ++reached.waits;
    return;
  }
  batch_left_ = std::min(filled, drive_.gather_programs);
  batch_began_ = now_;
  ++reached.batches;
  reached.by_time += filled < drive_.gather_programs;
}

// At the end of a round, when all that may go has gone: what is left waits for partners alone if the bound lets it go.
void Timing::note_wait_for_partners() {
  waits_until_.reset();
  if (!gathers() || !may_flush() || !without_flush(list_of(List::kAsked)).empty()) return;
  const auto [filled, first_due] = find_candidates();
  if (filled == 0) return;
  require(batch_left_ == 0 && filled < drive_.gather_programs && first_due > now_, "programs wait that may go");
  waits_until_ = first_due;
}

// 3: a program that nothing asked for.
void Timing::take_from_batch() {
  if (!gathers()) return;
  require(batch_left_ > 0, "a program is flushed before it has its partners");
  --batch_left_;
  outcome_.gathered.continued_later += batch_began_ < now_;
}

}  // namespace ssd::oracle
