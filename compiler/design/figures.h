// Figures that follow from a design by arithmetic alone, before anything is simulated.
#pragma once
#include <cstdint>

#include "compiler/design/design.h"

namespace ssd::design {

// The shortest and the longest of an array phase in a block that was never erased; one number where it does not vary.
struct LatencyRange {
  Time shortest = 0, longest = 0;
};
LatencyRange read_range(const Design& design);
LatencyRange program_range(const Design& design);
LatencyRange erase_range(const Design& design);

// Whose time in the array counts where it varies: whoever writes or reads whole blocks meets the mean of their pages;
// the fastest alone are what is met at best.
enum class Pages : std::uint8_t { kAll, kFastest };

// How one kind of operation, without pause, uses the resources of a channel. From first principles (docs/model.md,
// section 2): a unit's command holds the bus for `tenure` and its array for `array`; while the array works the bus is
// free for others.
struct BusUse {
  double page = 0;                      // ns on the bus of a page, with its command
  double tenure = 0;                    // ns on the bus of a command of all its planes
  double array = 0;                     // ns in the array, in the mean over the pages
  double per_chip = 0;                  // share of the bus that one chip can use
  double share = 0;                     // and all chips of a channel together, at most 1
  std::uint64_t chips_to_saturate = 0;  // the least number of chips that use the bus without a gap; 0: none do
};
// Whether cache commands overlap the transfer of one command with the array phase of the one before.
bool reads_chain(const Design& design);
bool programs_chain(const Design& design);
BusUse read_use(const Design& design, Pages pages = Pages::kAll);
BusUse program_use(const Design& design, Pages pages = Pages::kAll);

// Pins of a controller for one channel of so many chips, by the asynchronous interface: the data lines, CLE, ALE, RE#,
// WE# and WP# for all of them, CE# and R/B# for each.
std::uint64_t channel_pins(const Design& design, std::uint64_t chips);

// Bytes a second on the bus of a channel; 0: its transfers take no time.
double bus_rate(const Design& design);

// The most user data a second of one of each level, and of the whole; `units` is that of all units, if the buses were
// no limit; `link` is 0 where there is none.
struct LevelRates {
  double plane = 0, die = 0, chip = 0, channel = 0, drive = 0, units = 0, link = 0;
};
LevelRates read_rates(const Design& design, Pages pages = Pages::kAll);
LevelRates program_rates(const Design& design, Pages pages = Pages::kAll);

// How long the supply must last so that nothing that any_idle holds is lost: every chip ends a program that has begun,
// then programs its share of the slots one by one, the transfers hidden but for one. The formula is ours, made so that
// Gao et al.'s example (128 pages, 64 chips, 600 us and 40.96 us) gives the 1.84 ms of their equation (1). 0 without
// any_idle.
Time power_loss_time(const Design& design);

// Pages that are placed before a plane gets its second one: a round of the order, or a period of a map.
std::uint64_t stripe_pages(const Design& design);

}  // namespace ssd::design
