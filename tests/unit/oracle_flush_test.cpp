// The oracle's flushes of the DRAM buffer (buffer.flush) against timelines derived by hand. The drive is the example
// drive of docs/model.md: command 1, transfer of a page 50, read 20, program 200 us. Times are in ns.
#include <gtest/gtest.h>

#include "tests/unit/oracle_example_drive.h"

namespace ssd::oracle {
namespace {

constexpr Time kWrite = 251 * kUs;

using Map = std::map<std::int64_t, std::int64_t>;

HostRequest part(Time arrival, std::int64_t lpn, std::int64_t sector, std::int64_t sectors) {
  return {arrival * kUs, lpn * 4 + sector, sectors, false};
}

// Logical page n lies in channel n mod `channels`; a plane has 32 physical pages.
Drive buffered(std::int64_t slots, Flush flush = Flush::kEager, std::int64_t channels = 1) {
  Drive drive = example_drive(24);
  drive.channels = channels;
  drive.place = [channels](std::int64_t lpn) { return Place{lpn % channels, 0, 0, 0}; };
  drive.buffer_slots = slots, drive.buffer_latency = kUs, drive.flush = flush;
  return drive;
}

Times in_us(std::vector<Time> times) {
  for (Time& time : times) time *= kUs;
  return times;
}

// The example of buffer.flush.
TEST(OracleFlush, MakesRoomBeforeASlotIsNeeded) {
  const std::vector<HostRequest> requests{write(0, 0), write(0, 1), write(600, 2)};
  const Outcome eager = run(buffered(2), requests);
  EXPECT_EQ(eager.completion, in_us({1, 1, 601}));
  EXPECT_EQ(eager.end, 851 * kUs);
  EXPECT_EQ(eager.flushes, 3);
  EXPECT_EQ(eager.evictions, 0);
  const Outcome full = run(buffered(2, Flush::kFull), requests);
  EXPECT_EQ(full.completion, in_us({1, 1, 852}));
  EXPECT_EQ(full.flushes, 0);
  EXPECT_EQ(full.evictions, 1);
}

TEST(OracleFlush, WholeEntriesGoFirst) {
  // Four dirty slots at 0; the whole entry goes first, though it is the last. At 251 three of four slots are dirty, so
  // the first partial one goes. At 502 two are, which is half: nothing, until page 3 becomes whole at 600. Page 2
  // stays.
  const Outcome outcome =
      run(buffered(4), {part(0, 1, 0, 1), part(0, 2, 0, 1), part(0, 3, 0, 1), write(0, 0), part(600, 3, 1, 3)});
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, 1}, {3, 2}}));
  EXPECT_EQ(outcome.end, 851 * kUs);
  EXPECT_EQ(outcome.flushes, 3);
  EXPECT_EQ(outcome.rmw_reads, 0);
}

TEST(OracleFlush, StandsAtTheEndOfTheListWhenItBecomesWhole) {
  // Page 0 is flushed at 0 and has the plane until 251. Page 1 becomes whole behind page 2, so it goes after it. A
  // write of page 2, which is dirty, does not change its place.
  const Outcome outcome =
      run(buffered(4), {write(0, 0), part(10, 1, 0, 2), write(20, 2), part(30, 1, 2, 2), write(40, 2)});
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {2, 1}, {1, 2}}));
  EXPECT_EQ(outcome.end, 3 * kWrite);
}

TEST(OracleFlush, IsPartialIfNotAllSectorsWereWrittenSinceTheLastFlush) {
  // Page 0 has all its sectors in the buffer and is flushed until 251. The write of one sector makes it dirty, but
  // partial, and one of three slots is not more than half.
  const std::vector<HostRequest> some{write(0, 0), part(300, 0, 0, 1)};
  EXPECT_EQ(run(buffered(3), some).end, kWrite);
  // In a buffer of one slot it is flushed. The entry has all sectors, so nothing is read from flash.
  const Outcome one = run(buffered(1), some);
  EXPECT_EQ(one.end, 300 * kUs + kWrite);
  EXPECT_EQ(one.flash_reads, 0);
  // Sectors that were written in two parts make it whole.
  EXPECT_EQ(run(buffered(3), {write(0, 0), part(300, 0, 0, 1), part(400, 0, 1, 3)}).end, 400 * kUs + kWrite);
}

