// The oracle's commands of several dies of a chip (drive.interleave_command) against timelines derived by hand. The
// drive is the example drive of docs/model.md: command 1, transfer of a page 50, read 20, program 200, erase 1000 us.
// Times are in us.
#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/unit/oracle_example_drive.h"

namespace ssd::oracle {
namespace {

using Map = std::map<std::int64_t, std::int64_t>;
using Commands = std::map<CommandKind, std::int64_t>;

// One chip of two dies; consecutive pages go to the dies in turn, then to the planes. A plane has 32 pages.
Drive chip(std::int64_t planes = 1) {
  Drive drive = example_drive(40);
  drive.dies = 2, drive.planes = planes;
  drive.place = [planes](std::int64_t lpn) { return Place{0, 0, lpn % 2, lpn / 2 % planes}; };
  drive.chip_commands = true;
  return drive;
}

// The example of drive.interleave_command.
TEST(OracleChips, TakesOneCommandForSeveralDies) {
  const std::vector<HostRequest> requests{write(0, 0), write(0, 1), write(100, 2)};
  // Data in 0 to 51 and 51 to 102; arrays 51 to 251 and 102 to 302. Die 0 is idle at 251 and closed until 302.
  const Outcome outcome = run(chip(), requests);
  EXPECT_EQ(completions(outcome), (Times{251, 302, 553}));
  EXPECT_EQ(outcome.split[1].transfer, 102 * kUs) << "from the grant on, so with the part of die 0";
  EXPECT_EQ(outcome.split[1].channel, 0);
  // It waits from 100 to 302, when the chip is released, so all of it counts as unit.
  EXPECT_EQ(outcome.split[2].unit, 202 * kUs);
  EXPECT_EQ(outcome.split[2].channel, 0);
  EXPECT_EQ(outcome.commands, (Commands{{{Command::kProgram, 1, false}, 1}, {{Command::kProgram, 1, true}, 2}}));
  Drive always = chip();
  always.chip_commands = false;
  EXPECT_EQ(completions(run(always, requests)), (Times{251, 302, 502}));
}

// Commands 0 to 1 and 1 to 2, arrays until 21 and 22, data outs 21 to 71 and 71 to 121. The third read comes at 10 for
// die 0, which is closed until 121.
TEST(OracleChips, ReadsOfTwoDiesHaveTheirOwnDataOut) {
  const Outcome outcome = run(chip(), {read(0, 0), read(0, 1), read(10, 2)});
  EXPECT_EQ(completions(outcome), (Times{71, 121, 121 + 71}));
  EXPECT_EQ(outcome.split[1].transfer, (2 + 50) * kUs);
  EXPECT_EQ(outcome.split[1].channel, (71 - 22) * kUs);
  EXPECT_EQ(outcome.split[2].unit, (121 - 10) * kUs);
}

// The write of page 1 is no partner of the read of page 0; die 1 is closed until 71, and again nothing joins it.
TEST(OracleChips, JoinsOnlyOperationsOfTheSameKind) {
  EXPECT_EQ(completions(run(chip(), {read(0, 0), write(0, 1)})), (Times{71, 71 + 251}));
  // In die 1 a read of page 3 goes before the write of page 1 in its unit's order, so no program joins at 0. The next
  // is the read, at 251, and then the write of page 1.
  EXPECT_EQ(completions(run(chip(), {write(0, 0), read(0, 3), write(0, 1)})), (Times{251, 322, 322 + 251}));
}

TEST(OracleChips, CompletesEachPageAtTheEndOfItsOwnDataIfAsked) {
  Drive drive = chip();
  drive.complete_when_transferred = true;
  EXPECT_EQ(completions(run(drive, {write(0, 0), write(0, 1)})), (Times{51, 102}));
}

// Two planes a die. Pages 0 and 2 are the planes of die 0, pages 1 and 3 those of die 1: data in until 102 and 204.
TEST(OracleChips, JoinsMultiPlanePartsOfEachDie) {
  Drive drive = chip(2);
  drive.multiplane = Willing::kWise;
  const Outcome outcome = run(drive, {write(0, 0), write(0, 1), write(0, 2), write(0, 3)});
  EXPECT_EQ(completions(outcome), (Times{302, 404, 302, 404}));
  EXPECT_EQ(outcome.commands, (Commands{{{Command::kProgram, 2, true}, 2}}));
}

// Die 1 holds planes 2 and 3, from page 64 on.
TEST(OracleChips, DealsWritesWithoutAPlaceToTheDiesInOrder) {
  Drive drive = chip(2);
  drive.placement = Placement::kDynamicOrder, drive.multiplane = Willing::kWise;
  const std::vector<HostRequest> three{write(0, 0), write(0, 1), write(0, 2)};
  // Dies first: the line is plane 2 (distance 1), plane 1 (2), plane 3 (3). Write 1 begins die 1, write 2 joins die 0:
  // data in until 102 and 153.
  drive.order = {Level::kDie, Level::kPlane, Level::kChip, Level::kChannel};
  const Outcome dies = run(drive, three);
  EXPECT_EQ(dies.map, (Map{{0, 0}, {1, 64}, {2, 32}}));
  EXPECT_EQ(completions(dies), (Times{302, 353, 302}));
  // Planes first: write 1 joins die 0 in plane 1, write 2 begins die 1 in plane 2.
  drive.order = {Level::kPlane, Level::kDie, Level::kChip, Level::kChannel};
  const Outcome planes = run(drive, three);
  EXPECT_EQ(planes.map, (Map{{0, 0}, {1, 32}, {2, 64}}));
  EXPECT_EQ(completions(planes), (Times{302, 302, 353}));
  // Without multi-plane commands only the plane of the same number stands in the line. Write 2 waits until 302, and
  // then takes plane 1, the first that was given none.
  drive.multiplane = Willing::kNo;
  const Outcome single = run(drive, three);
  EXPECT_EQ(single.map, (Map{{0, 0}, {1, 64}, {2, 32}}));
  EXPECT_EQ(completions(single), (Times{251, 302, 553}));
}

// One plane a die of 4 blocks of 2 pages. Writes of pages 0, 2, 0 of die 0 end at 251, 502, 753. The third opens a
// block, and die 0 collects block 0: page 2 moves until 1075, the erase ends at 2076. Page 1 of die 1 is read at 800.
TEST(OracleChips, ACollectionClosesTheOtherDies) {
  Drive drive = chip();
  drive.blocks = 4, drive.pages = 2, drive.logical_pages = 8;
  drive.trigger = [](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks < 3; };
  const Outcome outcome = run(drive, {write(0, 0), write(0, 2), write(0, 0), read(800, 1)});
  EXPECT_EQ(completions(outcome), (Times{251, 502, 753, 2076 + 71}));
  EXPECT_EQ(outcome.split[3].collection, (2076 - 800) * kUs);
  EXPECT_EQ(outcome.split[3].unit + outcome.split[3].channel, 0);
  EXPECT_EQ(outcome.conflicts, 1);
}

TEST(OracleChips, IsRefusedWhereItHasNoRule) {
  for (bool Drive::* other : {&Drive::cache, &Drive::suspend_on, &Drive::preempt_page}) {
    Drive drive = chip();
    drive.*other = true;
    EXPECT_THROW(run(drive, {}), std::invalid_argument);
  }
}

}  // namespace
}  // namespace ssd::oracle
