// Folding: see fold.h.
#include "runtime/trace/fold.h"

#include <algorithm>

namespace ssd::trace {

namespace {

constexpr std::size_t kFewRanges = 1 << 16;  // fewer new ranges are not worth a merge

}  // namespace

bool wrap_around(TraceRecord& record, u64 logical_bytes) {
  if (record.offset + record.bytes <= logical_bytes) return false;
  record.offset = std::min(record.offset % logical_bytes, logical_bytes - record.bytes);
  return true;
}

// Merges when there are twice as many ranges as after the last merge: so the work per range is constant, and the memory
// too if the same pages are touched again and again.
void TouchedPages::add(u64 offset, u64 bytes) {
  const u64 first = offset / page_bytes_, end = (offset + bytes - 1) / page_bytes_ + 1;
  if (!ranges_.empty() && first >= ranges_.back().first && first <= ranges_.back().end && ranges_.size() > merged_) {
    ranges_.back().end = std::max(ranges_.back().end, end);
    return;
  }
  if (ranges_.size() >= 2 * merged_ + kFewRanges) merge();
  ranges_.push_back({first, end, 0});
}

void TouchedPages::merge() {
  const auto middle = ranges_.begin() + static_cast<std::ptrdiff_t>(merged_);
  const auto by_first = [](const Range& a, const Range& b) { return a.first < b.first; };
  std::sort(middle, ranges_.end(), by_first);
  std::inplace_merge(ranges_.begin(), middle, ranges_.end(), by_first);
  std::size_t kept = 0;
  for (const Range& r : ranges_) {
    if (kept == 0 || r.first > ranges_[kept - 1].end)
      ranges_[kept++] = r;
    else
      ranges_[kept - 1].end = std::max(ranges_[kept - 1].end, r.end);
  }
  ranges_.resize(kept);
  merged_ = kept;
}

// The pages of one request are neighbours and all touched, so they stay neighbours, and a request needs only its first
// page's number.
void TouchedPages::finish() {
  merge();
  ranges_.shrink_to_fit();
  for (Range& r : ranges_) {
    r.number = count_;
    count_ += r.end - r.first;
  }
}

u64 TouchedPages::compacted(u64 offset) const {
  const u64 page = offset / page_bytes_;
  const Range& range = *(std::ranges::upper_bound(ranges_, page, {}, &Range::first) - 1);
  return (range.number + page - range.first) * page_bytes_ + offset % page_bytes_;
}

u64 TouchedPages::touched_before(u64 page) const {
  const auto next = std::ranges::lower_bound(ranges_, page, {}, &Range::first);
  if (next == ranges_.begin()) return 0;
  const Range& range = *(next - 1);
  return range.number + std::min(page, range.end) - range.first;
}

void TouchedPages::compact_trim(TraceRecord& trim) const {
  const u64 first = (trim.offset + page_bytes_ - 1) / page_bytes_, end = (trim.offset + trim.bytes) / page_bytes_;
  const u64 before = touched_before(first);
  trim.offset = before * page_bytes_;
  trim.bytes = end <= first ? 0 : (touched_before(end) - before) * page_bytes_;
}

}  // namespace ssd::trace
