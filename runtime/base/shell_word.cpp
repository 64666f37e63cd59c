// See shell_word.h.
#include "runtime/base/shell_word.h"

#include <algorithm>
#include <cctype>

namespace ssd {

std::string shell_word(std::string_view text) {
  constexpr std::string_view kHarmless = "_./:=-";
  const auto is_plain = [&](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || kHarmless.find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::ranges::all_of(text, is_plain)) return std::string(text);
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

}  // namespace ssd
