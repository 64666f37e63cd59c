// The geometry of a drive's flash, and the numbering of its planes (drive.geometry, drive.numbering).
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

#include "runtime/abi/config.h"
#include "runtime/abi/units.h"

namespace ssd {

enum class Level : std::uint8_t { kChannel, kChip, kDie, kPlane };
inline constexpr std::array kLevels{Level::kChannel, Level::kChip, Level::kDie, Level::kPlane};
std::string_view name(Level level);

// Counts are per parent; blocks and pages are those of the flash, also if the map uses superblocks.
struct Geometry {
  std::uint64_t channels = 1, chips = 1, dies = 1, planes = 1, blocks = 1, pages = 1;
  std::uint64_t page_bytes = 0, spare_bytes = 0, sector_bytes = 0;
  std::uint64_t subpages = 1;       // indirection units in a page (iu.map): what an entry of the map stands for
  std::uint64_t program_pages = 1;  // pages that a program takes (iu.word_line)

  std::uint64_t count(Level level) const;
  std::uint64_t total_chips() const { return channels * chips; }
  std::uint64_t total_dies() const { return total_chips() * dies; }
  std::uint64_t total_planes() const { return total_dies() * planes; }
  std::uint64_t pages_per_plane() const { return blocks * pages; }
  std::uint64_t physical_pages() const { return total_planes() * pages_per_plane(); }
  std::uint64_t physical_bytes() const { return physical_pages() * page_bytes; }
  // Of an indirection unit, which is a page of the map.
  std::uint64_t unit_bytes() const { return page_bytes / subpages; }
  std::uint64_t sectors_per_unit() const { return unit_bytes() / sector_bytes; }
  std::uint64_t units_per_plane() const { return pages_per_plane() * subpages; }
  std::uint64_t units() const { return physical_pages() * subpages; }
  std::uint64_t units_of_program() const { return program_pages * subpages; }
  // With indirection units as pages: what the map and its policies count.
  Geometry of_map() const;
};

// The plane of a page, as coordinates, each in its parent.
struct PlaneAddress {
  std::uint64_t channel = 0, chip = 0, die = 0, plane = 0;
  friend bool operator==(const PlaneAddress&, const PlaneAddress&) = default;
};
std::uint64_t plane_id(const Geometry& geometry, const PlaneAddress& address);
PlaneAddress plane_address(const Geometry& geometry, std::uint64_t plane_id);

// Fills the rows of config.def that follow from the geometry, `stripe` (flash planes in one plane of the map) and
// `interleave`.
void set_geometry(Config& config, const Geometry& geometry, std::uint64_t stripe);

}  // namespace ssd
