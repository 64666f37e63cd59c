// Standard error: the only way that the program writes to it. Messages there accompany a result and must not cost it,
// so nothing here throws, and a failure to write is ignored.
#pragma once
#include <fmt/format.h>

#include <string_view>

namespace ssd::standard_error {

// Writes all of the text, unbuffered. May be called in a signal handler; errno is kept.
void write(std::string_view text) noexcept;

// Nothing is written if the text cannot be formatted, for example for lack of memory.
void print_formatted(fmt::string_view format, fmt::format_args arguments) noexcept;
template <class... Arguments>
void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) noexcept {
  print_formatted(format, fmt::make_format_args(arguments...));
}

}  // namespace ssd::standard_error
