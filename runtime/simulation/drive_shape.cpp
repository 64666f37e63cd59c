// What a state must have in common with a drive, and what it takes of memory: see drive_state.h.
#include <fmt/format.h>

#include <array>
#include <numeric>

#include "runtime/simulation/drive_state.h"

namespace ssd::simulation {

using Active = DriveState::Active;

// That of the map: a group whose blocks make superblocks (S71) counts as one plane, at the level that holds it.
DriveShape shape_of(const Config& c) {
  const u32 of_die = std::gcd(c.stripe, c.planes), of_chip = std::gcd(c.stripe, c.planes * c.dies) / of_die;
  const u32 of_drive = c.stripe / of_die / of_chip;
  const bool device = of_drive > 1;
  return {.channels = device ? 1 : c.channels, .chips = device ? 1 : c.chips, .dies = c.dies / of_chip, .planes = c.planes / of_die, .blocks = c.blocks, .pages = c.pages,
          .page_bytes = c.page_bytes, .sector_bytes = c.sector_bytes, .logical_pages = c.logical_pages, .streams = c.streams,
          .shared_stream = c.shared_stream};
}

u64 bytes_of_state(const DriveShape& shape) {
  const u64 sectors = (shape.logical_pages * shape.sectors_per_page() + 63) / 64 * sizeof(u64);
  const u64 a_block = sizeof(u32) + sizeof(Time) + sizeof(u8) + sizeof(u16);
  return shape.logical_pages * sizeof(u32) + sectors + shape.total_blocks() * a_block + shape.total_planes() * (shape.streams + 2) * sizeof(Active);
}

ShapeDifference difference(const DriveShape& here, const DriveShape& there) {
  struct Row {
    u64 DriveShape::*field;
    const char* text;
  };
  static constexpr std::array kRows{
      Row{&DriveShape::channels, "{} channels"},          Row{&DriveShape::chips, "{} chips on a channel"},
      Row{&DriveShape::dies, "{} dies on a chip"},        Row{&DriveShape::planes, "{} planes on a die"},
      Row{&DriveShape::blocks, "{} blocks in a plane"},   Row{&DriveShape::pages, "{} pages in a block"},
      Row{&DriveShape::page_bytes, "pages of {} bytes"},  Row{&DriveShape::sector_bytes, "sectors of {} bytes"},
      Row{&DriveShape::logical_pages, "{} logical pages"}, Row{&DriveShape::streams, "{} streams"}};
  for (const Row& row : kRows) {
    if (here.*row.field != there.*row.field) return {fmt::format(fmt::runtime(row.text), here.*row.field), fmt::format(fmt::runtime(row.text), there.*row.field)};
  }
  const auto active = [](u64 stream) {
    return stream == kNoStream ? std::string("active blocks of collection's own") : fmt::format("active blocks that collection shares with stream {}", stream);
  };
  if (here.shared_stream != there.shared_stream) return {active(here.shared_stream), active(there.shared_stream)};
  return {};
}

}  // namespace ssd::simulation
