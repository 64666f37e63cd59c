// Selects which of many equal things are drawn. A drive may have a million planes; a picture has room for some
// hundreds.
//
// Invariant: the first ones and the last one are shown, in ascending order, with at most one gap before the last.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/design/design.h"

namespace ssd::draw {

struct Shown {
  std::vector<std::uint64_t> indices;
  std::uint64_t hidden = 0;  // how many are left out, between the last two of `indices`

  bool gap_before(std::size_t position) const { return hidden != 0 && position + 1 == indices.size(); }
  std::size_t slots() const { return indices.size() + (hidden != 0); }
};

// All of `count`, or as many as fit into `most` slots together with the gap. `most` is at least 3.
Shown fold(std::uint64_t count, std::uint64_t most);

// "chips 6 to 62 of each channel are left out: 57 more", followed by the remark.
std::string gap_note(design::Level level, const Shown& shown, std::string_view remark);

// What a grid of the whole drive shows at each level (indexed by Level).
using Window = std::array<Shown, 4>;
Window fold(const design::Geometry& geometry);

inline constexpr std::uint64_t kMostSlots = 400;  // of a window, gaps included

}  // namespace ssd::draw
