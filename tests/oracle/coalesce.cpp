// When requests leave: if all of their pages are complete, or when the host sees them, several at a time
// (host.coalesce). The invariant: between two steps fewer than n requests of a queue are posted and not seen.
#include <utility>

#include "tests/oracle/timing.h"

namespace ssd::oracle {
namespace {

// account.split, account.slot_wait.
void require_parts(const Split& s, const SlotWait& w, Time response) {
  const Time sum = s.queue + s.firmware + s.link + s.buffer + s.unit + s.collection + s.channel + s.transfer + s.array +
                   s.controller;
  require(sum == response, "the parts of a response time do not add up");
  require(w.unit + w.collection + w.channel + w.transfer + w.array <= s.buffer,
          "more is known of the wait for a slot than there was");
}

}  // namespace

bool Timing::coalesces() const { return drive_.coalesce_requests > 1 && drive_.coalesce_time > 0; }

// The request is admitted and has not left. So if it must be seen, it was not.
bool Timing::is_complete(std::int64_t request) const { return !coalesces() && states_[request].pages_left == 0; }

// Steps (a) 4 and (b) of time.instant.
bool Timing::let_requests_leave(bool at_admission) {
  const std::set<std::int64_t> leaving = coalesces() ? post_and_see(at_admission) : requests_without_pages();
  for (const std::int64_t request : leaving) leave(request);
  return !leaving.empty();
}

std::set<std::int64_t> Timing::requests_without_pages() const {
  std::set<std::int64_t> found;
  for (const std::int64_t request : present_) {
    if (states_[request].pages_left == 0) found.insert(request);
  }
  return found;
}

// host.coalesce, 1, 2 and 4. Returns the requests that the host sees now.
std::set<std::int64_t> Timing::post_and_see(bool at_admission) {
  Seen& counts = outcome_.seen;
  std::set<std::int64_t> seen;
  const auto see = [&](std::vector<std::int64_t>& posted, std::int64_t& why) {
    const std::int64_t count = std::ssize(posted);
    why += count;
    ++counts.interrupts;
    counts.together += count - 1;
    if (at_admission) counts.at_admission += count;
    for (const std::int64_t request : std::exchange(posted, {})) seen.insert(request);
  };
  for (const std::int64_t request : requests_without_pages()) {
    if (states_[request].posted) continue;
    states_[request].posted = counts.posted[request] = now_;
    auto& posted = posted_[queue_of(request)];
    posted.push_back(request);
    if (std::ssize(posted) == drive_.coalesce_requests) see(posted, counts.by_count);
  }
  for (auto& [queue, posted] : posted_) {
    if (!posted.empty() && now_ >= due(posted)) see(posted, counts.by_time);
  }
  return seen;
}

// host.coalesce, 2. `posted`: the requests of a queue that are posted and not seen; at least one.
Time Timing::due(const std::vector<std::int64_t>& posted) const {
  return *states_[posted.front()].posted + drive_.coalesce_time;
}

// host.response, account.split: the parts of its response time add up.
void Timing::leave(std::int64_t request) {
  present_.erase(request);
  outcome_.completion[request] = now_;
  outcome_.split[request].link += now_ - states_[request].completed;  // host.coalesce, 5
  require_parts(outcome_.split[request], outcome_.slot_wait[request], now_ - arrivals_[request]);
  --used_of_queue_[queue_of(request)];
  ++left_;
  leave_flow(request);
  if (workload_.closed > 0) add_arrival(now_ + requests_[request].arrival);
}

}  // namespace ssd::oracle
