// docs/validation.md, part F: the write amplification that EyanaSSD and FEMU report for one drive (8 x 8 dies, 64
// blocks of 64 pages of 4 KiB) that begins erased and is written at random, three times its logical size. How each of
// them collects is known from its source and from EyanaSSD's guide to its comparison with FEMU:
//
// - EyanaSSD by block: each plane is collected by itself, from 3 free blocks on until 7 are free; moved pages go to the
//   block that the host fills.
// - EyanaSSD by superblock, and FEMU: a line of one block from each die is collected and filled as one, also by moved
//   pages. Superblocks of the language keep moved pages apart (superblock.space). In the map, a line equals a block of
//   4096 pages in a drive of one plane, if lines are filled one after another, as FEMU does. FEMU collects from 3 free
//   lines on, and already from 6 on if a line has an eighth of its pages invalid. The language cannot express the
//   latter, so FEMU's figure must lie between those of the two thresholds. EyanaSSD fills a block in each plane by
//   itself, so its lines have pages of different ages.
#include <random>

#include "runtime/run/simulation.h"
#include "tests/compile_text.h"
#include "tests/validation/figures.h"
#include "tools/api/simulator.h"

namespace ssd {
namespace {

constexpr u64 kSectors = 8;

struct Unit {
  std::string geometry;
  u64 free_from, free_to;  // of a plane: collection begins at so many free blocks or fewer, and ends at so many or more
};

double write_amplification(const Unit& unit, int spare) {
  const design::Design design =
      compile_text(fmt::format("design F {{ geometry {{ {} page: 4KiB }} capacity {{ overprovision: {}% }} allocation: "
                               "static channel > chip > die > plane\n"
                               "gc {{ trigger: free_blocks <= {} stop: free_blocks >= {} active: shared }} }}",
                               unit.geometry, spare, unit.free_from, unit.free_to));
  std::mt19937_64 random(7);
  std::vector<Request> list;
  for (u64 i = 0; i < 3 * design.config.logical_pages; ++i)
    list.push_back({0, random() % design.config.logical_pages * kSectors, kSectors, Direction::kWrite});
  const run::Outcome outcome = run::run(design, generic_engine(), {.requests = list, .closed_depth = 16}, {});
  EXPECT_EQ(outcome.status, Status::kDone);
  return outcome.results.write_amplification();
}

// With static placement and collection plane by plane, dies are independent: the short form has four of the 64.
Unit by_block() {
  return {fmt::format("channels: {} chips: {} dies: 1 planes: 1 blocks: 64 pages: 64", full_size() ? 8 : 4,
                      full_size() ? 8 : 1),
          3, 7};
}

// The short form has lines of 512 pages.
Unit by_line(u64 free_from, u64 free_to) {
  return {fmt::format("channels: 1 chips: 1 dies: 1 planes: 1 blocks: 64 pages: {}", full_size() ? 4096 : 512),
          free_from, free_to};
}

struct Spare {
  int percent;
  double femu, eyana_block, eyana_superblock;
};

class OtherSimulators : public testing::TestWithParam<Spare> {};

TEST_P(OtherSimulators, AgreeWhereUnitAndThresholdAreTheSame) {
  const auto [spare, femu, block, superblock] = GetParam();
  const std::string at = fmt::format("{} % spare, ", spare);
  expect_within('F', at + "EyanaSSD by block", "EyanaSSD", block, write_amplification(by_block(), spare), 2, 3);
  // With 5 % spare, 6 of 64 lines can hardly ever be free: every write would collect.
  const double least = write_amplification(by_line(3, 4), spare),
               most = spare > 5 ? write_amplification(by_line(6, 7), spare) : INFINITY;
  const std::string range =
      spare > 5 ? fmt::format("{:.3f} to {:.3f}", least, most) : fmt::format("{:.3f} or more", least);
  expect_figure({'F', at + "FEMU; ours from 3 and from 6 free lines", "FEMU", fmt::format("{:.3f}", femu), range,
                 "between, to 2 %"},
                femu >= least * 0.98 && femu <= most * 1.02);
  expect_within('F', at + "EyanaSSD by superblock", "EyanaSSD", superblock, write_amplification(by_line(3, 7), spare),
                20, 3);
}

INSTANTIATE_TEST_SUITE_P(ValidationF, OtherSimulators,
                         testing::Values(Spare{5, 3.750, 5.191, 6.67}, Spare{7, 3.499, 3.717, 4.44},
                                         Spare{10, 3.243, 2.768, 3.10}, Spare{15, 2.102, 2.083, 2.25},
                                         Spare{25, 1.463, 1.519, 1.60}));

}  // namespace
}  // namespace ssd
