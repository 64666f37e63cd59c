// Finds numbers by keys, with 10 to 15 bytes of memory for each. The keys themselves are kept elsewhere, by these
// numbers.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/cache/cache.h"

namespace ssd::study {

class KeyIndex {
 public:
  // Makes room for so many numbers.
  void reserve(std::size_t count);
  // `key_of(number)`: the key with which the number was added.
  template <class KeyOf>
  std::optional<std::uint32_t> find(const cache::Key& key, KeyOf key_of) const {
    const std::uint32_t tag = tag_of(key);
    for (std::size_t at = first_of(tag); !slots_.empty() && slots_[at].number != kFree; at = next(at)) {
      if (slots_[at].tag == tag && key_of(slots_[at].number) == key) return slots_[at].number;
    }
    return std::nullopt;
  }
  // find() must not have the key.
  void add(const cache::Key& key, std::uint32_t number);

 private:
  static constexpr std::uint32_t kFree = UINT32_MAX;
  struct Slot {
    std::uint32_t tag = 0, number = kFree;
  };
  static std::uint32_t tag_of(const cache::Key& key);
  std::size_t first_of(std::uint32_t tag) const { return tag * slots_.size() >> 32U; }
  std::size_t next(std::size_t at) const { return at + 1 == slots_.size() ? 0 : at + 1; }
  void put(Slot slot);
  void grow(std::size_t slots);
  std::vector<Slot> slots_;  // at most four of five are taken
  std::size_t taken_ = 0;
};

}  // namespace ssd::study
