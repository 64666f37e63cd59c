// Numbers that follow from the design alone: those of planes, dies, chips and units (drive.numbering, drive.unit,
// place.order), bytes of pages, and lengths of transfers in ns (command.transfer, time.rounding).
#pragma once
#include <cstdint>
#include <vector>

#include "tests/oracle/oracle.h"

namespace ssd::oracle {

class DriveNumbers {
 protected:
  explicit DriveNumbers(const Drive& drive) : drive_(drive) {}

  std::int64_t chip_count() const { return drive_.channels * drive_.chips; }
  std::int64_t unit_count() const { return chip_count() * (drive_.interleave ? drive_.dies : 1); }
  std::int64_t plane_count() const { return chip_count() * drive_.dies * drive_.planes; }
  std::int64_t unit_of(std::int64_t plane) const { return drive_.interleave ? plane / drive_.planes : chip_of(plane); }
  std::int64_t die_of(std::int64_t plane) const { return plane / drive_.planes; }
  std::int64_t chip_of(std::int64_t plane) const { return plane / (drive_.planes * drive_.dies); }
  std::int64_t channel_of_unit(std::int64_t unit) const { return unit / (unit_count() / drive_.channels); }
  std::vector<std::int64_t> planes_of_unit(std::int64_t unit) const;
  std::vector<std::int64_t> units_of_chip(std::int64_t chip) const;

  std::int64_t plane_of_index(std::int64_t index) const;
  std::int64_t index_of_plane(std::int64_t plane) const;
  std::int64_t distance(std::int64_t from, std::int64_t to) const;

  std::int64_t page_bytes() const { return drive_.sectors_per_page * drive_.sector_bytes + drive_.spare_bytes; }
  std::int64_t program_bytes() const { return drive_.program_unit * page_bytes(); }  // iu.word_line
  Time transfer(std::int64_t bytes) const;
  Time transfer_page() const { return transfer(page_bytes()); }
  Time command_time(std::int64_t planes) const { return planes * drive_.command + (planes - 1) * drive_.dummy_busy; }

  const Drive& drive_;
};

}  // namespace ssd::oracle
