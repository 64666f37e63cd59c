// Words of the user in commands that a message or a report prints: a shell reads back what was meant.
#pragma once
#include <string>
#include <string_view>

namespace ssd {

// The text as one word of a POSIX shell: as it is if no character of it means anything to a shell, else in quotes.
std::string shell_word(std::string_view text);

}  // namespace ssd
