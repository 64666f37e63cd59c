// What a state must have in common with a drive (DriveShape), and the memory that a state takes: see drive_state.h.
#include <fmt/format.h>

#include <array>

#include "runtime/run/arena.h"
#include "runtime/run/drive_state.h"

namespace ssd::run {

DriveShape shape_of(const Config& c) {
  return {.channels = c.channels,
          .chips = c.chips,
          .dies = c.dies,
          .planes = c.planes,
          .blocks = c.blocks,
          .pages = c.pages,
          .page_bytes = c.page_bytes / c.subpages,
          .sector_bytes = c.sector_bytes,
          .logical_pages = c.logical_pages,
          .streams = c.streams,
          .shared_stream = c.shared_stream,
          .collects_by_stream = c.collects_by_stream,
          .planes_of_superblock = c.stripe};
}

u64 bytes_of_tables(const Plan& plan) {
  u64 bytes = 0;
  for (const TableShape& table : plan.tables) bytes += cells_of(plan.config, table.of) << table.bytes_log2;
  return bytes;
}

u64 bytes_of_state(const DriveShape& shape) {
  const u64 sectors = (shape.logical_pages * shape.sectors_per_page() + 63) / 64 * sizeof(u64);
  const u64 a_block = sizeof(u32) + sizeof(Time) + sizeof(u8) + sizeof(u16) + sizeof(u8);
  return shape.logical_pages * sizeof(u32) + sectors + shape.total_blocks() * a_block +
         shape.total_planes() * (shape.active_blocks() + 1) * sizeof(Active);
}

ShapeDifference difference(const DriveShape& here, const DriveShape& there) {
  struct Row {
    u64 DriveShape::* field;
    const char *before, *noun, *behind;
  };
  static constexpr std::array kRows{Row{&DriveShape::channels, "", "channel", ""},
                                    Row{&DriveShape::chips, "", "chip", " on a channel"},
                                    Row{&DriveShape::dies, "", "die", " on a chip"},
                                    Row{&DriveShape::planes, "", "plane", " on a die"},
                                    Row{&DriveShape::planes_of_superblock, "superblocks of ", "plane", ""},
                                    Row{&DriveShape::blocks, "", "block", " in a plane"},
                                    Row{&DriveShape::pages, "", "page", " in a block"},
                                    Row{&DriveShape::page_bytes, "pages of ", "byte", ""},
                                    Row{&DriveShape::sector_bytes, "sectors of ", "byte", ""},
                                    Row{&DriveShape::logical_pages, "", "logical page", ""},
                                    Row{&DriveShape::streams, "", "stream", ""}};
  for (const Row& row : kRows) {
    const auto text = [&row](u64 count) {
      if (row.field == &DriveShape::planes_of_superblock && count == 1) return std::string("no superblocks");
      return fmt::format("{}{} {}{}{}", row.before, count, row.noun, count == 1 ? "" : "s", row.behind);
    };
    if (here.*row.field != there.*row.field) return {text(here.*row.field), text(there.*row.field)};
  }
  const auto active = [](const DriveShape& shape) {
    if (shape.collects_by_stream != 0) return std::string("active blocks of collection for each stream");
    return shape.shared_stream == kNoStream
               ? std::string("separate active blocks for collection")
               : fmt::format("active blocks shared by collection and stream {}", shape.shared_stream);
  };
  if (active(here) != active(there)) return {active(here), active(there)};
  return {};
}

}  // namespace ssd::run
