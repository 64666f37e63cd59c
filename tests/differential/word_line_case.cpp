// See word_line_case.h.
#include "tests/differential/word_line_case.h"

#include <algorithm>

#include "tests/differential/iu_case.h"

namespace ssd::differential {

// Blocks of a few word lines, with buffers from less than one to several.
void choose_word_lines(Random& random, Choices& c) {
  const int64_t page = c.units.subpages;
  if (chance(random, 35)) c.units.subpages = 1;
  c.units.program_pages = pick<int64_t>(random, {2, 3, 3, 4});
  c.geometry.pages = c.units.program_pages * between(random, 1, 5);
  c.geometry.blocks = std::max<int64_t>(c.geometry.blocks, page + 3 + 2 * c.space.streams);
  const int64_t line = c.units.program_pages * c.units.subpages;
  c.host.slots = pick<int64_t>(random, {1, 2, line - 1, line, line + 1, 2 * line, 3 * line + 1, 24});
}

RandomCase word_line_case(std::uint64_t seed) { return iu_case(seed + 500'000, choose_word_lines); }

}  // namespace ssd::differential
