// Calls that nobody waits for any more. Loops that can take long ask leave_if_given_up(), which ends them with an
// exception: the call has no result then, and files that it was writing keep their old content. Runs do not need it:
// their Watcher ends them.
#pragma once
#include <atomic>
#include <cstdint>

namespace ssd {

// How a thread learns that its call was given up.
struct GivingUp {
  const std::atomic<bool>* flag = nullptr;  // null: the call is never given up
  void (*leave)() = nullptr;                // throws
};
inline thread_local GivingUp giving_up_here;

// This thread learns it in that way until the end of the block.
class GivenUpBy {
 public:
  explicit GivenUpBy(GivingUp how) : before_(giving_up_here) { giving_up_here = how; }
  ~GivenUpBy() { giving_up_here = before_; }
  GivenUpBy(const GivenUpBy&) = delete;
  GivenUpBy& operator=(const GivenUpBy&) = delete;

 private:
  GivingUp before_;
};

inline void leave_if_given_up() {
  const GivingUp& how = giving_up_here;
  if (how.flag != nullptr && how.flag->load(std::memory_order_relaxed)) how.leave();
}
// The same for a loop of short steps: asks at the first and then once in 4096 steps.
inline void leave_if_given_up(std::uint64_t step) {
  if (step % 4096 == 0) leave_if_given_up();
}

}  // namespace ssd
