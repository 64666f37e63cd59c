// Addresses, counts and the engine's view of a checked design: see design.h.
#include "compiler/design/design.h"

#include <fmt/format.h>

namespace ssd::design {

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

PlaneAddress place(const Allocation& allocation, std::uint64_t lpn) {
  const auto input = static_cast<i64>(lpn);
  const auto at = [&](Level level) {
    return static_cast<std::uint64_t>(evaluate(allocation.map[static_cast<std::size_t>(level)].program(), &input));
  };
  return {at(Level::kChannel), at(Level::kChip), at(Level::kDie), at(Level::kPlane)};
}

Config config(const Design& design) {
  const Geometry& g = design.geometry;
  const auto word = [](std::uint64_t value) { return static_cast<u32>(value); };  // sema keeps every count within 32 bits
  Config c{};
  c.channels = word(g.channels);
  c.chips = word(g.chips);
  c.dies = word(g.dies);
  c.planes = word(g.planes);
  c.blocks = word(g.blocks);
  c.pages = word(g.pages);
  c.sectors_per_page = word(g.page_bytes / g.sector_bytes);
  c.page_bytes = word(g.page_bytes);
  c.spare_bytes = word(g.spare_bytes);
  c.sector_bytes = word(g.sector_bytes);
  c.logical_pages = design.logical_pages;
  c.planes_per_channel = word(g.chips * g.dies * g.planes);
  c.planes_per_unit = word(design.interleave ? g.planes : g.dies * g.planes);
  c.units_per_chip = word(design.interleave ? g.dies : 1);
  c.units_per_channel = word(g.chips) * c.units_per_chip;
  c.total_planes = word(g.total_planes());
  c.pages_per_plane = word(g.pages_per_plane());
  c.read = design.nand.read;
  c.program = design.nand.program;
  c.erase = design.nand.erase;
  c.command = design.nand.command;
  c.bus_numerator = design.nand.bus_numerator;
  c.bus_denominator = design.nand.bus_denominator;
  c.interleave = design.interleave;
  c.read_modify_write = design.host.read_modify_write;
  c.complete_when_transferred = design.host.complete_when_transferred;
  c.read_moves_page = design.host.read_moves_page;
  c.program_moves_sectors = design.host.program_moves_sectors;
  c.read_unwritten_as_written = design.host.read_unwritten_as_written;
  c.queue_depth = word(design.host.queue);
  return c;
}

Classification classify(const Design& design, bool closed_loop) {
  if (closed_loop) return {Class::kCoupledChannels, "a closed loop: what arrives depends on completions in every channel"};
  if (design.host.queue != 0) {
    return {Class::kCoupledChannels,
            fmt::format("a host queue of {}: an admission depends on completions in every channel", design.host.queue)};
  }
  return {Class::kIndependentChannels,
          "open loop, unlimited queue, static placement and collection within a plane: no channel waits for another"};
}

PeakRates peak_rates(const Design& design) {
  const Nand& n = design.nand;
  const double byte = static_cast<double>(n.bus_numerator) / static_cast<double>(n.bus_denominator);
  const double page = static_cast<double>(design.geometry.page_bytes);
  const double read_tenures = static_cast<double>(n.command) + page * byte;
  const double program_tenures = static_cast<double>(n.command) + (page + static_cast<double>(design.geometry.spare_bytes)) * byte;
  const double channels = static_cast<double>(design.geometry.channels) * 1e9;
  const double units = static_cast<double>(design.total_units()) * 1e9;
  return {.buses = channels / byte,
          .units_read = units * page / (read_tenures + static_cast<double>(n.read)),
          .buses_read = channels * page / read_tenures,
          .units_program = units * page / (program_tenures + static_cast<double>(n.program)),
          .buses_program = channels * page / program_tenures};
}

}  // namespace ssd::design
