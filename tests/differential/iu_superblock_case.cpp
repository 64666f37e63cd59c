// See iu_superblock_case.h.
#include "tests/differential/iu_superblock_case.h"

#include "tests/differential/iu_case.h"
#include "tests/differential/superblocks.h"
#include "tests/differential/word_line_case.h"

namespace ssd::differential {

void choose_superblocks_of_units(Random& random, Choices& c) {
  if (chance(random, 45)) choose_word_lines(random, c);
  choose_superblocks(random, c);
  c.commands.chip_commands = false;
  c.policies.preempt = {};
}

RandomCase iu_superblock_case(std::uint64_t seed) { return iu_case(seed + 700'000, choose_superblocks_of_units); }

}  // namespace ssd::differential
