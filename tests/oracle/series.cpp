// Where a job is created when a series begins or goes on (collection.series, collection.scope): in the plane of the
// scope that has the best victim among those without a job. With scope `plane` that is the plane at hand.
#include <algorithm>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

bool Timing::collect_in_series(std::int64_t plane) {
  std::vector<std::int64_t> planes = space_.planes_of_scope(plane);
  if (!drive_.cost_zero) std::erase_if(planes, [this](std::int64_t other) { return job_of(other).has_value(); });
  const auto victim = space_.choose_victim_among(planes);
  if (!victim) return false;
  if (drive_.cost_zero) return collect_at_once(*victim, false);
  create_job(*victim / drive_.blocks);
  return true;
}

// collection.background: `idle` of the plane: the host neither uses its unit nor has an operation ready there, and no
// write without a place is ready.
bool Timing::is_quiet(std::int64_t plane) const {
  const Unit& unit = units_[unit_of(plane)];
  const auto of_host = [](const std::optional<Running>& running) { return running && !running->is_collection; };
  return !being_granted_.contains(unit_of(plane)) && !of_host(unit.current) && !of_host(unit.successor) &&
         !of_host(unit.halted) && unit.plane_reads.empty() && !host_is_ready_for(unit_of(plane)) &&
         !unplaced_is_ready();
}

}  // namespace ssd::oracle
