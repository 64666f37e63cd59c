// See feed.h.
#include "runtime/simulation/feed.h"

#include <algorithm>

#include "compiler/source/limits.h"

namespace ssd::simulation {

Time period_of(std::span<const Request> requests) {
  if (requests.size() < 2) return requests.empty() ? 0 : requests.front().arrival;
  const Time last = requests.back().arrival;
  return last + last / (requests.size() - 1);
}

Piece Feed::next() {
  if (load_.endless) return repeated();
  const u64 count = std::min(most_, load_.requests.size() - taken_);
  return {load_.requests.data() + taken_, count, taken_, taken_ + count == load_.requests.size()};
}

// In a closed loop the arrival is a think time: it stays as it is.
Piece Feed::repeated() {
  later_.clear();
  const u64 once = load_.requests.size();
  for (u64 number = taken_; later_.size() < most_; ++number) {
    Request request = load_.requests[number % once];
    const u64 pass = load_.closed_depth != 0 ? 0 : number / once;
    if (pass != 0 && period_ > (limits::kLatest - request.arrival) / pass) break;
    request.arrival += pass * period_;
    later_.push_back(request);
  }
  return {later_.data(), later_.size(), taken_, false};
}

}  // namespace ssd::simulation
