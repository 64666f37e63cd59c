// The random number that a policy may read of a block (S62): the same for a run seed on every machine and in every
// engine, new for every choice in the plane, and a pure function, so that it does not matter in which order blocks are
// asked.
#pragma once
#include "runtime/abi/random.h"
#include "runtime/engine/ftl/stripe.h"

namespace ssd {

inline u64 stirred(u64 word) { return SplitMix64{word}.next(); }

// In steps of 2^-32. That of a superblock is that of its block in the group's first plane (S71).
inline i64 draw(const State& s, const Config& c, PlaneId plane, u32 block) {
  if (c.draws == 0) return 0;
  return static_cast<i64>(
      stirred(stirred(stirred(stirred(s.seed) ^ first_flash_plane(c, plane).value) ^ block) ^ s.space[plane].erased) >>
      32);
}

}  // namespace ssd
