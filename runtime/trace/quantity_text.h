// Sizes, times and shares as text for people, in messages and reports. They are rounded, and never read back.
#pragma once
#include <string>
#include <string_view>

#include "runtime/abi/units.h"
#include "runtime/base/counts.h"

namespace ssd::trace {

using ssd::count_text;
using ssd::counted_text;

inline double as_double(u64 n) { return static_cast<double>(n); }
std::string size_text(double bytes);                             // 4 KiB, 35.2 GiB
std::string time_text(double ns);                                // 26.1 ms, 1 h 20 min
std::string printable(std::string_view text, std::size_t most);  // safe for a terminal, cut to `most` bytes

}  // namespace ssd::trace
