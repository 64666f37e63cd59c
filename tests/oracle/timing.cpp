// The main loop of the oracle: the steps of an instant (time.instant) and the search for the next one. See timing.h.
#include "tests/oracle/timing.h"

#include <algorithm>

namespace ssd::oracle {

namespace {

bool is_dynamic(const Drive& drive) {
  return drive.placement == Placement::kDynamicOrder || drive.placement == Placement::kDynamicCost;
}

bool is_preemptible(const Drive& drive) { return (drive.preempt_page || drive.preempt) && !drive.cost_zero; }

}  // namespace

bool is_placed_at_issue(const Drive& drive) {
  return is_dynamic(drive) || is_preemptible(drive) || drive.multiplane == Willing::kBlind ||
         drive.multiplane == Willing::kPredicate || drive.replicas > 0 ||
         (drive.migrate_same_die && !drive.cost_zero) || (drive.idle_on && !drive.cost_zero) || drive.idle_trigger ||
         drive.idle_stop;
}

Timing::Timing(const Drive& drive, const Workload& workload, const Rounds* rounds)
    : DriveNumbers(drive),
      requests_(workload.requests),
      workload_(workload),
      dynamic_(is_dynamic(drive)),
      preemptible_(is_preemptible(drive)),
      at_issue_(is_placed_at_issue(drive)),
      map_follows_clock_(at_issue_ || (drive.buffer_slots > 0 && drive.write_back)),
      space_(drive),
      flash_(space_.plane_count() * drive.blocks, drive.places(), !drive.cost_zero) {
  flows_.resize(workload.flows.size());
  if (rounds != nullptr) flow_of_ = rounds->flow_of;
  queue_of_flow_ = rounds == nullptr ? queues_of(workload) : rounds->queue_of_flow;
  last_queue_ = drive.queues - 1;
  cores_free_.resize(static_cast<std::size_t>(drive.firmware.cores));
  units_.resize(unit_count());
  bus_end_.resize(drive.channels);
  plane_order_.resize(space_.plane_count());
  writes_given_.resize(space_.plane_count());
  next_of_queue_.resize(drive.queues);
  used_of_queue_.resize(drive.queues);
  std::size_t all = requests_.size();
  for (const Flow& flow : workload.flows) all += flow.requests.size();
  states_.resize(all);
  outcome_.completion.resize(all);
  outcome_.split.resize(all);
  outcome_.slot_wait.resize(all);
  start_flows();
  set_counts_to_zero();
  // host.closed_loop: the first `closed` requests arrive at 0, each later one when a completion makes it arrive.
  const auto count = static_cast<std::int64_t>(requests_.size());
  for (std::int64_t request = 0; request < (workload.closed > 0 ? std::min(workload.closed, count) : count);
       ++request) {
    arrivals_.push_back(workload.closed > 0 ? 0 : requests_[request].arrival);
  }
}

// Between two instants nothing can happen: where there was no candidate, there is none until a phase ends, a timer is
// due or a request arrives.
Outcome Timing::run(const Snapshot* start, const Tables* tables) {
  space_.begin_tables(tables);
  if (start != nullptr)
    start_from(*start);
  else
    fill();
  preload();
  phase_.erases_before = space_.erases();
  for (std::int64_t plane = 0; plane < space_.plane_count(); ++plane) {
    look_after_invalidation(plane);  // collection.jobs: the drive may start short of pages
  }
  const auto next = [this] {
    const auto instant = next_instant();
    return instant ? instant : instant_of_next_phase();
  };
  for (std::optional<Time> instant = 0; instant; instant = next()) {
    account_time(*instant);
    now_ = *instant;
    space_.set_clock(now_);
    if (map_follows_clock_) space_.set_time(now_);
    bool changed = true;
    while (changed) {
      changed = end_everything();             // step (a)
      changed = admit_requests() || changed;  // step (b)
      changed = flush_entries() || changed;   // step (c)
      changed = dispatch_writes() || changed;
      changed = decide_on_channels() || changed;
      changed = write_back() || changed;  // copies.write_back, copies.replicate
      changed = replicate() || changed;
      changed = collect_in_background() || changed;  // collection.background
      look_for_end_of_life();                        // wear.end_of_life
    }
  }
  outcome_.retired_blocks = count_retired_blocks();
  return finish();
}

bool Timing::end_everything() {
  bool changed = false;
  for (auto& end : bus_end_) {
    if (!end || *end > now_) continue;
    require(*end == now_, "the end of a bus transfer was missed");
    end.reset();
    changed = true;
    flash_phase_ended();
  }
  changed = end_unit_phases() || changed;
  changed = fire_timers() || changed;
  return let_requests_leave(false) || changed;
}

bool Timing::end_unit_phases() {
  bool changed = false;
  for (std::int64_t unit = 0; unit < std::ssize(units_); ++unit) {
    while (end_one_phase(unit)) changed = true;
  }
  return changed;
}

// A timer that another timer sets for now fires in this same step.
bool Timing::fire_timers() {
  bool changed = false;
  while (!timers_.empty() && timers_.begin()->first.first <= now_) {
    require(timers_.begin()->first.first == now_, "a timer was missed");
    const auto what = timers_.extract(timers_.begin()).mapped();
    what();
    changed = true;
  }
  flush_read_link();
  return changed;
}

// time.timers: what is due at once happens at once, without a timer.
void Timing::after(Time time, std::int64_t sequence, std::function<void()> what) {
  if (time <= now_) return what();
  timers_.emplace(std::pair(time, sequence), std::move(what));
}

// host.closed_loop: the k-th arrival, in order of time, is that of request k; arrivals still to come may be earlier
// than those that are known.
void Timing::add_arrival(Time at) {
  arrivals_.insert(std::ranges::upper_bound(arrivals_, at), at);
  if (arrivals_.size() > requests_.size()) arrivals_.pop_back();
}

// One decision a channel; the caller repeats this as long as something changes. A collection without a victim vanishes,
// and the channel decides again (collection.jobs).
bool Timing::decide_on_channels() {
  bool changed = false;
  for (std::int64_t channel = 0; channel < drive_.channels; ++channel) {
    while (!bus_end_[channel]) {
      const auto wish = choose(channel, nullptr);
      if (!wish) break;
      changed = true;
      if (grant(*wish)) break;
    }
  }
  return changed;
}

std::optional<Time> Timing::next_instant() const {
  std::optional<Time> next;
  const auto consider = [&](Time time) {
    if (time != kNever && time > now_ && (!next || time < *next)) next = time;
  };
  for (const auto& end : bus_end_) consider(end.value_or(kNever));
  for (const Unit& unit : units_) {
    for (const Running* running : unit.running()) {
      consider(running->stage_end);
      for (const auto& [end, operation] : running->own_ends) consider(end);
    }
    if (unit.settling) consider(unit.settling->end);
    if (unit.at_rest_since && is_request_left() && !outcome_.end_of_life)
      consider(*unit.at_rest_since + drive_.idle_after);
  }
  if (!timers_.empty()) consider(timers_.begin()->first.first);
  for (const auto& [queue, posted] : posted_) {
    if (!posted.empty()) consider(due(posted));
  }
  if (const auto due = partners_due_.upper_bound(now_); due != partners_due_.end()) consider(*due);  // buffer.gather
  if (outcome_.end_of_life) return next;  // arrivals after the end of life are no instants
  if (const auto arrival = std::ranges::upper_bound(arrivals_, now_); arrival != arrivals_.end()) consider(*arrival);
  if (const auto flow = first_flow()) consider(*flows_[*flow].arrivals.begin());
  return next;
}

// Nothing is left to happen. What still waits then waits for pages that no collection can make. It stops the run if
// requests wait for it; otherwise it is what leaves the buffer, and is left undone (map.drive_full).
Outcome Timing::finish() {
  if (!outcome_.end_of_life && (left_ < expected_requests() || !operations_.empty())) {
    const DriveFull full{full_plane()};
    if (left_ < expected_requests()) throw full;
  }
  forget_what_is_left();
  if (!phase_.counts_began) begin_to_count();
  for (std::int64_t plane = 0; plane < space_.plane_count(); ++plane) space_.check(plane, false);
  for (const auto& [lpn, physical_page] : space_.map()) {
    require(space_.page(physical_page).state == PageState::kValid, "the map points to a page that is not valid");
    flash_.require_content(physical_page, lpn);
  }
  require(drive_.word_line() == 1 || drive_.subpages * (outcome_.host_programs + outcome_.collection_programs) ==
                                         outcome_.held_units + outcome_.moved_units + outcome_.padding,
          "places that were programmed are not accounted for (iu.account)");
  outcome_.arrival = arrivals_;
  outcome_.requests = requests_;
  outcome_.flow_of = flow_of_;
  std::fill(outcome_.completion.begin() + std::ssize(requests_), outcome_.completion.end(), kNotComplete);
  outcome_.map = space_.map();
  outcome_.stream_pages = space_.stream_pages();
  outcome_.block_erases = space_.erases();
  outcome_.snapshot = take_snapshot();
  outcome_.tables = space_.tables();
  flash_.require_erases(space_.erases());
  attribute_arrays();
  count_commands();
  add_up_energy();
  add_up_held();
  add_up_volatile();
  project_life();
  outcome_.end = clock();
  for (const UnitShares& s : outcome_.unit_shares) {
    require(s.array + s.bus + s.contention + s.idle == outcome_.end, "the shares of a unit do not add up to the clock");
  }
  return outcome_;
}

// map.drive_full: whether some plane could give the write a page, were it not for the writes that wait there. Then one
// of those is the write that is stuck.
bool Timing::waits_behind_writes(std::int64_t stream) const {
  for (std::int64_t plane = 0; plane < space_.plane_count(); ++plane) {
    if (space_.can_give(plane, stream)) return true;
  }
  return false;
}

// map.drive_full: the plane that is named. A collection that could have made a page would have been a job and would
// have run, so a plane that is full has no victim.
std::int64_t Timing::full_plane() const {
  for (const auto& [sequence, operation] : operations_) {
    if (operation.kind != OperationKind::kProgram || !operation.ready) continue;
    if (operation.plane == kNone) {
      if (drive_.placement == Placement::kDynamicCost && waits_behind_writes(operation.stream)) continue;
      for (std::int64_t plane = 0; plane < space_.plane_count(); ++plane) {
        require(!space_.can_give(plane, operation.stream), "a write that could be placed is left over");
        require(!space_.choose_victim(plane), "a full plane has a victim");
      }
      return plane_of_index(0);
    }
    if (space_.can_give(operation.plane, operation.stream)) continue;
    require(!space_.choose_victim(operation.plane), "a full plane has a victim");
    return operation.plane;
  }
  require(false, "the simulation stopped although work is left");
  return kNone;
}

}  // namespace ssd::oracle