TEST(OracleFlush, CountsWhatWasWrittenWhileTheEntryWaited) {
  // Page 1 waits for the slot until 251, and has all of its sectors by then. With four sectors of which it got one
  // before and three after it became resident, it is whole too.
  EXPECT_EQ(run(buffered(1), {write(0, 0), part(10, 1, 0, 1), part(20, 1, 1, 3)}).map, (Map{{0, 0}, {1, 1}}));
  Drive drive = buffered(3);
  const Outcome outcome = run(drive, {write(0, 0), write(0, 1), write(0, 2), part(10, 3, 0, 1), part(900, 3, 1, 3)});
  // Page 0 leaves its slot at 251 for page 3. Pages 1 and 2 are flushed until 753. Page 3 alone is dirty, and partial,
  // until 900.
  EXPECT_EQ(outcome.completion[3], 252 * kUs);
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, 1}, {2, 2}, {3, 3}}));
  EXPECT_EQ(outcome.end, 900 * kUs + kWrite);
}

TEST(OracleFlush, FlushesAboveAShareOfTheSlots) {
  Drive drive = buffered(4, Flush::kAbove, 4);
  drive.flush_share_numerator = 1, drive.flush_share_denominator = 2;
  // Three of four slots are dirty: page 0, the oldest, is flushed, then two are left. Page 3 makes it three again.
  const Outcome outcome = run(drive, {write(0, 0), write(0, 1), part(0, 2, 0, 1), part(300, 3, 0, 1)});
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, 32}}));
  EXPECT_EQ(outcome.end, 300 * kUs + kWrite);
  drive.flush_share_numerator = 3, drive.flush_share_denominator = 4;
  EXPECT_EQ(run(drive, {write(0, 0), write(0, 1), write(0, 2)}).end, 0) << "three are no more than 3/4 of four";
}

TEST(OracleFlush, FlushesWhenNoRequestIsLeft) {
  const Drive drive = buffered(4, Flush::kIdle);
  // The read takes until 71 and keeps the drive from being idle. The write at 400 is complete at 401.
  const Outcome outcome = run(drive, {read(0, 5), write(0, 0), write(400, 1)});
  EXPECT_EQ(outcome.completion, in_us({71, 1, 401}));
  EXPECT_EQ(outcome.map, (Map{{5, 0}, {0, 1}, {1, 2}}));
  EXPECT_EQ(outcome.end, 401 * kUs + kWrite);
  EXPECT_EQ(outcome.plane_array[0][0], 420 * kUs);
  // Of two entries the second one follows when the first is programmed, because the drive has one plane.
  EXPECT_EQ(run(drive, {write(0, 0), write(0, 1)}).end, kUs + 2 * kWrite);
}

TEST(OracleFlush, AsksAConditionOverTheBuffer) {
  Drive drive = buffered(3, Flush::kCondition, 2);
  std::set<std::vector<std::int64_t>> seen;
  drive.flush_condition = [&](const FlushView& f) {
    seen.insert({f.dirty, f.whole, f.slots, f.under_way, f.idle});
    return f.idle && f.dirty > 1;
  };
  const Outcome outcome = run(drive, {write(0, 0), part(0, 1, 0, 2)});
  EXPECT_EQ(outcome.map, (Map{{0, 0}}));
  EXPECT_EQ(outcome.end, kUs + kWrite);
  EXPECT_TRUE(seen.contains({2, 1, 3, 0, false}));  // at 0
  EXPECT_TRUE(seen.contains({2, 1, 3, 0, true}));   // at 1: page 0 is flushed
  EXPECT_TRUE(seen.contains({1, 0, 3, 1, true}));   // page 1 is not
  EXPECT_TRUE(seen.contains({1, 0, 3, 0, true}));   // at 252
  EXPECT_EQ(seen.size(), 4);
}

TEST(OracleFlush, HasNoMoreProgramsUnderWayThanPlanes) {
  // The programs go to planes 0, 0, 1, 0. Those of pages 0 and 1 are created at 0, that of page 2 at 251, though plane
  // 1 has nothing to do. Then pages 1 and 2 are under way until 502, and page 3 follows.
  Drive drive = buffered(4, Flush::kEager, 2);
  drive.placement = Placement::kWriteOrder;
  std::vector<std::int64_t> planes{0, 0, 1, 0};
  drive.place = [planes](std::int64_t write) { return Place{planes[static_cast<std::size_t>(write % 4)], 0, 0, 0}; };
  const Outcome outcome = run(drive, {write(0, 0), write(0, 1), write(0, 2), write(0, 3)});
  EXPECT_EQ(outcome.end, 3 * kWrite);
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, 1}, {2, 32}, {3, 2}}));
  EXPECT_EQ(outcome.plane_array[1][0], 200 * kUs);
}

