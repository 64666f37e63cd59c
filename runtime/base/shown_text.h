// Texts of the user for terminals, pages and pictures: nothing in them moves the cursor or changes the writing
// direction of what follows.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace ssd {

// The text on one line. Tabs and line ends become a space; other control characters, and those that set the writing
// direction, become U+FFFD. Each character is replaced by one character, so positions counted in characters stay the
// same.
std::string printable(std::string_view text);
// The same, but line ends stay as they are.
std::string printable_lines(std::string_view text);

std::size_t length(std::string_view text);  // in characters: code points of UTF-8

// At most `most` characters; the last one is "…" if any was cut.
std::string shorten(std::string_view text, std::size_t most);

}  // namespace ssd
