// Random small drives with streams and indirection units (iu.map, iu.buffer, iu.collection, account.streams): the
// oracle's own checks (which throw) hold, the counts by stream add up, blocks hold what their streams wrote, and what
// is hard to reach occurs.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/oracle_random_units.h"

namespace ssd::oracle {
namespace {

using random_units::Streams;

// account.streams, iu.account.
void expect_sums(const Drive& drive, const Outcome& outcome) {
  std::int64_t of_host = 0, moved = 0;
  for (const StreamPages& stream : outcome.stream_pages) of_host += stream.host, moved += stream.moved;
  EXPECT_EQ(std::ssize(outcome.stream_pages), drive.streams);
  EXPECT_EQ(of_host, outcome.host_programs);
  EXPECT_EQ(moved, outcome.collection_programs);
  EXPECT_EQ(drive.subpages * (outcome.host_programs + outcome.collection_programs),
            outcome.held_units + outcome.moved_units + outcome.padding);
}

// Each flash page that was begun was programmed, in the blocks of all streams.
void expect_whole_flash_pages(const Drive& drive, const Snapshot& left) {
  for (const Snapshot::Plane& plane : left.planes) {
    EXPECT_EQ(std::ssize(plane.collection), drive.collects_by_stream ? drive.streams : 1);
    for (const auto* blocks : {&plane.host, &plane.collection}) {
      for (const auto& active : *blocks) EXPECT_TRUE(!active || active->next_page % drive.subpages == 0);
    }
  }
}

// Returns how many units were looked at.
std::int64_t expect_pure_blocks(const Drive& drive, const Outcome& outcome) {
  for (const auto& [lpn, place] : outcome.map) {
    const auto block = static_cast<std::size_t>(place / drive.places());
    EXPECT_EQ(outcome.snapshot.block_streams[block], lpn % drive.streams) << "LPN " << lpn;
  }
  return std::ssize(outcome.map);
}

TEST(OracleUnitStreamsRandom, CountsAddUpAndBlocksArePure) {
  std::int64_t full = 0, pure = 0, moved_apart = 0, padded_moves = 0, padded = 0;
  UnitsReached reached;
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    const auto [drive, streams] = random_units::random_case(seed);
    const Outcome outcome = simulate(drive, random_units::random_workload(seed, drive));
    full += outcome.drive_full;
    if (outcome.drive_full) continue;
    expect_sums(drive, outcome);
    expect_whole_flash_pages(drive, outcome.snapshot);
    const bool is_pure = streams == Streams::kByUnit && !drive.filled && !drive.read_unwritten_as_written;
    if (drive.collects_by_stream && is_pure) pure += expect_pure_blocks(drive, outcome);
    const auto moves = [](const StreamPages& stream) { return stream.moved > 0; };
    moved_apart += std::ranges::count_if(outcome.stream_pages, moves) > 1;
    if (drive.streams == 1) continue;
    const UnitsReached& r = outcome.units_reached;
    reached.changed_lists += r.changed_lists;
    reached.flushed_before_older += r.flushed_before_older;
    reached.partial_before_whole += r.partial_before_whole;
    reached.left_of_other_streams += r.left_of_other_streams;
    reached.companions += r.companions;
    padded += drive.collects_by_stream ? r.padded_collections : 0;
    padded_moves += drive.collects_by_stream ? r.padding_moves : 0;
  }
  EXPECT_LT(full, 5);
  EXPECT_GT(pure, 500);
  EXPECT_GT(moved_apart, 20);
  EXPECT_GT(padded, 100);
  EXPECT_GT(padded_moves, 100);
  EXPECT_GT(reached.changed_lists, 100);
  EXPECT_GT(reached.flushed_before_older, 100);
  EXPECT_GT(reached.partial_before_whole, 0);
  EXPECT_GT(reached.left_of_other_streams, 100);
  EXPECT_GT(reached.companions, 100);
}

}  // namespace
}  // namespace ssd::oracle
