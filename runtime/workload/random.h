// The random numbers of generators: xoshiro256** (Blackman and Vigna), seeded by splitmix64 from (run seed, the block's seed, a name).
// Documented and integer only, so that a seed means the same trace on every machine. Each thing drawn (address, size, …) has a stream of
// its own, by name: changing the share of reads leaves the addresses as they were.
#pragma once
#include <array>
#include <bit>
#include <string_view>

#include "runtime/abi/units.h"

namespace ssd::workload {

struct SplitMix64 {
  u64 state;
  u64 next() {
    u64 z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
};

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

class Random {
 public:
  Random(Seeds seeds, std::string_view name) {
    SplitMix64 fill{stream_seed(seeds, name)};
    for (u64& word : state_) word = fill.next();
  }

  u64 next() {
    const u64 result = std::rotl(state_[1] * 5, 7) * 9;
    const u64 shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // Uniform in [0, bound), bound >= 1, without bias: Lemire's multiplication, the few uneven products drawn again.
  u64 below(u64 bound) {
    __extension__ using Wide = unsigned __int128;
    Wide product = static_cast<Wide>(next()) * bound;
    if (static_cast<u64>(product) < bound) {
      const u64 uneven = (0 - bound) % bound;
      while (static_cast<u64>(product) < uneven) product = static_cast<Wide>(next()) * bound;
    }
    return static_cast<u64>(product >> 64);
  }

  // Uniform in (0, 1], a multiple of 2^-53.
  double unit() { return static_cast<double>((next() >> 11) + 1) * 0x1p-53; }

  // Exponential of that mean, rounded to the nearest whole number; at most 36.8 means.
  // Not inline: a caller compiled with fused multiply-add would round it differently.
  u64 exponential(u64 mean);

 private:
  std::array<u64, 4> state_;
};

}  // namespace ssd::workload
