// The oracle's tables beside indirection units and word lines (table.events, 4) against numbers derived by hand. Writes
// come in pairs of units every 300 us, and each pair fills a program of 251 us, so every program is created when its
// units are written. Blocks have two places for each flash page; times are in us.
#include <gtest/gtest.h>

#include "tests/unit/oracle_buffer_drive.h"
#include "tests/unit/oracle_table_log.h"

namespace ssd::oracle {
namespace {

Drive units_at_admission(std::int64_t blocks, std::int64_t pages) {
  Drive drive = in_write_order(with_units(4));
  drive.blocks = blocks, drive.pages = pages;
  return drive;
}

// Two pages to a word line, and no units.
Drive word_lines(std::int64_t pages) {
  Drive drive = units_at_admission(8, pages);
  drive.subpages = 1, drive.program_unit = 2;
  return drive;
}

void collect_below(Drive& drive, std::int64_t free_blocks) {
  drive.trigger = [free_blocks](std::int64_t, std::int64_t free, const Around&) { return free < free_blocks; };
}

std::vector<HostRequest> in_pairs(const Drive& drive, const Ints& lpns) {
  const std::int64_t sectors = drive.unit_sectors();
  std::vector<HostRequest> requests;
  for (std::size_t i = 0; i < lpns.size(); ++i)
    requests.push_back({.arrival = i / 2 * 300 * kUs, .sector = lpns[i] * sectors, .sectors = sectors});
  return requests;
}

// From that event on.
Events behind(const Log& log, std::int64_t first) { return {log.events.begin() + first, log.events.end()}; }

// LPN 0 and 1 are flushed at 10, LPN 2 with padding at 300 because the host asks for it, and LPN 2 and 3 at 610.
TEST(OracleUnitTables, HearOfWritesUnitByUnitAndNotOfPadding) {
  Drive drive = units_at_admission(8, 4);
  Log log(drive);
  const Outcome outcome = run(drive, {units_written(0, 0), units_written(10, 1), units_written(20, 2), flush_at(300),
                                      units_written(600, 2), units_written(610, 3)});
  EXPECT_EQ(outcome.padding, 1);
  EXPECT_EQ(log.events,
            (Events{"write 0 0 0 0 1", "write 1 0 0 1 1", "write 2 0 0 2 1", "write 2 0 0 4 0", "write 3 0 0 5 1"}));
}

// Of the units of one program the second sees what the first has left. There is an entry for each unit.
TEST(OracleUnitTables, ChangeUnitByUnit) {
  Drive drive = units_at_admission(8, 4);
  drive.logical_pages = 6;
  drive.tables = {{TableSpec::Of::kDrive, 0}, {TableSpec::Of::kLpn, 0}, {TableSpec::Of::kBlock, 0}};
  drive.on_write = [](const WriteEvent& w, Tables& tables) {
    ++tables[0][0];
    tables[1].at(w.lpn) = tables[0][0];
    tables[2].at(w.block) = w.index;
  };
  const Outcome outcome = run(drive, in_pairs(drive, {5, 4, 2, 3}));
  EXPECT_EQ(outcome.host_programs, 2);
  EXPECT_EQ(outcome.tables, (Tables{{4}, {0, 0, 3, 4, 2, 1}, {3, 0, 0, 0, 0, 0, 0, 0}}));
}

// The victim of the example of iu.collection, block 0 of three flash pages: LPN 0 to 5 fill it at 600, LPN 0, 4 and 5
// are written again, and LPN 9 opens block 2 at 1800: five blocks are free. LPN 1, 2 and 3 move to block 3, whose place
// 3 is padding. Block 1 has no invalid place. A collection without cost has the same events.
TEST(OracleUnitTables, HearOfMovesAndErasesInPlaces) {
  Drive drive = units_at_admission(8, 3);
  collect_below(drive, 6);
  const std::vector<HostRequest> requests = in_pairs(drive, {0, 1, 2, 3, 4, 5, 0, 4, 5, 6, 7, 8, 9, 10});
  for (const bool cost_zero : {false, true}) {
    drive.cost_zero = cost_zero;
    Log log(drive);
    const Outcome outcome = run(drive, requests);
    EXPECT_EQ(outcome.collections, 1);
    EXPECT_EQ(outcome.padding, 1);
    EXPECT_EQ(behind(log, 6),
              (Events{"write 0 0 1 0 0", "write 4 0 1 1 0", "write 5 0 1 2 0", "write 6 0 1 3 1", "write 7 0 1 4 1",
                      "write 8 0 1 5 1", "write 9 0 2 0 1", "write 10 0 2 1 1", "move 1 0 0 3 0 0", "move 2 0 0 3 0 1",
                      "move 3 0 0 3 0 2", "erase 3 3 0 0 0 1200000"}));
  }
  drive.streams = 2, drive.collects_by_stream = true;
  drive.stream = [](const RequestView&) { return std::int64_t{1}; };
  Log log(drive);
  run(drive, requests);
  EXPECT_EQ(behind(log, 12), (Events{"write 9 1 2 0 1", "write 10 1 2 1 1", "move 1 0 1 3 1 0", "move 2 0 1 3 1 1",
                                     "move 3 0 1 3 1 2", "erase 3 3 0 0 1 1200000"}));
}

// Blocks of two flash pages. Blocks 0 to 3 are full at 300, 900, 1500 and 2100, and one is free. LPN 10 and 11 find no
// page at 2400: block 0 has LPN 3 alone, and block 2 LPN 0 and 1. LPN 3 goes to place 0 of block 4, and place 1 is
// padding. Then two blocks are free, the older of which is block 0.
TEST(OracleUnitTables, HearOfForcedCollectionsFirst) {
  Drive drive = units_at_admission(5, 2);
  Log log(drive);
  const Outcome outcome = run(drive, in_pairs(drive, {0, 1, 2, 3, 0, 2, 4, 5, 6, 7, 0, 1, 6, 7, 8, 9, 10, 11}));
  EXPECT_EQ(outcome.forced_collections, 2);
  EXPECT_EQ(behind(log, 16),
            (Events{"move 3 0 0 4 0 0", "erase 1 3 0 0 0 2100000", "move 0 2 0 4 0 2", "move 1 2 0 4 0 3",
                    "erase 2 2 0 2 0 900000", "write 10 0 0 0 1", "write 11 0 0 1 1"}));
}

// Sectors 1 to 6: one of LPN 0, all of LPN 1 and 2, one of LPN 3. LPN 2 was never written.
TEST(OracleUnitTables, HearOfTrimsUnitByUnit) {
  Drive drive = units_at_admission(8, 4);
  Log log(drive);
  run(drive, {units_written(0, 0, 2), {.arrival = 300 * kUs, .sector = 1, .sectors = 6, .is_trim = true}});
  EXPECT_EQ(behind(log, 2), (Events{"trim 1", "trim 2"}));
}

// Blocks of four pages, two word lines. LPN 0 to 3 fill block 0 at 300; LPN 0 and 2 are written again, and LPN 6 opens
// block 2 at 1200: five are free. LPN 1 and 3 fill a word line of block 3.
TEST(OracleUnitTables, HearOfThePagesOfWordLines) {
  Drive drive = word_lines(4);
  drive.program = 150 * kUs;  // 1 + 2 x 50 + 150, as before
  collect_below(drive, 6);
  Log log(drive);
  const Outcome outcome = run(drive, in_pairs(drive, {0, 1, 2, 3, 0, 2, 4, 5, 6, 7}));
  EXPECT_EQ(outcome.padding, 0);
  EXPECT_EQ(log.events,
            (Events{"write 0 0 0 0 1", "write 1 0 0 1 1", "write 2 0 0 2 1", "write 3 0 0 3 1", "write 0 0 1 0 0",
                    "write 2 0 1 1 0", "write 4 0 1 2 1", "write 5 0 1 3 1", "write 6 0 2 0 1", "write 7 0 2 1 1",
                    "move 1 0 0 3 0 0", "move 3 0 0 3 0 1", "erase 2 2 0 0 0 900000"}));
}

// With two units to a page as well a word line has four places. Two pairs fill it, and LPN 4 is programmed alone.
TEST(OracleUnitTables, HearOfTheUnitsOfWordLines) {
  Drive drive = units_at_admission(8, 4);
  drive.program_unit = 2;
  Log log(drive);
  std::vector<HostRequest> requests = in_pairs(drive, {3, 2, 0, 1, 4});
  requests.push_back(flush_at(900));
  const Outcome outcome = run(drive, requests);
  EXPECT_EQ(outcome.padding, 3);
  EXPECT_EQ(log.events,
            (Events{"write 3 0 0 0 1", "write 2 0 0 1 1", "write 0 0 0 2 1", "write 1 0 0 3 1", "write 4 0 0 4 1"}));
}

// A block's entry is the unit that was written into it last. At 1800 blocks 0 (last 3) and 1 (last 7) of four places
// have two invalid ones each, and four blocks are free. `greedy` would take block 0 first; the table wants block 1.
// Block 4 is open then, so four are free again, and block 0 follows.
TEST(OracleUnitTables, AreReadByPolicies) {
  Drive drive = units_at_admission(8, 2);
  drive.tables = {{TableSpec::Of::kBlock, 0}};
  drive.victim = [](const BlockView& b) { return b.tables->at(0).at(b.number); };
  collect_below(drive, 5);
  Log log(drive);
  drive.on_write = [](const WriteEvent& w, Tables& tables) { tables[0].at(w.block) = w.lpn; };
  const Outcome outcome = run(drive, in_pairs(drive, {0, 1, 2, 3, 4, 5, 6, 7, 0, 4, 2, 6, 8, 9}));
  EXPECT_EQ(outcome.collections, 2);
  EXPECT_EQ(log.events, (Events{"move 5 1 0 4 0 0", "move 7 1 0 4 0 1", "erase 2 2 0 1 0 900000", "move 1 0 0 4 0 2",
                                "move 3 0 0 4 0 3", "erase 2 2 0 0 0 1500000"}));
}

// 9 valid and 19 invalid flash pages fill seven of eight blocks. LPN 19 is read before it is written, so blocks are
// collected before time 0 until two are free.
TEST(OracleUnitTables, HearOfNothingBeforeTime0) {
  Drive drive = units_at_admission(8, 4);
  drive.logical_pages = 20;
  drive.filled = drive.filled_random = true;
  drive.valid_parts = 281'250, drive.invalid_parts = 593'750;
  std::int64_t moves = 0;
  for (drive.fill_seed = 0; drive.fill_seed < 10; ++drive.fill_seed) {
    Log log(drive);
    const Outcome outcome = run(drive, {units_read(0, 19)});
    EXPECT_EQ(outcome.preloaded, 1);
    EXPECT_GT(outcome.collections_before_time_0, 0);
    EXPECT_TRUE(log.events.empty());
    moves += outcome.moves_before_time_0;
  }
  EXPECT_GT(moves, 0);
}

}  // namespace
}  // namespace ssd::oracle
