// See style.h: the colour scale of heat maps. The steps are those of the published table of viridis (van der Walt and
// Smith), a tenth apart.
#include "tools/pictures/style.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ssd::pictures {
namespace {

// Above this share of the scale, black has more contrast than white (relative luminance 0.18).
constexpr double kLight = 0.5;

}  // namespace

std::string viridis(double share) {
  const double place = std::clamp(share, 0.0, 1.0) * static_cast<double>(kViridis.size() - 1);
  const std::size_t step = std::min(static_cast<std::size_t>(place), kViridis.size() - 2);
  const double rest = place - static_cast<double>(step);
  const auto channel = [&](std::size_t c) {
    return static_cast<int>(std::floor(kViridis[step][c] + rest * (kViridis[step + 1][c] - kViridis[step][c]) + 0.5));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", channel(0), channel(1), channel(2));
}

const char* ink_on_viridis(double share) { return share < kLight ? "#ffffff" : "#000000"; }

}  // namespace ssd::pictures
