// Implements palette.h: viridis (nine points of the published map, from its light end), mixed with white until black
// text has a contrast above 6 : 1 on every colour.
#include "compiler/draw/palette.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace ssd::draw {
namespace {

using Rgb = std::array<double, 3>;
constexpr std::array<Rgb, 9> kViridis{{{0xFD, 0xE7, 0x25},
                                       {0xAD, 0xDC, 0x30},
                                       {0x5E, 0xC9, 0x62},
                                       {0x28, 0xAE, 0x80},
                                       {0x21, 0x91, 0x8C},
                                       {0x2C, 0x72, 0x8E},
                                       {0x3B, 0x52, 0x8B},
                                       {0x47, 0x2D, 0x7B},
                                       {0x44, 0x01, 0x54}}};
constexpr double kWhite = 0.5;  // share of white

}  // namespace

std::string tint(double position) {
  const double place = std::clamp(position, 0.0, 1.0) * (kViridis.size() - 1);
  const auto left = std::min(static_cast<std::size_t>(place), kViridis.size() - 2);
  const double right_share = place - static_cast<double>(left);
  std::array<int, 3> mixed{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double pure = kViridis[left][i] * (1 - right_share) + kViridis[left + 1][i] * right_share;
    mixed[i] = static_cast<int>(std::lround(pure * (1 - kWhite) + 255 * kWhite));
  }
  return fmt::format("#{:02x}{:02x}{:02x}", mixed[0], mixed[1], mixed[2]);
}

}  // namespace ssd::draw
