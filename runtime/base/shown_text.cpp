// See shown_text.h.
#include "runtime/base/shown_text.h"

#include <algorithm>

namespace ssd {
namespace {

constexpr std::string_view kNotShown = "\xef\xbf\xbd";  // U+FFFD

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

bool is_blank(char c) { return c >= '\t' && c <= '\r'; }

// U+0000 to U+001F, U+007F, U+0080 to U+009F; characters that set the writing direction: U+061C, U+200E, U+200F, U+202A
// to U+202E, U+2066 to U+2069; and two line ends that are not line ends here: U+2028 and U+2029.
bool is_hidden(std::string_view character) {
  if (character.size() == 1) return static_cast<unsigned char>(character[0]) < 0x20 || character[0] == '\x7f';
  if (character.size() == 2) return (character[0] == '\xc2' && character[1] <= '\x9f') || character == "\xd8\x9c";
  if (character.size() != 3 || character[0] != '\xe2') return false;
  const char last = character[2];
  if (character[1] == '\x80') return last == '\x8e' || last == '\x8f' || (last >= '\xa8' && last <= '\xae');
  return character[1] == '\x81' && last >= '\xa6' && last <= '\xa9';
}

std::string shown(std::string_view text, bool lines) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    std::size_t size = 1;
    while (size < text.size() && !starts_character(text[size])) ++size;
    const std::string_view character = text.substr(0, size);
    text.remove_prefix(size);
    if (lines && character[0] == '\n')
      out += '\n';
    else if (is_blank(character[0]))
      out += ' ';
    else if (is_hidden(character))
      out += kNotShown;
    else
      out += character;
  }
  return out;
}

}  // namespace

std::string printable(std::string_view text) { return shown(text, false); }

std::string printable_lines(std::string_view text) { return shown(text, true); }

std::size_t length(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, starts_character));
}

std::string shorten(std::string_view text, std::size_t most) {
  if (length(text) <= most) return std::string(text);
  std::size_t bytes = 0;
  for (std::size_t kept = 0; bytes < text.size(); ++bytes) {
    if (starts_character(text[bytes]) && ++kept == most) break;
  }
  return std::string(text.substr(0, bytes)) + "…";
}

}  // namespace ssd
