// How many slots of the buffer hold data that only it has, over time (account.volatile).
#pragma once
#include "runtime/engine/state.h"

namespace ssd::whole {

// `change` slots more are volatile from now on, or fewer if it is negative.
inline void count_volatile(Whole& w, int change) {
  Buffer& b = w.buffer;
  if (w.now > b.volatile_since) {
    b.volatile_time += u128{b.volatile_slots} * (w.now - b.volatile_since);
    b.most_volatile = std::max(b.most_volatile, b.volatile_slots);
    b.volatile_since = w.now;
  }
  b.volatile_slots += static_cast<u32>(change);
}

}  // namespace ssd::whole
