// Whether it is one of the words of a key's row, which are separated by blanks.
#pragma once
#include <string_view>

namespace ssd::check {

bool contains_word(std::string_view words, std::string_view word);

}  // namespace ssd::check
