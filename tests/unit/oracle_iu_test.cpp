// The oracle's indirection units against timelines derived by hand: what programs of the buffer hold, and reads that
// join (iu.program, iu.buffer, iu.read). Command 1, transfer of a page 50, read 20, program 200 us.
#include <gtest/gtest.h>

#include <set>

#include "tests/unit/oracle_iu_drive.h"

namespace ssd::oracle {
namespace {

// The example of iu.program.
TEST(OracleUnits, AProgramHoldsThoseThatAreDirty) {
  const std::vector<HostRequest> requests{units_written(0, 0), units_written(10, 1), units_written(20, 2),
                                          units_read(300, 0, 2)};
  for (const Drive& drive : {with_units(4), by_cost(with_units(4)), in_write_order(with_units(4))}) {
    const Outcome outcome = run(drive, requests);
    EXPECT_EQ(completions(outcome), (Times{1, 11, 21, 301}));
    EXPECT_EQ(outcome.end, 261 * kUs);
    EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, 1}}));
    EXPECT_EQ(outcome.host_programs, 1);
    EXPECT_EQ(outcome.flushes, 2);
    EXPECT_EQ(outcome.padding, 0);
    EXPECT_EQ(outcome.buffer_hits, 2);
    EXPECT_EQ(outcome.write_amplification_by_bytes, 2048.0 / 3072);
  }
}

// The examples of iu.read, of a drive in which LPN 1 and 2 lie in different pages.
TEST(OracleUnits, ReadsOfOneFlashPageJoin) {
  const Outcome joined = run(filled(2), {units_read(0, 0, 2)});
  EXPECT_EQ(completions(joined), (Times{71}));
  EXPECT_EQ(joined.flash_reads, 1);
  EXPECT_EQ(joined.bus_bytes, 2048);
  EXPECT_EQ(joined.units_reached.joined_reads, 1);
  const Outcome apart = run(filled(2), {units_read(0, 1, 2)});
  EXPECT_EQ(completions(apart), (Times{92}));
  EXPECT_EQ(apart.flash_reads, 2);
  EXPECT_EQ(apart.units_reached.joined_reads, 0);
  // LPN 1 | 2 3 | 4: three reads, 46 + 71 + 46.
  EXPECT_EQ(completions(run(filled(2), {units_read(0, 1, 4)})), (Times{163}));
  // Those of two requests do not join.
  EXPECT_EQ(completions(run(filled(2), {units_read(0, 0), units_read(0, 1)})), (Times{46, 92}));
}

TEST(OracleUnits, WhatIsReadFirstIsPlacedUnitByUnit) {
  // LPN 1 and 2 are read first, so they are preloaded into places 0 and 1 of the only plane: one flash page.
  const Outcome outcome = run(with_units(2), {units_read(0, 1, 2), units_read(100, 5)});
  EXPECT_EQ(completions(outcome), (Times{71, 146}));
  EXPECT_EQ(outcome.map, (Map{{1, 0}, {2, 1}, {5, 2}}));
  EXPECT_EQ(outcome.preloaded, 3);
  EXPECT_EQ(outcome.padding, 0);  // what comes before time 0 does not count
  // Place 1 is padding, so the next program takes the places 2 and 3.
  const Outcome behind = run(with_units(2), {units_read(0, 5), units_written(100, 0, 2)});
  EXPECT_EQ(behind.map, (Map{{5, 0}, {0, 2}, {1, 3}}));
}

