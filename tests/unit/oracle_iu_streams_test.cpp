// The oracle's streams with indirection units against timelines derived by hand: which stream is flushed, what an
// eviction takes with it, collections by stream, and the counts by stream (iu.buffer, iu.collection, account.streams).
// Command 1, transfer of a page 50, read 20, program 200, erase 1000 us; a program takes 251.
#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "tests/unit/oracle_iu_drive.h"

namespace ssd::oracle {
namespace {

// One plane; the stream of a write is its first LPN modulo the number of streams.
Drive with_streams(std::int64_t streams, std::int64_t slots, Flush flush = Flush::kEager) {
  Drive drive = with_units(slots, flush);
  drive.streams = streams;
  drive.stream = [streams](const RequestView& r) { return r.lpn % streams; };
  return drive;
}

// The stream of a write is its handle.
Drive by_handle(std::int64_t slots) {
  Drive drive = with_streams(2, slots);
  drive.stream = [](const RequestView& r) { return r.handle; };
  return drive;
}

HostRequest of_stream(std::int64_t stream, HostRequest request) {
  request.handle = stream;
  return request;
}

HostRequest second_half_written(Time arrival, std::int64_t lpn) { return {arrival * kUs, lpn * 2 + 1, 1, false}; }

using Pages = std::vector<std::pair<std::int64_t, std::int64_t>>;

// Of each stream the programs of the host, and the pages moved.
Pages pages_of_streams(const Outcome& outcome) {
  Pages pages;
  for (const StreamPages& stream : outcome.stream_pages) pages.emplace_back(stream.host, stream.moved);
  return pages;
}

// The example of iu.buffer.
TEST(OracleUnitStreams, AProgramHoldsUnitsOfOneStream) {
  const std::vector<HostRequest> requests{units_written(0, 0), units_written(10, 1), units_written(20, 2),
                                          units_written(30, 3)};
  for (const Drive& drive : {with_streams(2, 4), by_cost(with_streams(2, 4)), in_write_order(with_streams(2, 4))}) {
    const Outcome outcome = run(drive, requests);
    EXPECT_EQ(completions(outcome), (Times{1, 11, 21, 31}));
    EXPECT_EQ(outcome.end, 522 * kUs);
    EXPECT_EQ(outcome.map, (Map{{0, 0}, {2, 1}, {1, 8}, {3, 9}}));
    EXPECT_EQ(outcome.flushes, 4);
    EXPECT_EQ(outcome.padding, 0);
    EXPECT_EQ(pages_of_streams(outcome), (Pages{{1, 0}, {1, 0}}));
  }
}

TEST(OracleUnitStreams, AStreamThatLacksCandidatesWaits) {
  // LPN 1 is the oldest, but alone in its stream.
  const Outcome outcome = run(with_streams(2, 4), {units_written(0, 1), units_written(10, 0), units_written(20, 2)});
  EXPECT_EQ(outcome.end, (20 + kProgramTakes) * kUs);
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {2, 1}}));
  EXPECT_EQ(outcome.flushes, 2);
  EXPECT_EQ(outcome.units_reached.flushed_before_older, 1);
}

TEST(OracleUnitStreams, ARequestMayWriteUnitsOfSeveralStreams) {
  // LPN 0 to 4 of one request have the streams 0, 1, 0, 1, 0; LPN 4 stays in the buffer.
  Drive drive = with_streams(2, 8);
  drive.stream_reads_page = true;
  drive.stream = [](const RequestView& r) { return r.page % 2; };
  const Outcome outcome = run(drive, {units_written(0, 0, 5)});
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {2, 1}, {1, 8}, {3, 9}}));
  EXPECT_EQ(outcome.end, 2 * kProgramTakes * kUs);
}

