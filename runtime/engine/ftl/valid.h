// The count of valid pages of each block, with a bit that says that the block is not eligible as a victim. Blocks of up
// to 32,767 pages have counts of 16 bits, because the search for a victim reads them all; larger superblocks have
// counts of 32 bits (Config::wide_counts). Invariant: memory is there for one of the two tables.
#pragma once
#include "runtime/engine/state.h"

namespace ssd {

template <class Count>
inline constexpr Count kNotEligibleOf = static_cast<Count>(Count{1} << (sizeof(Count) * 8 - 1));
static_assert(kNotEligibleOf<u16> == kNotEligible);

// The block's count if it is eligible; otherwise more than any block has pages.
inline u32 eligible_valid(const State& s, const Config& c, u64 block) {
  return c.wide_counts != 0 ? s.wide_valid[block] : s.valid[block];
}
inline bool is_eligible_block(const State& s, const Config& c, u64 block) {
  return c.wide_counts != 0 ? s.wide_valid[block] < kNotEligibleOf<u32> : s.valid[block] < kNotEligible;
}
// The block's count, whether it is eligible or not.
inline u32 valid_pages(const State& s, const Config& c, u64 block) {
  return c.wide_counts != 0 ? s.wide_valid[block] & ~kNotEligibleOf<u32> : s.valid[block] & ~u32{kNotEligible};
}

inline void add_valid(State& s, const Config& c, u64 block, u32 pages) {
  if (c.wide_counts != 0)
    s.wide_valid[block] += pages;
  else
    s.valid[block] = static_cast<u16>(s.valid[block] + pages);
}
inline void drop_valid(State& s, const Config& c, u64 block) {
  if (c.wide_counts != 0)
    --s.wide_valid[block];
  else
    --s.valid[block];
}
// Sets the count of a block that becomes, or stays, eligible.
inline void set_valid(State& s, const Config& c, u64 block, u32 pages) {
  if (c.wide_counts != 0)
    s.wide_valid[block] = pages;
  else
    s.valid[block] = static_cast<u16>(pages);
}
inline void make_eligible(State& s, const Config& c, u64 block) { set_valid(s, c, block, valid_pages(s, c, block)); }
inline void make_ineligible(State& s, const Config& c, u64 block) {
  if (c.wide_counts != 0)
    s.wide_valid[block] |= kNotEligibleOf<u32>;
  else
    s.valid[block] |= kNotEligible;
}
// The block has no valid page and is not eligible.
inline void set_out(State& s, const Config& c, u64 block) {
  set_valid(s, c, block, 0);
  make_ineligible(s, c, block);
}

}  // namespace ssd