TEST(OracleFlush, FlushesAnEntryThatIsDirtyAgainAfterItsFlush) {
  // Two programs may be under way, but the second one of page 0 is created when the first has ended.
  const Outcome outcome = run(buffered(2, Flush::kEager, 2), {write(0, 0), write(100, 0), part(120, 2, 0, 1)});
  EXPECT_EQ(outcome.completion, in_us({1, 101, 121}));
  EXPECT_EQ(outcome.host_programs, 3);
  // At 120 two of two slots are dirty: page 0 has to wait, so partial page 2 is flushed, and its program is in the
  // queue of the plane before that of page 0.
  EXPECT_EQ(outcome.map, (Map{{2, 1}, {0, 2}}));
  EXPECT_EQ(outcome.end, 3 * kWrite);
}

TEST(OracleFlush, LeavesAVictimUnlessItIsDirtyAgain) {
  const std::vector<HostRequest> requests{write(0, 0), write(0, 1), write(50, 2)};
  // Page 0 is flushed until 251. Page 2 waits for its slot; page 1 is not evicted, but flushed after page 0.
  const Outcome outcome = run(buffered(2), requests);
  EXPECT_EQ(outcome.completion, in_us({1, 1, 252}));
  EXPECT_EQ(outcome.evictions, 0);
  EXPECT_EQ(outcome.end, 3 * kWrite);
  // Page 0 is written again at 100, so page 1 is evicted at once. Its program waits for the plane until 251 and ends at
  // 502. It counts as under way, so page 0 is flushed at 502, before page 2, which became dirty later.
  auto again = requests;
  again.push_back(write(100, 0));
  const Outcome dirty = run(buffered(2), again);
  EXPECT_EQ(dirty.completion, in_us({1, 1, 503, 101}));
  EXPECT_EQ(dirty.evictions, 1);
  EXPECT_EQ(dirty.flushes, 3);
  EXPECT_EQ(dirty.map, (Map{{1, 1}, {0, 2}, {2, 3}}));
  EXPECT_EQ(dirty.end, 4 * kWrite);
}

TEST(OracleFlush, EvictsWhatIsDirtyAgainWhenItsFlushHasEnded) {
  // The only slot is no victim until 251, whether its entry is clean or dirty. Then page 0 is evicted until 502.
  const Outcome outcome = run(buffered(1), {write(0, 0), write(50, 2), write(100, 0)});
  EXPECT_EQ(outcome.completion, in_us({1, 503, 101}));
  EXPECT_EQ(outcome.evictions, 1);
  EXPECT_EQ(outcome.flushes, 2);
  EXPECT_EQ(outcome.map, (Map{{0, 1}, {2, 2}}));
  EXPECT_EQ(outcome.end, 3 * kWrite);
}

TEST(OracleFlush, IsLookedForAgainWhenAReadHits) {
  // At 330 page 0 is being flushed and page 1, the least recent of the others, is dirty. The read of page 1 at 340
  // makes page 2 the least recent one, which is clean.
  const Outcome outcome =
      run(buffered(3), {write(0, 2), write(300, 0), write(310, 1), read(320, 2), write(330, 3), read(340, 1)});
  EXPECT_EQ(outcome.completion, in_us({1, 301, 311, 321, 341, 341}));
}

TEST(OracleFlush, FreesTheSlotOfATrimmedPageAtOnce) {
  // Page 1 gets the slot at 100. It is flushed when the program of page 0 has ended, at 251.
  const std::vector<HostRequest> requests{write(0, 0), write(50, 1), trim(100, 0)};
  for (const bool at_issue : {false, true}) {
    Drive drive = buffered(1);
    drive.preempt_page = at_issue;
    const Outcome outcome = run(drive, requests);
    EXPECT_EQ(outcome.completion, in_us({1, 101, 100}));
    EXPECT_EQ(outcome.map, (Map{{1, 1}}));
    EXPECT_EQ(outcome.end, 2 * kWrite);
    EXPECT_EQ(outcome.trimmed, 1);
  }
}

TEST(OracleFlush, BelongsToTheEntryAndNotToThePage) {
  // The entry of 120 is another one: its flush begins at once, though the program of the trimmed one goes on until 251,
  // and page 2 waits until it ends, at 502.
  const Outcome outcome = run(buffered(1, Flush::kEager, 2), {write(0, 0), trim(100, 0), write(120, 0), write(200, 2)});
  EXPECT_EQ(outcome.completion, in_us({1, 100, 121, 503}));
  EXPECT_EQ(outcome.flushes, 3);
  EXPECT_EQ(outcome.evictions, 0);
  EXPECT_EQ(outcome.map, (Map{{0, 1}, {2, 2}}));
  EXPECT_EQ(outcome.end, 3 * kWrite);
}

