// Implements fold.h. A level is cut only as far as the whole picture requires: a drive with many channels and little
// else shows more of them than a drive that also has many chips, dies and planes.
#include "compiler/draw/fold.h"

#include <fmt/format.h>

#include <algorithm>

namespace ssd::draw {
namespace {

constexpr std::uint64_t kFewestSlots = 3;  // the first, the gap, the last

std::uint64_t product(const std::array<std::uint64_t, 4>& slots) { return slots[0] * slots[1] * slots[2] * slots[3]; }

}  // namespace

Shown fold(std::uint64_t count, std::uint64_t most) {
  Shown shown;
  const std::uint64_t first = count <= most ? count : most - 2;
  for (std::uint64_t i = 0; i < first; ++i) shown.indices.push_back(i);
  if (first == count) return shown;
  shown.indices.push_back(count - 1);
  shown.hidden = count - first - 1;
  return shown;
}

std::string gap_note(design::Level level, const Shown& shown, std::string_view remark) {
  const std::uint64_t last = shown.indices.back();
  const auto place = static_cast<std::size_t>(level);
  const std::string of = place == 0 ? "" : fmt::format(" of each {}", design::name(design::kLevels[place - 1]));
  return fmt::format("{}s {} to {}{} are left out: {} more{}", design::name(level), last - shown.hidden, last - 1, of,
                     shown.hidden, remark);
}

Window fold(const design::Geometry& geometry) {
  const std::array<std::uint64_t, 4> counts{geometry.channels, geometry.chips, geometry.dies, geometry.planes};
  std::array<std::uint64_t, 4> slots{8, 8, 4, 4};
  for (std::size_t level = 0; level < 4; ++level) slots[level] = std::min(slots[level], counts[level]);
  while (product(slots) > kMostSlots) {
    auto& widest = *std::ranges::max_element(slots);
    if (widest <= kFewestSlots) break;
    --widest;
  }
  Window window;
  for (std::size_t level = 0; level < 4; ++level) {
    window[level] =
        fold(counts[level], counts[level] <= slots[level] ? counts[level] : std::max(slots[level], kFewestSlots));
  }
  return window;
}

}  // namespace ssd::draw
