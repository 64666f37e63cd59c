// How much of its life the drive has used up (S69): blocks that are worn out, what the host had written when it ended,
// and, where it did not end, what the host could write in all if wear went on as in this run. Invariant: there is a
// projection only where blocks wear out, some were erased and the life has not ended; else it is 0.
#pragma once
#include <span>

#include "runtime/abi/units.h"

namespace ssd::results {

struct Lifetime {
  u64 endurance = 0;  // erases that a block survives; 0: blocks do not wear out
  u64 retired_blocks = 0;
  bool ended = false;              // a write found no page because of blocks that are worn out
  Time end = 0;                    // when, if it has ended
  u64 written_bytes = 0;           // by completed requests of the host
  double drive_writes = 0;         // these as multiples of the logical size
  double projected_mean = 0;       // bytes: if all blocks wore out together
  double projected_most_worn = 0;  // bytes: until the first block is worn out
};

struct LifeFacts {
  u64 endurance = 0, written_bytes = 0, logical_bytes = 0;
  bool ended = false;
  Time end = 0;
};
// `erases` of all blocks over their life, and `before` the run: of each block, or none. The projection is of a new
// drive, by the wear of this run alone.
Lifetime lifetime(std::span<const u32> erases, std::span<const u32> before, const LifeFacts& facts);

}  // namespace ssd::results
