// A trace's records as requests of one drive, made when they are needed: only the packed records are held.
//
// Invariant: the first `once` requests come from the records, one by one and in their order, without the records of
// which nothing is left; then the same requests follow again, a period later each time.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "runtime/abi/plan.h"
#include "runtime/abi/request_list.h"
#include "runtime/abi/workload.h"
#include "runtime/trace/fold.h"
#include "runtime/trace/record_store.h"

namespace ssd::trace {

// Where and when a record becomes a request.
struct Placement {
  u64 sector_bytes, logical_bytes;
  u32 sectors_per_page;
  Time earliest = 0;
  bool closed = false;  // times are not used
  u64 speed_numerator = 1, speed_denominator = 1;
  std::map<u32, u64> begins;            // first byte of each device on the drive; empty: all begin at 0
  bool wraps = false;                   // `fold: modulo`
  std::optional<TouchedPages> touched;  // `fold: compact`
};

// Moves the record to its device's place on the drive, before it is folded.
void move_to_drive(TraceRecord& record, const Placement& placement);

class TracedRequests final : public RequestSource {
 public:
  TracedRequests(std::shared_ptr<const RecordStore> records, Placement placement);
  TracedRequests(const TracedRequests&) = delete;
  TracedRequests& operator=(const TracedRequests&) = delete;

  // Totals of the first requests, without repetitions.
  struct Tally {
    u64 kept = 0, dropped = 0;  // requests; records of which nothing is left
    u64 wrapped = 0;            // requests that were moved by wrapping around
    u64 sectors_read = 0, sectors_written = 0;
    u64 writes = 0, small_writes = 0;  // small: of fewer sectors than a page has
    bool syncs = false;                // some request is a flush, or a forced write
    bool writes_parts = false;         // some write covers a page in part
    Time last = 0;
  };
  Tally tally(u64 most) const;

  // The requests are repeated until there are `total`. `once`: the tally of all records.
  void repeat(const Tally& once, u64 total, Time period);
  const RecordStore& records() const { return *records_; }

  u64 size() const override { return total_; }
  Time last_arrival() const override;
  u64 bytes_held() const override;
  std::unique_ptr<RequestReader> reader() const override;
  bool writes_parts_of_pages(u32) const override { return once_.writes_parts; }
  bool has_reads() const override { return once_.sectors_read != 0; }
  bool has_syncs() const override { return once_.syncs; }

 private:
  class Reader;
  std::shared_ptr<const RecordStore> records_;  // shared with other runs of the trace
  Placement placement_;
  Tally once_;
  u64 total_ = 0;
  Time period_ = 0;
};

}  // namespace ssd::trace
