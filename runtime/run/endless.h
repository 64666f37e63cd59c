// Whether a load that is repeated again and again can end the drive's life at all, and how much of that life is used up
// (wear.end_of_life). Invariant: a load is given up only when two passes of it have programmed nothing and nothing that
// they wrote is on its way to the flash.
#pragma once
#include "runtime/engine/state.h"
#include "runtime/run/simulation.h"

namespace ssd::run {

// The share of all erases that the blocks endure together, 0 to 1.
double used_life(const State& s, const Config& c);

class Passes {
 public:
  explicit Passes(const Load& load);
  // Call it after each piece. Returns why the load should not go on, or kNone.
  NoEnd look(const State& s, u64 taken);

 private:
  u64 once_, writes_ = 0;  // requests of one pass, and of an endless load its writes
  u64 taken_ = 0, written_ = 0,
      programs_ = 0;  // requests taken, writes completed and pages programmed when it was last checked
};

}  // namespace ssd::run
