// A seeded permutation of [0, size) without a table: a Feistel network over the next even number of bits, applied again
// until the result is within size. It scatters the ranks of a zipf pattern, so that hot pages are not neighbours.
#pragma once
#include <array>
#include <bit>

#include "runtime/trace/random.h"

namespace ssd::trace {

class Permutation {
 public:
  Permutation(u64 size, u64 seed) : size_(size), half_bits_((static_cast<int>(std::bit_width(size - 1)) + 1) / 2) {
    if (half_bits_ == 0) half_bits_ = 1;
    SplitMix64 fill{seed};
    for (u64& key : keys_) key = fill.next();
  }

  // The network covers less than four times the size, so it is applied fewer than four times on average.
  u64 operator()(u64 index) const {
    do {
      index = network(index);
    } while (index >= size_);
    return index;
  }

 private:
  u64 network(u64 value) const {
    const u64 mask = (u64{1} << half_bits_) - 1;
    u64 left = value >> half_bits_, right = value & mask;
    for (const u64 key : keys_) {
      const u64 mixed = left ^ (SplitMix64{right ^ key}.next() & mask);
      left = right;
      right = mixed;
    }
    return left << half_bits_ | right;
  }

  u64 size_;
  int half_bits_;
  std::array<u64, 6> keys_;
};

}  // namespace ssd::trace
