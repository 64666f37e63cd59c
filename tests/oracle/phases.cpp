// Phases of a workload, flows that run one after another (host.phases), and the counts that begin when the warm-up has
// ended (account.phases). The invariant: only the phase that runs has arrivals, so requests of a phase get their
// numbers before those of the next one.
#include <algorithm>

#include "tests/oracle/timing.h"

namespace ssd::oracle {

// host.phases, 1.
void Timing::begin_phase(std::int64_t phase, Time at) {
  const Flow& given = workload_.flows[phase];
  phase_.number = phase;
  phase_.begin = at;
  phase_.is_through = false;
  phase_.is_counted = given.phase->counted;
  if (phase == 0) phase_.counts_began = phase_.is_counted;
  for (std::int64_t i = 0; i < std::ssize(given.requests); ++i) {
    if (given.closed == 0) flows_[phase].arrivals.insert(at + given.requests[i].arrival);
    if (i < given.closed) flows_[phase].arrivals.insert(at);
  }
}

// Whether the drive is at rest before the next phase begins (host.phases, 4).
bool Timing::is_last_before_rest() const {
  return !phase_.is_counted && workload_.flows[phase_.number + 1].phase->counted;
}

// host.phases, 1 to 4: the next arrival of a closed phase, and whether the phase is through.
void Timing::leave_phase(std::int64_t request) {
  const Flow& given = workload_.flows[phase_.number];
  FlowState& state = flows_[phase_.number];
  require(flow_of_[request] == phase_.number, "a request of a phase that is over leaves");
  ++state.left;
  const Time length = given.phase->length, end = phase_.begin + length, next = now_ + requests_[request].arrival;
  if (given.closed > 0 && (length == 0 || next < end)) state.arrivals.insert(next);
  const bool is_arrival_to_come = state.numbered < std::ssize(given.requests) && !state.arrivals.empty();
  if (state.left < state.numbered || is_arrival_to_come) return;
  phase_.is_through = true;
  if (phase_.number + 1 == std::ssize(flows_) || is_last_before_rest() || outcome_.end_of_life) return;
  begin_phase(phase_.number + 1, std::max(now_, end));
}

// Nothing is left to happen. If a warm-up is through, the drive is at rest, and the next phase begins.
std::optional<Time> Timing::instant_of_next_phase() {
  if (!phase_.is_through || phase_.number + 1 == std::ssize(flows_) || outcome_.end_of_life) return std::nullopt;
  begin_phase(phase_.number + 1, std::max(now_, phase_.begin + workload_.flows[phase_.number].phase->length));
  return phase_.begin;
}

// The requests that have no number, as far as is known; none of a later phase while the drive comes to rest.
std::int64_t Timing::requests_to_come() const {
  if (phase_.is_through) return 0;
  std::int64_t count = std::ssize(workload_.flows[phase_.number].requests) - flows_[phase_.number].numbered;
  if (phase_.number + 1 == std::ssize(flows_) || is_last_before_rest()) return count;
  for (std::int64_t phase = phase_.number + 1; phase < std::ssize(flows_); ++phase)
    count += std::ssize(workload_.flows[phase].requests);
  return count;
}

// account.phases, 1, also at the end of a run that stopped before. Programs that are left without a page count when
// they take it.
void Timing::begin_to_count() {
  Outcome counted;
  counted.completion = std::move(outcome_.completion);
  counted.split = std::move(outcome_.split);
  counted.slot_wait = std::move(outcome_.slot_wait);
  counted.preloaded = outcome_.preloaded;
  counted.collections_before_time_0 = outcome_.collections_before_time_0;
  counted.moves_before_time_0 = outcome_.moves_before_time_0;
  counted.units_reached = outcome_.units_reached;
  counted.host_flushes = outcome_.host_flushes;
  counted.forced = outcome_.forced;
  counted.gathered = outcome_.gathered;
  counted.seen = outcome_.seen;
  counted.end_of_life = outcome_.end_of_life;
  counted.retired_blocks = outcome_.retired_blocks;
  counted.end = outcome_.end;
  counted.since = now_;
  counted.first_counted = std::ssize(requests_);
  for (const auto& [sequence, operation] : operations_) {
    if (!outcome_.end_of_life && operation.kind == OperationKind::kProgram && operation.physical_page == kNone)
      counted.host_programs += drive_.program_unit;
  }
  outcome_ = std::move(counted);
  phase_.counts_began = true;
  phase_.erases_before = space_.erases();
  space_.set_counts_to_zero();
  set_counts_to_zero();
}

Time Timing::clock() const { return std::max(outcome_.end, outcome_.since) - outcome_.since; }

void Timing::set_counts_to_zero() {
  shares_.assign(units_.size(), {});
  outcome_.unit_shares = shares_;
  outcome_.channel_bus.resize(drive_.channels);
  outcome_.die_array.resize(drive_.channels * drive_.chips * drive_.dies);
  outcome_.chip_array.resize(drive_.channels * drive_.chips);
  outcome_.plane_array.resize(space_.plane_count());
  array_phases_.clear();
  volatile_spans_.clear();
  commands_.clear();
  grants_ = 0;
}

void Space::set_counts_to_zero() {
  host_programs_ = other_programs_ = 0;
  stream_pages_.assign(stream_pages_.size(), {});
}

}  // namespace ssd::oracle
