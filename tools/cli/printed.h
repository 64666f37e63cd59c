// What a command found, on the standard output.
#pragma once
#include <string_view>

#include "tools/cli/session.h"

namespace ssd::cli {

// Text for people with nothing in it that moves the cursor, JSON as it is.
void print_result(Rendering format, std::string_view text);
inline void print_text(std::string_view text) { print_result(Rendering::kText, text); }

}  // namespace ssd::cli
