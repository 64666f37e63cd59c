// How much of its life the drive has used up (wear.retirement, wear.end_of_life): retired blocks, what the host had
// written when the life ended, and, if it did not end, what the host could write in all if wear went on as in this run.
// Invariant: a projection exists only if blocks wear out, some were erased, and the life has not ended; otherwise it is
// 0.
#pragma once
#include <span>

#include "runtime/abi/units.h"

namespace ssd::results {

struct Lifetime {
  u64 endurance = 0;  // erases that a block survives; 0: blocks do not wear out
  u64 retired_blocks = 0;
  bool ended = false;              // a write found no page because of retired blocks
  Time end = 0;                    // when, if it has ended, in ns
  u64 written_bytes = 0;           // by completed requests of the host, in this run
  double drive_writes = 0;         // written_bytes as multiples of the logical size
  double projected_mean = 0;       // bytes: if all blocks wore out together
  double projected_most_worn = 0;  // bytes: until the first block is worn out
};

struct LifeFacts {
  u64 endurance = 0, written_bytes = 0, logical_bytes = 0;
  bool ended = false;
  Time end = 0;
};
// `erases`: of each block over its life; `before`: of each block before the run, or empty. The projection is for a new
// drive, from the wear of this run alone.
Lifetime lifetime(std::span<const u32> erases, std::span<const u32> before, const LifeFacts& facts);

}  // namespace ssd::results
