// The random numbers of generators: the project's generator (abi/random.h), seeded from (run seed, the workload's seed,
// a name). Each quantity that is drawn (address, size, …) has its own stream, identified by a name: so changing the
// share of reads leaves the addresses unchanged.
#pragma once
#include <string_view>

#include "runtime/abi/random.h"
#include "runtime/abi/units.h"

namespace ssd::trace {

struct Seeds {
  u64 run = 1;    // `--seed`, or the seed of an experiment's repetition
  u64 block = 1;  // `seed:` of the workload
};

// The seed of a stream; the name enters by FNV-1a.
inline u64 stream_seed(Seeds seeds, std::string_view name) {
  u64 hash = 0xcbf29ce484222325;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  u64 mixed = SplitMix64{seeds.run}.next();
  mixed = SplitMix64{mixed ^ seeds.block}.next();
  return SplitMix64{mixed ^ hash}.next();
}

class Random : public Xoshiro256 {
 public:
  Random(Seeds seeds, std::string_view name) : Xoshiro256(stream_seed(seeds, name)) {}

  // Uniform in (0, 1], a multiple of 2^-53.
  double unit() { return static_cast<double>((next() >> 11) + 1) * 0x1p-53; }

  // Exponentially distributed with this mean, rounded to the nearest whole number; at most 36.8 means. Not inline: a
  // caller that is compiled with fused multiply-add would round differently.
  u64 exponential(u64 mean);
};

}  // namespace ssd::trace
