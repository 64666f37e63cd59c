// The project's random numbers: xoshiro256** (Blackman and Vigna), its state filled by splitmix64 from one number
// (start.filled). They are documented and use integers only, so a seed gives the same trace of a generator, and the
// same randomly filled drive, on every machine.
#pragma once
#include <array>
#include <bit>

#include "runtime/abi/units.h"

namespace ssd {

struct SplitMix64 {
  u64 state;
  u64 next() {
    u64 z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
};

class Xoshiro256 {
 public:
  explicit Xoshiro256(u64 seed) {
    SplitMix64 fill{seed};
    for (u64& word : state_) word = fill.next();
  }

  [[gnu::always_inline]] u64 next() {
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

  // Uniform in [0, bound), bound >= 1, without bias: Lemire's multiplication (2019); the few products that would cause
  // bias are drawn again.
  [[gnu::always_inline]] u64 below(u64 bound) {
    Wide product = static_cast<Wide>(next()) * bound;
    if (static_cast<u64>(product) < bound) [[unlikely]]
      product = without_bias(product, bound);
    return static_cast<u64>(product >> 64);
  }

 private:
  __extension__ using Wide = unsigned __int128;

  [[gnu::noinline]] Wide without_bias(Wide product, u64 bound) {
    const u64 uneven = (0 - bound) % bound;
    while (static_cast<u64>(product) < uneven) product = static_cast<Wide>(next()) * bound;
    return product;
  }

  std::array<u64, 4> state_;
};

}  // namespace ssd
