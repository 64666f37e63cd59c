// See geometry.h.
#include "runtime/abi/geometry.h"

namespace ssd {

std::string_view name(Level level) {
  static constexpr std::array<std::string_view, 4> kNames{"channel", "chip", "die", "plane"};
  return kNames.at(static_cast<std::size_t>(level));
}

std::uint64_t Geometry::count(Level level) const {
  switch (level) {
    case Level::kChannel: return channels;
    case Level::kChip: return chips;
    case Level::kDie: return dies;
    case Level::kPlane: return planes;
  }
  return 0;
}

Geometry Geometry::of_map() const {
  Geometry map = *this;
  map.pages *= subpages;
  map.page_bytes /= subpages;
  map.spare_bytes /= subpages;
  map.subpages = map.program_pages = 1;
  return map;
}

std::uint64_t plane_id(const Geometry& g, const PlaneAddress& a) {
  return ((a.channel * g.chips + a.chip) * g.dies + a.die) * g.planes + a.plane;
}

PlaneAddress plane_address(const Geometry& g, std::uint64_t plane_id) {
  PlaneAddress address;
  address.plane = plane_id % g.planes;
  address.die = plane_id / g.planes % g.dies;
  address.chip = plane_id / (g.planes * g.dies) % g.chips;
  address.channel = plane_id / (g.planes * g.dies * g.chips);
  return address;
}

void set_geometry(Config& c, const Geometry& g, std::uint64_t stripe) {
  const auto word = [](std::uint64_t value) {
    return static_cast<u32>(value);
  };  // the checker keeps every count within 32 bits
  c.channels = word(g.channels);
  c.chips = word(g.chips);
  c.dies = word(g.dies);
  c.planes = word(g.planes);
  c.blocks = word(g.blocks);
  c.subpages = word(g.subpages);
  c.program_pages = word(g.program_pages);
  c.program_places = word(g.units_of_program());
  c.pages = word(stripe * g.pages * g.subpages);
  c.stripe = word(stripe);
  c.sectors_per_page = word(g.sectors_per_unit());
  c.page_bytes = word(g.page_bytes);
  c.spare_bytes = word(g.spare_bytes);
  c.sector_bytes = word(g.sector_bytes);
  c.planes_per_channel = word(g.chips * g.dies * g.planes);
  c.planes_per_unit = word(c.interleave != 0 ? g.planes : g.dies * g.planes);
  c.units_per_chip = word(c.interleave != 0 ? g.dies : 1);
  c.units_per_channel = word(g.chips) * c.units_per_chip;
  c.total_planes = word(g.total_planes());
  c.map_planes = c.total_planes / c.stripe;
  c.pages_per_plane = c.blocks * c.pages;
  c.wide_counts = c.pages > 0x7fff;
  const u64 odd =
      c.blocks | 1U;  // if the odd number makes too many page numbers for 32 bits, the planes stay a power of two apart
  c.block_stride = odd * c.pages * c.map_planes < kNoPage ? word(odd) : c.blocks;
  c.page_stride = c.block_stride * c.pages;
}

}  // namespace ssd
