// The input of a fuzz target as a sequence of choices. At its end every further choice is 0.
#pragma once
#include <algorithm>
#include <string_view>

#include "runtime/abi/units.h"

namespace ssd::fuzz {

class Input {
 public:
  explicit Input(std::string_view bytes) : rest_(bytes) {}

  bool empty() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }
  // A number of that many bytes, at most 8, the lowest first.
  u64 number(std::size_t bytes) {
    u64 value = 0;
    const std::string_view taken = text(bytes);
    for (std::size_t i = 0; i < taken.size(); ++i) value |= u64{static_cast<unsigned char>(taken[i])} << (8 * i);
    return value;
  }
  u64 byte() { return number(1); }
  // One of 0 to `count` - 1; `count` is at most 256.
  u64 below(u64 count) { return byte() % count; }
  // The next `bytes` bytes, or what is left.
  std::string_view text(std::size_t bytes) {
    const std::string_view taken = rest_.substr(0, bytes);
    rest_.remove_prefix(taken.size());
    return taken;
  }

 private:
  std::string_view rest_;
};

}  // namespace ssd::fuzz
