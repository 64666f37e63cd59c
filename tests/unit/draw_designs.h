// Designs made by hand for the tests of pictures, without the front end: placed by an order, or by a map.
#pragma once
#include <fmt/format.h>

#include <array>

#include "compiler/design/design.h"

namespace ssd::draw {

using design::Design;
using design::Level;

inline constexpr Level kC = Level::kChannel, kW = Level::kChip, kD = Level::kDie, kP = Level::kPlane;
using Order = std::array<Level, 4>;

// lpn / divisor % modulus
inline design::Function digit(std::uint64_t divisor, std::uint64_t modulus) {
  design::Function function;
  const auto constant = [](std::uint64_t value) { return Node{Op::kConstant, 0, 0, 0, static_cast<i64>(value)}; };
  function.nodes = {{Op::kInput}, constant(divisor), {Op::kDiv, 0, 1}, constant(modulus), {Op::kMod, 2, 3}};
  function.result = 4;
  function.text = fmt::format("lpn / {} % {}", divisor, modulus);
  return function;
}

inline void set_map(Design& d, const std::array<design::Function, 4>& formulas) {
  std::ranges::copy(formulas, d.policies.by_hook.begin());  // Hook::kChannel to kPlane are the first
}

inline Design drive(const design::Geometry& geometry, const Order& order) {
  Design d;
  d.name = "Test";
  d.geometry = geometry;
  d.geometry.page_bytes = 2048, d.geometry.spare_bytes = 64, d.geometry.sector_bytes = 512;
  d.nand = {.name = "Part", .cell = design::Cell::kMlc};
  d.config.read = 20'000, d.config.program = 200'000, d.config.erase = 1'500'000, d.config.command = 175,
  d.config.bus_numerator = 25;
  d.config.logical_pages = d.geometry.physical_pages() * 9 / 10;
  std::uint64_t weight = 1;
  for (const Level level : order) {
    d.policies.by_hook[static_cast<std::size_t>(level)] = digit(weight, geometry.count(level));
    weight *= geometry.count(level);
  }
  d.allocation.order = order;
  d.allocation.period = weight;
  d.allocation.most_pages = d.allocation.fewest_pages = d.config.logical_pages / weight;
  return d;
}

inline Design first_drive() { return drive({4, 4, 2, 2, 2048, 64}, {kC, kD, kP, kW}); }

// own_map.ssd of the examples: 16 consecutive pages lie on one die, whose planes take turns.
inline Design striped_drive() {
  Design d = drive({8, 2, 2, 2, 512, 128}, {kC, kW, kD, kP});
  d.allocation.order.reset();
  set_map(d, {digit(16, 8), digit(128, 2), digit(256, 2), digit(1, 2)});
  d.allocation.period = 512;
  return d;
}

}  // namespace ssd::draw
