// Requests that begin in the order of their admission where they meet in a channel (unit.reorder_requests). The
// invariant: of the requests that are admitted and have not left, the oldest may begin.
#include <algorithm>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

// Whether the operation belongs to no request, or to one that may begin.
bool Timing::may_begin(const Operation& operation) const {
  if (!drive_.whole_requests || !operation.page) return true;
  const std::int64_t request = operation.page->request;
  const std::set<std::int64_t>& needed = states_[request].channels;
  return std::ranges::none_of(present_, [&](std::int64_t other) {
    if (states_[other].admission >= states_[request].admission) return false;
    return std::ranges::any_of(states_[other].channels, [&](std::int64_t channel) { return needed.contains(channel); });
  });
}

// The channels in which placement puts the logical pages of the request, whether their data are there or not.
std::set<std::int64_t> Timing::channels_of(std::int64_t request) const {
  const HostRequest& asked = requests_[request];
  std::set<std::int64_t> channels;
  if (asked.is_trim || asked.is_flush) return channels;
  const std::int64_t first = asked.sector / drive_.sectors_per_page;
  for (std::int64_t lpn = first; lpn < first + pages_of(request); ++lpn)
    channels.insert(channel_of_unit(unit_of(space_.plane_at(lpn))));
  return channels;
}

}  // namespace ssd::oracle
