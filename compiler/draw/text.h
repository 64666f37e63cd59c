// Words and numbers for pictures.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/abi/units.h"
#include "runtime/base/shown_text.h"

namespace ssd::draw {

// The user's text as XML. It contains no markup any more, and no control characters, which XML cannot represent.
std::string escape_xml(std::string_view text);

// The same for an HTML-like label, in which Graphviz also interprets backslashes: \N would become the name of the node.
std::string escape_label(std::string_view text);

// Breaks the text at spaces into lines of at most `width` characters; a longer word has a line of its own.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

std::string counted(std::uint64_t count, std::string_view noun);  // "1 chip", "4 chips"
std::string time_text(Time time);                                 // "71.375 µs"
std::string bytes_text(std::uint64_t bytes);                      // "6.8 GiB": powers of 1024
std::string rate_text(double bytes_per_second);                   // "40 MB/s": powers of 1000, as in data sheets

}  // namespace ssd::draw
