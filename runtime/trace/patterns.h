// Where a generator's requests go. A Pattern of the design becomes a tree of Places, which keep their cursors and
// tables; everything is in sectors.
//
// Invariant: the request that begins at the sector next() returns lies within the pattern's region. The sector is
// aligned: it is a multiple of the alignment, because regions begin at 0.
#pragma once
#include <memory>
#include <span>

#include "runtime/abi/workload.h"
#include "runtime/trace/random.h"

namespace ssd::trace {

class Places {
 public:
  virtual ~Places() = default;
  // `sectors` and `align` must be at least 1, and the request must fit into the region.
  virtual u64 next(u64 sectors, u64 align, Random& random) = 0;
  // The next ones of several requests of one size, as next() would give them one after another.
  virtual void next_of_one_size(u64 sectors, u64 align, Random& random, std::span<u64> places) {
    for (u64& place : places) place = next(sectors, align, random);
  }
};

struct Space {
  u64 sectors;  // of the logical space, or of the region of the enclosing pattern
  u64 sectors_per_page;
  u64 sector_bytes;
};

// The first `parts` millionths of the space.
u64 share_of(u64 sectors, u32 parts);
// The sectors that the pattern covers within the space around it.
u64 region_of(const workload::Pattern& pattern, const Space& space);
// The smallest region in the pattern, nested ones included; every request must fit into it.
u64 smallest_region(const workload::Pattern& pattern, const Space& space);
// The most bytes that the pattern, or one inside it, asks for beyond the space around it; 0 if there are enough.
u64 missing_bytes(const workload::Pattern& pattern, const Space& space);

std::unique_ptr<Places> make_places(const workload::Pattern& pattern, const Space& space, Seeds seeds);

}  // namespace ssd::trace
