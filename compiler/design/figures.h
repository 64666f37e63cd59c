// Figures that follow from a design by arithmetic alone, without a simulation.
#pragma once
#include <cstdint>

#include "compiler/design/design.h"

namespace ssd::design {

// The shortest and the longest array phase in a block that was never erased; both are equal if it does not vary.
struct LatencyRange {
  Time shortest = 0, longest = 0;
};
LatencyRange read_range(const Design& design);
LatencyRange program_range(const Design& design);
LatencyRange erase_range(const Design& design);

// Which array times count if they vary. For whole blocks that are written or read the mean of their pages applies; the
// fastest pages show the best case.
enum class Pages : std::uint8_t { kAll, kFastest };

// How one kind of operation without pauses uses the resources of a channel, from first principles (command.phases,
// command.combine). A command holds the bus for `tenure` and the array for `array`; while the array works, other units
// can use the bus.
struct BusUse {
  double page = 0;                      // ns on the bus for a page, with its command
  double tenure = 0;                    // ns on the bus for a command of all its planes
  double array = 0;                     // ns in the array, as the mean over the pages
  double per_chip = 0;                  // share of the bus that one chip can use
  double share = 0;                     // share of the bus that all chips of a channel can use together, at most 1
  std::uint64_t chips_to_saturate = 0;  // the least number of chips that use the bus without gaps; 0 if no number does
};
// Whether cache commands overlap the transfer of one command with the array phase of the previous one.
bool reads_chain(const Design& design);
bool programs_chain(const Design& design);
BusUse read_use(const Design& design, Pages pages = Pages::kAll);
BusUse program_use(const Design& design, Pages pages = Pages::kAll);

// Pins of a controller for one channel with so many chips, with the asynchronous interface: the data lines, CLE, ALE,
// RE#, WE# and WP# for all chips, and CE# and R/B# for each chip.
std::uint64_t channel_pins(const Design& design, std::uint64_t chips);

// Bytes a second on the bus of a channel; 0 if its transfers take no time.
double bus_rate(const Design& design);

// The highest rate of user data in bytes a second, for one of each level and for the whole drive. `units` is the rate
// of all units without the limit of the buses; `link` is 0 if the link has no limit.
struct LevelRates {
  double plane = 0, die = 0, chip = 0, channel = 0, drive = 0, units = 0, link = 0;
};
LevelRates read_rates(const Design& design, Pages pages = Pages::kAll);
LevelRates program_rates(const Design& design, Pages pages = Pages::kAll);

// A page's command, transfer and longest program: how long a chip takes to write back a page that any_idle holds
// (copies.held_time).
Time write_back_time(const Design& design);

// The pages that are placed before a plane gets its second one: one round of the order, or one period of a map.
std::uint64_t stripe_pages(const Design& design);

}  // namespace ssd::design
