// See incremental.h.
#include "runtime/run/incremental.h"

#include <algorithm>

namespace ssd::run {

IncrementalRun::IncrementalRun(const Plan& plan, const EngineEntry& engine, u32 closed_depth, u64 seed,
                               const DriveState* from, u64 memory_limit)
    : plan_(plan), engine_(engine), closed_depth_(closed_depth), seed_(seed) {
  options_.start = from;
  options_.memory_limit = memory_limit;
  options_.any_parts = true;
}

void IncrementalRun::tell_making(std::function<void(u64, double)> told) {
  options_.making = [told = std::move(told)](u64 pages, double share) { return told(pages, share), true; };
}

// It is not known how many requests follow.
Load IncrementalRun::load() const {
  return {.requests = waiting_, .closed_depth = closed_depth_, .seed = seed_, .endless = true, .any_syncs = any_syncs_};
}

void IncrementalRun::take_syncs() {
  any_syncs_ = true;
  if (plan_.config.whole == 0) options_.pass = Pass::kWhole;
}

bool IncrementalRun::begin() {
  arena_.emplace(plan_, shape_of_run(plan_, load(), options_));
  arena_->state().seed = seed_;
  preloading_ = start(*arena_, engine_, plan_, load(), options_) == Started::kFull;
  if (preloading_) status_ = Status::kDriveFull;
  return !preloading_;
}

// A look at the drive before the first request decides nothing: requests that read pages before they are written may
// still be submitted.
void IncrementalRun::start_over() {
  arena_.reset();
  status_ = Status::kDone;
  preloading_ = false;
}

void IncrementalRun::make_room_for_times(u64 requests) {
  arrivals_.resize(requests);
  completions_.resize(requests, kNever);
  splits_.resize(requests);
  State& s = arena_->state();
  s.follows_requests = 1;
  s.arrival_out = arrivals_.data();
  s.completion_out = completions_.data();
  s.split_out = reinterpret_cast<Time(*)[kParts]>(splits_.data());
}

std::optional<Time> IncrementalRun::response(u64 number) const {
  if (number >= completions_.size() || completions_[number] == kNever) return std::nullopt;
  return completions_[number] - arrivals_[number];
}

bool IncrementalRun::take(u64 count, bool last) {
  if (!arena_ && !begin()) return false;
  if (status_ != Status::kDone) return false;
  if (keeps_times_) make_room_for_times(taken_ + count);
  status_ = run_piece(*arena_, engine_, {waiting_.data() + next_, count, taken_, last});
  if (status_ != Status::kDone) return false;
  taken_ += count;
  next_ += count;
  // Requests that were taken in are removed in bulk, so each request is moved at most once.
  if (next_ * 2 > waiting_.size()) {
    waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(next_));
    next_ = 0;
  }
  return true;
}

bool IncrementalRun::advance(Time until) {
  const auto first = waiting_.begin() + static_cast<std::ptrdiff_t>(next_);
  const auto behind = closed_depth_ != 0
                          ? waiting_.end()
                          : std::ranges::upper_bound(first, waiting_.end(), until, {}, &Request::arrival);
  return behind == first ? status_ == Status::kDone : take(static_cast<u64>(behind - first), false);
}

bool IncrementalRun::finish() {
  if (!take(waiting_.size() - next_, true)) return false;
  return finished_ = true;
}

Outcome IncrementalRun::outcome() {
  const bool early = !arena_;
  if (early) begin();
  Outcome outcome;
  outcome.status = status_;
  outcome.preloading = preloading_;
  const Load without_phases = load();
  conclude(*arena_, plan_, WarmUp(without_phases, options_.start, arena_->config()), finished_, outcome);
  if (early) start_over();
  return outcome;
}

DriveState IncrementalRun::state() { return capture(arena_->state(), arena_->config(), outcome().results.clock); }

}  // namespace ssd::run
