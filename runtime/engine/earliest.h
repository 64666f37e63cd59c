// The earliest of several times with its owner, and the earliest of the other times. An engine keeps one of these for
// the units of a channel, or for the channels, so that it need not go through all of them again to find what is due
// next.
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
