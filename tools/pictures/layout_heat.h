// Draws the totals of a run on the layout of the drive: erases, busy share and wasted pages of each plane as colours
// with numbers. Channels are columns and chips are rows, as in the allocation view.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/design/design.h"
#include "compiler/draw/draw.h"
#include "runtime/results/results.h"

namespace ssd::pictures {

enum class HeatOf : std::uint8_t { kErases, kBusy, kWasted };
inline constexpr std::array kHeats{Word{"erases", HeatOf::kErases}, Word{"busy", HeatOf::kBusy},
                                   Word{"wasted", HeatOf::kWasted}};

struct HeatView {
  const design::Design& design;
  // By plane, of this run: number of erases; share of the time in array phases; pages left unprogrammed for a command
  // or for wear levelling.
  std::vector<u64> erases;
  std::vector<results::Busy> busy;
  std::vector<u64> wasted;
  std::string what;          // a text about the run: "24 requests of W"
  std::optional<HeatOf> of;  // show only this one; none: all three
};

draw::Picture heat_picture(const HeatView& view, draw::Format format);

}  // namespace ssd::pictures
