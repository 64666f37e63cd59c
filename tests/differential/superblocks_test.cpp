// Random designs with superblocks on the oracle alone: it never contradicts itself (it would throw), every run ends,
// and the blocks of a superblock have the same life (superblock.space).
#include "tests/differential/superblocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "tests/differential/environment.h"
#include "tests/differential/random_case.h"
#include "tests/differential/reach.h"

namespace ssd::differential {
namespace {

using oracle::Drive;
using oracle::Outcome;
using oracle::Snapshot;

// The blocks of a group have the same number of erases, the free blocks are the same in the same order, and open blocks
// differ by one page at most.
void expect_one_life(const Drive& d, const Outcome& outcome, int64_t planes) {
  const Snapshot& s = outcome.snapshot;
  const auto all = std::ssize(s.planes);
  for (int64_t plane = 0; plane < all; ++plane) {
    const int64_t home = plane / planes * planes, distance = (plane - home) * d.blocks;
    const auto first = s.planes[static_cast<std::size_t>(home)].free_blocks,
               other = s.planes[static_cast<std::size_t>(plane)].free_blocks;
    ASSERT_TRUE(std::ranges::equal(first, other, {}, [&](int64_t b) { return b + distance; }));
    for (int64_t block = home * d.blocks; block < (home + 1) * d.blocks; ++block) {
      const auto at = static_cast<std::size_t>(block), beside = static_cast<std::size_t>(block + distance);
      ASSERT_EQ(s.block_erases[at], s.block_erases[beside]);
      ASSERT_EQ(s.block_ages[at], s.block_ages[beside]);
      ASSERT_EQ(s.retired[at], s.retired[beside]);
    }
    const auto& ones = s.planes[static_cast<std::size_t>(home)].collection;
    const auto& twos = s.planes[static_cast<std::size_t>(plane)].collection;
    ASSERT_EQ(ones.size(), twos.size());
    for (std::size_t i = 0; i < ones.size(); ++i) {
      ASSERT_EQ(ones[i].has_value(), twos[i].has_value());
      if (!ones[i]) continue;
      ASSERT_LE(std::max(ones[i]->next_page, twos[i]->next_page) - std::min(ones[i]->next_page, twos[i]->next_page), 1);
    }
  }
}

void expect_sums(const Drive& d, const Outcome& outcome, int64_t planes) {
  ASSERT_EQ(outcome.erases, outcome.collections * planes);
  ASSERT_EQ(std::accumulate(outcome.block_erases.begin(), outcome.block_erases.end(), int64_t{0}), outcome.erases);
  ASSERT_EQ(outcome.collection_reads, outcome.collection_programs);
  ASSERT_LE(outcome.forced_collections, outcome.collections);
  ASSERT_LE(outcome.idle_collections, d.cost_zero ? 0 : outcome.collections);
  ASSERT_EQ(std::ranges::count_if(outcome.snapshot.pages, [](int64_t held) { return held >= 0; }),
            std::ssize(outcome.map));
  ASSERT_TRUE(outcome.end_of_life || std::ranges::count(outcome.completion, oracle::kNotComplete) == 0);
  if (d.cost_zero || d.suspend_on || d.multiplane != oracle::Willing::kNo || d.read_time || d.program_time ||
      d.erase_time)
    return;
  oracle::Time busy = 0;
  for (const auto& by_cause : outcome.plane_array) busy += by_cause[1];
  ASSERT_EQ(busy, static_cast<oracle::Time>(outcome.collection_reads) * d.read +
                      static_cast<oracle::Time>(outcome.collection_programs) * d.program +
                      static_cast<oracle::Time>(outcome.erases) * d.erase);
}

TEST(Superblocks, EveryRunOfTheOracleEndsAndConserves) {
  const Slice slice = slice_of(1, 400);
  int64_t collections = 0, moves = 0, forced = 0, full = 0, ends = 0, blocks = 0, together = 0;
  for (std::uint64_t seed = slice.first; seed < slice.end() && !testing::Test::HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const RandomCase c = superblock_case(seed);
    Drive drive = c.drive();
    if (seed % 4 == 0) drive.endurance = 1 + static_cast<int64_t>(seed / 4 % 9);
    const int64_t planes = planes_of_scope(c.choices);
    const Outcome outcome = oracle::simulate(drive, c.workload);
    full += outcome.drive_full;
    if (outcome.drive_full || planes == 1) continue;
    expect_sums(drive, outcome, planes);
    expect_one_life(drive, outcome, planes);
    ++blocks;
    collections += outcome.collections, moves += outcome.collection_programs, forced += outcome.forced_collections,
        ends += outcome.end_of_life;
    for (const auto& [kind, count] : outcome.commands)
      together += kind.command == oracle::Command::kErase && kind.planes > 1 ? count : 0;
  }
  if (sliced()) return;
  EXPECT_LT(full, static_cast<int64_t>(slice.cases) / 6);
  EXPECT_GT(blocks, static_cast<int64_t>(slice.cases) / 2);
  for (const int64_t count : {collections, moves, forced, together}) EXPECT_GT(count, 1000);
  EXPECT_GT(ends, 10);
}

}  // namespace
}  // namespace ssd::differential
