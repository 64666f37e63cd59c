// Which block is collected (S47): of a plane's full blocks with an invalid page (and with no more valid
// ones than there is room for: S69) that of the highest score, the lower number among equals.
// What the score reads decides how it is found (VictimClass); all ways give the same block.
// Only the greedy one is inlined: the others would lengthen the path of every write for a call a collection.
#pragma once
#include "runtime/engine/ftl/ranks.h"

namespace ssd {

// Two loops over a dense array, because both become vector code; blocks that are not eligible are large numbers.
inline u32 fewest_valid(const State& s, const Config& c, PlaneId plane) {
  const u16* valid = s.valid + first_block(c, plane);
  u16 fewest = kNotEligible;
  for (u32 b = 0; b < c.blocks; ++b) fewest = valid[b] < fewest ? valid[b] : fewest;
  if (fewest >= too_many_valid(s, c, plane)) return kNone;
  u32 block = 0;
  while (valid[block] != fewest) ++block;
  return block;
}

[[gnu::noinline]] inline u32 best_count(const State& s, const Config& c, PlaneId plane) {
  const u16* valid = s.valid + first_block(c, plane);
  const u32 limit = too_many_valid(s, c, plane);
  u32 best = kNone;
  u16 best_rank = s.victim_rank[c.pages];
  for (u32 b = 0; b < c.blocks; ++b) {
    const u16 rank = s.victim_rank[valid[b] < limit ? valid[b] : c.pages];
    if (rank >= best_rank) continue;
    best = b;
    best_rank = rank;
  }
  return best;
}

// Those that became full at one time are of one age, and so are all that are older than times can be seen.
[[gnu::noinline]] inline u32 oldest(const State& s, const Config& c, PlaneId plane) {
  const u64 first = first_block(c, plane);
  const u32 limit = too_many_valid(s, c, plane);
  u32 best = kNone;
  for (u32 b = s.full_ends[plane].first; b != kNone; b = s.full_list[first + b].next) {
    if (s.valid[first + b] >= limit) continue;
    if (best != kNone && block_age(s, c, first + b) != block_age(s, c, first + best)) break;
    best = b < best ? b : best;
  }
  return best;
}

// What the score is of an eligible block whose plane has been ranked.
inline i64 score_of(const State& s, const Config& c, PlaneId plane, u32 b) {
  const u64 block = first_block(c, plane) + b;
  const u32 valid = s.valid[block];
  return hook::victim(s, valid, c.pages - valid, s.life[block] >> 1, block_age(s, c, block), draw(s, c, plane, b),
                      ranks_by_age(c) ? s.age_ranks[b] : 0, ranks_by_random(c) ? s.random_ranks[b] : 0);
}

[[gnu::noinline]] inline u32 highest_score(const State& s, const Config& c, PlaneId plane) {
  const u64 first = first_block(c, plane);
  const u32 limit = too_many_valid(s, c, plane);
  rank_blocks(s, c, plane);
  u32 best = kNone;
  i64 highest = 0;
  for (u32 b = 0; b < c.blocks; ++b) {
    if (s.valid[first + b] >= limit) continue;
    const i64 score = score_of(s, c, plane, b);
    if (best != kNone && score <= highest) continue;
    best = b;
    highest = score;
  }
  return best;
}

// kNone if no block is eligible.
inline u32 choose_victim(const State& s, const Config& c, PlaneId plane) {
  switch (c.victim_class) {
    case VictimClass::kGreedy: return fewest_valid(s, c, plane);
    case VictimClass::kByValid: return best_count(s, c, plane);
    case VictimClass::kOldest: return oldest(s, c, plane);
    case VictimClass::kGeneral: return highest_score(s, c, plane);
  }
  return kNone;
}

// Whether there is one, without asking for scores.
inline bool has_victim(const State& s, const Config& c, PlaneId plane) { return fewest_valid(s, c, plane) != kNone; }

}  // namespace ssd
