// The entry point of the oracle: it rejects what the model does not define, and turns a full drive into a result.
#include "tests/oracle/oracle.h"

#include <algorithm>
#include <stdexcept>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

namespace {

void refuse_unless(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(what);
}

// superblock.group.
bool can_have_superblocks(const Drive& d) {
  const bool at_admission = d.placement == Placement::kWriteOrder &&
                            (d.multiplane == Willing::kNo || d.multiplane == Willing::kWise) && !d.preempt_page &&
                            !d.preempt && !d.idle_on && !d.idle_trigger && !d.idle_stop;
  return at_admission && !d.migrate_same_die && d.any_idle_slots == 0 && d.replicas == 0 && d.wear != Wear::kStatic &&
         (d.scope == Scope::kPlane || d.scope == d.superblock);
}

// collection.active.
bool can_collect_by_stream(const Drive& d) {
  return !d.active_shared && !d.migrate_same_die && d.any_idle_slots == 0 && d.replicas == 0;
}

// table.entries.
bool has_tables(const Drive& d) { return !d.tables.empty() || d.on_write || d.on_trim || d.on_move || d.on_erase; }

// collection.stream.
bool can_move_by_stream(const Drive& d) {
  return d.collects_by_stream && !is_placed_at_issue(d) && d.endurance == 0 && d.copyback == Willing::kNo;
}

// drive.interleave_command.
bool can_have_chip_commands(const Drive& d) {
  return d.interleave && !d.cache && !d.suspend_on && !d.preempt_page && !d.preempt && d.superblock == Scope::kPlane;
}

// command.plane_reads.
bool can_read_planes_alone(const Drive& d) {
  return d.interleave && !d.chip_commands && !d.cache && !d.reorder_fifo && !d.whole_requests &&
         d.superblock == Scope::kPlane && d.any_idle_slots == 0 && d.replicas == 0;
}

// unit.reorder_requests.
bool can_have_whole_requests(const Drive& d) {
  return d.placement == Placement::kStatic && !d.reorder_fifo && !d.suspend_on && !d.preempt_page && !d.preempt;
}

// iu.map, iu.word_line.
bool can_have_units(const Drive& d) {
  const bool is_whole =
      d.sectors_per_page % d.subpages == 0 && d.logical_pages % d.subpages == 0 && d.pages % d.program_unit == 0;
  const bool is_buffered = d.buffer_slots > 0 && d.write_back;
  const bool is_simple = !d.active_shared && !d.move_stream && d.copyback == Willing::kNo;
  const bool stays_in_plane = !d.migrate_same_die && d.any_idle_slots == 0 && d.replicas == 0;
  return is_whole && is_buffered && is_simple && stays_in_plane && d.placement != Placement::kStatic && !d.avoid &&
         d.wear != Wear::kStatic && !d.whole_requests && !d.filled_even;
}

void check_requests(const Drive& drive, const std::vector<HostRequest>& requests, std::int64_t closed) {
  Time last = 0;
  for (const HostRequest& request : requests) {
    refuse_unless(request.sectors > 0 || request.is_flush, "a request covers at least one sector");
    refuse_unless(request.sector >= 0, "a request begins within the drive");
    refuse_unless(
        !request.is_flush || (request.sector == 0 && request.sectors == 0 && !request.is_read && !request.is_trim),
        "a flush has an arrival alone");
    refuse_unless(!request.is_forced || !(request.is_read || request.is_trim || request.is_flush),
                  "only writes are forced");
    refuse_unless(request.sector + request.sectors <= drive.logical_pages * drive.unit_sectors(),
                  "a request lies within the drive");
    refuse_unless(closed > 0 || request.arrival >= last, "requests arrive in order");
    last = request.arrival;
  }
}

// host.phases, account.phases: warm-ups come first, one phase at least is counted, and the first request of each phase
// arrives when it begins.
void check_phases(const Workload& workload) {
  const auto& phases = workload.flows;
  const bool are_phases = std::ranges::all_of(phases, [](const Flow& flow) { return flow.phase.has_value(); });
  const bool are_flows = std::ranges::none_of(phases, [](const Flow& flow) { return flow.phase.has_value(); });
  refuse_unless(are_phases || are_flows, "a workload has flows or phases");
  if (are_flows) return;
  refuse_unless(!workload.shared_loop && !workload.until_first && phases.back().phase->counted,
                "phases have no `loop`, no `until: first`, and the last one is counted");
  refuse_unless(std::ranges::is_partitioned(phases, [](const Flow& flow) { return !flow.phase->counted; }),
                "warm-ups come first");
  for (const Flow& flow : phases) {
    refuse_unless(!flow.requests.empty() && !flow.queue && (flow.closed > 0 || flow.requests.front().arrival == 0),
                  "a phase has requests, no `queue`, and the first of an open one arrives at once");
  }
}

void check(const Drive& drive, const Workload& workload) {
  refuse_unless(drive.channels > 0 && drive.chips > 0 && drive.dies > 0 && drive.planes > 0 && drive.blocks > 0 &&
                    drive.pages > 0,
                "every count of the geometry is above 0");
  refuse_unless(drive.sectors_per_page > 0 && drive.bus_denominator > 0 && drive.place != nullptr,
                "sectors_per_page, bus_denominator and place are set");
  refuse_unless(drive.streams > 0 && drive.queues > 0 && drive.link_denominator > 0,
                "streams, queues and link_denominator are above 0");
  refuse_unless(drive.dram.numerator >= 0 && drive.dram.denominator > 0 && drive.dram.entry >= 0,
                "the DRAM has a rate, and entries of the map have a size");
  refuse_unless(drive.coalesce_requests > 0, "the host sees at least one request at a time");
  refuse_unless(drive.firmware.cores >= 0, "firmware has cores, or there is none");
  refuse_unless(drive.weights.empty() || std::ssize(drive.weights) == drive.queues, "each queue has a weight");
  refuse_unless(std::ranges::all_of(drive.weights, [](std::int64_t weight) { return weight > 0; }),
                "weights are above 0");
  refuse_unless(drive.weights.empty() || drive.arbitration == nullptr, "there are weights or scores");
  refuse_unless(drive.placement != Placement::kDynamicCost || drive.cost != nullptr, "kDynamicCost needs a cost");
  refuse_unless(drive.evict != Evict::kScore || drive.evict_score != nullptr, "Evict::kScore needs a score");
  refuse_unless(drive.flush != Flush::kCondition || drive.flush_condition != nullptr, "Flush::kCondition needs one");
  refuse_unless(drive.flush_share_denominator > 0, "flush_share_denominator is above 0");
  refuse_unless(drive.gather_programs >= 0,
                "programs wait for as many partners as there are planes, or the key is not there");
  refuse_unless(drive.multiplane != Willing::kPredicate || drive.multiplane_predicate != nullptr,
                "kPredicate needs a predicate");
  refuse_unless(drive.copyback != Willing::kPredicate || drive.copyback_predicate != nullptr,
                "kPredicate needs a predicate");
  refuse_unless(drive.any_idle_slots == 0 || drive.placement == Placement::kDynamicOrder ||
                    drive.placement == Placement::kDynamicCost,
                "any_idle needs dynamic placement");
  refuse_unless(!drive.migrate_same_die || drive.any_idle_slots == 0, "same_die and any_idle exclude each other");
  refuse_unless(drive.superblock == Scope::kPlane || can_have_superblocks(drive),
                "the drive uses something that superblocks exclude");
  refuse_unless(!drive.filled_even || drive.superblock == Scope::kPlane, "layout: even has no superblocks");
  refuse_unless(!drive.collects_by_stream || can_collect_by_stream(drive),
                "the drive uses something that active: by_stream excludes");
  refuse_unless(!drive.move_stream || can_move_by_stream(drive), "the drive uses something that gc.stream(m) excludes");
  refuse_unless(!has_tables(drive) || !is_placed_at_issue(drive), "tables need a drive that is placed at admission");
  refuse_unless(!drive.chip_commands || can_have_chip_commands(drive),
                "the drive uses something that interleave: command excludes");
  refuse_unless(!drive.independent_plane_reads || can_read_planes_alone(drive),
                "the drive uses something that plane_reads: independent excludes");
  refuse_unless(!drive.whole_requests || can_have_whole_requests(drive),
                "the drive uses something that reorder: requests excludes");
  refuse_unless(drive.subpages > 0, "a flash page has at least one indirection unit");
  refuse_unless(drive.program_unit > 0, "a program command programs at least one page");
  refuse_unless(drive.word_line() == 1 || can_have_units(drive),
                "the drive uses something that indirection units, or word lines, exclude");
  refuse_unless(drive.shared_stream >= 0 && drive.shared_stream < drive.streams, "shared_stream is one of the streams");
  refuse_unless(workload.flows.empty() || workload.requests.empty(), "flows have all requests");
  check_requests(drive, workload.requests, workload.closed);
  for (const Flow& flow : workload.flows) {
    check_requests(drive, flow.requests, flow.closed);
    refuse_unless(!workload.shared_loop || flow.closed > 0, "flows that share a loop are closed");
  }
  check_phases(workload);
}

}  // namespace

Outcome simulate(const Drive& drive, const Workload& workload, const Snapshot* start, const Tables* tables) {
  check(drive, workload);
  refuse_unless(drive.word_line() == 1 || start == nullptr, "indirection units and word lines exclude snapshots");
  try {
    if (!workload.shared_loop) return Timing(drive, workload, nullptr).run(start, tables);
    const Rounds rounds = in_rounds(workload);
    return Timing(drive, rounds.workload, &rounds).run(start, tables);
  } catch (const DriveFull& full) {
    Outcome outcome;
    outcome.drive_full = true;
    outcome.full_plane = full.plane;
    return outcome;
  }
}

}  // namespace ssd::oracle
