// Counts as text for people, in messages and reports.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace ssd {

std::string count_text(std::uint64_t count);                           // "1,000,000"
std::string counted_text(std::uint64_t count, std::string_view noun);  // "1 chip", "1,200 requests"

}  // namespace ssd
