// Figures that follow from a design by arithmetic alone, before anything is simulated.
#pragma once
#include <string_view>
#include <vector>

#include "compiler/design/design.h"

namespace ssd::design {

// How one kind of operation, without pause and on the fastest pages, uses the resources of a channel. From first principles (docs/model.md,
// section 2): a unit's command holds the bus for `tenure` and its array for `array`; while the array works the bus is free for others.
struct BusUse {
  double tenure = 0;        // ns on the bus of a command of all its planes
  double array = 0;         // ns in the array
  double per_chip = 0;      // share of the bus that one chip can use
  double share = 0;         // and all chips of a channel together, at most 1
  std::uint64_t chips_to_saturate = 0;  // the least number of chips that use the bus without a gap
};
// Whether cache commands overlap the transfer of one command with the array phase of the one before.
bool reads_chain(const Design& design);
bool programs_chain(const Design& design);
BusUse read_use(const Design& design);
BusUse program_use(const Design& design);

// The most user data a second of one of each level, and of the whole; `link` is 0 where there is none.
struct LevelRates {
  double plane = 0, die = 0, chip = 0, channel = 0, drive = 0, link = 0;
};
LevelRates read_rates(const Design& design);
LevelRates program_rates(const Design& design);

// Pages that are placed before a plane gets its second one: a round of the order, or a period of a map.
std::uint64_t stripe_pages(const Design& design);

}  // namespace ssd::design
