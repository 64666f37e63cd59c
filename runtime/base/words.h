// Words that stand for values, such as `lru fifo` for what is evicted. Each set of such words has one table, so that
// the words, their alternatives and their values are found in one place, and no code compares texts by hand.
#pragma once
#include <algorithm>
#include <array>
#include <string_view>

namespace ssd {

template <class T>
struct Word {
  std::string_view text;
  T value;
};

// Null if the text is none of the words.
template <class T, std::size_t kCount>
constexpr const Word<T>* find_word(const std::array<Word<T>, kCount>& words, std::string_view text) {
  const auto found = std::ranges::find(words, text, &Word<T>::text);
  return found == words.end() ? nullptr : &*found;
}

// The word of a value; the value must have one.
template <class T, std::size_t kCount>
constexpr std::string_view word_for(const std::array<Word<T>, kCount>& words, T value) {
  return std::ranges::find(words, value, &Word<T>::value)->text;
}

}  // namespace ssd
