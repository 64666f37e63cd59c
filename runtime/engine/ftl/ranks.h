// The ranks of a plane's eligible blocks by age and by their random numbers (collection.victim: `age_rank`,
// `random_rank`), for scores that read them: greedy among the w oldest blocks, or among d random ones. They are found
// anew for every choice, because a choice changes both orders. Invariant: n eligible blocks have the ranks 0 to n - 1,
// each once.
#pragma once
#include <algorithm>

#include "runtime/engine/ftl/space.h"

namespace ssd {

// An eligible victim has fewer valid pages than this: its collection gains a program (iu.map, iu.word_line). Where
// blocks wear out, its valid pages must have a place to go (collection.victim).
inline u32 too_many_valid(const State& s, const Config& c, PlaneId plane) {
  const u32 limit = c.pages - (c.program_places - 1);
  if (c.endurance == 0) return limit;
  const u32 room = room_for_collection(s, c, plane);
  return room < limit ? room + 1 : limit;
}

// Of blocks with equal keys the one of the lower number comes first.
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
    if (eligible_valid(s, c, first_block(c, plane) + b) < limit) s.ranking[eligible++] = {.key = key(b), .block = b};
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
