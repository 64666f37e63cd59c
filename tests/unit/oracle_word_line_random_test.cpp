// Random small drives whose programs take whole word lines (iu.word_line): the oracle's own checks (which throw) hold,
// the runs end, and the counts add up. Where nothing is read from the flash, a word line is a large flash page.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "tests/unit/oracle_random_units.h"

namespace ssd::oracle {
namespace {

using random_units::random_case;

std::int64_t count_planes(const Outcome& outcome, Command command) {
  std::int64_t count = 0;
  for (const auto& [kind, number] : outcome.commands) {
    if (kind.command == command) count += number * kind.planes;
  }
  return count;
}

void expect_sums(const Drive& drive, const Outcome& outcome) {
  const std::int64_t programs = outcome.host_programs + outcome.collection_programs;
  EXPECT_EQ(drive.subpages * programs, outcome.held_units + outcome.moved_units + outcome.padding);
  EXPECT_EQ(outcome.array_programs, programs);
  std::int64_t of_host = 0, moved = 0;
  for (const StreamPages& stream : outcome.stream_pages) of_host += stream.host, moved += stream.moved;
  EXPECT_EQ(of_host, outcome.host_programs);
  EXPECT_EQ(moved, outcome.collection_programs);
  const std::int64_t on_flash = drive.cost_zero ? outcome.host_programs : programs;
  EXPECT_EQ(count_planes(outcome, Command::kProgram) * drive.program_unit, on_flash);
  if (drive.suspend_on || drive.multiplane != Willing::kNo) return;
  const Time host = std::accumulate(outcome.plane_array.begin(), outcome.plane_array.end(), Time{0},
                                    [](Time total, const std::array<Time, 2>& part) { return total + part[0]; });
  EXPECT_EQ(host, outcome.host_programs / drive.program_unit * drive.program + outcome.flash_reads * drive.read);
}

// What is taken of a block is whole word lines, and what is free, too.
void expect_whole_word_lines(const Drive& drive, const Snapshot& left) {
  for (const Snapshot::Plane& plane : left.planes) {
    for (const auto* blocks : {&plane.host, &plane.collection}) {
      for (const auto& active : *blocks) EXPECT_TRUE(!active || active->next_page % drive.word_line() == 0);
    }
  }
  for (std::size_t first = 0; first < left.pages.size(); first += drive.word_line()) {
    const auto line = left.pages.begin() + static_cast<std::ptrdiff_t>(first);
    const auto free = std::count(line, line + drive.word_line(), Snapshot::kFree);
    EXPECT_TRUE(free == 0 || free == drive.word_line());
  }
}

TEST(OracleWordLinesRandom, CountsAddUp) {
  std::int64_t full = 0, moved = 0, reads = 0, skipped = 0;
  UnitsReached reached;
  for (unsigned seed = 0; seed < 90; ++seed) {
    SCOPED_TRACE(seed);
    const Drive drive = random_case(seed, 1 + seed % 3, 2 + seed / 3 % 2).drive;
    const Outcome outcome = simulate(drive, random_units::random_workload(seed, drive));
    full += outcome.drive_full;
    if (outcome.drive_full) continue;
    expect_sums(drive, outcome);
    expect_whole_word_lines(drive, outcome.snapshot);
    moved += outcome.moved_units, reads += outcome.flash_reads, skipped += outcome.wasted_multiplane;
    EXPECT_EQ(outcome.wasted_multiplane % drive.program_unit, 0);
    const UnitsReached& r = outcome.units_reached;
    reached.padded_programs += r.padded_programs, reached.companions += r.companions;
    reached.padded_collections += r.padded_collections, reached.two_last_programs += r.two_last_programs;
    reached.padding_moves += r.padding_moves, reached.programs_beside_begun_page += r.programs_beside_begun_page;
  }
  EXPECT_LT(full, 10);
  for (const std::int64_t count :
       {moved, reads, skipped, reached.padded_programs, reached.companions, reached.padded_collections,
        reached.two_last_programs, reached.padding_moves, reached.programs_beside_begun_page})
    EXPECT_GT(count, 0);
}

// A word line of k pages with U places each, and a page of k x U places.
auto figures(const Outcome& o) {
  return std::tuple(o.held_units, o.moved_units, o.padding, o.erases, o.collections, o.forced_collections, o.evictions,
                    o.flushes, o.conflicts, o.background_collections, o.trimmed, o.end, o.bus_bytes);
}

void expect_same(const Outcome& lines, const Outcome& pages, std::int64_t program_unit) {
  ASSERT_EQ(lines.drive_full, pages.drive_full);
  EXPECT_EQ(lines.full_plane, pages.full_plane);
  EXPECT_EQ(lines.completion, pages.completion);
  EXPECT_EQ(lines.map, pages.map);
  EXPECT_EQ(lines.block_erases, pages.block_erases);
  EXPECT_EQ(figures(lines), figures(pages));
  EXPECT_EQ(lines.host_programs, pages.host_programs * program_unit);
  EXPECT_EQ(lines.collection_programs, pages.collection_programs * program_unit);
  EXPECT_EQ(lines.wasted_multiplane, pages.wasted_multiplane * program_unit);
  EXPECT_EQ(std::tie(lines.plane_array, lines.channel_bus, lines.commands),
            std::tie(pages.plane_array, pages.channel_bus, pages.commands));
}

TEST(OracleWordLinesRandom, AreLargePagesForWhatIsWritten) {
  std::int64_t programs = 0, moved = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const std::int64_t subpages = 1 + seed % 2, program_unit = 2 + seed / 2 % 2;
    Drive lines = random_case(seed, subpages, program_unit).drive;
    // Collections that take time read the flash.
    lines.filled = lines.read_modify_write = false, lines.cost_zero = true;
    lines.logical_pages -= lines.logical_pages % lines.word_line();
    Drive pages = lines;
    pages.subpages *= program_unit, pages.pages /= program_unit, pages.program_unit = 1;
    pages.sectors_per_page *= program_unit, pages.spare_bytes *= program_unit;
    Workload workload = random_units::random_workload(seed, lines);
    for (HostRequest& request : workload.requests) request.is_read = false;
    const Outcome outcome = simulate(lines, workload);
    expect_same(outcome, simulate(pages, workload), program_unit);
    programs += outcome.host_programs, moved += outcome.moved_units;
  }
  EXPECT_GT(programs, 5'000);
  EXPECT_GT(moved, 1'000);
}

}  // namespace
}  // namespace ssd::oracle
