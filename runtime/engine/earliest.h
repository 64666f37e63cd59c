// The earliest of several times and whose it is, and the earliest of the others: what an engine asks of a channel's
// units or of channels when something is due, without looking at each of them again.
#pragma once
#include "runtime/abi/units.h"

namespace ssd {

template <class Who>
struct Earliest {
  Time first, second;
  Who whose;
};

template <class Who>
inline constexpr Earliest<Who> kNothingDue{kNever, kNever, Who{0}};

template <class Who>
inline void join(Earliest<Who>& found, Who who, Time time) {
  const Time later = time < found.first ? found.first : time;
  found.second = later < found.second ? later : found.second;
  found.whose = time < found.first ? who : found.whose;
  found.first = time < found.first ? time : found.first;
}

}  // namespace ssd
