// The places of a plane's eligible blocks in order of age and of their random numbers (S62), for scores that read them:
// greedy among the w oldest, or among d drawn ones. Found anew for every choice, because a choice changes both orders.
// Invariant: of n eligible blocks each has another of the places 0 to n - 1.
#pragma once
#include <algorithm>

#include "runtime/engine/ftl/space.h"

namespace ssd {

// What a victim has fewer valid pages than: where blocks wear out they must have a place to go (S69).
inline u32 too_many_valid(const State& s, const Config& c, PlaneId plane) {
  if (c.endurance == 0) return c.pages;
  const u32 room = room_for_collection(s, c, plane);
  return room < c.pages ? room + 1 : c.pages;
}

// Among equal keys the lower number comes first.
inline void write_ranks(const State& s, u32 eligible, u16* ranks) {
  std::sort(s.ranking, s.ranking + eligible, [](const RankedBlock& a, const RankedBlock& b) {
    return a.key != b.key ? a.key < b.key : a.block < b.block;
  });
  for (u32 i = 0; i < eligible; ++i) ranks[s.ranking[i].block] = static_cast<u16>(i);
}

template <class Key>
void rank_by(const State& s, const Config& c, PlaneId plane, u16* ranks, Key key) {
  const u32 limit = too_many_valid(s, c, plane);
  u32 eligible = 0;
  for (u32 b = 0; b < c.blocks; ++b) {
    if (s.valid[first_block(c, plane) + b] < limit) s.ranking[eligible++] = {.key = key(b), .block = b};
  }
  write_ranks(s, eligible, ranks);
}

inline void rank_blocks(const State& s, const Config& c, PlaneId plane) {
  if (ranks_by_age(c))
    rank_by(s, c, plane, s.age_ranks, [&](u32 b) { return u64{s.full_at[first_block(c, plane) + b]}; });
  if (ranks_by_random(c))
    rank_by(s, c, plane, s.random_ranks, [&](u32 b) { return static_cast<u64>(draw(s, c, plane, b)); });
}

}  // namespace ssd
