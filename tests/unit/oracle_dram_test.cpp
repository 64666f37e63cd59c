// The oracle's DRAM of the controller (host.dram) against timelines derived by hand. The drive is the example drive of
// docs/model.md: command 1, transfer of a page 50, read 20, program 200. An access of a page takes 10, one of a sector
// 2.5, and one of an entry of the map 5 if it has any bytes; `buffer.latency` is 1 where there is a buffer. Times are
// in us.
#include <gtest/gtest.h>

#include "tests/unit/oracle_buffer_drive.h"

namespace ssd::oracle {
namespace {

constexpr std::int64_t kEntry = 1'024;

Drive with_dram(Drive drive, std::int64_t entry = 0) {
  drive.dram = {.limited = true, .numerator = 10 * kUs, .denominator = 2'048, .entry = entry};
  return drive;
}

// The example of host.dram.
TEST(OracleDram, IsOnePipe) {
  const Outcome outcome = run(with_dram(buffered(2, Flush::kEager)), {write(0, 0), read(15, 0)});
  EXPECT_EQ(completions(outcome), (Times{11, 31}));
  EXPECT_EQ(outcome.end, 271 * kUs);
  EXPECT_EQ(outcome.split[0].controller, 11 * kUs);
  EXPECT_EQ(outcome.split[1].controller, 16 * kUs);  // 5 waiting for 0 bytes, 10, and the latency
}

TEST(OracleDram, OneAccessIsOfAllPagesOfARead) {
  // Two entries, 0 to 10: both pages are ready at 10, + 71. The next request's entry follows, 10 to 15, + 71.
  const Outcome outcome = run(with_dram(plain(4), kEntry), {read(0, 0, 2), read(3, 2)});
  EXPECT_EQ(completions(outcome), (Times{81, 86}));
  EXPECT_EQ(outcome.split[0].controller, 10 * kUs);
  EXPECT_EQ(outcome.split[1].controller, 12 * kUs);
  // In one plane: 10 + 71, and the second page until 152.
  EXPECT_EQ(completions(run(with_dram(plain(), kEntry), {read(0, 0, 2)})), (Times{152}));
}

TEST(OracleDram, IsAskedWhenTheRequestIsProcessed) {
  // Processed at 3, in order of admission: the entries 3 to 13 and 13 to 18.
  Drive drive = with_dram(plain(3), kEntry);
  drive.host_command = 3 * kUs;
  EXPECT_EQ(completions(run(drive, {read(0, 0, 2), read(0, 2)})), (Times{84, 89}));
  // Firmware: with two cores the short one is processed first, at 10, and asks first: 10 to 15, + 71. The long one is
  // processed at 20: 20 to 30, + 71.
  drive.host_command = 0, drive.firmware = {.cores = 2, .per_page = 10 * kUs};
  const Outcome outcome = run(drive, {read(0, 0, 2), read(0, 2)});
  EXPECT_EQ(completions(outcome), (Times{101, 86}));
  EXPECT_EQ(outcome.split[0].firmware, 20 * kUs);
}

TEST(OracleDram, PagesOfAWriteAskOneByOne) {
  // Without a buffer for their entries alone: 0 to 5, 5 to 10, each + 251.
  const Outcome outcome = run(with_dram(plain(2), kEntry), {write(0, 0, 2)});
  EXPECT_EQ(completions(outcome), (Times{261}));
  EXPECT_EQ(outcome.split[0].controller, 10 * kUs);
  // With a buffer for their data, too: 0 to 15, 15 to 30, + 1.
  EXPECT_EQ(completions(run(with_dram(buffered(2), kEntry), {write(0, 0, 2)})), (Times{31}));
  // Three sectors: 5 + 7.5 + 1.
  EXPECT_EQ(run(with_dram(buffered(2), kEntry), {part(0, 0, 0, 3)}).completion, (std::vector<Time>{13'500}));
}

TEST(OracleDram, ReadsAndWritesWaitForEachOther) {
  // The write has its access 0 to 15. The read's entry waits for that: 15 to 20, + 71.
  Drive drive = with_dram(buffered(4, Flush::kFull, 2), kEntry);
  EXPECT_EQ(completions(run(drive, {write(0, 0), read(2, 1)})), (Times{16, 91}));
  // With a link the write has crossed it at 20, and the read is first: 2 to 7, 78, across the link at 98. The write has
  // its access 20 to 35.
  drive.link = true, drive.link_numerator = 20 * kUs, drive.link_denominator = 2'048;
  const Outcome outcome = run(drive, {write(0, 0), read(2, 1)});
  EXPECT_EQ(completions(outcome), (Times{36, 98}));
  EXPECT_EQ(outcome.split[0].link, 20 * kUs);
  EXPECT_EQ(outcome.split[0].controller, 16 * kUs);
}

TEST(OracleDram, AReadModifyWriteIsReadyBehindTheAccess) {
  // The first write: 5 + 251. The second: ready at 1005, reads 3 sectors, 1 + 20 + 37.5, then 251.
  const Outcome outcome = run(with_dram(plain(), kEntry), {write(0, 0), part(1'000, 0, 0, 1)});
  EXPECT_EQ(outcome.completion, (std::vector<Time>{256'000, 1'314'500}));
  EXPECT_EQ(outcome.split[1].controller, 5 * kUs);
}

TEST(OracleDram, ReadsOfNotYetProgrammedDataAsk) {
  // LPN 0 is programmed from 0 to 251. Its second write takes the old data from the controller without an access, and
  // is programmed behind it. The read's sectors: 10 to 20.
  Drive drive = with_dram(plain());
  const std::vector<HostRequest> requests{write(0, 0), part(10, 0, 0, 1), read(10, 0)};
  EXPECT_EQ(completions(run(drive, requests)), (Times{251, 502, 20}));
  drive.preempt_page = true;  // placed at issue
  EXPECT_EQ(completions(run(drive, requests)), (Times{251, 502, 20}));
  // With entries: the second write's 10 to 15, the read's 15 to 20, its data 20 to 30.
  drive.dram.entry = kEntry;
  EXPECT_EQ(completions(run(drive, requests)), (Times{256, 507, 30}));
}

TEST(OracleDram, EvictionsAskForWhatTheirEntriesHave) {
  // LPN 1 has crossed the DRAM at 110. LPN 0 is evicted then: access until 120, + 251.
  const Outcome outcome = run(with_dram(buffered(1)), {write(0, 0), write(100, 1)});
  EXPECT_EQ(completions(outcome), (Times{11, 372}));
  EXPECT_EQ(outcome.split[1].controller, 11 * kUs);
  EXPECT_EQ(outcome.split[1].buffer, 261 * kUs);
  EXPECT_EQ(outcome.slot_wait[1].transfer, 51 * kUs);
  EXPECT_EQ(outcome.slot_wait[1].array, 200 * kUs);
  EXPECT_EQ(outcome.slot_wait[1].unit, 0);
}

TEST(OracleDram, EvictionsReadOldDataBehindTheirAccess) {
  // LPN 0 is there before time 0; two sectors of it are written, 100 to 105. LPN 1 has crossed the DRAM at 210. LPN 0
  // is evicted then: access of two sectors until 215, read of the other two 1 + 20 + 25, until 261, program until 512.
  const Outcome outcome = run(with_dram(buffered(1)), {read(0, 0), part(100, 0, 0, 2), write(200, 1)});
  EXPECT_EQ(completions(outcome), (Times{71, 106, 513}));
  EXPECT_EQ(outcome.split[2].controller, 11 * kUs);
  EXPECT_EQ(outcome.split[2].buffer, 302 * kUs);
  EXPECT_EQ(outcome.slot_wait[2].transfer, 77 * kUs);  // 1 + 25 + 1 + 50
  EXPECT_EQ(outcome.slot_wait[2].array, 220 * kUs);
}

TEST(OracleDram, FlushesAsk) {
  // LPN 0 is flushed at 10: access 10 to 20, program until 271. LPN 1 is in the buffer at 30, and may be flushed when
  // the plane's program has ended: access 271 to 281, program until 532. LPN 2 needs a slot at 610: a clean entry
  // leaves without an access. It is flushed at 610: until 620, 871.
  const Outcome outcome = run(with_dram(buffered(2, Flush::kEager)), {write(0, 0), write(20, 1), write(600, 2)});
  EXPECT_EQ(completions(outcome), (Times{11, 31, 611}));
  EXPECT_EQ(outcome.end, 871 * kUs);
}

TEST(OracleDram, TrimsAndFlushesOfTheHostDoNotAsk) {
  // The write is in the buffer at 15. The trim at 2 does not wait for that. The flush at 20 asks for the entry: access
  // until 30, program until 281.
  const Outcome outcome = run(with_dram(buffered(2), kEntry), {write(0, 0), trim(2, 1), flush_at(20)});
  EXPECT_EQ(completions(outcome), (Times{16, 2, 281}));
}

TEST(OracleDram, OfANotYetWrittenPageOnlyTheEntryIsRead) {
  Drive drive = with_dram(plain(), kEntry);
  drive.read_unwritten_as_written = false;
  EXPECT_EQ(completions(run(drive, {read(0, 5)})), (Times{5}));
}

TEST(OracleDram, ReadsThatWaitedForAReadaheadAskWhenItHasArrived) {
  // The second read is ready at 105, and so is the readahead of LPN 2 behind it: 105 to 176, 176 to 247. The third one
  // is ready at 205 and waits for that; then its data: 247 to 257, + 1.
  Drive drive = with_dram(buffered(2), kEntry);
  drive.readahead_trigger = 2, drive.readahead_pages = 2;
  const Outcome outcome = run(drive, {read(0, 0), read(100, 1), read(200, 2)});
  EXPECT_EQ(completions(outcome), (Times{76, 176, 258}));
  EXPECT_EQ(outcome.readaheads, 1);
  EXPECT_EQ(outcome.split[2].buffer, 42 * kUs);
  EXPECT_EQ(outcome.split[2].controller, 16 * kUs);
}

TEST(OracleDram, WriteThroughDataCrossItOnce) {
  // The write: entry and data, 0 to 15, then program and entry of the buffer. The read at 10 has its entry of the map
  // until 20, then its data until 30, + 1.
  Drive drive = with_dram(buffered(2), kEntry);
  drive.write_back = false;
  EXPECT_EQ(completions(run(drive, {write(0, 0), read(10, 0)})), (Times{266, 31}));
}

TEST(OracleDram, UnitsOfAProgramAskOneByOne) {
  // A unit takes 5. LPN 0 is in the buffer at 5, LPN 1 at 15. Both are flushed then: 15 to 20, 20 to 25, program until
  // 276. The read at 26 hits: until 31, + 1.
  const std::vector<HostRequest> requests{units_written(0, 0), units_written(10, 1), units_read(26, 0)};
  for (const Drive& drive : {with_units(4), in_write_order(with_units(4))}) {
    const Outcome outcome = run(with_dram(drive), requests);
    EXPECT_EQ(completions(outcome), (Times{6, 16, 32}));
    EXPECT_EQ(outcome.end, 276 * kUs);
  }
}

TEST(OracleDram, TheFirstUnitWaitsForTheOthers) {
  // LPN 2 is in the DRAM at 35. LPN 0 is evicted then, and LPN 1 with it: 35 to 40, 40 to 45, program until 296. In the
  // wait of 261 the program's array has 200, its transfer 51, and its wait for the second unit 5; the access of the
  // first one is none of the flash.
  const Outcome outcome = run(with_dram(in_write_order(with_units(2, Flush::kFull))),
                              {units_written(0, 0), units_written(10, 1), units_written(30, 2)});
  EXPECT_EQ(completions(outcome), (Times{6, 16, 297}));
  EXPECT_EQ(outcome.split[2].buffer, 261 * kUs);
  EXPECT_EQ(outcome.slot_wait[2].array, 200 * kUs);
  EXPECT_EQ(outcome.slot_wait[2].transfer, 51 * kUs);
  EXPECT_EQ(outcome.slot_wait[2].unit, 5 * kUs);
}

TEST(OracleDram, OneUnitOfAProgramMayNeedOldData) {
  // LPN 0 and 1 lie in flash page 0. One sector of LPN 0 is in the buffer at 2.5, LPN 1 at 15. Both are flushed then,
  // LPN 1 first because it is whole: 15 to 20. The sector of LPN 0: 20 to 22.5, the read of its other sector 1 + 20 +
  // 12.5 until 56, program until 307.
  Drive drive = filled(2, Flush::kEager);
  const Outcome outcome = run(with_dram(drive), {half_written(0, 0), units_written(10, 1)});
  EXPECT_EQ(outcome.completion, (std::vector<Time>{3'500, 16'000}));
  EXPECT_EQ(outcome.end, 307 * kUs);
  EXPECT_EQ(outcome.map.at(1) + 1, outcome.map.at(0));
}

TEST(OracleDram, RoundsEachAccessUpOnce) {
  // Three entries of 4 bytes at 1/1000 ns a byte: 1 ns. Each page of a write: 1 ns.
  Drive drive = plain(3);
  drive.dram = {.limited = true, .numerator = 1, .denominator = 1'000, .entry = 4};
  EXPECT_EQ(run(drive, {read(0, 0, 3)}).completion, (std::vector<Time>{71'001}));
  EXPECT_EQ(run(drive, {write(0, 0, 3)}).completion, (std::vector<Time>{251'003}));
}

TEST(OracleDram, IsNotThereWithoutEntriesAndBuffer) {
  const std::vector<HostRequest> requests{read(0, 0, 3), write(5, 4, 2), part(10, 4, 1, 2), trim(20, 4), read(600, 1)};
  const Outcome without = run(plain(2), requests), with = run(with_dram(plain(2)), requests);
  EXPECT_EQ(with.completion, without.completion);
  EXPECT_EQ(with.end, without.end);
}

}  // namespace
}  // namespace ssd::oracle