TEST(OracleUnits, AJoinedReadMovesWhatIsAskedFor) {
  // One sector of LPN 0 and one of LPN 1: 1 + 20 + 25, and 10 on the link.
  Drive drive = filled(2);
  EXPECT_EQ(completions(run(drive, {{0, 1, 2, true}})), (Times{46}));
  drive.link = true, drive.link_numerator = 10 * kUs, drive.link_denominator = 1024;
  EXPECT_EQ(completions(run(drive, {{0, 1, 2, true}})), (Times{56}));
  drive.read_moves_page = true;
  EXPECT_EQ(completions(run(drive, {{0, 1, 2, true}})), (Times{81}));
  // They have one turn on the link, which is rounded up once.
  drive.read_moves_page = false, drive.link_numerator = 1, drive.link_denominator = 1024;
  EXPECT_EQ(run(drive, {{0, 1, 2, true}}).completion, (std::vector<Time>{46'001}));
}

TEST(OracleUnits, AReadMayLieInPartInTheBuffer) {
  // LPN 1 is dirty in the buffer at 20, LPN 0 and 2 are read apart: LPN 1 does not lie between them on the flash.
  const Outcome outcome = run(filled(4), {units_written(0, 1), units_read(20, 0, 3)});
  EXPECT_EQ(completions(outcome), (Times{1, 112}));  // 20 + 2 x 46
  EXPECT_EQ(outcome.flash_reads, 2);
  EXPECT_EQ(outcome.buffer_hits, 1);
  // LPN 2 and 3 of the same request still join behind it: 46 + 71.
  EXPECT_EQ(completions(run(filled(4), {units_written(0, 1), units_read(20, 0, 4)})), (Times{1, 137}));
  // Of four units in one flash page LPN 1 is in the buffer, so LPN 2 and 3 do not join LPN 0: 33.5 + 46.
  Drive drive = filled(4);
  drive.subpages = 4, drive.logical_pages = 32;
  EXPECT_EQ(run(drive, {{0, 1, 1, false}, {20 * kUs, 0, 4, true}}).completion[1],
            20 * kUs + 33 * kUs + kUs / 2 + 46 * kUs);
}

TEST(OracleUnits, AFlushWaitsForAFlashPageFull) {
  for (const Flush flush : {Flush::kIdle, Flush::kAbove, Flush::kEager}) {
    EXPECT_EQ(run(with_units(4, flush), {units_written(0, 0)}).end, 0U);
    const Outcome outcome = run(with_units(4, flush), {units_written(0, 0, 3)});
    EXPECT_EQ(outcome.flushes, 2);
    EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, 1}}));
  }
  EXPECT_EQ(run(with_units(4, Flush::kFull), {units_written(0, 0, 4)}).end, 0U);
}

TEST(OracleUnits, WholeEntriesGoBeforePartialOnes) {
  // At 2 three of four slots are dirty, so partial entries may go, too: LPN 2 and LPN 0, 2 + 251.
  const Outcome outcome = run(with_units(4), {half_written(0, 0), half_written(1, 1), units_written(2, 2)});
  EXPECT_EQ(outcome.map, (Map{{2, 0}, {0, 1}}));
  EXPECT_EQ(outcome.end, 253 * kUs);
  // Two dirty slots of four are not more than half: one whole entry is no flash page.
  EXPECT_EQ(run(with_units(4), {half_written(0, 0), units_written(2, 2)}).end, 0U);
}

TEST(OracleUnits, AsksAConditionForProgramsUnderWay) {
  Drive drive = with_units(4, Flush::kCondition, 2);
  std::set<std::int64_t> under_way;
  drive.flush_condition = [&](const FlushView& f) {
    under_way.insert(f.under_way);
    return true;
  };
  EXPECT_EQ(run(drive, {units_written(0, 0, 4)}).flushes, 4);
  EXPECT_EQ(under_way, (std::set<std::int64_t>{0, 1}));  // programs, of two entries each
}

TEST(OracleUnits, AWriteMayMergeWhileItsProgramRuns) {
  // LPN 0 is dirty again at 100, but may not be flushed before 251; then it goes with LPN 2, which came behind it.
  const Outcome outcome =
      run(with_units(4), {units_written(0, 0, 2), units_written(100, 0), units_written(150, 2), units_read(200, 0)});
  EXPECT_EQ(completions(outcome), (Times{1, 101, 151, 201}));
  EXPECT_EQ(outcome.map, (Map{{1, 1}, {0, 2}, {2, 3}}));
  EXPECT_EQ(outcome.end, 502 * kUs);
  EXPECT_EQ(outcome.units_reached.merged_while_flushed, 1);
}

