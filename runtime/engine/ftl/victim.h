// Which block is collected (collection.victim): the eligible block of the highest score, of equals the one of the lower
// number. What the score reads determines how that block is found (VictimClass). All ways find the same block, and also
// return its worth. Only the greedy search is inlined: the others would lengthen the path of every write for one call a
// collection.
#pragma once
#include "runtime/engine/ftl/ranks.h"
#include "runtime/engine/ftl/tables.h"

namespace ssd {

struct Victim {
  u32 block;  // kNone if none is eligible
  i64 worth;  // the higher the better; comparable between planes
};

// How many blocks are searched together: few enough that the block with the fewest valid pages is then found quickly
// among them, and enough that planes of some hundred blocks take few rounds.
inline constexpr u32 kSearched = 128;

// The fewest valid pages in the blocks [first, end) of a plane; blocks that are not eligible have large numbers. The
// compiler vectorises this loop.
template <class Count>
inline Count fewest_among(const Count* valid, u32 first, u32 end) {
  Count fewest = kNotEligibleOf<Count>;
  for (u32 b = first; b < end; ++b) fewest = valid[b] < fewest ? valid[b] : fewest;
  return fewest;
}

// Searches a dense array of the counts of a plane's blocks some at a time, then looks for the block in the first chunk
// that has the minimum. kNone if that is `limit` or more.
template <class Count>
inline u32 fewest_below(const Count* valid, u32 blocks, u32 limit) {
  Count fewest = kNotEligibleOf<Count>;
  u32 block = 0, first = 0;
  for (; first + kSearched <= blocks; first += kSearched) {
    const Count here = fewest_among(valid, first, first + kSearched);
    block = here < fewest ? first : block;
    fewest = here < fewest ? here : fewest;
  }
  const Count last = fewest_among(valid, first, blocks);
  block = last < fewest ? first : block;
  fewest = last < fewest ? last : fewest;
  if (fewest >= limit) return kNone;
  while (valid[block] != fewest) ++block;
  return block;
}

inline u32 fewest_valid(const State& s, const Config& c, PlaneId plane) {
  const u32 limit = too_many_valid(s, c, plane);
  return c.wide_counts != 0 ? fewest_below(s.wide_valid + first_block(c, plane), c.blocks, limit)
                            : fewest_below(s.valid + first_block(c, plane), c.blocks, limit);
}

inline Victim emptiest(const State& s, const Config& c, PlaneId plane) {
  const u32 block = fewest_valid(s, c, plane);
  return {block, block == kNone ? 0 : -i64{eligible_valid(s, c, first_block(c, plane) + block)}};
}

[[gnu::noinline]] inline Victim best_count(const State& s, const Config& c, PlaneId plane) {
  const u32 limit = too_many_valid(s, c, plane);
  u32 best = kNone;
  u32 best_rank = s.victim_rank[c.pages];
  for (u32 b = 0; b < c.blocks; ++b) {
    const u32 valid = eligible_valid(s, c, first_block(c, plane) + b);
    const u32 rank = s.victim_rank[valid < limit ? valid : c.pages];
    if (rank >= best_rank) continue;
    best = b;
    best_rank = rank;
  }
  return {best, -i64{best_rank}};
}

// Blocks that became full at the same time have the same age, and so have all blocks older than kMostVisibleTime.
[[gnu::noinline]] inline Victim oldest(const State& s, const Config& c, PlaneId plane) {
  const u64 first = first_block(c, plane);
  const u32 limit = too_many_valid(s, c, plane);
  u32 best = kNone;
  for (u32 b = s.full_ends[plane].first; b != kNone; b = s.full_list[first + b].next) {
    if (eligible_valid(s, c, first + b) >= limit) continue;
    if (best != kNone && block_age(s, c, first + b) != block_age(s, c, first + best)) break;
    best = b < best ? b : best;
  }
  return {best, best == kNone ? 0 : block_age(s, c, first + best)};
}

// The score of an eligible block. The plane must have been ranked.
inline i64 score_of(const State& s, const Config& c, PlaneId plane, u32 b) {
  const u64 block = first_block(c, plane) + b;
  const u32 valid = eligible_valid(s, c, block);
  return hook::victim(s, valid, c.pages - valid, s.life[block] >> 1, block_age(s, c, block), draw(s, c, plane, b),
                      ranks_by_age(c) ? s.age_ranks[b] : 0, ranks_by_random(c) ? s.random_ranks[b] : 0,
                      number_of_block(c, block), stream_of(s, c, block), last_write(s, c, block));
}

[[gnu::noinline]] inline Victim highest_score(const State& s, const Config& c, PlaneId plane) {
  const u64 first = first_block(c, plane);
  const u32 limit = too_many_valid(s, c, plane);
  rank_blocks(s, c, plane);
  u32 best = kNone;
  i64 highest = 0;
  for (u32 b = 0; b < c.blocks; ++b) {
    if (eligible_valid(s, c, first + b) >= limit) continue;
    const i64 score = score_of(s, c, plane, b);
    if (best != kNone && score <= highest) continue;
    best = b;
    highest = score;
  }
  return {best, highest};
}

inline Victim best_victim(const State& s, const Config& c, PlaneId plane) {
  switch (c.victim_class) {
    case VictimClass::kGreedy: return emptiest(s, c, plane);
    case VictimClass::kByValid: return best_count(s, c, plane);
    case VictimClass::kOldest: return oldest(s, c, plane);
    case VictimClass::kGeneral: return highest_score(s, c, plane);
  }
  return {kNone, 0};
}

inline u32 choose_victim(const State& s, const Config& c, PlaneId plane) { return best_victim(s, c, plane).block; }

// Whether there is an eligible victim; evaluates no scores.
inline bool has_victim(const State& s, const Config& c, PlaneId plane) { return fewest_valid(s, c, plane) != kNone; }

}  // namespace ssd
