// The kinds of a part's pages: those of its cell, or those that its own `page_kind` gives.
#pragma once
#include <array>
#include <string>
#include <string_view>

#include "compiler/design/design.h"

namespace ssd::check {

inline constexpr std::array<std::string_view, 4> kCellNames{"SLC", "MLC", "TLC", "QLC"};
inline constexpr std::array<std::string_view, 4> kKindNames{"lsb", "csb", "msb", "tsb"};

// A set of kinds, one bit each in the order of their names. An empty set means that the kinds are unknown.
struct PageKinds {
  u32 set = 0;
  design::Cell cell = design::Cell::kSlc;
  bool own = false;  // given by the part's own `page_kind`
};
constexpr u32 kind_bit(std::size_t kind) { return u32{1} << kind; }

// The number of pages of a block for each kind, in the same order.
using KindCounts = decltype(design::Nand::pages_of_kind);
u32 set_of(const KindCounts& counts);

PageKinds kinds_of(design::Cell cell);
// The cell with the fewest bits that has all these kinds.
design::Cell cell_for(u32 set);
// "`lsb` and `msb`".
std::string kinds_text(u32 set);
// "22 `lsb`, 21 `csb` and 21 `msb`".
std::string kinds_text(const KindCounts& counts);
// "the pages of an MLC part are `lsb` and `msb`".
std::string kinds_text(const PageKinds& kinds);
std::string_view cell_name(design::Cell cell);

}  // namespace ssd::check
