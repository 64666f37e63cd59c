// What the requests of a workload have come to: numbered, admitted, posted, seen (host.queues, host.flows, host.phases,
// host.coalesce), the pipes that they wait for, and which read others may join (iu.read). These are data only; the
// functions of timing.h change them.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "tests/oracle/state.h"

namespace ssd::oracle {

struct HostState {
  std::vector<FlowState> flows_;
  std::vector<std::int64_t> flow_of_;
  std::vector<std::optional<std::int64_t>> queue_of_flow_;  // of each flow its key `queue` (host.flows, 3)
  std::int64_t last_queue_ = 0;
  std::vector<Time> cores_free_;  // of each core when it is free (host.firmware)
  std::vector<Time> arrivals_;    // of the requests whose arrival is known; it grows in a loop
  PhaseState phase_;
  bool arrivals_are_over_ = false;  // the first flow is through
  std::vector<RequestState> states_;
  std::int64_t admissions_ = 0;
  std::set<std::int64_t> present_;                            // requests that are admitted and have not left
  std::map<std::int64_t, std::vector<std::int64_t>> posted_;  // by queue; not seen (host.coalesce)
  std::vector<std::int64_t> next_of_queue_, used_of_queue_;
  std::int64_t left_ = 0;
  std::int64_t burst_ = 0;  // requests served in a row from one queue (host.arbitration)
  Time write_link_free_ = 0, read_link_free_ = 0;
  std::map<std::pair<Time, std::int64_t>, PagePointer> read_link_;
  Time dram_free_ = 0;                           // host.dram
  std::optional<LastRead> last_read_;            // of the host from flash (iu.read)
  std::optional<LastReadahead> last_readahead_;  // likewise
};

}  // namespace ssd::oracle
