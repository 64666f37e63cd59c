// Garbage collection, the map's side: choose the victim, move its valid pages, free it. Complete in the map at once (S2); the flash
// operations follow as one job in the plane's order. A page is valid if the map still points to it: that costs a look-up here
// instead of a bit to keep at every overwrite.
#pragma once
#include "runtime/engine/ftl/space.h"
#include "runtime/engine/time/operations.h"

namespace ssd {

// Greedy: the eligible block with the fewest valid pages, the lower number among equals; kNone if none has an invalid page.
// Two loops over a dense array, because both become vector code; blocks that are not eligible are large numbers.
inline u32 choose_victim(const State& s, const Config& c, PlaneId plane) {
  const u16* valid = s.valid + first_block(c, plane);
  u16 fewest = kNotEligible;
  for (u32 b = 0; b < c.blocks; ++b) fewest = valid[b] < fewest ? valid[b] : fewest;
  if (fewest >= c.pages) return kNone;
  u32 block = 0;
  while (valid[block] != fewest) ++block;
  return block;
}

// Lists the victim's valid pages (their logical numbers) in State::moves, ascending by page, and returns their count.
inline u32 list_valid_pages(State& s, const Config& c, Ppn first) {
  constexpr u32 kAhead = 16;
  u32 count = 0;
  for (u32 i = 0; i < c.pages; ++i) {
    if (i + kAhead < c.pages) __builtin_prefetch(&s.l2p[s.p2l[first + i + kAhead]]);
    const u32 noted = s.p2l[first + i];
    const u32 lpn = noted == kNoPage ? 0 : noted;  // a page that holds nothing: no logical page, so not 0 either, points to it
    s.moves[count] = lpn;
    count += s.l2p[lpn] == first + i ? 1U : 0U;
  }
  return count;
}

// Collects one block; false if there is no victim.
[[gnu::noinline]] inline bool collect_block(State& s, const Config& c, PlaneId plane, Time ready, bool forced) {
  const u32 victim = choose_victim(s, c, plane);
  if (victim == kNone) return false;
  const u64 block = first_block(c, plane) + victim;
  const u32 count = list_valid_pages(s, c, ppn(c, plane, victim, 0));
  for (u32 i = 0; i < count; ++i) bind(s, s.moves[i], take_collection_page(s, c, plane));
  s.valid[block] = kNotEligible;
  s.life[block] += 2;
  s.space[plane].free_pages += c.pages;
  add_free_block(s, c, plane, victim);
  ++s.flash.collections;
  s.flash.forced_collections += forced ? 1 : 0;
  emit_collection(s, c, plane, ready, count);
  return true;
}

// Rule 14a: room for a host page, by force if need be. Leaves one operation for the program that follows.
inline Status make_room(State& s, const Config& c, PlaneId plane, Time ready) {
  while (!host_can_take(s.space[plane])) {
    if (s.ops_available < 2) return Status::kNeedOps;
    if (!collect_block(s, c, plane, ready, true)) {
      s.full_plane = plane;
      return Status::kDriveFull;
    }
  }
  return s.ops_available == 0 ? Status::kNeedOps : Status::kDone;
}

// Rules 14d and 15, once the trigger has held: until the stop predicate holds or nothing is left to gain.
inline Status collect_until_stop(State& s, const Config& c, PlaneId plane, Time ready) {
  const PlaneSpace& space = s.space[plane];
  while (!stop(s, space.free_pages, space.free_count)) {
    if (s.ops_available == 0) return Status::kNeedOps;
    if (!collect_block(s, c, plane, ready, false)) break;
  }
  s.write.stage = WriteStage::kStart;
  return Status::kDone;
}

}  // namespace ssd
