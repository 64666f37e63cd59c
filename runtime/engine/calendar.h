// When something is due next, of many that each have one time: a tree whose leaves are these times, by number, and
// whose inner nodes are the least time below them. A change of one time costs a few steps, and the first one that is
// due is found without looking at the others.
#pragma once
#include <bit>

#include "runtime/abi/units.h"

namespace ssd {

struct Calendar {
  Time* least;  // [2 * leaves] node 1 is the root, the children of node i are 2i and 2i + 1
};

inline constexpr u32 kNobody = ~u32{0};

// A power of two, so that all leaves have the same depth.
inline constexpr u32 leaves_of(u32 count) { return std::bit_ceil(count); }

inline Time next_due(const Calendar& calendar) { return calendar.least[1]; }

inline void set_due(Calendar& calendar, u32 leaves, u32 who, Time time) {
  u32 node = leaves + who;
  calendar.least[node] = time;
  for (; node != 1; node /= 2) {
    const Time here = calendar.least[node], beside = calendar.least[node ^ 1];
    const Time least = here < beside ? here : beside;
    if (calendar.least[node / 2] == least) return;
    calendar.least[node / 2] = least;
  }
}

// The first one that is due at `now`, from `first` on; kNobody: none is. The numbers behind `leaves` do not exist.
inline u32 first_due(const Calendar& calendar, u32 leaves, u32 first, Time now) {
  if (first == leaves) return kNobody;
  u32 node = first == 0 ? 1 : leaves + first;
  while (calendar.least[node] > now) {
    while ((node & 1) != 0) node /= 2;
    if (node == 0) return kNobody;
    ++node;
  }
  while (node < leaves) node = 2 * node + (calendar.least[2 * node] > now ? 1 : 0);
  return node - leaves;
}

}  // namespace ssd