TEST(OracleUnits, AnEvictionTakesOthersWithIt) {
  // The victim of LPN 3 is LPN 0, which is partial; of the others the whole one goes with it.
  const Outcome outcome = run(with_units(3, Flush::kFull),
                              {half_written(0, 0), half_written(1, 1), units_written(2, 2), units_written(10, 3)});
  EXPECT_EQ(completions(outcome), (Times{1, 2, 3, 262}));
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {2, 1}}));
  EXPECT_EQ(outcome.evictions, 2);
  EXPECT_EQ(outcome.host_programs, 1);
  EXPECT_EQ(outcome.units_reached.companions, 1);
}

TEST(OracleUnits, AnEvictionOfFewerIsPadded) {
  // One slot never holds a flash page full, whatever `flush` says.
  const Outcome outcome = run(with_units(1), {units_written(0, 0), units_written(10, 1), units_written(300, 2)});
  EXPECT_EQ(completions(outcome), (Times{1, 262, 552}));
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, 2}}));
  EXPECT_EQ(outcome.padding, 2);
  EXPECT_EQ(outcome.flushes, 0);
  EXPECT_EQ(outcome.evictions, 2);
  EXPECT_EQ(outcome.units_reached.padded_programs, 2);
}

TEST(OracleUnits, TwoProgramsMayHoldTheSameLpn) {
  // LPN 0 and 1 are evicted at 10 for LPN 3. LPN 0 is written again, and gets the slot that two trims leave. It is
  // evicted once more at 70, alone, while its first program runs in the other channel.
  Drive drive = with_units(3, Flush::kFull);
  drive.channels = 2;
  drive.order = {Level::kChannel, Level::kChip, Level::kDie, Level::kPlane};
  drive.place = [](std::int64_t page) { return Place{page % 2, 0, 0, 0}; };
  const Outcome outcome = run(drive, {units_written(0, 0, 3), units_written(10, 3), units_written(20, 0),
                                      unit_trimmed(30, 2), unit_trimmed(40, 3), units_written(50, 4),
                                      units_written(60, 5), units_written(70, 6), units_read(100, 0)});
  EXPECT_EQ(completions(outcome), (Times{1, 31, 41, 30, 40, 262, 262, 322, 101}));
  EXPECT_EQ(outcome.map, (Map{{0, 64}, {1, 1}}));
  EXPECT_EQ(outcome.buffer_reads, 1);
  EXPECT_EQ(outcome.evictions, 3);
  EXPECT_EQ(outcome.padding, 1);
  EXPECT_EQ(outcome.units_reached.rewritten, 1);
}

TEST(OracleUnits, AProgramWaitsForTheEarlierOnesOfAllThatItHolds) {
  // The program of LPN 0 and 1 waits for old data until 34.5. The program of LPN 7 and 0, created at 7, has its data at
  // 8 (the old sector from the first one's), but LPN 0 has its turn only when the first one is granted.
  const Outcome outcome =
      run(filled(4, Flush::kFull), {half_written(0, 0), units_written(0, 1), units_written(0, 2), units_written(0, 7),
                                    units_written(1, 3), half_written(2, 0), unit_trimmed(3, 2), unit_trimmed(4, 3),
                                    units_written(5, 4), units_written(6, 5), units_written(7, 6)});
  EXPECT_EQ(outcome.end, 34 * kUs + kUs / 2 + 2 * kProgramTakes * kUs);
  EXPECT_EQ(outcome.map.at(1), 17);
  EXPECT_EQ(outcome.map.at(7), 18);
  EXPECT_EQ(outcome.map.at(0), 19);
  EXPECT_EQ(outcome.rmw_reads, 1);
  EXPECT_EQ(outcome.buffer_reads, 1);
  EXPECT_EQ(outcome.units_reached.rewritten, 1);
}

