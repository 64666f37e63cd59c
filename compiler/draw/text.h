// Words and numbers as they stand in a picture.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/abi/units.h"
#include "runtime/base/shown_text.h"

namespace ssd::draw {

// Text of the user's as XML: nothing in it is markup any more, nor a control character, which XML has no way to write.
std::string escape_xml(std::string_view text);

// The same for an HTML-like label, in which Graphviz also gives a backslash a meaning: \N would become the node's name.
std::string escape_label(std::string_view text);

// Lines of at most so many characters, broken at spaces; a longer word keeps a line of its own.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

std::string counted(std::uint64_t count, std::string_view noun);  // "1 chip", "4 chips"
std::string time_text(Time time);                                 // "71.375 µs"
std::string bytes_text(std::uint64_t bytes);                      // "6.8 GiB": powers of 1024
std::string rate_text(double bytes_per_second);                   // "40 MB/s": powers of 1000, as data sheets give them

}  // namespace ssd::draw
