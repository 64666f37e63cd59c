// A small design made without the front end, for tests of the rooms behind it: one channel, `chips` chips, 6 blocks of
// 4 pages of 2 KiB, Hu's SLC times, one page a chip in turn; only forced collections.
#pragma once
#include "compiler/design/design.h"

namespace ssd {

inline design::Function constant_function(i64 value) {
  return {.nodes = {{.op = Op::kConstant, .value = value}}, .result = 0, .text = "", .span = {}};
}

inline design::Design hand_made_design(u64 chips = 1) {
  design::Design d;
  d.name = "HandMade";
  d.geometry = {.channels = 1,
                .chips = chips,
                .dies = 1,
                .planes = 1,
                .blocks = 6,
                .pages = 4,
                .page_bytes = 2048,
                .spare_bytes = 64,
                .sector_bytes = 512};
  d.config.read = 20'000;
  d.config.program = 200'000;
  d.config.erase = 1'500'000;
  d.config.command = 175;
  d.config.bus_numerator = 25;
  d.config.logical_pages = chips * 15;
  for (const design::Level level : design::kLevels) d.policies[static_cast<Hook>(level)] = constant_function(0);
  d.policies.by_hook[static_cast<std::size_t>(design::Level::kChip)] = {
      .nodes = {{.op = Op::kInput},
                {.op = Op::kConstant, .value = static_cast<i64>(chips)},
                {.op = Op::kMod, .a = 0, .b = 1}},
      .result = 2,
      .text = "lpn % chips",
      .span = {}};
  d.policies[Hook::kTrigger] = constant_function(0);
  d.policies[Hook::kStop] = constant_function(1);
  return d;
}

}  // namespace ssd
