// Determines where lines begin. Invariant: a block is either whole on one line, or its items and its `}` are on lines
// of their own below its `{`.
#pragma once
#include <vector>

#include "compiler/syntax/format/atoms.h"

namespace ssd::format {

struct Line {
  std::size_t first = 0, last = 0;  // atoms
  bool blank_before = false;
  std::size_t indent = 0;
};

// `parted` has one flag for each atom, for code that was written on one line and is too long for it: an item that must
// begin a line, or the `{` of a block that must be opened.
std::vector<Line> lines(const std::vector<Atom>& atoms, const std::vector<bool>& parted);

}  // namespace ssd::format
