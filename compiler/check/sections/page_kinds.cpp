// Kinds and cells: see page_kinds.h.
#include "compiler/check/sections/page_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace ssd::check {
namespace {

// The kinds by bits of a cell: the fast page, the slow page, and those between. With four kinds the last is the
// slowest.
constexpr std::array<u32, 4> kKindsOfCells{0b0001, 0b0101, 0b0111, 0b1111};

// "a, b and c", from the kinds in the set.
template <class Text>
std::string listed_kinds(u32 set, Text text_of) {
  std::string text;
  int left = std::popcount(set);
  for (std::size_t kind = 0; kind < kKindNames.size(); ++kind) {
    if ((set & kind_bit(kind)) == 0) continue;
    text += text_of(kind) + (left > 2 ? ", " : left == 2 ? " and " : "");
    --left;
  }
  return text;
}

}  // namespace

std::string_view cell_name(design::Cell cell) { return kCellNames.at(static_cast<std::size_t>(cell)); }

PageKinds kinds_of(design::Cell cell) { return {kKindsOfCells.at(static_cast<std::size_t>(cell)), cell, false}; }

design::Cell cell_for(u32 set) {
  const auto found = std::ranges::find_if(kKindsOfCells, [set](u32 kinds) { return (set & ~kinds) == 0; });
  return static_cast<design::Cell>(found - kKindsOfCells.begin());
}

std::string kinds_text(u32 set) {
  return listed_kinds(set, [](std::size_t kind) { return fmt::format("`{}`", kKindNames.at(kind)); });
}

std::string kinds_text(const KindCounts& counts) {
  return listed_kinds(set_of(counts),
                      [&](std::size_t kind) { return fmt::format("{} `{}`", counts.at(kind), kKindNames.at(kind)); });
}

u32 set_of(const KindCounts& counts) {
  u32 set = 0;
  for (std::size_t kind = 0; kind < counts.size(); ++kind) set |= counts.at(kind) == 0 ? 0 : kind_bit(kind);
  return set;
}

std::string kinds_text(const PageKinds& kinds) {
  if (kinds.own) return "`page_kind` gives " + kinds_text(kinds.set);
  const std::string_view cell = cell_name(kinds.cell);
  const bool vowel = kinds.cell == design::Cell::kSlc || kinds.cell == design::Cell::kMlc;  // as the names are spoken
  return fmt::format("the pages of {} {} part are {}{}", vowel ? "an" : "a", cell,
                     std::has_single_bit(kinds.set) ? "all " : "", kinds_text(kinds.set));
}

}  // namespace ssd::check
