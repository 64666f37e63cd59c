// What happens to addresses of a trace that lie beyond the drive (the key `fold`). Works on records whose offsets
// already are addresses of one drive, with the devices laid end to end.
#pragma once
#include <vector>

#include "runtime/trace/trace_record.h"

namespace ssd::trace {

// Wraps the address around. A request that would cross the end of the drive is moved back so that it ends there and
// keeps its size. Returns whether the record was moved. The request must not be larger than `logical_bytes`.
bool wrap_around(TraceRecord& record, u64 logical_bytes);

// The pages that a trace's reads and writes touch, as ranges in ascending order, with their dense numbers. Memory grows
// with the number of ranges, not with the number of requests.
class TouchedPages {
 public:
  explicit TouchedPages(u64 page_bytes) : page_bytes_(page_bytes) {}
  void add(u64 offset, u64 bytes);
  // Call it after the last add(), before the functions below.
  void finish();

  u64 count() const { return count_; }
  u64 bytes_held() const { return ranges_.capacity() * sizeof(Range); }
  // The offset in a drive that has only the touched pages; the position within the page stays the same.
  u64 compacted(u64 offset) const;
  // Changes a trim to the touched pages that it covers wholly, which are neighbours in that drive. Its size becomes 0
  // if there are none.
  void compact_trim(TraceRecord& trim) const;

 private:
  u64 touched_before(u64 page) const;
  void merge();

  struct Range {
    u64 first, end;
    u64 number;  // dense number of page `first`
  };
  std::vector<Range> ranges_;  // the first `merged_` ranges are sorted and disjoint
  std::size_t merged_ = 0;
  u64 page_bytes_;
  u64 count_ = 0;
};

}  // namespace ssd::trace
