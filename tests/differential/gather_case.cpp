// See gather_case.h.
#include "tests/differential/gather_case.h"

#include <algorithm>

#include "tests/differential/forced_case.h"
#include "tests/differential/iu_case.h"
#include "tests/differential/word_line_case.h"

namespace ssd::differential {
namespace {

RandomCase without_gather(std::uint64_t seed) {
  switch (seed % 4) {
    case 0: return iu_case(seed);
    case 1: return word_line_case(seed);
    case 2: return forced_case(seed);
    default: return random_case(seed);
  }
}

}  // namespace

// The buffer has room for the programs that wait for each other, and some flushes before a slot is needed.
RandomCase gather_case(std::uint64_t seed) {
  Random random(seed + 9173);
  RandomCase c = without_gather(seed);
  HostChoices& h = c.choices.host;
  h.gather_scope = between(random, 1, 3);
  h.gather_time = pick<Time>(random, {1, 1000, 20'000, 200'000, 1'000'000, 20'000'000});
  h.write_back = true;
  const int64_t each = c.choices.units.subpages * c.choices.units.program_pages;
  h.slots = std::max(h.slots, programs_gathered(c.choices) * each + between(random, 0, 4));
  if (!h.flush.given()) h.flush = {static_cast<int>(between(random, 0, 4)), pick<int64_t>(random, {0, 1, 3, 50})};
  return c;
}

}  // namespace ssd::differential
