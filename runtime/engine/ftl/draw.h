// The random number of a block that a policy may read (space.random). For a given run seed it is the same on every
// machine and in every engine, it is new for every choice in the plane, and it is a pure function, so the order in
// which blocks are evaluated does not matter.
#pragma once
#include "runtime/abi/random.h"
#include "runtime/engine/ftl/stripe.h"

namespace ssd {

inline u64 stirred(u64 word) { return SplitMix64{word}.next(); }

// In steps of 2^-32. A superblock has the number of its block in the group's first plane (superblock.space).
inline i64 draw(const State& s, const Config& c, PlaneId plane, u32 block) {
  if (c.draws == 0) return 0;
  return static_cast<i64>(
      stirred(stirred(stirred(stirred(s.seed) ^ first_flash_plane(c, plane).value) ^ block) ^ s.space[plane].erased) >>
      32);
}

}  // namespace ssd
