// Quantities as text: see quantity.h.
#include "runtime/base/quantity.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace ssd {
namespace {

struct Scale {
  double factor;
  const char* unit;
};

// The value with four significant digits, in the largest unit of which there is at least one (otherwise in the first
// unit).
template <std::size_t N>
std::string scaled(double value, const Scale (&scales)[N]) {
  const Scale* best = scales;
  for (const Scale& scale : scales) {
    if (std::abs(value) >= scale.factor) best = &scale;
  }
  const double shown = value / best->factor;
  const int whole = std::abs(shown) < 1 ? 1 : static_cast<int>(std::floor(std::log10(std::abs(shown)))) + 1;
  return fmt::format("{:.{}f} {}", shown, std::max(0, 4 - whole), best->unit);
}

}  // namespace

std::string time_text(double nanoseconds) {
  static constexpr Scale kScales[] = {{1, "ns"}, {1e3, "us"}, {1e6, "ms"}, {1e9, "s"}, {3600e9, "h"}, {86400e9, "d"}};
  return scaled(nanoseconds, kScales);
}

std::string rate_text(double bytes_per_second) {
  static constexpr Scale kScales[] = {{1, "B/s"}, {1e3, "KB/s"}, {1e6, "MB/s"}, {1e9, "GB/s"}};
  return scaled(bytes_per_second, kScales);
}

std::string size_text(double bytes) {
  static constexpr Scale kScales[] = {{1, "B"}, {0x1p10, "KiB"}, {0x1p20, "MiB"}, {0x1p30, "GiB"}, {0x1p40, "TiB"}};
  return scaled(bytes, kScales);
}

std::string energy_text(double joules) {
  static constexpr Scale kScales[] = {{1e-9, "nJ"}, {1e-6, "uJ"}, {1e-3, "mJ"}, {1, "J"}, {1e3, "kJ"}};
  return scaled(joules, kScales);
}

std::string power_text(double watts) {
  static constexpr Scale kScales[] = {{1e-6, "uW"}, {1e-3, "mW"}, {1, "W"}, {1e3, "kW"}};
  return scaled(watts, kScales);
}

std::string share_text(double share) { return fmt::format("{:.2f} %", share * 100); }

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace ssd
