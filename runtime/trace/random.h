// The random numbers of generators: the project's generator (abi/random.h) seeded from (run seed, the block's seed, a
// name). Each thing drawn (address, size, …) has a stream of its own, by name: changing the share of reads leaves the
// addresses as they were.
#pragma once
#include <string_view>

#include "runtime/abi/random.h"
#include "runtime/abi/units.h"

namespace ssd::trace {

struct Seeds {
  u64 run = 1;    // `--seed`, or the seed of an experiment's repetition
  u64 block = 1;  // `seed:` of the workload
};

// One number for a stream; the name enters by FNV-1a.
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

  // Exponential of that mean, rounded to the nearest whole number; at most 36.8 means.
  // Not inline: a caller compiled with fused multiply-add would round it differently.
  u64 exponential(u64 mean);
};

}  // namespace ssd::trace
