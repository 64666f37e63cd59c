// What happens to addresses of a trace that the drive does not have. Works on records whose offsets are already those
// of one drive.
#pragma once
#include <vector>

#include "runtime/trace/trace_record.h"

namespace ssd::trace {

// Addresses wrap around. A request that would cross the end of the drive is moved back to end there, so that it keeps
// its size. Returns whether it was moved. It is not larger than `logical_bytes`.
bool wrap_around(TraceRecord& record, u64 logical_bytes);

// The pages that a trace's reads and writes touch, as a few ranges in ascending order, and their dense numbers. Memory
// grows with these ranges, not with the requests.
class TouchedPages {
 public:
  explicit TouchedPages(u64 page_bytes) : page_bytes_(page_bytes) {}
  void add(u64 offset, u64 bytes);
  // After the last add(), before anything else.
  void finish();

  u64 count() const { return count_; }
  u64 bytes_held() const { return ranges_.capacity() * sizeof(Range); }
  // The offset in the drive that has the touched pages only; within its page it stays where it is.
  u64 compacted(u64 offset) const;
  // A trim in that drive: the touched pages that it covers wholly, which are neighbours there. No bytes are left of it
  // if there are none.
  void compact_trim(TraceRecord& trim) const;

 private:
  u64 touched_before(u64 page) const;
  void merge();

  struct Range {
    u64 first, end;
    u64 number;  // dense number of `first`
  };
  std::vector<Range> ranges_;  // the first so many are merged
  std::size_t merged_ = 0;
  u64 page_bytes_;
  u64 count_ = 0;
};

}  // namespace ssd::trace
