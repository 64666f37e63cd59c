// Quantities as text for people: four significant digits and a fitting unit.
#pragma once
#include <string>

#include "runtime/base/counts.h"

namespace ssd {

std::string time_text(double nanoseconds);       // "71.38 us"
std::string rate_text(double bytes_per_second);  // "39.21 MB/s" (powers of 1000)
std::string size_text(double bytes);             // "16.00 GiB" (powers of 1024)
std::string energy_text(double joules);          // "1.234 mJ"
std::string power_text(double watts);            // "45.60 mW"
std::string share_text(double share);            // "12.34 %"
std::string duration_text(double seconds);       // "0:07", "2:00:30"

}  // namespace ssd
