// Requests of a generator, or of flows in rounds, that are made while the run goes on, so that a run of any length
// needs no memory for them. Each pass over them makes them anew: the same seeds give the same requests.
#pragma once
#include <memory>
#include <vector>

#include "runtime/abi/plan.h"
#include "runtime/abi/request_list.h"
#include "runtime/trace/requests.h"

namespace ssd::trace {

// What is known of all of them together.
struct StreamTotals {
  u64 bytes_read = 0, bytes_written = 0, writes = 0, small_writes = 0;
  Time last_arrival = 0;
  bool parts_of_pages = false;  // some write covers a page of the map in part
  bool late = false;            // times cannot be as late as some request is
};

class StreamedRequests final : public RequestSource {
 public:
  // `sources`: the generators, which suit the drive; several take turns as `flows` says, whose counts are those of
  // rounds.h. The plan and the generators are copied.
  StreamedRequests(const Plan& plan, std::span<const workload::Workload> sources, std::span<const FlowRequests> flows,
                   u64 run_seed);
  u64 size() const override { return size_; }
  Time last_arrival() const override { return totals_.last_arrival; }
  u64 bytes_held() const override;
  std::unique_ptr<RequestReader> reader() const override;
  bool writes_parts_of_pages(u32 sectors_per_page) const override;
  bool has_reads() const override;
  bool has_syncs() const override;
  // Found without a pass where each generator draws nothing but addresses.
  const StreamTotals& totals() const { return totals_; }

 private:
  class Reader;
  bool add_alike(StreamTotals& totals) const;
  void add_one_by_one(StreamTotals& totals) const;

  Plan plan_;
  std::vector<workload::Workload> sources_;
  std::vector<FlowRequests> flows_;
  u64 run_seed_, size_ = 0;
  StreamTotals totals_;
};

}  // namespace ssd::trace
