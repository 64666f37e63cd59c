// Tables of words that other languages and tools use, each row with what stands for them here; and their one reader.
#pragma once
#include <span>
#include <string_view>

namespace ssd::parse {

struct WordRow {
  std::string_view ours;   // a word, or a help
  std::string_view words;  // blank separated
};

// Whether the word is one of those.
bool is_among(std::string_view words, std::string_view word);
// Empty if no row has the word.
std::string_view instead_of(std::span<const WordRow> table, std::string_view word);

}  // namespace ssd::parse
