// The oracle's planes that read by themselves (command.plane_reads) against timelines derived by hand. The drive is the
// example drive of docs/model.md: command 1, transfer of a page 50, read 20, program 200, erase 1000 us. Times are in
// us.
#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <utility>

#include "tests/unit/oracle_example_drive.h"

namespace ssd::oracle {
namespace {

using Commands = std::map<CommandKind, std::int64_t>;
using ByCause = std::array<Time, 2>;

// One die of so many planes, to which consecutive pages go in turn.
Drive die(std::int64_t planes = 2) {
  Drive drive = example_drive(24);
  drive.planes = planes;
  drive.place = [planes](std::int64_t lpn) { return Place{0, 0, 0, lpn % planes}; };
  drive.independent_plane_reads = true;
  return drive;
}

// Planes of four blocks of two pages, which are collected when fewer than three blocks are free.
Drive collecting_die() {
  Drive drive = die();
  drive.blocks = 4, drive.pages = 2, drive.logical_pages = 8;
  drive.trigger = [](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks < 3; };
  return drive;
}

Drive suspending_die() {
  Drive drive = die(3);
  drive.suspend_on = true, drive.suspend = 10 * kUs, drive.resume = 20 * kUs;
  drive.priority = [](const OpView& o) -> std::int64_t { return o.is_read && o.is_host; };
  return drive;
}

Times completions_together(Drive drive, const std::vector<HostRequest>& requests) {
  drive.independent_plane_reads = false;
  return completions(run(drive, requests));
}

// The parts of a response that a wait for the unit can have.
void expect_waits(const Split& split, Time unit, Time collection, Time channel) {
  EXPECT_EQ(split.unit, unit * kUs);
  EXPECT_EQ(split.collection, collection * kUs);
  EXPECT_EQ(split.channel, channel * kUs);
}

// The example of command.plane_reads.
//   bus      0 c 1 c 2     21 xxxxxxxx 71 xxxxxxxx 121 cx 172                       372 c        393 xxxx 443
//   plane 0        1 == 21 . 71                            172 ================ 372
//   plane 1            2 == 22                                                          373 == 393
const std::vector<HostRequest> kExample{read(0, 0), read(0, 1), write(5, 2), read(80, 3)};

TEST(OraclePlaneReads, EndByThemselves) {
  const Outcome outcome = run(die(), kExample);
  EXPECT_EQ(completions(outcome), (Times{71, 121, 372, 443}));
  EXPECT_EQ(completions_together(die(), kExample), (Times{71, 142, 393, 464}));
  EXPECT_EQ(outcome.commands, (Commands{{{Command::kRead, 1, false}, 3}, {{Command::kProgram, 1, false}, 1}}))
      << "array phases of planes of one die are not interleaved";
}

TEST(OraclePlaneReads, WaitForWhatLastUsedTheirPlane) {
  const Outcome outcome = run(die(), kExample);
  expect_waits(outcome.split[0], 0, 0, 0);
  // Plane 1 was never used, so the read waits for the channel only: from 0 to 1, and from 22 to 71 with its data.
  expect_waits(outcome.split[1], 0, 0, 50);
  EXPECT_EQ(outcome.split[1].transfer, 51 * kUs);
  EXPECT_EQ(outcome.split[1].array, 20 * kUs);
  // The program waits for the last of all plane reads, which ends at 121.
  expect_waits(outcome.split[2], 116, 0, 0);
  // Its plane read until 121, but the unit is released by the program at 372.
  expect_waits(outcome.split[3], 292, 0, 0);
}

TEST(OraclePlaneReads, TheDieIsBusyWhileAnyPlaneIs) {
  const Outcome outcome = run(die(), kExample);
  EXPECT_EQ(outcome.plane_array, (std::vector<ByCause>{{220 * kUs, 0}, {40 * kUs, 0}}));
  // 1 to 22, 172 to 372, 373 to 393.
  EXPECT_EQ(outcome.die_array, (std::vector<ByCause>{{241 * kUs, 0}}));
  EXPECT_EQ(outcome.chip_array, outcome.die_array);
  EXPECT_EQ(outcome.channel_bus, (std::vector<ByCause>{{204 * kUs, 0}}));
  // Bus transfers beside no array phase: 0 to 1, 22 to 121, 121 to 172, 372 to 373, 393 to 443.
  EXPECT_EQ(outcome.unit_shares[0].array, 241 * kUs);
  EXPECT_EQ(outcome.unit_shares[0].bus, 202 * kUs);
  EXPECT_EQ(outcome.unit_shares[0].contention + outcome.unit_shares[0].idle, 0);
}

// Two dies of two planes: pages 0 and 1 in die 0, pages 2 and 3 in die 1.
Drive two_dies() {
  Drive drive = die();
  drive.dies = 2;
  drive.place = [](std::int64_t lpn) { return Place{0, 0, lpn / 2 % 2, lpn % 2}; };
  return drive;
}

// The program of page 0 is granted at 0, so at 1 the channel is busy until 51 and both reads of die 1 wait. Commands 51
// to 52 and 52 to 53, arrays until 72 and 73, data outs until 122 and 172.
TEST(OraclePlaneReads, OfAnotherDieAreInterleavedWithItsCommands) {
  const Outcome outcome = run(two_dies(), {write(0, 0), read(1, 2), read(1, 3)});
  EXPECT_EQ(completions(outcome), (Times{251, 122, 172}));
  EXPECT_EQ(outcome.commands, (Commands{{{Command::kRead, 1, true}, 2}, {{Command::kProgram, 1, true}, 1}}));
  EXPECT_EQ(outcome.die_array, (std::vector<ByCause>{{200 * kUs, 0}, {21 * kUs, 0}}));
  EXPECT_EQ(outcome.chip_array, (std::vector<ByCause>{{200 * kUs, 0}}));
  expect_waits(outcome.split[1], 0, 0, 50);
  expect_waits(outcome.split[2], 0, 0, 51 + 49);
}

// Data in of die 1 holds the bus until 53. Array phases end at 42, of page 0, and at 22, of page 1, whose data then go
// first.
TEST(OraclePlaneReads, SendTheDataOfTheArrayPhaseThatEndedFirst) {
  Drive drive = two_dies();
  drive.read_time = [next = 41 * kUs](std::int64_t, std::int64_t, std::int64_t, const Around&) mutable {
    return std::exchange(next, 20 * kUs);
  };
  EXPECT_EQ(completions(run(drive, {read(0, 0), read(0, 1), write(0, 2)})), (Times{153, 103, 253}));
}

// Data in of die 1 holds the bus from 1 to 52. The array phase of page 0 ends at 21 meanwhile, but that is another
// plane: the whole wait of page 1 is for the channel. Its command is 52 to 53, its data out 103 to 153.
TEST(OraclePlaneReads, DoNotReleaseOtherPlanes) {
  const Outcome outcome = run(two_dies(), {read(0, 0), write(0, 2), read(10, 1)});
  EXPECT_EQ(completions(outcome), (Times{103, 252, 153}));
  expect_waits(outcome.split[2], 0, 0, 42 + 30);
}

// Pages 0 and 2 are in plane 0, page 1 in plane 1. At 71 the command of page 2 goes before the data out of page 1,
// which is 72 to 122; its own is 122 to 172.
TEST(OraclePlaneReads, OfOnePlaneFollowEachOther) {
  const Outcome outcome = run(die(), {read(0, 0), read(0, 2), read(0, 1)});
  EXPECT_EQ(completions(outcome), (Times{71, 172, 122}));
  expect_waits(outcome.split[1], 71, 0, 30);
  expect_waits(outcome.split[2], 0, 0, 51);
}

TEST(OraclePlaneReads, FormNoMultiPlaneCommand) {
  Drive drive = die();
  drive.multiplane = Willing::kWise;
  EXPECT_EQ(completions(run(drive, {read(0, 0), read(0, 1)})), (Times{71, 121}));
  EXPECT_EQ(completions_together(drive, {read(0, 0), read(0, 1)}), (Times{72, 122}));
  // Programs still do: data in until 51 and 102.
  EXPECT_EQ(completions(run(drive, {write(0, 0), write(0, 1)})), (Times{302, 302}));
}

// Page 2, of the plane that reads, is older than the write, page 3 is younger. At 71 the unit begins page 2, and reads
// until 142; then the program until 393.
TEST(OraclePlaneReads, GoBeforeAYoungerProgramAndWaitForAnOlderOne) {
  const Outcome outcome = run(die(), {read(0, 0), read(1, 2), write(2, 1), read(3, 3)});
  EXPECT_EQ(completions(outcome), (Times{71, 142, 393, 464}));
  expect_waits(outcome.split[1], 70, 0, 0);
  expect_waits(outcome.split[2], 140, 0, 0);
  expect_waits(outcome.split[3], 390, 0, 0);
}

// Of the same requests page 3 goes before the write if reads go first: command 3 to 4, data out 72 to 122 behind the
// command of page 2, whose data out is 122 to 172. The program ends at 423.
TEST(OraclePlaneReads, WaitByPriority) {
  const std::vector<HostRequest> requests{read(0, 0), read(1, 2), write(2, 1), read(3, 3)};
  Drive drive = die();
  drive.priority = [](const OpView& o) -> std::int64_t { return o.is_read; };
  EXPECT_EQ(completions(run(drive, requests)), (Times{71, 172, 423, 122}));
  // If programs go first, page 2 waits as well: the program 71 to 322. Then pages 2 and 3 together: commands until 323
  // and 324, data outs until 393 and 443.
  drive.priority = [](const OpView& o) -> std::int64_t { return o.is_write; };
  EXPECT_EQ(completions(run(drive, requests)), (Times{71, 393, 322, 443}));
}

// The write of one sector of page 1 reads the page first, beside the read of page 2: commands until 201 and 202, data
// outs until 271 and 321. The program is ready at 271 and waits for the read of page 2.
TEST(OraclePlaneReads, AreThoseOfReadModifyWritesToo) {
  Drive drive = die();
  drive.read_moves_page = true;
  const std::vector<HostRequest> requests{read(0, 0), read(0, 1), {200 * kUs, 4, 1, false}, read(200, 2)};
  EXPECT_EQ(completions(run(drive, requests)), (Times{71, 121, 321 + 251, 321}));
}

// Programs of pages 0 and 2 end at 251 and 502. Page 1 is read 510 to 581; the write of page 0 is ready at 520 and
// causes a collection, which is ready at 520, too. Page 3, of plane 1, is younger. The program ends at 832, the move of
// page 2 at 1154, the erase at 2155.
TEST(OraclePlaneReads, WaitForAnOlderCollection) {
  const Outcome outcome = run(collecting_die(), {write(0, 0), write(0, 2), read(510, 1), write(520, 0), read(530, 3)});
  EXPECT_EQ(completions(outcome), (Times{251, 502, 581, 832, 2155 + 71}));
  expect_waits(outcome.split[4], 832 - 530, 2155 - 832, 0);
}

// Programs end at 251, 502, 753; the collection of plane 0 at 2076. It is not preemptible. Then both planes read.
TEST(OraclePlaneReads, WaitForACollectionThatHoldsTheUnit) {
  const std::vector<HostRequest> requests{write(0, 0), write(0, 2), write(0, 0), read(800, 0), read(800, 1)};
  const Outcome outcome = run(collecting_die(), requests);
  EXPECT_EQ(completions(outcome), (Times{251, 502, 753, 2147, 2197}));
  EXPECT_EQ(completions_together(collecting_die(), requests), (Times{251, 502, 753, 2147, 2218}));
  expect_waits(outcome.split[3], 0, 1276, 0);
  expect_waits(outcome.split[4], 0, 1276, 1 + 49);
}

// As above, but at 1075, when page 2 has moved, the unit is open. Pages 1 and 3 are in plane 1, page 2 in plane 0.
// Commands of pages 1 and 2 until 1076 and 1077; data out of page 1 until 1146; command of page 3 until 1147, data outs
// of pages 2 and 3 until 1197 and 1247. The erase follows: 1247 to 2248.
TEST(OraclePlaneReads, RunWhileAPreemptibleCollectionIsOpen) {
  Drive drive = collecting_die();
  drive.preempt_page = true;
  const std::vector<HostRequest> requests{write(0, 0),  write(0, 2),  write(0, 0),
                                          read(800, 1), read(800, 2), read(800, 3)};
  const Outcome outcome = run(drive, requests);
  EXPECT_EQ(completions(outcome), (Times{251, 502, 753, 1146, 1197, 1247}));
  EXPECT_EQ(outcome.end, 2248 * kUs);
  // The collection held the unit from 800 to 1075. Page 3 then waits for its plane.
  expect_waits(outcome.split[4], 0, 275, 1 + 50);
  expect_waits(outcome.split[5], 71, 275, 30);
}

// The reads that wait are counted whether their plane reads or not: three at 1075, two at 1076, one from 1077 on. So
// page 3 waits for the erase, which waits for the plane reads: data outs until 1146 and 1196, the erase until 2197.
TEST(OraclePlaneReads, CountAmongWhatWaitsForACollectionEvenIfTheirPlaneReads) {
  Drive drive = collecting_die();
  drive.preempt = [](const CollectionView& g) { return g.waiting_host >= 2; };
  const Outcome outcome = run(drive, {write(0, 0), write(0, 2), write(0, 0), read(800, 1), read(800, 2), read(800, 3)});
  EXPECT_EQ(completions(outcome), (Times{251, 502, 753, 1146, 1196, 2197 + 71}));
}

// Page 1 is read until 71, then the programs of plane 0 end at 322, 573, 824. The write of one sector of page 1 comes
// at 400, before the third program causes the collection. The collection goes before its read; page 2 moves until 1146.
//   the read of page 1's rest 1146, beside it page 2: data outs until 1217 and 1267
//   page 0, which came at 1210, waits for its plane until 1267 and ends at 1338
//   the program of page 1, ready at 1217, waits for it: 1338 to 1589
//   page 3 came at 1220: 1589 to 1660, though plane 1 did not read from 1217 on
// The erase ends at 2661. The program has triggered a collection of plane 1, which moves page 3 until 2983 and ends at
// 3984.
TEST(OraclePlaneReads, WaitForAnOlderProgramInAnOpenUnit) {
  Drive drive = collecting_die();
  drive.preempt_page = true, drive.read_moves_page = true;
  drive.priority = [](const OpView& o) -> std::int64_t { return o.is_gc; };
  const Outcome outcome = run(drive, {read(0, 1),
                                      write(0, 0),
                                      write(0, 2),
                                      write(0, 0),
                                      {400 * kUs, 4, 1, false},
                                      read(900, 2),
                                      read(1210, 0),
                                      read(1220, 3)});
  EXPECT_EQ(completions(outcome), (Times{71, 322, 573, 824, 1589, 1267, 1338, 1660}));
  EXPECT_EQ(outcome.end, 3984 * kUs);
}

// Programs end at 251, 502, 753. Plane reads of pages 1 and 2 end at 871 and 921. So the unit is at rest from 921 on
// and collects in the background at 1021: the move ends at 1343, the erase at 2344.
TEST(OraclePlaneReads, KeepTheUnitFromRest) {
  Drive drive = collecting_die();
  drive.stop = [](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks >= 3; };
  drive.trigger = [](std::int64_t, std::int64_t, const Around&) { return false; };
  drive.idle_on = true, drive.idle_after = 100 * kUs;
  const Outcome outcome =
      run(drive, {write(0, 0), write(0, 2), write(0, 0), read(800, 1), read(810, 2), read(1030, 1), read(3000, 1)});
  EXPECT_EQ(completions(outcome), (Times{251, 502, 753, 871, 921, 2344 + 71, 3071}));
  EXPECT_EQ(outcome.background_collections, 1);
}

// Data in until 51; the array phase is suspended from 100 on, after 49. Page 1: command 110 to 111, data out 131 to
// 181. Page 2 came at 115: command until 116, data out 181 to 231. Then `resume` until 251, and the rest, 151, until
// 402.
TEST(OraclePlaneReads, LetASuspendedProgramResumeAfterTheLastOfThem) {
  const std::vector<HostRequest> requests{write(0, 0), read(100, 1), read(115, 2)};
  const Outcome outcome = run(suspending_die(), requests);
  EXPECT_EQ(completions(outcome), (Times{402, 181, 231}));
  EXPECT_EQ(completions_together(suspending_die(), requests), (Times{423, 181, 252}));
  EXPECT_EQ(outcome.suspends, 1);
  expect_waits(outcome.split[0], 231 - 110, 0, 0);
  EXPECT_EQ(outcome.split[0].array, (49 + 10 + 20 + 151) * kUs);
  expect_waits(outcome.split[1], 10, 0, 0);
  expect_waits(outcome.split[2], 0, 0, 181 - 136);
  // Until 51 bus; arrays and `suspend` until 110, bus until 111, arrays until 136, bus until 231.
  EXPECT_EQ(outcome.unit_shares[0].array, (59 + 25 + 171) * kUs);
  EXPECT_EQ(outcome.unit_shares[0].bus, (51 + 1 + 95) * kUs);
}

// As above, and page 4, of plane 1, comes at 200, between the ends of the two plane reads. Its plane was released at
// 181, so it waits for the channel. It is ready at 231, so the program does not resume before 302.
TEST(OraclePlaneReads, DoNotLetAProgramResumeWhileAReadIsReady) {
  const Outcome outcome = run(suspending_die(), {write(0, 0), read(100, 1), read(115, 2), read(200, 4)});
  EXPECT_EQ(completions(outcome), (Times{302 + 20 + 151, 181, 231, 302}));
  expect_waits(outcome.split[3], 0, 0, 31);
}

// The program of page 1 waits from 50 on. While the one of page 0 is suspended it is no candidate, so the read of page
// 4, which is younger, begins beside that of page 2. Only reads of plane 2 suspend.
TEST(OraclePlaneReads, DoNotWaitForAProgramWhileAnotherOneIsSuspended) {
  Drive drive = suspending_die();
  drive.priority = [](const OpView& o) -> std::int64_t { return o.is_read && o.unit.plane == 2; };
  const Outcome outcome = run(drive, {write(0, 0), write(50, 1), read(100, 2), read(105, 4)});
  // Data outs 131 to 181 and 181 to 231; the first program ends at 402, the second at 653.
  EXPECT_EQ(completions(outcome), (Times{402, 653, 181, 231}));
}

// Two planes; pages that are read first lie in plane LPN mod 2.
Drive dynamic_die() {
  Drive drive = die();
  drive.placement = Placement::kDynamicOrder;
  return drive;
}

// Page 3 is younger than the write and waits for it, as plane 1 could take it: the write 71 to 322, page 3 until 393.
TEST(OraclePlaneReads, WaitForAnOlderWriteWithoutAPlace) {
  const std::vector<HostRequest> requests{read(0, 0), write(5, 4), read(10, 3)};
  EXPECT_EQ(completions(run(dynamic_die(), requests)), (Times{71, 322, 393}));
  // By its priority it goes first: 10 to 121. Then the write.
  Drive drive = dynamic_die();
  drive.priority = [](const OpView& o) -> std::int64_t { return o.is_read; };
  EXPECT_EQ(completions(run(drive, requests)), (Times{71, 121 + 251, 121}));
}

// Die 0 holds planes 0 and 1. It reads at 5, so die 1 takes the write: data in until 56. Then the command of page 1
// goes first, until 57, and the data outs of pages 0 and 1 until 107 and 157.
TEST(OraclePlaneReads, LeaveAWriteToAnIdleDie) {
  Drive drive = two_dies();
  drive.placement = Placement::kDynamicOrder;
  drive.order = {Level::kPlane, Level::kDie, Level::kChip, Level::kChannel};
  const Outcome outcome = run(drive, {read(0, 0), write(5, 6), read(10, 1)});
  EXPECT_EQ(completions(outcome), (Times{107, 256, 157}));
  EXPECT_EQ(outcome.map.at(6) / (drive.blocks * drive.pages), 2);
}

// A write without a place precedes a read only where the unit could take it but for its reads. Page 0 is programmed 0
// to 251, from 51 on its array; the next write waits from 60 on. Page 1 suspends the program at 100: command 110 to
// 111. Page 4, of plane 1 of three, waits for its plane; page 2, read at 115, goes beside page 1, and its data behind
// the command of page 4, 181 to 182: data outs until 232 and 282. The program resumes, 302 to 453; then the second
// write.
TEST(OraclePlaneReads, DoNotWaitForAWriteWhileAProgramIsSuspended) {
  Drive drive = suspending_die();
  drive.placement = Placement::kDynamicOrder;
  drive.priority = [](const OpView& o) -> std::int64_t { return o.is_read && o.unit.plane == 1; };
  const Outcome outcome = run(drive, {write(0, 6), write(60, 3), read(100, 1), read(112, 4), read(115, 2)});
  EXPECT_EQ(completions(outcome), (Times{453, 704, 181, 282, 232}));
}

// Five writes take the planes in turn until 1255; the fifth, of page 0, causes a collection of plane 0, which moves
// page 2 from 1255 to 1577. The write of 1300 waits for its end. At 1577 the unit is open: commands of pages 1 and 2
// until 1578 and 1579, data outs until 1648 and 1698; then the erase until 2699, and the write.
TEST(OraclePlaneReads, DoNotWaitForAWriteWhileACollectionIsOpen) {
  Drive drive = collecting_die();
  drive.placement = Placement::kDynamicOrder, drive.preempt_page = true;
  drive.order = {Level::kPlane, Level::kDie, Level::kChip, Level::kChannel};
  const Outcome outcome = run(drive, {write(0, 0), write(0, 1), write(0, 2), write(0, 3), write(0, 0), write(1300, 3),
                                      read(1310, 1), read(1320, 2)});
  EXPECT_EQ(completions(outcome), (Times{251, 502, 753, 1004, 1255, 2699 + 251, 1648, 1698}));
}

// Each plane has three blocks of one page, of which two hold preloaded pages: 0 and 2 in plane 0, 1 and 3 in plane 1.
// So neither can give the write a page, and page 1, read at 110, does not wait: data out 171 to 221. The trim of page 3
// causes a collection of plane 1, an erase, which is ready at 160. It waits until 221, and page 2, of 180, waits for it
// though plane 0 has ended its read at 171. The erase ends at 1222; then the write, of 105, and then page 2.
TEST(OraclePlaneReads, DoNotWaitForAWriteThatNoPlaneCanTake) {
  Drive drive = dynamic_die();
  drive.blocks = 3, drive.pages = 1, drive.logical_pages = 4;
  drive.trigger = [](std::int64_t, std::int64_t, const Around&) { return false; };
  const Outcome outcome =
      run(drive, {read(0, 3), read(100, 0), write(105, 0), read(110, 1), trim(160, 3), read(180, 2)});
  EXPECT_EQ(completions(outcome), (Times{71, 171, 1222 + 251, 221, 160, 1473 + 71}));
}

// What cost(u) sees of plane 0 at 1.5, 10 and 30. Arrays end at 21 and 22, the data out of page 0 is 21 to 71. Page 2
// waits for its plane from 2 on.
TEST(OraclePlaneReads, ShowInTheUnitsRecord) {
  Drive drive = die();
  drive.placement = Placement::kDynamicCost;
  std::vector<UnitView> seen;
  drive.cost = [&seen](const UnitView& u) {
    if (u.plane == 0) seen.push_back(u);
    return u.plane;
  };
  run(drive, {read(0, 0), read(0, 1), {1'500, 32, 4, false}, read(2, 2), write(10, 4), write(30, 6)});
  ASSERT_EQ(seen.size(), 3);
  EXPECT_EQ(seen[0].busy_for, 20'500);
  EXPECT_EQ(seen[1].busy_for, 12 * kUs);
  EXPECT_EQ(seen[2].busy_for, 41 * kUs);
  EXPECT_EQ(seen[0].queued, 0);
  EXPECT_EQ(seen[1].queued, 2);
  EXPECT_EQ(seen[2].queued, 3);
}

TEST(OraclePlaneReads, AreRefusedWhereTheyHaveNoRule) {
  for (bool Drive::* other : {&Drive::chip_commands, &Drive::cache, &Drive::reorder_fifo, &Drive::whole_requests}) {
    Drive drive = die();
    drive.*other = true;
    EXPECT_THROW(run(drive, {}), std::invalid_argument);
  }
  const auto refused = [](auto change) {
    Drive drive = die();
    change(drive);
    EXPECT_THROW(run(drive, {}), std::invalid_argument);
  };
  refused([](Drive& d) { d.interleave = false; });
  refused([](Drive& d) { d.replicas = 1; });
  refused([](Drive& d) { d.placement = Placement::kDynamicOrder, d.any_idle_slots = 1; });
  refused([](Drive& d) { d.placement = Placement::kWriteOrder, d.superblock = d.scope = Scope::kDie; });
  EXPECT_NO_THROW(run(die(), {}));
}

}  // namespace
}  // namespace ssd::oracle
