// See drive_numbers.h.
#include "tests/oracle/drive_numbers.h"

#include <array>

namespace ssd::oracle {

std::vector<std::int64_t> DriveNumbers::planes_of_unit(std::int64_t unit) const {
  std::vector<std::int64_t> planes;
  for (std::int64_t plane = 0; plane < plane_count(); ++plane) {
    if (unit_of(plane) == unit) planes.push_back(plane);
  }
  return planes;
}

Time DriveNumbers::transfer(std::int64_t bytes) const {
  return static_cast<Time>((bytes * drive_.bus_numerator + drive_.bus_denominator - 1) / drive_.bus_denominator);
}

std::vector<std::int64_t> DriveNumbers::units_of_chip(std::int64_t chip) const {
  const std::int64_t count = drive_.interleave ? drive_.dies : 1;
  std::vector<std::int64_t> units;
  for (std::int64_t unit = chip * count; unit < (chip + 1) * count; ++unit) units.push_back(unit);
  return units;
}

// place.dynamic_join: the index of the plane whose coordinates are the differences of those of the two, each modulo the
// number of its level.
std::int64_t DriveNumbers::distance(std::int64_t from, std::int64_t to) const {
  const auto difference = [](std::int64_t one, std::int64_t other, std::int64_t count) {
    return (other % count + count - one % count) % count;
  };
  const std::int64_t channel = difference(chip_of(from) / drive_.chips, chip_of(to) / drive_.chips, drive_.channels);
  const std::int64_t chip = difference(chip_of(from), chip_of(to), drive_.chips);
  const std::int64_t die = difference(die_of(from), die_of(to), drive_.dies);
  const std::int64_t plane = difference(from, to, drive_.planes);
  return index_of_plane(((channel * drive_.chips + chip) * drive_.dies + die) * drive_.planes + plane);
}

// place.order: the plane of this index.
std::int64_t DriveNumbers::plane_of_index(std::int64_t index) const {
  std::array<std::int64_t, 4> at{};
  const std::array<std::int64_t, 4> counts{drive_.channels, drive_.chips, drive_.dies, drive_.planes};
  for (const Level level : drive_.order) {
    const auto i = static_cast<std::size_t>(level);
    at[i] = index % counts[i];
    index /= counts[i];
  }
  return ((at[0] * drive_.chips + at[1]) * drive_.dies + at[2]) * drive_.planes + at[3];
}

std::int64_t DriveNumbers::index_of_plane(std::int64_t plane) const {
  std::int64_t index = 0;
  while (plane_of_index(index) != plane) ++index;
  return index;
}

}  // namespace ssd::oracle
