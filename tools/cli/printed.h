// Prints a command's result on the standard output. A failure does not end the command, because its other results can
// still be written: the program asks for it at its end.
#pragma once
#include <string_view>

#include "tools/cli/session.h"

namespace ssd::cli {

// Text for people is stripped of characters that would control the terminal; JSON is printed as it is.
void print_result(Rendering format, std::string_view text);
inline void print_text(std::string_view text) { print_result(Rendering::kText, text); }
// Prints the bytes as they are.
void print_bytes(std::string_view bytes);

// Writes what is still in memory. Returns the error with which something that was printed got lost, as errno, or 0.
int finish_printing();

}  // namespace ssd::cli
