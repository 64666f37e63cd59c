// Words that stand for values, such as `lru fifo` for what is evicted. Wherever such a word is read there is one table
// of them, so that the word, what may be written instead and what it comes to are found in one place, and nothing
// compares texts by hand.
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

// Null if it is none of them.
template <class T, std::size_t kCount>
constexpr const Word<T>* find_word(const std::array<Word<T>, kCount>& words, std::string_view text) {
  const auto found = std::ranges::find(words, text, &Word<T>::text);
  return found == words.end() ? nullptr : &*found;
}

// The other way; the value must have a word.
template <class T, std::size_t kCount>
constexpr std::string_view word_for(const std::array<Word<T>, kCount>& words, T value) {
  return std::ranges::find(words, value, &Word<T>::value)->text;
}

}  // namespace ssd
