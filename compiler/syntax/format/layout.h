// Where lines begin. Invariant: a block is either whole on one line, or its items stand on lines of their own below its
// `{`, and its `}` too.
#pragma once
#include <vector>

#include "compiler/syntax/format/atoms.h"

namespace ssd::format {

struct Line {
  std::size_t first = 0, last = 0;  // atoms
  bool blank_before = false;
  std::size_t indent = 0;
};

// `parted`: one flag an atom, for what was written on one line and is too long for it: an item that is to begin a line,
// the `{` of a block that is to be opened.
std::vector<Line> lines(const std::vector<Atom>& atoms, const std::vector<bool>& parted);

}  // namespace ssd::format
