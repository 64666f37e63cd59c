// collection.background: a unit that has been at rest for long enough collects a block of its plane that has fewest
// free pages.
#include <algorithm>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

bool Timing::has_background() const { return (drive_.idle_on || drive_.idle_trigger) && !drive_.cost_zero; }

bool Timing::collect_in_background() {
  bool changed = false;
  for (std::int64_t unit = 0; has_background() && !outcome_.end_of_life && unit < std::ssize(units_); ++unit) {
    auto& since = units_[unit].at_rest_since;
    if (!is_at_rest(unit)) {
      since.reset();
      continue;
    }
    if (!since) since = now_;
    if (now_ - *since >= drive_.idle_after && is_request_left()) changed = create_background_job(unit) || changed;
  }
  return changed;
}

// At rest: the unit holds nothing, and no operation of it is ready, whether or not it could be granted.
bool Timing::is_at_rest(std::int64_t unit) const {
  if (!can_be_taken(unit) || host_is_ready_for(unit) || unplaced_is_ready()) return false;
  return std::ranges::none_of(planes_of_unit(unit), [this](std::int64_t plane) { return job_of(plane).has_value(); });
}

// Whether some request is not complete, or still to arrive.
bool Timing::is_request_left() const {
  const auto complete = std::ranges::count_if(present_, [this](std::int64_t request) { return is_complete(request); });
  return left_ + complete < expected_requests();
}

bool Timing::create_background_job(std::int64_t unit) {
  const auto planes = planes_of_unit(unit);
  const std::int64_t plane =
      *std::ranges::min_element(planes, {}, [this](std::int64_t p) { return space_.count_free_pages(p); });
  const bool wanted =
      (drive_.idle_on && !space_.stopped(plane, true)) || (drive_.idle_trigger && space_.triggered(plane, true));
  if (!wanted || !space_.choose_victim(plane)) return false;
  operations_.at(create_job(plane)).in_background = true;
  return true;
}

}  // namespace ssd::oracle
