// What happens to addresses of a trace that the drive does not have. Works on records whose offsets are already those of one drive.
#pragma once
#include <vector>

#include "runtime/workload/trace.h"

namespace ssd::workload {

// Addresses wrap around. A request that would cross the end of the drive is moved back to end there, so that it keeps its size.
// Returns which requests were moved, in their order. No record may be larger than `logical_bytes`.
std::vector<bool> fold_modulo(std::vector<TraceRecord>& records, u64 logical_bytes);

// The pages that a trace's reads and writes touch, as a few ranges in ascending order, and their dense numbers.
class TouchedPages {
 public:
  TouchedPages(const std::vector<TraceRecord>& records, u64 page_bytes);
  u64 count() const { return count_; }
  // The offset in the drive that has the touched pages only; within its page it stays where it is.
  u64 compacted(u64 offset) const;
  // A trim in that drive: the touched pages that it covers wholly, which are neighbours there. No bytes are left of it if there are none.
  void compact_trim(TraceRecord& trim) const;

 private:
  u64 touched_before(u64 page) const;

  struct Range {
    u64 first, end;
    u64 number;  // dense number of `first`
  };
  std::vector<Range> ranges_;
  u64 page_bytes_;
  u64 count_ = 0;
};

}  // namespace ssd::workload