// LPN 0 and 3 are flushed from 0 to 251, so at 251 streams 1 and 2 have waited for the plane. The one that is flushed
// first opens block 1, whose first place is 8, the other one block 2.
Outcome both_waited(std::int64_t slots, const std::vector<HostRequest>& waiting) {
  std::vector<HostRequest> requests{units_written(0, 0), units_written(0, 3)};
  requests.insert(requests.end(), waiting.begin(), waiting.end());
  const Outcome outcome = run(with_streams(3, slots), requests);
  EXPECT_EQ(outcome.map.at(0), 0);
  EXPECT_EQ(outcome.map.at(3), 1);
  return outcome;
}

TEST(OracleUnitStreams, TheStreamWhoseFirstCandidateCameFirstGoesFirst) {
  const Outcome outcome =
      both_waited(8, {units_written(10, 2), units_written(20, 1), units_written(30, 4), units_written(40, 5)});
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {3, 1}, {2, 8}, {5, 9}, {1, 16}, {4, 17}}));
  EXPECT_EQ(outcome.end, 3 * kProgramTakes * kUs);
  EXPECT_EQ(outcome.units_reached.flushed_before_older, 0);
}

TEST(OracleUnitStreams, APartialEntryMayGoBeforeAWholeOneOfAnotherStream) {
  // Four of six slots are dirty, so partial entries are candidates. LPN 2 came before LPN 1.
  const Outcome partial =
      both_waited(6, {half_written(10, 2), units_written(20, 1), units_written(30, 4), half_written(40, 5)});
  EXPECT_EQ(partial.map, (Map{{0, 0}, {3, 1}, {2, 8}, {5, 9}, {1, 16}, {4, 17}}));
  EXPECT_EQ(partial.units_reached.partial_before_whole, 1);
  // The first candidate of stream 2 is LPN 5, because it is whole. It came after LPN 1. Behind the program of LPN 1 and
  // 4 two slots are dirty, so LPN 2 is no candidate any more, and LPN 5 is alone.
  const Outcome whole =
      both_waited(6, {half_written(10, 2), units_written(20, 1), units_written(30, 4), units_written(40, 5)});
  EXPECT_EQ(whole.map, (Map{{0, 0}, {3, 1}, {1, 8}, {4, 9}}));
  EXPECT_EQ(whole.units_reached.partial_before_whole, 0);
  // Four of eight slots are not more than half, and two are not either.
  const Outcome none =
      both_waited(8, {half_written(10, 2), units_written(20, 1), units_written(30, 4), half_written(40, 5)});
  EXPECT_EQ(none.map, (Map{{0, 0}, {3, 1}, {1, 8}, {4, 9}}));
  EXPECT_EQ(none.end, 2 * kProgramTakes * kUs);
}

TEST(OracleUnitStreams, AnEntryThatBecomesWholeEntersAnotherList) {
  // LPN 2 came first, at 10, but it is whole since 40. So the first candidate of stream 2 is LPN 5, of 35.
  const Outcome outcome = both_waited(8, {half_written(10, 2), units_written(20, 1), units_written(30, 4),
                                          units_written(35, 5), second_half_written(40, 2)});
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {3, 1}, {1, 8}, {4, 9}, {5, 16}, {2, 17}}));
}

// LPN 0 and 1 of stream 0 are flushed from 0 to 251. What is behind them has waited until then.
Outcome behind_a_flush(std::int64_t slots, const std::vector<HostRequest>& waiting) {
  std::vector<HostRequest> requests{units_written(0, 0, 2)};
  requests.insert(requests.end(), waiting.begin(), waiting.end());
  return run(by_handle(slots), requests);
}

