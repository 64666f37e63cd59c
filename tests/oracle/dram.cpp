// The controller's DRAM (host.dram): one pipe for what is read and written there. The invariant: accesses end in the
// order in which they were asked for. Without the key an access ends at once.
#include <algorithm>
#include <utility>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

// Asks for an access now. Returns its end.
Time Timing::end_of_access(std::int64_t bytes) {
  const Drive::Dram& dram = drive_.dram;
  if (!dram.limited) return now_;
  const std::int64_t length = (bytes * dram.numerator + dram.denominator - 1) / dram.denominator;
  return dram_free_ = std::max(dram_free_, now_) + static_cast<Time>(length);
}

// 1: does `what` at the end of the access. Of those that share it, the first one asks for it, at `from`; until then the
// data cross the link. `account`: null if nobody needs to know where the time goes.
void Timing::after_access(const AccessPointer& access, Time from, std::int64_t sequence, const AccountPointer& account,
                          const std::function<void()>& what) {
  after(from, sequence, [=, this] {
    if (account) account->tell(&Split::link, now_);
    if (!access->end) access->end = end_of_access(access->bytes);
    after(*access->end, sequence, [=, this] {
      if (account) account->tell(&Split::controller, now_);  // 6
      what();
    });
  });
}

// 1: the entries of the map that a read request needs.
AccessPointer Timing::access_of_read(std::int64_t request) const {
  return std::make_shared<Access>(Access{drive_.dram.entry * pages_of(request)});
}

// 1: the entry of the map that a page of a write needs, and its data if there is a buffer for them.
AccessPointer Timing::access_of_write(const std::set<std::int64_t>& covered) const {
  const std::int64_t data = drive_.buffer_slots > 0 ? std::ssize(covered) * drive_.sector_bytes : 0;
  return std::make_shared<Access>(Access{drive_.dram.entry + data});
}

// Of each page that the program holds. 3: those of a program of the buffer are asked for now.
std::vector<AccessPointer> Timing::accesses_of(const ProgramOrder& order) {
  std::vector<AccessPointer> accesses;
  for (const ProgramOrder::Unit& unit : order.units) {
    if (order.page) {
      accesses.push_back(access_of_write(unit.covered));
      continue;
    }
    const std::int64_t bytes = std::ssize(unit.covered) * drive_.sector_bytes;
    accesses.push_back(std::make_shared<Access>(Access{bytes, end_of_access(bytes)}));
  }
  return accesses;
}

}  // namespace ssd::oracle
