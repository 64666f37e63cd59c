// Which sectors of a logical page were ever written (map.written_sectors): one bit a sector. Kept only if some write of
// the workload covers part of a page, because otherwise every page is written wholly or not at all.
#pragma once
#include <bit>

#include "runtime/engine/ftl/numbers.h"
#include "runtime/engine/hooks.h"

namespace ssd {

// Visits the bits [first, first + count) of a bit array as masks of 64-bit words: visit(word index, mask).
template <class Visit>
inline void for_bits(u64 first, u64 count, Visit visit) {
  const u64 end = first + count;
  while (first < end) {
    const u64 word = first / 64;
    const u64 offset = first % 64;
    const u64 here = end - first < 64 - offset ? end - first : 64 - offset;
    const u64 mask = (here == 64 ? ~u64{0} : (u64{1} << here) - 1) << offset;
    visit(word, mask);
    first += here;
  }
}

inline u32 written_sectors(const State& s, u64 first, u64 count) {
  u32 total = 0;
  for_bits(first, count,
           [&](u64 word, u64 mask) { total += static_cast<u32>(__builtin_popcountll(s.written[word] & mask)); });
  return total;
}

inline void mark_written(State& s, u64 first, u64 count) {
  for_bits(first, count, [&](u64 word, u64 mask) { s.written[word] |= mask; });
}

inline void clear_written(State& s, u64 first, u64 count) {
  for_bits(first, count, [&](u64 word, u64 mask) { s.written[word] &= ~mask; });
}

// Up to 64 sectors from `first`, as the low bits of a mask.
inline u64 written_mask(const State& s, u64 first, u32 count) {
  u64 mask = 0;
  for_bits(first, count,
           [&](u64 word, u64 here) { mask |= std::rotr(s.written[word] & here, static_cast<int>(first % 64)); });
  return mask;
}

inline void mark_written_mask(State& s, u64 first, u32 count, u64 mask) {
  for_bits(first, count,
           [&](u64 word, u64 here) { s.written[word] |= std::rotl(mask, static_cast<int>(first % 64)) & here; });
}

// What a write of `count` sectors from sector `first` of a page means for its flash operations.
struct SectorEffect {
  u32 kept;     // sectors written earlier and not covered by this write: they must be read first
  u32 written;  // sectors of the page that have been written after this write
};

inline SectorEffect write_sectors(State& s, const Config& c, Lpn lpn, u32 first, u32 count) {
  if (s.written == nullptr) return {0, c.sectors_per_page};
  const u64 page = first_sector_of(c, lpn);
  if (!c.read_modify_write) {
    mark_written(s, page, c.sectors_per_page);
    return {0, count};
  }
  const u32 kept =
      written_sectors(s, page, first) + written_sectors(s, page + first + count, c.sectors_per_page - first - count);
  mark_written(s, page + first, count);
  return {kept, kept + count};
}

}  // namespace ssd
