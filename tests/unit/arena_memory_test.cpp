// How many bytes a page the memory of a run takes (docs/performance.md, memory): a promise that a table of one more
// number for each page would break. What does not grow with the drive drops out of the difference of two drives.
#include <gtest/gtest.h>

#include "runtime/engine/ftl/holders.h"
#include "runtime/run/arena.h"
#include "tests/unit/hand_made_design.h"

namespace ssd::run {
namespace {

// Drives of 2 and of 4 times 2^20 pages, of blocks of 256, with 7 % spare.
constexpr u64 kPages = u64{1} << 20, kPagesOfBlock = 256;
constexpr double kLogicalShare = 0.93;

Plan drive_of(u64 pages, const design::Design& kind) {
  design::Design d = kind;
  d.geometry.chips = pages / kPages;
  d.geometry.blocks = kPages / kPagesOfBlock;
  d.geometry.pages = kPagesOfBlock;
  d.config.logical_pages = static_cast<u64>(kLogicalShare * static_cast<double>(pages));
  return Plan(d);
}

double bytes_of_page(const design::Design& kind, const ArenaShape& shape) {
  const std::size_t two = Arena::bytes_needed(drive_of(2 * kPages, kind), shape),
                    four = Arena::bytes_needed(drive_of(4 * kPages, kind), shape);
  return static_cast<double>(four - two) / static_cast<double>(2 * kPages);
}

// An entry of the map, a note, and some 20 bytes a block.
constexpr double kOfPage = 4 * kLogicalShare + sizeof(Note) + 0.09;

TEST(ArenaMemory, OfThePlainLoopsIsTheMapAndTheNotes) { EXPECT_LE(bytes_of_page(hand_made_design(), {}), kOfPage); }

TEST(ArenaMemory, OfTheWholeDriveLoopIsNoMore) {
  EXPECT_LE(bytes_of_page(hand_made_design(), {.whole = true}), kOfPage);
}

TEST(ArenaMemory, OfABufferAndOfCopiesDoesNotGrowWithTheDrive) {
  design::Design d = hand_made_design();
  d.config.buffer_slots = 1000;
  d.config.write_back = 1;
  d.config.any_idle_slots = 64;
  d.config.replicas = 64;
  d.config.streams = 4;
  EXPECT_LE(bytes_of_page(d, {.whole = true}), kOfPage);
}

TEST(ArenaMemory, OfWrittenSectorsIsABitEach) {
  const double sectors = kLogicalShare * 4 / 8;  // four sectors a page
  EXPECT_NEAR(bytes_of_page(hand_made_design(), {.sector_states = true}) - bytes_of_page(hand_made_design(), {}),
              sectors, 0.01);
}

// A note has a number of 24 bits.
TEST(ArenaMemory, GroupsAreSoLargeThatTheirNumbersFit) {
  EXPECT_EQ(group_log2_of(kGroups), 0U);
  EXPECT_EQ(group_log2_of(kGroups + 1), 2U);
  EXPECT_EQ(group_log2_of(u64{4} * kGroups), 2U);
  EXPECT_EQ(group_log2_of(u64{4} * kGroups + 1), 3U);
  EXPECT_EQ(group_log2_of(~u32{0}), 8U);
}

}  // namespace
}  // namespace ssd::run
