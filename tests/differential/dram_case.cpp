// See dram_case.h.
#include "tests/differential/dram_case.h"

#include "tests/differential/copies_case.h"
#include "tests/differential/forced_case.h"
#include "tests/differential/iu_case.h"
#include "tests/differential/word_line_case.h"
#include "tests/differential/worn_case.h"

namespace ssd::differential {
namespace {

RandomCase base_of(std::uint64_t seed) {
  switch (seed % 7) {
    case 0: return forced_case(seed);
    case 1: return iu_case(seed);
    case 2: return word_line_case(seed);
    case 3: return copies_case(seed);
    case 4: return worn_case(seed);
    default: return random_case(seed);
  }
}

}  // namespace

// From rates at which a page takes as long as a program to ones that hardly delay anything.
RandomCase dram_case(std::uint64_t seed) {
  Random random(seed + 7717);
  RandomCase c = base_of(seed);
  HostChoices& h = c.choices.host;
  h.dram = pick<int64_t>(random, {7, 20, 100, 300, 900, 12'800, 333'333});
  h.dram_entry = pick<int64_t>(random, {0, 4, 8, 64, 1000, 4096});
  return c;
}

}  // namespace ssd::differential
