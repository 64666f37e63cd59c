// Folding: see fold.h.
#include "runtime/workload/fold.h"

#include <algorithm>

namespace ssd::workload {

std::vector<bool> fold_modulo(std::vector<TraceRecord>& records, u64 logical_bytes) {
  std::vector<bool> moved;
  moved.reserve(records.size());
  for (TraceRecord& r : records) {
    moved.push_back(r.offset + r.bytes > logical_bytes);
    if (moved.back()) r.offset = std::min(r.offset % logical_bytes, logical_bytes - r.bytes);
  }
  return moved;
}

// The pages of one request are neighbours and all touched, so they stay neighbours, and a request needs only its first page's number.
TouchedPages::TouchedPages(const std::vector<TraceRecord>& records, u64 page_bytes) : page_bytes_(page_bytes) {
  std::vector<Range> all;
  all.reserve(records.size());
  for (const TraceRecord& r : records) {
    if (r.direction != Direction::kTrim) all.push_back({r.offset / page_bytes, (r.offset + r.bytes - 1) / page_bytes + 1, 0});
  }
  std::ranges::sort(all, {}, &Range::first);
  for (const Range& r : all) {
    if (ranges_.empty() || r.first > ranges_.back().end) {
      ranges_.push_back(r);
    } else {
      ranges_.back().end = std::max(ranges_.back().end, r.end);
    }
  }
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

}  // namespace ssd::workload
