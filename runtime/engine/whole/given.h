// How many writes without a place each plane was given, and which planes were given the fewest (place.dynamic).
#pragma once
#include "runtime/engine/whole/whole.h"

namespace ssd::whole {

// The planes that were given the fewest writes are those whose bits are set in `behind`. Called when there is none
// left, and at the start.
[[gnu::noinline]] inline void find_behind(Whole& w, const Config& c) {
  u64 fewest = ~u64{0};
  for (PlaneId p{0}; p.value < c.total_planes; ++p) fewest = w.planes[p].given < fewest ? w.planes[p].given : fewest;
  w.behind_count = 0;
  for (u32 word = 0; word <= (c.total_planes - 1) / 64; ++word) w.behind[word] = 0;
  for (PlaneId p{0}; p.value < c.total_planes; ++p) {
    if (w.planes[p].given != fewest) continue;
    w.behind[w.planes[p].index / 64] |= u64{1} << w.planes[p].index % 64;
    ++w.behind_count;
  }
}

// The plane counts the write that it was given.
inline void count_given(Whole& w, const Config& c, PlaneId plane) {
  ++w.planes[plane].given;
  const u32 index = w.planes[plane].index;
  if ((w.behind[index / 64] >> index % 64 & 1) == 0) return;
  w.behind[index / 64] &= ~(u64{1} << index % 64);
  if (--w.behind_count == 0) find_behind(w, c);
}

// Whether plane a comes before plane b: it was given fewer writes, or as many and comes first in ORDER.
inline bool is_behind(const Whole& w, PlaneId a, PlaneId b) {
  const Plane &x = w.planes[a], &y = w.planes[b];
  return x.given != y.given ? x.given < y.given : x.index < y.index;
}

}  // namespace ssd::whole
