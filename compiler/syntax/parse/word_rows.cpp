// Implements word_rows.h.
#include "compiler/syntax/parse/word_rows.h"

#include <algorithm>
#include <ranges>

namespace ssd::parse {

bool is_among(std::string_view words, std::string_view word) {
  return std::ranges::any_of(std::views::split(words, ' '),
                             [&](const auto& part) { return std::string_view(part.begin(), part.end()) == word; });
}

std::string_view instead_of(std::span<const WordRow> table, std::string_view word) {
  const auto found = std::ranges::find_if(table, [&](const WordRow& row) { return is_among(row.words, word); });
  return found == table.end() ? std::string_view{} : found->ours;
}

}  // namespace ssd::parse
