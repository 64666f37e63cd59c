// Where a generator's requests go. A Pattern of the design becomes a tree of Places that keep their cursors and tables;
// all in sectors.
//
// Invariant: next() gives a sector such that the request lies within the pattern's region, aligned unless the region's
// last place that holds the request is not a multiple of the alignment away from 0 (it always is, for regions begin at
// 0).
#pragma once
#include <memory>

#include "runtime/abi/workload.h"
#include "runtime/trace/random.h"

namespace ssd::trace {

class Places {
 public:
  virtual ~Places() = default;
  // `sectors` and `align` are at least 1; the request fits into the region.
  virtual u64 next(u64 sectors, u64 align, Random& random) = 0;
};

struct Space {
  u64 sectors;  // of the logical space, or of the region of the pattern around
  u64 sectors_per_page;
  u64 sector_bytes;
};

// The first `parts` millionths of the space.
u64 share_of(u64 sectors, u32 parts);
// The sectors that the pattern covers of the space around it.
u64 region_of(const workload::Pattern& pattern, const Space& space);
// The smallest region in the pattern, nested ones included: every request must fit into it.
u64 smallest_region(const workload::Pattern& pattern, const Space& space);
// The most bytes that the pattern, or one in it, asks for beyond the space around it; 0 if it has them all.
u64 missing_bytes(const workload::Pattern& pattern, const Space& space);

std::unique_ptr<Places> make_places(const workload::Pattern& pattern, const Space& space, Seeds seeds);

}  // namespace ssd::trace
