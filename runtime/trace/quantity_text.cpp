// Quantities as text: see quantity_text.h.
#include "runtime/trace/quantity_text.h"

#include <fmt/format.h>

#include <cmath>
#include <span>

namespace ssd::trace {
namespace {

struct Unit {
  double size;
  std::string_view name;
};
constexpr Unit kSizes[] = {{1, "B"},        {0x1p10, "KiB"}, {0x1p20, "MiB"},
                           {0x1p30, "GiB"}, {0x1p40, "TiB"}, {0x1p50, "PiB"}};
constexpr Unit kTimes[] = {{1, "ns"},     {1e3, "us"},   {1e6, "ms"},   {1e9, "s"},
                           {60e9, "min"}, {3600e9, "h"}, {86400e9, "d"}};

// The value in the largest unit of which there is at least one, with four digits.
std::string scaled(double value, std::span<const Unit> units) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < units.size(); ++i) {
    if (value >= units[i].size) best = i;
  }
  return fmt::format("{:.4g} {}", value / units[best].size, units[best].name);
}

}  // namespace

std::string size_text(double bytes) { return scaled(bytes, kSizes); }

std::string time_text(double ns) { return scaled(ns, kTimes); }

std::string printable(std::string_view text, std::size_t most) {
  std::string result;
  for (const char c : text.substr(0, most)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      result += c;
    } else {
      result += fmt::format("\\x{:02x}", byte);
    }
  }
  return text.size() > most ? result + "…" : result;
}

}  // namespace ssd::trace
