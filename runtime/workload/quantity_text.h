// Sizes, times and shares as people read them, for messages and reports. Rounded: never read back.
#pragma once
#include <string>
#include <string_view>

#include "runtime/abi/units.h"

namespace ssd::workload {

std::string size_text(double bytes);   // 4 KiB, 35.2 GiB
std::string time_text(double ns);      // 26.1 ms, 1 h 20 min
std::string count_text(u64 n);         // 1,234,567
std::string plural(u64 n, std::string_view noun);        // 1 request, 1,200 requests
std::string printable(std::string_view text, std::size_t most);  // safe for a terminal, cut to `most` bytes

}  // namespace ssd::workload
