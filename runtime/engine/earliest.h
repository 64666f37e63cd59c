// The earliest of several times and whose it is, and the earliest of the others: what an engine asks of a channel's units or of channels when
// something is due, without looking at each of them again.
#pragma once
#include "runtime/abi/units.h"

namespace ssd {

struct Earliest {
  Time first, second;
  u32 unit;
};

inline constexpr Earliest kNothingDue{kNever, kNever, 0};

inline void join(Earliest& found, u32 unit, Time time) {
  const Time later = time < found.first ? found.first : time;
  found.second = later < found.second ? later : found.second;
  found.unit = time < found.first ? unit : found.unit;
  found.first = time < found.first ? time : found.first;
}

}  // namespace ssd