TEST(OracleFlush, IsInvalidIfItsPageIsTrimmedBeforeTheGrant) {
  // Placed at issue. The read has the unit until 71; page 0 is trimmed at 30.
  Drive drive = buffered(2);
  drive.preempt_page = true;
  const Outcome outcome = run(drive, {read(0, 5), write(10, 0), trim(30, 0)});
  EXPECT_EQ(outcome.map, (Map{{5, 0}}));
  EXPECT_EQ(outcome.host_programs, 1);
  EXPECT_EQ(outcome.end, 71 * kUs + kWrite);
}

TEST(OracleFlush, ReadsTheSectorsThatTheEntryDoesNotHave) {
  // Page 1 takes the slot of page 0 at 300. The write of one sector of page 0 takes that of page 1 at 600, and its
  // flush reads three sectors (37.5) first.
  const Outcome outcome = run(buffered(1), {write(0, 0), write(300, 1), part(600, 0, 0, 1)});
  EXPECT_EQ(outcome.completion, in_us({1, 301, 601}));
  EXPECT_EQ(outcome.rmw_reads, 1);
  EXPECT_EQ(outcome.end, 658'500 + kWrite);
  EXPECT_EQ(outcome.evictions, 0);
}

TEST(OracleFlush, IsNoHit) {
  // Page 0 is flushed at 0, page 1 at 251. At 600 page 0 is the least recent all the same, and page 2 takes its slot.
  const Outcome outcome = run(buffered(2), {write(0, 0), write(10, 1), write(600, 2), read(900, 0), read(1'000, 1)});
  EXPECT_EQ(outcome.completion, in_us({1, 11, 601, 971, 1'001}));
  EXPECT_EQ(outcome.flash_reads, 1);
  EXPECT_EQ(outcome.buffer_hits, 1);
}

TEST(OracleFlush, IsNoVictimForReadahead) {
  // Pages 0 to 2 are preloaded. The second read of a row reads page 2 ahead, which needs a slot: that of page 4 is
  // being flushed until 251, so the readahead at 100 is dropped; at 300 it takes that slot.
  Drive drive = buffered(1);
  drive.readahead_trigger = 2, drive.readahead_pages = 1;
  const auto reads_from = [](Time start) {
    return std::vector<HostRequest>{write(0, 4), read(start, 0), read(start + 1, 1), read(1'000, 2)};
  };
  EXPECT_EQ(run(drive, reads_from(100)).readaheads, 0);
  const Outcome later = run(drive, reads_from(300));
  EXPECT_EQ(later.readaheads, 1);
  EXPECT_EQ(later.completion[3], 1'001 * kUs);
}

TEST(OracleFlush, ThatFindsNoPageStopsNothingBehindTheLastRequest) {
  // By write_order every second write, of page 8, comes to channel 1, so pages 0 to 7 fill the four blocks of channel 0
  // that the host may open. Page 9 then finds no page there, and nothing to collect.
  Drive drive = buffered(1, Flush::kEager, 2);
  drive.placement = Placement::kWriteOrder, drive.blocks = 5, drive.pages = 2, drive.logical_pages = 10;
  drive.preempt_page = true;
  std::vector<HostRequest> requests;
  for (std::int64_t i = 0; i < 16; ++i)
    requests.push_back(write(static_cast<Time>(i) * 10'000, i % 2 == 0 ? i / 2 : 8));
  requests.push_back(write(160'000, 9));
  const Outcome outcome = run(drive, requests);
  ASSERT_FALSE(outcome.drive_full);
  EXPECT_EQ(outcome.completion.back(), 160'001 * kUs);
  EXPECT_EQ(outcome.flushes, 17);
  EXPECT_EQ(outcome.host_programs, 16);
  EXPECT_FALSE(outcome.map.contains(9));
  // A request that needs the page does stop the run: the entry of page 0 waits for the slot.
  requests.push_back(write(170'000, 0));
  const Outcome full = run(drive, requests);
  EXPECT_TRUE(full.drive_full);
  EXPECT_EQ(full.full_plane, 0);
}

TEST(OracleFlush, IsPlacedInTheSameRound) {
  // With dynamic placement both programs have no plane at 0, and go to the two channels.
  Drive drive = buffered(2, Flush::kEager, 2);
  drive.placement = Placement::kDynamicOrder;
  const Outcome outcome = run(drive, {write(0, 0), write(0, 2)});
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {2, 32}}));
  EXPECT_EQ(outcome.end, kWrite);
}

}  // namespace
}  // namespace ssd::oracle
