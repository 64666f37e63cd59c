// The oracle's readaheads of indirection units against timelines derived by hand (iu.read, buffer.readahead). Command
// 1, transfer of a page 50, read 20 us: a read of one unit takes 46, of two in one flash page 71.
#include <gtest/gtest.h>

#include "tests/unit/oracle_iu_drive.h"

namespace ssd::oracle {
namespace {

// LPN n lies in place n.
Drive reading_ahead(std::int64_t slots, std::int64_t trigger = 1, std::int64_t pages = 1) {
  Drive drive = filled(slots);
  drive.readahead_trigger = trigger, drive.readahead_pages = pages;
  return drive;
}

// The second example of iu.read.
TEST(OracleUnitsReadAhead, LooksAtWholePages) {
  const Outcome outcome =
      run(reading_ahead(4, 2), {units_read(0, 0), units_read(100, 1), units_read(200, 2), units_read(300, 3)});
  EXPECT_EQ(completions(outcome), (Times{46, 146, 218, 301}));
  EXPECT_EQ(outcome.end, 288 * kUs);
  EXPECT_EQ(outcome.readaheads, 4);
  EXPECT_EQ(outcome.flash_reads, 4);
  EXPECT_EQ(outcome.units_reached.joined_readaheads, 2);
  EXPECT_EQ(outcome.units_reached.waits_for_joined, 1);
}

TEST(OracleUnitsReadAhead, EndsWithTheLastLogicalPage) {
  // There are LPN 0 to 15. The read ends in the last but one page, and looks at LPN 13, 14 and 15.
  const Outcome outcome = run(reading_ahead(8, 1, 4), {units_read(0, 12)});
  EXPECT_EQ(outcome.readaheads, 3);
  EXPECT_EQ(outcome.end, (46 + 46 + 71) * kUs);
  EXPECT_EQ(run(reading_ahead(8, 1, 4), {units_read(0, 15)}).readaheads, 0);
}

TEST(OracleUnitsReadAhead, JoinsNoHostRead) {
  // LPN 3 lies in the flash page of the read, LPN 4 and 5 in the next one: 46 each, then 71.
  const Outcome outcome = run(reading_ahead(4), {units_read(0, 2)});
  EXPECT_EQ(outcome.flash_reads, 3);
  EXPECT_EQ(outcome.end, (46 + 46 + 71) * kUs);
}

TEST(OracleUnitsReadAhead, MovesWhatWasWritten) {
  // Two sectors of LPN 2 and one of LPN 3 were ever written, in one program: 1 + 20 + 37.5 behind the read of nothing.
  Drive drive = with_units(3);
  drive.readahead_trigger = drive.readahead_pages = 1, drive.read_unwritten_as_written = false;
  const std::vector<HostRequest> requests{half_written(0, 3),    units_written(0, 2),   units_written(1000, 7, 3),
                                          unit_trimmed(3000, 7), unit_trimmed(3000, 8), unit_trimmed(3000, 9),
                                          units_read(4000, 1)};
  const Outcome outcome = run(drive, requests);
  EXPECT_EQ(outcome.readaheads, 2);
  EXPECT_EQ(outcome.units_reached.joined_readaheads, 1);
  EXPECT_EQ(outcome.end, 4058 * kUs + kUs / 2);
}

TEST(OracleUnitsReadAhead, TakesASlotForEach) {
  const Outcome outcome = run(reading_ahead(1), {units_read(0, 1), units_read(50, 2), units_read(60, 3)});
  EXPECT_EQ(outcome.readaheads, 1);
  EXPECT_EQ(outcome.units_reached.no_slot_for_the_next, 1);
  EXPECT_EQ(outcome.units_reached.joined_readaheads, 0);
  // LPN 2 is read ahead until 92; LPN 3 is read by itself until 138.
  EXPECT_EQ(completions(outcome), (Times{46, 93, 138}));
}

TEST(OracleUnitsReadAhead, BeginsAnewBehindOneThatIsDropped) {
  // Of four units in a flash page LPN 5 is dirty in the buffer: LPN 4, then LPN 6 and 7 together.
  Drive drive = reading_ahead(8);
  drive.subpages = 4, drive.logical_pages = 32;
  const Outcome outcome = run(drive, {{0, 5, 1, false}, {10 * kUs, 3, 1, true}});
  EXPECT_EQ(outcome.readaheads, 3);
  EXPECT_EQ(outcome.flash_reads, 3);
  EXPECT_EQ(outcome.units_reached.joined_readaheads, 1);
  EXPECT_EQ(outcome.end, 123 * kUs);  // 10 + 33.5 + 33.5 + 46
}

TEST(OracleUnitsReadAhead, AUnitMayBecomeStaleAlone) {
  // LPN 2 and 3 are read ahead from 46 to 117. LPN 3 is written at 60; the read of 55, behind which LPN 4 and 5 are
  // read ahead, waits for what was there before.
  const Outcome outcome = run(reading_ahead(5), {units_read(0, 1), units_read(55, 3), units_written(60, 3),
                                                 units_read(100, 3), units_read(100, 2), units_read(200, 2)});
  EXPECT_EQ(completions(outcome), (Times{46, 118, 61, 101, 118, 201}));
  EXPECT_EQ(outcome.flash_reads, 3);
  EXPECT_EQ(outcome.units_reached.partly_stale, 1);
  EXPECT_EQ(outcome.units_reached.waits_for_joined, 2);
  // Trimmed, LPN 3 leaves its slot at 117 to the write that waits for one from 70 on.
  const Outcome trimmed = run(reading_ahead(2), {units_read(0, 1), unit_trimmed(60, 3), units_written(70, 9)});
  EXPECT_EQ(completions(trimmed), (Times{46, 60, 118}));
  EXPECT_EQ(trimmed.units_reached.partly_stale, 1);
}

// LPN 3 and 4 lie in one flash page, and the buffer has six free slots at 4000.
std::vector<HostRequest> across_pages(std::vector<HostRequest> reads) {
  std::vector<HostRequest> requests{units_written(0, 3, 2), units_written(1000, 10, 6)};
  for (std::int64_t lpn = 10; lpn < 16; ++lpn) requests.push_back(unit_trimmed(3000, lpn));
  requests.insert(requests.end(), reads.begin(), reads.end());
  return requests;
}

TEST(OracleUnitsReadAhead, JoinAcrossLogicalPages) {
  // LPN 2, then LPN 3 and 4, then LPN 5.
  const Outcome outcome = run(reading_ahead(6, 1, 2), across_pages({units_read(4000, 1)}));
  EXPECT_EQ(outcome.readaheads, 4);
  EXPECT_EQ(outcome.end, (4000 + 46 + 46 + 71 + 46) * kUs);
}

TEST(OracleUnitsReadAhead, ThoseOfTwoReadsDoNotJoin) {
  // LPN 2 and 3 stand behind the first read, LPN 4 and 5 behind the second, which waits for LPN 2.
  const Outcome outcome = run(reading_ahead(6), across_pages({units_read(4000, 1), units_read(4000, 2)}));
  EXPECT_EQ(outcome.readaheads, 4);
  EXPECT_EQ(outcome.units_reached.joined_readaheads, 0);
  EXPECT_EQ(outcome.end, (4000 + 5 * 46) * kUs);
}

}  // namespace
}  // namespace ssd::oracle
