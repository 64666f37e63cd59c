// The phases that a run does not count (account.phases): when the last of them is over, and forgetting what was counted
// until then. Invariant: all counters of results are 0 when the first counted phase begins, with the drive at rest.
#pragma once
#include <vector>

#include "runtime/engine/state.h"
#include "runtime/run/drive_state.h"
#include "runtime/run/simulation.h"

namespace ssd::run {

// The requests of the first phases of the load that are not counted, as far as its lists tell; 0 if all are.
u64 warm_up_requests(const Load& load);

class WarmUp {
 public:
  // `start`: the drive at time 0, or null for the design's start state.
  WarmUp(const Load& load, const DriveState* start, const Config& c);

  // Whether the warm-up is over, now that the engine has carried out what it was given. `taken`: all requests that it
  // was given.
  bool is_over(const State& s, u64 taken) const;
  // Forgets what was counted, and lets the first counted phase begin.
  void end(State& s, const Config& c);
  // The run has stopped. Whether that was in the warm-up: then nothing is counted.
  bool end_early(State& s, const Config& c);

  bool counts() const { return counts_; }                     // whether requests are counted by now
  Time since() const { return since_; }                       // since when (account.phases 1)
  u64 forgotten() const { return forgotten_; }                // requests that were complete until then
  const FlashCounts& flash() const { return flash_; }         // what it did until then
  const std::vector<u32>& erases() const { return erases_; }  // of every block, that do not count; or empty

 private:
  const Load& load_;
  bool counts_;
  Time since_ = 0;
  u64 forgotten_ = 0;
  FlashCounts flash_{};
  std::vector<u32> erases_;
};

}  // namespace ssd::run