TEST(OracleUnitStreams, AnEntryThatIsGivenAnotherStreamGoesToTheEndOfItsList) {
  // LPN 2 came first, but to the list of stream 1 behind LPN 3 and 4; LPN 5 comes behind it.
  const Outcome whole =
      behind_a_flush(8, {units_written(10, 2), of_stream(1, units_written(20, 3)), of_stream(1, units_written(30, 4)),
                         of_stream(1, units_written(40, 2)), of_stream(1, units_written(50, 5))});
  EXPECT_EQ(whole.map, (Map{{0, 0}, {1, 1}, {3, 8}, {4, 9}, {2, 10}, {5, 11}}));
  EXPECT_EQ(whole.end, 3 * kProgramTakes * kUs);
  EXPECT_EQ(pages_of_streams(whole), (Pages{{1, 0}, {2, 0}}));
  EXPECT_EQ(whole.units_reached.changed_lists, 1);
  // The write that gives it the stream makes it whole.
  const Outcome made_whole =
      behind_a_flush(8, {half_written(10, 2), of_stream(1, units_written(20, 3)), of_stream(1, units_written(30, 4)),
                         of_stream(1, second_half_written(40, 2)), of_stream(1, units_written(50, 5))});
  EXPECT_EQ(made_whole.map, whole.map);
  // It remains partial. The first candidate of stream 1 is LPN 3 of 20, so this stream is flushed before LPN 4 and 5.
  const Outcome partial =
      behind_a_flush(6, {half_written(10, 2), of_stream(1, half_written(20, 3)), units_written(25, 4),
                         of_stream(1, half_written(40, 2)), units_written(50, 5)});
  EXPECT_EQ(partial.map, (Map{{0, 0}, {1, 1}, {3, 8}, {2, 9}, {4, 2}, {5, 3}}));
  EXPECT_EQ(partial.units_reached.partial_before_whole, 1);
  // Written once more with the same stream, LPN 2 keeps its place.
  const Outcome same = behind_a_flush(8, {of_stream(1, units_written(10, 2)), of_stream(1, units_written(20, 3)),
                                          of_stream(1, units_written(30, 2)), of_stream(1, units_written(40, 4))});
  EXPECT_EQ(same.map, (Map{{0, 0}, {1, 1}, {2, 8}, {3, 9}}));
  EXPECT_EQ(same.units_reached.changed_lists, 0);
}

TEST(OracleUnitStreams, AnEntryMayBeGivenAnotherStreamWhileItIsFlushed) {
  // At 251 LPN 0 is admitted again, to stream 1, where it came before LPN 2.
  const Outcome outcome = behind_a_flush(8, {of_stream(1, units_written(10, 0)), of_stream(1, units_written(20, 2))});
  EXPECT_EQ(outcome.map, (Map{{1, 1}, {0, 8}, {2, 9}}));
  EXPECT_EQ(outcome.end, 2 * kProgramTakes * kUs);
  EXPECT_EQ(outcome.units_reached.changed_lists, 0);  // it was clean
  EXPECT_EQ(pages_of_streams(outcome), (Pages{{1, 0}, {1, 0}}));
}

TEST(OracleUnitStreams, WithoutUnitsTheStreamsShareTheLists) {
  // buffer.flush: the whole entry goes first, though the partial one of the other stream came first, and an entry that
  // is given another stream keeps its place.
  Drive drive = by_handle(4);
  drive.subpages = 1;
  const auto half = [](Time arrival, std::int64_t lpn) { return HostRequest{arrival * kUs, lpn * 4, 2, false}; };
  const Outcome mixed = run(drive, {write(0, 0), half(10, 1), of_stream(1, write(20, 2)), of_stream(1, write(30, 3))});
  EXPECT_EQ(mixed.map, (Map{{0, 0}, {2, 4}, {3, 5}}));  // one of four is not more than half, so LPN 1 stays
  const Outcome changed =
      run(drive, {write(0, 0), write(10, 1), of_stream(1, write(20, 2)), of_stream(1, write(30, 1))});
  EXPECT_EQ(changed.map, (Map{{0, 0}, {1, 4}, {2, 5}}));
}

