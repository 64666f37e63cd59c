// Prints a command's result on the standard output.
#pragma once
#include <string_view>

#include "tools/cli/session.h"

namespace ssd::cli {

// Text for people is stripped of characters that would control the terminal; JSON is printed as it is.
void print_result(Rendering format, std::string_view text);
inline void print_text(std::string_view text) { print_result(Rendering::kText, text); }

}  // namespace ssd::cli
