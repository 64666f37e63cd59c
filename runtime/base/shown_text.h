// Texts of the user's as a terminal, a page or a picture shows them: nothing in them moves the cursor, or turns the
// direction of what follows.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace ssd {

// On one line. Tabs and ends of lines become a space, other control characters and those for the direction of writing
// the sign for what cannot be shown: one for one, so that what is counted in characters keeps its place.
std::string printable(std::string_view text);
// The same with the ends of lines as they are.
std::string printable_lines(std::string_view text);

std::size_t length(std::string_view text);  // in characters: code points of UTF-8

// At most so many characters, the last one "…" if any was cut.
std::string shorten(std::string_view text, std::size_t most);

}  // namespace ssd