TEST(OracleUnitStreams, AnEvictionTakesUnitsOfTheVictimsStream) {
  // For LPN 4 LPN 0 leaves alone, although LPN 1 and 3 wait to be flushed.
  const Outcome alone = run(with_streams(2, 3, Flush::kFull),
                            {units_written(0, 0), units_written(1, 1), units_written(2, 3), units_written(10, 4)});
  EXPECT_EQ(completions(alone), (Times{1, 2, 3, 10 + kProgramTakes + 1}));
  EXPECT_EQ(alone.map, (Map{{0, 0}}));
  EXPECT_EQ(alone.evictions, 1);
  EXPECT_EQ(alone.padding, 1);
  EXPECT_EQ(alone.units_reached.left_of_other_streams, 1);
  EXPECT_EQ(pages_of_streams(alone), (Pages{{1, 0}, {0, 0}}));
  // LPN 2 came last, but it is of the victim's stream.
  const Outcome together = run(with_streams(2, 3, Flush::kFull),
                               {units_written(0, 0), units_written(1, 1), units_written(2, 2), units_written(10, 4)});
  EXPECT_EQ(together.map, (Map{{0, 0}, {2, 1}}));
  EXPECT_EQ(together.evictions, 2);
  EXPECT_EQ(together.padding, 0);
  // Of the stream the whole one before the partial one, which came before it.
  const Outcome whole =
      run(with_streams(2, 4, Flush::kFull),
          {units_written(0, 0), units_written(1, 1), half_written(2, 2), units_written(3, 4), units_written(10, 6)});
  EXPECT_EQ(whole.map, (Map{{0, 0}, {4, 1}}));
  // LPN 1 is least recently used: it leaves with LPN 3.
  const Outcome other =
      run(with_streams(2, 3, Flush::kFull),
          {units_written(0, 0), units_written(1, 1), units_written(2, 3), units_written(3, 0), units_written(10, 4)});
  EXPECT_EQ(other.map, (Map{{1, 0}, {3, 1}}));
  EXPECT_EQ(pages_of_streams(other), (Pages{{0, 0}, {1, 0}}));
}

TEST(OracleUnitStreams, DirtySlotsAreThoseOfAllStreams) {
  // More than half of four slots are dirty when LPN 1 comes; the two of stream 0 alone are not.
  Drive above = with_streams(2, 4, Flush::kAbove);
  above.flush_share_numerator = 1, above.flush_share_denominator = 2;
  EXPECT_EQ(run(above, {units_written(0, 0), units_written(10, 2)}).flushes, 0);
  const Outcome outcome = run(above, {units_written(0, 0), units_written(10, 2), units_written(20, 1)});
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {2, 1}}));
  EXPECT_EQ(outcome.end, (20 + kProgramTakes) * kUs);
  // Likewise for the partial entries of `eager`.
  const Outcome eager = run(with_streams(2, 4), {half_written(0, 0), half_written(10, 2), units_written(20, 1)});
  EXPECT_EQ(eager.map, (Map{{0, 0}, {2, 1}}));
  EXPECT_EQ(eager.end, (20 + kProgramTakes) * kUs);
}

TEST(OracleUnitStreams, AConditionSeesTheEntriesOfAllStreams) {
  Drive drive = with_streams(2, 4, Flush::kCondition);
  std::set<std::pair<std::int64_t, std::int64_t>> seen;
  drive.flush_condition = [&](const FlushView& f) {
    seen.emplace(f.dirty, f.whole);
    return f.dirty >= 4;
  };
  const Outcome outcome =
      run(drive, {units_written(0, 0), half_written(10, 1), units_written(20, 2), units_written(30, 3)});
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {2, 1}}));
  EXPECT_EQ(outcome.end, (30 + kProgramTakes) * kUs);
  EXPECT_EQ(seen, (std::set<std::pair<std::int64_t, std::int64_t>>{{1, 1}, {2, 1}, {3, 2}, {4, 3}, {2, 1}}));
}

