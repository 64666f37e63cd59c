// Static wear levelling (wear.static): the data of the block of fewest erases move to the free block of most erases.
// Invariant: a wear collection takes one whole free block and gives one back, so the plane's free pages do not change.
// (It never wears a block out: some block in use has more erases than the laggard.)
#pragma once
#include "runtime/engine/ftl/space.h"

namespace ssd {

struct Levelling {
  u32 laggard;  // block; kNone: nothing to level
  u32 place;    // of the destination, in the ring of free blocks
};

// The place in the ring of the free block of most erases, of equals the one of the lower number. There must be a free
// block.
inline u32 most_worn_free(const State& s, const Config& c, PlaneId plane) {
  const BlockLife* life = s.life + first_block(c, plane);
  u32 best = 0;
  for (u32 i = 1; i < s.space[plane].free_count; ++i) {
    const u32 block = free_block(s, c, plane, i), so_far = free_block(s, c, plane, best);
    const u32 erases = life[block] >> 1, most = life[so_far] >> 1;
    if (erases > most || (erases == most && block < so_far)) best = i;
  }
  return best;
}

inline Levelling find_levelling(const State& s, const Config& c, PlaneId plane) {
  const BlockLife* life = s.life + first_block(c, plane);
  u32 laggard = kNone, most = 0;
  for (u32 b = 0; b < c.blocks; ++b) {
    const u32 erases = life[b] >> 1;
    if (!is_retired(s, c, first_block(c, plane) + b)) most = erases > most ? erases : most;
    if (is_eligible_block(s, c, first_block(c, plane) + b) && (laggard == kNone || erases < life[laggard] >> 1))
      laggard = b;
  }
  if (laggard == kNone || s.space[plane].free_count == 0 || most - (life[laggard] >> 1) <= c.wear_threshold)
    return {kNone, 0};
  return {laggard, most_worn_free(s, c, plane)};
}

// Takes the destination of the laggard's data out of the free list and makes it full: its first `moved` pages hold data
// (valid once they are bound), the rest are skipped. Returns the block.
inline u32 take_whole_block(State& s, const Config& c, PlaneId plane, const Levelling& levelling, u32 moved) {
  const u32 block = take_free_at(s, c, plane, levelling.place, true);
  const u64 first = first_block(c, plane);
  belongs_to(s, c, first + block, stream_of(s, c, first + levelling.laggard));
  set_valid(s, c, first + block, moved);
  s.space[plane].free_pages -= c.pages;
  note_full(s, c, plane, block);
  ++s.flash.wear_collections;
  s.flash.wasted_wear += c.pages - moved;
  return block;
}

}  // namespace ssd