// place.cost: a program takes a flash page. Four are left besides the reserve, so the fifth program gets no plane, and
// the drive, in which nothing is invalid, is full.
TEST(OracleUnits, APlaneHasRoomForFlashPages) {
  Drive drive = by_cost(with_units(10, Flush::kFull));
  drive.blocks = 3, drive.pages = 2, drive.logical_pages = 20;
  std::set<std::int64_t> queued;
  drive.cost = [&](const UnitView& u) {
    queued.insert(u.queued);
    return u.queued;
  };
  EXPECT_TRUE(run(drive, {units_written(0, 0, 10), units_written(1, 10, 10)}).drive_full);
  EXPECT_EQ(queued, (std::set<std::int64_t>{0, 1, 2, 3}));
}

TEST(OracleUnits, AUnitMayBeTrimmedWhileItsProgramWaits) {
  // The program of LPN 10 and 11 waits for the read until 46. At 20 LPN 11 is trimmed; its place is lost.
  const std::vector<HostRequest> requests{units_read(0, 0), units_written(1, 10, 2), unit_trimmed(20, 11),
                                          units_read(400, 10, 2)};
  for (const bool at_admission : {false, true}) {
    const Drive drive = at_admission ? in_write_order(filled(4)) : filled(4);
    const Outcome outcome = run(drive, requests);
    EXPECT_EQ(completions(outcome), (Times{46, 2, 20, 401}));
    EXPECT_EQ(outcome.map.at(10), 16);
    EXPECT_FALSE(outcome.map.contains(11));
    EXPECT_EQ(outcome.map.size(), 15U);
    EXPECT_EQ(outcome.held_units, 2);
    EXPECT_EQ(outcome.padding, 0);
    EXPECT_EQ(outcome.units_reached.trimmed_while_waiting, at_admission ? 0 : 1);
  }
}

TEST(OracleUnits, AProgramWaitsForTheOldDataOfEach) {
  // Two reads of one sector, 1 + 20 + 12.5 each, also if both lie in one flash page; then the program: 67 + 251.
  for (const std::int64_t other : {1, 2}) {
    for (const bool at_admission : {false, true}) {
      const Drive drive = at_admission ? in_write_order(filled(2)) : filled(2);
      const Outcome outcome = run(drive, {half_written(0, 0), half_written(0, other)});
      EXPECT_EQ(outcome.rmw_reads, 2);
      EXPECT_EQ(outcome.end, 318 * kUs);
      EXPECT_EQ(outcome.map.at(0), 16);
      EXPECT_EQ(outcome.map.at(other), 17);
      EXPECT_EQ(outcome.units_reached.two_old_units, 1);
    }
  }
  // The second channel reads LPN 3 until 46, and then LPN 2, until 79.5.
  Drive wide = filled(2);
  wide.channels = 2;
  wide.place = [](std::int64_t page) { return Place{page % 2, 0, 0, 0}; };
  EXPECT_EQ(run(wide, {units_read(0, 3), half_written(0, 0), half_written(0, 2)}).end, 330 * kUs + kUs / 2);
  // Without read-modify-write two sectors are programmed.
  Drive drive = filled(2);
  drive.read_modify_write = false, drive.program_moves_sectors = true;
  EXPECT_EQ(run(drive, {half_written(0, 0), half_written(0, 1)}).end, 226 * kUs);
  // One old sector and three new ones.
  drive.read_modify_write = true;
  EXPECT_EQ(run(drive, {half_written(0, 0), units_written(0, 1)}).end, (33 * kUs + kUs / 2 + kProgramTakes * kUs));
}

TEST(OracleUnits, AProgramIsOneWriteOfTheOrder) {
  const Outcome outcome = run(in_write_order(with_units(4, Flush::kEager, 2)),
                              {units_written(0, 0, 2), units_written(1000, 2, 2), units_written(2000, 4, 2)});
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, 1}, {2, 64}, {3, 65}, {4, 2}, {5, 3}}));
}

}  // namespace
}  // namespace ssd::oracle
