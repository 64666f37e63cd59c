// See key_index.h: a hash table with open addressing. A slot has 32 bits of the key's hash, so that a larger table is
// filled without the keys.
#include "tools/study/run/key_index.h"

#include <algorithm>

namespace ssd::study {
namespace {

constexpr std::size_t kFewestSlots = 16;

std::size_t slots_for(std::size_t count) { return count + count / 4 + 1; }

}  // namespace

std::uint32_t KeyIndex::tag_of(const cache::Key& key) {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;  // 2^64 divided by the golden ratio
  return static_cast<std::uint32_t>((key.high ^ key.low * kOdd) * kOdd >> 32U);
}

void KeyIndex::reserve(std::size_t count) {
  if (slots_.size() < slots_for(count)) grow(slots_for(count));
}

void KeyIndex::add(const cache::Key& key, std::uint32_t number) {
  if (slots_.size() < slots_for(taken_ + 1)) grow(std::max(kFewestSlots, slots_.size() + slots_.size() / 2));
  put({.tag = tag_of(key), .number = number});
  ++taken_;
}

void KeyIndex::put(Slot slot) {
  std::size_t at = first_of(slot.tag);
  while (slots_[at].number != kFree) at = next(at);
  slots_[at] = slot;
}

void KeyIndex::grow(std::size_t slots) {
  std::vector<Slot> before(slots);
  before.swap(slots_);
  for (const Slot& slot : before) {
    if (slot.number != kFree) put(slot);
  }
}

}  // namespace ssd::study
