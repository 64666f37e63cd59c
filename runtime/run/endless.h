// Whether a load that comes again and again can end the drive's life at all, and how much of that life it has used up
// (S69). Invariant: a load is given up only when two passes of it have programmed nothing and nothing that they wrote
// is on its way to the flash.
#pragma once
#include "runtime/engine/state.h"
#include "runtime/run/simulation.h"

namespace ssd::run {

// Of the erases that all blocks endure together.
double used_life(const State& s, const Config& c);

class Passes {
 public:
  explicit Passes(const Load& load);
  // After each piece; why the load is not to go on.
  NoEnd look(const State& s, u64 taken);

 private:
  u64 once_, writes_ = 0;                       // requests and writes of a pass
  u64 taken_ = 0, written_ = 0, programs_ = 0;  // when it was looked at last
};

}  // namespace ssd::run
