// Tables of words of other languages and tools, each row with the equivalent in this language, and the functions that
// read the tables.
#pragma once
#include <span>
#include <string_view>

namespace ssd::parse {

struct WordRow {
  std::string_view ours;   // a word, or a help text
  std::string_view words;  // separated by blanks
};

// Whether the word is among the words.
bool is_among(std::string_view words, std::string_view word);
// The equivalent of the word; empty if no row has it.
std::string_view instead_of(std::span<const WordRow> table, std::string_view word);

}  // namespace ssd::parse