TEST(OracleUnitStreams, PreloadedUnitsAreOfStream0) {
  // LPN 1 is read first: place 0, of the host block of stream 0, whose flash page is padded. Stream 1 opens block 1.
  Drive drive = with_streams(2, 4);
  drive.collects_by_stream = true;
  const Outcome outcome = run(drive, {units_read(0, 1), units_written(100, 3), units_written(110, 5),
                                      units_written(120, 0), units_written(130, 2)});
  EXPECT_EQ(outcome.map, (Map{{1, 0}, {3, 8}, {5, 9}, {0, 2}, {2, 3}}));
  EXPECT_EQ(outcome.snapshot.block_streams, (std::vector<std::int64_t>{0, 1, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(pages_of_streams(outcome), (Pages{{1, 0}, {1, 0}}));  // what was preloaded does not count
}

// Blocks of three flash pages, LPN 0 to 7 of stream 0 and LPN 8 to 15 of stream 1. While less than `low` places are
// free, collections go on.
Drive collected(std::int64_t low) {
  Drive drive = with_streams(2, 2);
  drive.pages = 3, drive.collects_by_stream = true;
  drive.stream = [](const RequestView& r) { return r.lpn / 8; };
  drive.trigger = [low](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages < low; };
  drive.stop = [](std::int64_t, std::int64_t, const Around&) { return false; };
  return drive;
}

// Each pair fills a flash page, 1000 us after the one before.
std::vector<HostRequest> pairs_written(const std::vector<std::pair<std::int64_t, std::int64_t>>& pairs) {
  std::vector<HostRequest> requests;
  for (const auto& [first, second] : pairs) {
    const Time arrival = requests.size() / 2 * 1000;
    requests.push_back(units_written(arrival, first));
    requests.push_back(units_written(arrival, second));
  }
  return requests;
}

// LPN 0 to 5 fill block 0, LPN 8 to 13 block 1. Then two pairs of each stream leave LPN 1, 2, 3 and 9, 10, 11 valid
// there, in the places 1 to 3 of each; the last one triggers.
const std::vector<HostRequest> kTwoVictims =
    pairs_written({{0, 1}, {2, 3}, {4, 5}, {8, 9}, {10, 11}, {12, 13}, {0, 4}, {8, 12}, {5, 6}, {13, 14}});

TEST(OracleUnitStreams, ACollectionPadsTheBlockOfItsStream) {
  std::vector<Drive> drives(4, collected(29));
  drives[1] = in_write_order(drives[1]);
  drives[2].preempt_page = true;
  drives[3].cost_zero = true;
  for (const Drive& drive : drives) {
    const Outcome outcome = run(drive, kTwoVictims);
    EXPECT_EQ(outcome.collections, 2);
    // Block 4 is the collection block of stream 0, block 5 that of stream 1; places 27 and 33 are padding.
    EXPECT_EQ(outcome.map, (Map{{0, 12},
                                {4, 13},
                                {5, 14},
                                {6, 15},
                                {8, 18},
                                {12, 19},
                                {13, 20},
                                {14, 21},
                                {1, 24},
                                {2, 25},
                                {3, 26},
                                {9, 30},
                                {10, 31},
                                {11, 32}}));
    EXPECT_EQ(outcome.snapshot.planes[0].collection,
              (std::vector{std::optional(Snapshot::Active{4, 4}), {Snapshot::Active{5, 4}}}));
    EXPECT_EQ(outcome.snapshot.block_streams, (std::vector<std::int64_t>{0, 0, 0, 1, 0, 1, 0, 0}));
    EXPECT_EQ(pages_of_streams(outcome), (Pages{{5, 2}, {5, 2}}));
    EXPECT_EQ(outcome.host_programs, 10);
    EXPECT_EQ(outcome.collection_programs, 4);
    EXPECT_EQ(outcome.moved_units, 6);
    EXPECT_EQ(outcome.padding, 2);
  }
  // Two collections of 1620 behind the program.
  EXPECT_EQ(run(drives[0], kTwoVictims).end, (9000 + kProgramTakes + 2 * 1620) * kUs);
  // With `separate` the second victim goes on in block 4, behind the padding of the first.
  Drive separate = collected(29);
  separate.collects_by_stream = false;
  const Outcome outcome = run(separate, kTwoVictims);
  EXPECT_EQ(outcome.map.at(9), 28);
  EXPECT_EQ(outcome.map.at(10), 29);
  EXPECT_EQ(outcome.map.at(11), 30);
  EXPECT_EQ(outcome.stream_pages[0].host, 5);
  EXPECT_EQ(outcome.stream_pages[1].host, 5);
}

TEST(OracleUnitStreams, OneStreamOfItsOwnIsSeparate) {
  Drive drive = collected(29);
  drive.streams = 1, drive.stream = nullptr;
  const Outcome by_stream = run(drive, kTwoVictims);
  drive.collects_by_stream = false;
  const Outcome separate = run(drive, kTwoVictims);
  EXPECT_EQ(by_stream.map, separate.map);
  EXPECT_EQ(by_stream.completion, separate.completion);
  EXPECT_EQ(by_stream.end, separate.end);
  EXPECT_EQ(by_stream.padding, separate.padding);
  EXPECT_GT(by_stream.collections, 0);
}

// The second example of iu.collection, of stream 1. Block 0 is its victim, block 2 its host block and block 3 its
// collection block; stream 0 has block 1.
TEST(OracleUnitStreams, APreemptibleCollectionPadsTheBlockOfItsStream) {
  Drive drive = collected(37);
  drive.preempt_page = true;
  std::vector<HostRequest> requests = pairs_written({{8, 9}, {10, 11}, {12, 13}, {0, 1}, {8, 12}, {13, 14}});
  constexpr Time kBegin = 5000 + kProgramTakes;
  requests.push_back(units_read(kBegin + 10, 8));
  requests.push_back(units_read(kBegin + 200, 0));
  const Outcome outcome = run(drive, requests);
  EXPECT_EQ(outcome.completion[12], (kBegin + 92) * kUs);
  EXPECT_EQ(outcome.completion[13], (kBegin + 460) * kUs);
  EXPECT_EQ(outcome.end, (kBegin + 1712) * kUs);
  EXPECT_EQ(outcome.map, (Map{{0, 6}, {1, 7}, {8, 12}, {12, 13}, {13, 14}, {14, 15}, {9, 18}, {10, 19}, {11, 20}}));
  EXPECT_EQ(outcome.snapshot.planes[0].collection,
            (std::vector<std::optional<Snapshot::Active>>{std::nullopt, Snapshot::Active{3, 4}}));
  EXPECT_EQ(outcome.snapshot.block_streams, (std::vector<std::int64_t>{0, 0, 1, 1, 0, 0, 0, 0}));
  EXPECT_EQ(outcome.padding, 1);
  EXPECT_EQ(outcome.units_reached.padding_moves, 1);
  EXPECT_EQ(outcome.units_reached.commands_beside_begun_page, 2);
  EXPECT_EQ(pages_of_streams(outcome), (Pages{{1, 0}, {5, 2}}));
}

// Blocks of start.filled belong to stream 0, whatever stream writes their LPNs.
TEST(OracleUnitStreams, UnitsOfAFilledDriveMoveInStream0) {
  Drive drive = filled(2);
  drive.streams = 2, drive.collects_by_stream = true;
  drive.stream = [](const RequestView& r) { return r.lpn % 2; };
  drive.trigger = [](std::int64_t, std::int64_t, const Around&) { return true; };
  drive.stop = [](std::int64_t, std::int64_t, const Around&) { return false; };
  // LPN 1 and 3 go to block 2. Six places of block 0 are valid, three flash pages, and go to block 3.
  const Outcome outcome = run(drive, {units_written(0, 1), units_written(0, 3)});
  EXPECT_EQ(outcome.map.at(1), 16);
  EXPECT_EQ(outcome.map.at(3), 17);
  const std::vector<std::int64_t> moved{0, 2, 4, 5, 6, 7};
  for (std::size_t i = 0; i < moved.size(); ++i) EXPECT_EQ(outcome.map.at(moved[i]), 24 + static_cast<std::int64_t>(i));
  EXPECT_EQ(outcome.snapshot.block_streams, (std::vector<std::int64_t>{0, 0, 1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(pages_of_streams(outcome), (Pages{{0, 3}, {1, 0}}));
  EXPECT_EQ(outcome.padding, 0);
}

}  // namespace
}  // namespace ssd::oracle
