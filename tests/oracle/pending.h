// Pending writes, data of the host that are not on flash, and what waits for them: flushes of the host (host.flush),
// and page operations of forced writes (host.fua). The invariant: flushes become complete in the order in which they
// became ready.
#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <vector>

#include "tests/oracle/flash.h"
#include "tests/oracle/state.h"

namespace ssd::oracle {

struct WaitingFlush {
  PagePointer page;
  Time ready;
  std::set<std::int64_t> writes;  // the numbers of those pending writes that it waits for
};

class PendingWrites {
 public:
  bool empty() const { return writes_.empty(); }

  // Returns the number of a new pending write.
  std::int64_t begin() {
    writes_.insert(next_);
    return next_++;
  }

  // Returns the page operations of forced writes that waited for it.
  std::vector<PagePointer> end(std::int64_t write) {
    require(writes_.erase(write) == 1, "a pending write ends twice");
    for (WaitingFlush& flush : flushes_) flush.writes.erase(write);
    const auto pages = forced_.extract(write);
    return pages ? pages.mapped() : std::vector<PagePointer>{};
  }

  // The page operation of a forced write waits for that pending write, which has its data.
  void wait_for(std::int64_t write, const PagePointer& page) { forced_[write].push_back(page); }

  std::int64_t count_forced(std::int64_t write) const {
    return forced_.contains(write) ? std::ssize(forced_.at(write)) : 0;
  }

  // The flush, which is ready now, waits for all writes that are pending now.
  void wait(const PagePointer& page, Time now) { flushes_.push_back({page, now, writes_}); }

  // The flushes that wait for nothing, in the order in which they became ready. They are given once.
  std::vector<WaitingFlush> take_complete() {
    std::vector<WaitingFlush> complete;
    for (; !flushes_.empty() && flushes_.front().writes.empty(); flushes_.pop_front())
      complete.push_back(flushes_.front());
    for (const WaitingFlush& flush : flushes_)
      require(!flush.writes.empty(), "a flush is complete before an older one");
    return complete;
  }

 private:
  std::set<std::int64_t> writes_;
  std::int64_t next_ = 0;
  std::map<std::int64_t, std::vector<PagePointer>> forced_;  // by pending write
  std::deque<WaitingFlush> flushes_;                         // in the order in which they became ready
};

}  // namespace ssd::oracle
