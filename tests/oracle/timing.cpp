// The main loop, arbitration and accounting of the oracle: see timing.h. What a request turns into is in admission.cpp.
#include "tests/oracle/timing.h"

#include <algorithm>
#include <tuple>

namespace ssd::oracle {

Timing::Timing(const Drive& drive, const Workload& workload)
    : drive_(drive), requests_(workload.requests), workload_(workload), space_(drive),
      flash_(space_.plane_count() * drive.blocks, drive.pages), pages_left_(workload.requests.size()) {
  const std::int64_t chips = drive.channels * drive.chips;
  units_.resize(drive.interleave ? chips * drive.dies : chips);
  plane_order_.resize(space_.plane_count());
  on_channel_.resize(drive.channels);
  plane_array_end_.resize(space_.plane_count());
  chip_covered_until_.resize(chips);
  outcome_.completion.resize(requests_.size());
  outcome_.channel_bus.resize(drive.channels);
  outcome_.chip_array.resize(chips);
  outcome_.plane_array.resize(space_.plane_count());
  // Rule 37: in a closed loop the first `closed` requests arrive at 0, each later one when a completion makes it.
  const auto count = static_cast<std::int64_t>(requests_.size());
  for (std::int64_t request = 0; request < (workload.closed > 0 ? std::min(workload.closed, count) : count); ++request) {
    arrivals_.push_back(workload.closed > 0 ? 0 : requests_[request].arrival);
  }
}

// Rule 1. Nothing can happen between two instants: a channel that found no candidate finds none until a phase ends or a request arrives.
Outcome Timing::run() {
  preload();
  for (std::optional<Time> instant = 0; instant; instant = next_instant()) {
    now_ = *instant;
    bool changed = true;
    while (changed) {
      changed = end_phases();                  // (a)
      changed = admit_requests() || changed;   // (b)
      changed = decide_on_channels() || changed;  // (c)
    }
  }
  return finish();
}

// Rule 1a. An array phase of no length, begun by a command that ends now, ends in this same step.
bool Timing::end_phases() {
  bool changed = false;
  for (bool again = true; again;) {
    again = false;
    for (const Unit& unit : units_) {
      if (!unit.holder) continue;
      Operation& operation = operations_.at(*unit.holder);
      if (!operation.running || operation.phase_end > now_) continue;
      end_phase(operation);
      again = changed = true;
    }
  }
  return changed;
}

void Timing::end_phase(Operation& operation) {
  require(operation.phase_end == now_, "the end of a phase was missed");
  const Phase ended = operation.phases.front();
  operation.phases.pop_front();
  operation.running = false;
  outcome_.end = now_;
  if (ended.kind != PhaseKind::kArray) on_channel_[channel_of(operation.plane)].reset();
  ended.at_end();
  if (operation.phases.empty()) {
    release(operation);
  } else if (operation.phases.front().kind == PhaseKind::kArray) {
    start_phase(operation);
  } else {
    operation.ready = now_;  // S9: a later phase is ready at the end of the one before
  }
}

void Timing::release(const Operation& operation) {
  if (!operation.overtakes) {
    auto& order = plane_order_[operation.plane];
    require(!order.empty() && order.front() == operation.sequence, "a plane's order was broken");
    order.pop_front();
  }
  units_[unit_of(operation.plane)].holder.reset();
  operations_.erase(operation.sequence);
}

// Rule 1c: one decision a channel; the caller comes back as long as something changes.
bool Timing::decide_on_channels() {
  bool changed = false;
  for (std::int64_t channel = 0; channel < drive_.channels; ++channel) {
    if (on_channel_[channel]) continue;
    const auto chosen = choose(channel);
    if (!chosen) continue;
    Operation& operation = operations_.at(*chosen);
    Unit& unit = units_[unit_of(operation.plane)];
    require(!unit.holder || *unit.holder == *chosen, "a unit was given to two operations");
    unit.holder = *chosen;
    unit.reads.erase(*chosen);
    on_channel_[channel] = *chosen;
    start_phase(operation);
    changed = true;
  }
  return changed;
}

// S17: the oldest new command goes if it moves no data; else the oldest data out, if there is one, goes before it.
std::optional<std::int64_t> Timing::choose(std::int64_t channel) const {
  const auto command = oldest(channel, false);
  const auto data_out = oldest(channel, true);
  if (!command || !data_out) return command ? command : data_out;
  return operations_.at(*command).phases.front().kind == PhaseKind::kCommand ? command : data_out;
}

std::optional<std::int64_t> Timing::oldest(std::int64_t channel, bool data_out) const {
  std::optional<std::int64_t> best;
  const auto units_per_channel = static_cast<std::int64_t>(units_.size()) / drive_.channels;
  for (std::int64_t unit = channel * units_per_channel; unit < (channel + 1) * units_per_channel; ++unit) {
    for (const std::int64_t sequence : candidates(unit)) {
      const Operation& operation = operations_.at(sequence);
      if (!operation.ready || *operation.ready > now_ || operation.running) continue;
      if ((operation.phases.front().kind == PhaseKind::kDataOut) != data_out) continue;
      if (!best || goes_before(operation, operations_.at(*best))) best = sequence;
    }
  }
  return best;
}

// A held unit serves its holder only, so a collection is not interrupted (rule 27). A free one serves any read and the head of each of
// its planes' orders, and nothing behind a head that is not ready (rule 3, S15).
std::vector<std::int64_t> Timing::candidates(std::int64_t unit) const {
  if (units_[unit].holder) return {*units_[unit].holder};
  std::vector<std::int64_t> found(units_[unit].reads.begin(), units_[unit].reads.end());
  for (std::int64_t plane = 0; plane < space_.plane_count(); ++plane) {
    if (unit_of(plane) == unit && !plane_order_[plane].empty()) found.push_back(plane_order_[plane].front());
  }
  return found;
}

// S9 (rule 2 with constant priority): the phase that has been ready longest, then the older operation.
bool Timing::goes_before(const Operation& one, const Operation& other) const {
  return std::tie(*one.ready, one.sequence) < std::tie(*other.ready, other.sequence);
}

void Timing::start_phase(Operation& operation) {
  const Phase& phase = operation.phases.front();
  operation.running = true;
  operation.phase_end = now_ + phase.length;
  account(operation, phase);
}

// S10.
void Timing::account(const Operation& operation, const Phase& phase) {
  if (phase.kind != PhaseKind::kArray) {
    outcome_.channel_bus[channel_of(operation.plane)][operation.is_collection] += phase.length;
    return;
  }
  require(plane_array_end_[operation.plane] <= now_, "a plane runs two array phases at a time");
  plane_array_end_[operation.plane] = now_ + phase.length;
  outcome_.plane_array[operation.plane][operation.is_collection] += phase.length;
  account_chip(chip_of(operation.plane), operation, phase.length);
}

// The array phases of a chip start in the order of their grants, for they share a bus. So what earlier phases have not covered belongs
// to this one.
void Timing::account_chip(std::int64_t chip, const Operation& operation, Time length) {
  Time& covered_until = chip_covered_until_[chip];
  const Time from = std::max(now_, covered_until);
  const Time to = now_ + length;
  if (to <= from) return;
  outcome_.chip_array[chip][operation.is_collection] += to - from;
  covered_until = to;
}

std::optional<Time> Timing::next_instant() const {
  std::optional<Time> next;
  const auto consider = [&](Time time) {
    if (!next || time < *next) next = time;
  };
  for (const Unit& unit : units_) {
    if (unit.holder && operations_.at(*unit.holder).running) consider(operations_.at(*unit.holder).phase_end);
  }
  // A request that has arrived and waits for the queue is let in by a completion, not by its arrival.
  if (admitted_ < std::ssize(arrivals_) && arrivals_[admitted_] > now_) consider(arrivals_[admitted_]);
  require(!next || *next > now_, "time stands still");
  return next;
}

Outcome Timing::finish() {
  require(operations_.empty() && completed_ == std::ssize(requests_), "the simulation came to a halt with work left");
  for (std::int64_t plane = 0; plane < space_.plane_count(); ++plane) space_.check(plane);
  for (const auto& [lpn, physical_page] : space_.map()) {
    require(space_.page(physical_page).state == PageState::kValid, "the map points to a page that is not valid");
    flash_.require_content(physical_page, lpn);
  }
  outcome_.arrival = arrivals_;
  outcome_.map = space_.map();
  outcome_.block_erases = flash_.erases;
  return outcome_;
}

}  // namespace ssd::oracle
