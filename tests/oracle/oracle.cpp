// The entrance of the oracle: refuses what the rules say nothing about, and turns a full drive into a result.
#include "tests/oracle/oracle.h"

#include <stdexcept>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

namespace {

void refuse_unless(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(what);
}

// S71.
bool can_have_superblocks(const Drive& d) {
  const bool at_admission = d.placement == Placement::kWriteOrder &&
                            (d.multiplane == Willing::kNo || d.multiplane == Willing::kWise) && !d.preempt_page &&
                            !d.preempt && !d.idle_on && !d.idle_trigger && !d.idle_stop;
  return at_admission && !d.active_shared && !d.migrate_same_die && d.any_idle_slots == 0 && d.replicas == 0 &&
         d.wear != Wear::kStatic && (d.scope == Scope::kPlane || d.scope == d.superblock);
}

void check(const Drive& drive, const Workload& workload) {
  refuse_unless(drive.channels > 0 && drive.chips > 0 && drive.dies > 0 && drive.planes > 0 && drive.blocks > 0 &&
                    drive.pages > 0,
                "a drive has at least one of everything");
  refuse_unless(drive.sectors_per_page > 0 && drive.bus_denominator > 0 && drive.place != nullptr,
                "a drive is described in full");
  refuse_unless(drive.streams > 0 && drive.queues > 0 && drive.link_denominator > 0,
                "a drive has at least one stream and queue");
  refuse_unless(drive.placement != Placement::kDynamicCost || drive.cost != nullptr, "a cost is given");
  refuse_unless(drive.evict != Evict::kScore || drive.evict_score != nullptr, "a score is given");
  refuse_unless(drive.multiplane != Willing::kPredicate || drive.multiplane_predicate != nullptr,
                "a predicate is given");
  refuse_unless(drive.copyback != Willing::kPredicate || drive.copyback_predicate != nullptr, "a predicate is given");
  refuse_unless(drive.any_idle_slots == 0 || drive.placement == Placement::kDynamicOrder ||
                    drive.placement == Placement::kDynamicCost,
                "pages that are written back anywhere are placed dynamically");
  refuse_unless(!drive.migrate_same_die || drive.any_idle_slots == 0, "pages are moved in one way");
  refuse_unless(drive.superblock == Scope::kPlane || can_have_superblocks(drive),
                "a drive of superblocks is placed at admission, in ORDER");
  refuse_unless(drive.shared_stream >= 0 && drive.shared_stream < drive.streams,
                "collection shares a stream that there is");
  Time last = 0;
  for (const HostRequest& request : workload.requests) {
    refuse_unless(request.sectors > 0 && request.sector >= 0, "a request covers at least one sector");
    refuse_unless(request.sector + request.sectors <= drive.logical_pages * drive.sectors_per_page,
                  "a request lies within the drive");
    refuse_unless(workload.closed > 0 || request.arrival >= last, "requests arrive in order");
    last = request.arrival;
  }
}

}  // namespace

Outcome simulate(const Drive& drive, const Workload& workload, const Snapshot* start) {
  check(drive, workload);
  try {
    return Timing(drive, workload).run(start);
  } catch (const DriveFull& full) {
    Outcome outcome;
    outcome.drive_full = true;
    outcome.full_plane = full.plane;
    return outcome;
  }
}

}  // namespace ssd::oracle
