// The oracle's background collection (collection.background) and its admission around collections (host.avoid) against
// timelines derived by hand; latencies as in oracle_test.cpp. Times are in ns.
#include <gtest/gtest.h>

#include "tests/oracle/oracle.h"

namespace ssd::oracle {
namespace {

constexpr Time kCommand = 7 * 25, kPage = 2112 * 25, kRead = 20'000, kProgram = 200'000, kErase = 1'500'000;
constexpr Time kWrite = kCommand + kPage + kProgram;       // 252'975
constexpr Time kWholeRead = kCommand + kRead + 2048 * 25;  // 71'375
constexpr Time kMove = kCommand + kRead + kPage + kWrite;  // 325'950
constexpr Time kCollection = kMove + kCommand + kErase;    // of a block with one valid page
constexpr Time kMillisecond = 1'000'000;

using Map = std::map<std::int64_t, std::int64_t>;
using Times = std::vector<Time>;

HostRequest read(Time arrival, std::int64_t lpn) { return {arrival, lpn * 4, 4, true}; }
HostRequest write(Time arrival, std::int64_t lpn) { return {arrival, lpn * 4, 4, false}; }

// 4 blocks x 2 pages a plane; consecutive logical pages go in turn to `planes` planes of a die.
Drive small_drive(std::int64_t planes) {
  Drive drive;
  drive.planes = planes, drive.blocks = 4, drive.pages = 2, drive.logical_pages = 20;
  drive.read = kRead, drive.program = kProgram, drive.erase = kErase, drive.command = kCommand;
  drive.place = [planes](std::int64_t lpn) { return Place{0, 0, 0, lpn % planes}; };
  return drive;
}

// 0 1 | 0 leaves 5 free pages and one invalid page. `trigger` does not hold.
Drive idle_drive() {
  Drive drive = small_drive(1);
  drive.idle_on = true;
  drive.trigger = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages <= 2; };
  drive.stop = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages >= 6; };
  return drive;
}

Outcome run(const Drive& drive, const std::vector<HostRequest>& more) {
  std::vector<HostRequest> requests{write(0, 0), write(0, 1), write(0, 0)};
  requests.insert(requests.end(), more.begin(), more.end());
  return simulate(drive, {requests});
}

TEST(OracleBackground, CollectsWhenAUnitIsAtRest) {
  const Time begin = 3 * kWrite;
  const Outcome outcome = run(idle_drive(), {read(begin + 1'000, 0), read(10 * kMillisecond, 0)});
  EXPECT_EQ(outcome.completion[3], begin + kCollection + kWholeRead);
  EXPECT_EQ(outcome.split[3].collection, kCollection - 1'000);
  EXPECT_EQ(outcome.map, (Map{{0, 2}, {1, 4}}));
  EXPECT_EQ(outcome.collections, 1);
  EXPECT_EQ(outcome.background_collections, 1);
  EXPECT_EQ(outcome.idle_collections, 1);
  EXPECT_EQ(run(idle_drive(), {}).collections, 0);  // after the last request is complete, no collection begins
}

TEST(OracleBackground, WaitsUntilTheRestHasLasted) {
  Drive drive = idle_drive();
  drive.idle_after = kMillisecond;
  const Time begin = 3 * kWrite + kMillisecond;
  EXPECT_EQ(run(drive, {read(begin + 1'000, 0)}).completion[3], begin + kCollection + kWholeRead);
  // A read before that restarts the rest.
  const Time later = begin - 1'000 + kWholeRead + kMillisecond;
  const Outcome outcome = run(drive, {read(begin - 1'000, 0), read(later + 1'000, 0)});
  EXPECT_EQ(outcome.completion[3], begin - 1'000 + kWholeRead);
  EXPECT_EQ(outcome.completion[4], later + kCollection + kWholeRead);
}

TEST(OracleBackground, IsWhatATriggerThatReadsIdleDoes) {
  Drive drive = idle_drive();
  drive.idle_on = false, drive.stop = nullptr;
  drive.idle_trigger = [](std::int64_t free_pages, std::int64_t, bool idle, const Around&) {
    return idle && free_pages <= 5;
  };
  const Outcome outcome = run(drive, {read(3 * kWrite + 1'000, 0)});
  EXPECT_EQ(outcome.completion[3], 3 * kWrite + kCollection + kWholeRead);
  EXPECT_EQ(outcome.background_collections, 1);
  drive.cost_zero = true;
  EXPECT_EQ(run(drive, {read(3 * kWrite + 1'000, 0)}).collections, 0);
}

// The sixth write fills block 2 and leaves one free block, so a collection is forced as its page is taken. It leaves 4
// free pages, where the series would go on if the unit were idle.
TEST(OracleBackground, TheHostIsNotIdleWhileAPageIsTaken) {
  Drive drive = small_drive(1);
  drive.cost_zero = true;
  drive.idle_trigger = [](std::int64_t free_pages, std::int64_t, bool idle, const Around&) {
    return idle && free_pages <= 4;
  };
  std::vector<HostRequest> requests;
  for (Time i = 0; i < 6; ++i) requests.push_back(write(i * kMillisecond, 0));
  EXPECT_EQ(simulate(drive, {requests}).collections, 1);
}

// One channel of two chips whose bus takes no time. The arrays of both reads end at 320 us: the data of page 2 go in
// the first round there, those of page 1 in the second. So in the second round chip 0 is at rest, and the request for
// page 1 is not complete.
TEST(OracleBackground, BeginsInTheRoundThatSendsTheLastData) {
  Drive drive = small_drive(1);
  drive.chips = 2, drive.logical_pages = 6, drive.idle_on = true;
  drive.place = [](std::int64_t lpn) { return Place{0, lpn % 2, 0, 0}; };
  drive.program = 100'000, drive.command = 0, drive.bus_numerator = 0;
  drive.stop = [](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks >= 4; };
  const Outcome outcome =
      simulate(drive, {{write(0, 0), write(0, 2), write(110'000, 0), read(250'000, 2), read(300'000, 1)}});
  EXPECT_EQ(outcome.background_collections, 1);
  EXPECT_EQ(outcome.end, 320'000 + kRead + drive.program + kErase);
}

// Plane 1 has fewer free pages, 4, and nothing to collect.
TEST(OracleBackground, LooksOnlyAtThePlaneOfFewestFreePages) {
  Drive drive = small_drive(2);
  drive.idle_on = true, drive.stop = [](std::int64_t, std::int64_t, const Around&) { return false; };
  const std::vector<HostRequest> requests{write(0, 1), write(0, 3), write(0, 5), write(0, 7),
                                          write(0, 0), write(0, 2), write(0, 0)};
  const auto collections = [&](std::size_t from) {
    std::vector<HostRequest> some(requests.begin() + static_cast<std::ptrdiff_t>(from), requests.end());
    some.push_back(read(20 * kMillisecond, 0));
    return simulate(drive, {some}).collections;
  };
  EXPECT_EQ(collections(0), 0);
  EXPECT_EQ(collections(1), 1);  // 5 each: the lower plane
}

// Page 1 of block 0 would go to page 0 of block 2, which has the other parity.
TEST(OracleBackground, GivesNoPageUpForTheParity) {
  Drive drive = idle_drive();
  drive.copyback = Willing::kBlind;
  const Outcome outcome = run(drive, {read(10 * kMillisecond, 0)});
  EXPECT_EQ(outcome.background_collections, 1);
  EXPECT_EQ(outcome.copybacks + outcome.wasted_copyback, 0);
}

// Two channels; even pages are on the first. Its collection begins at kBegin. Then a write of page 3 takes the only
// place in the queue until kFree.
constexpr Time kBegin = 3 * kMillisecond + kWrite, kFree = kBegin + 1'000 + kWrite;

Outcome queued(bool avoid, const std::vector<HostRequest>& waiting) {
  Drive drive = small_drive(1);
  drive.channels = 2, drive.queue = 1, drive.avoid = avoid;
  drive.place = [](std::int64_t lpn) { return Place{lpn % 2, 0, 0, 0}; };
  drive.trigger = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages <= 5; };
  std::vector<HostRequest> requests{write(0, 1), write(kMillisecond, 0), write(2 * kMillisecond, 2),
                                    write(3 * kMillisecond, 0)};
  requests.push_back(write(kBegin + 1'000, 3));
  requests.insert(requests.end(), waiting.begin(), waiting.end());
  return simulate(drive, {requests});
}

Times last_two(const Outcome& outcome) { return {outcome.completion.end() - 2, outcome.completion.end()}; }

TEST(OracleAvoid, AdmitsTheFirstRequestThatMeetsNoCollection) {
  const std::vector<HostRequest> reads{read(kBegin + 2'000, 0), read(kBegin + 3'000, 1)};
  const Time end = kBegin + kCollection;
  EXPECT_EQ(last_two(queued(false, reads)), (Times{end + kWholeRead, end + 2 * kWholeRead}));
  EXPECT_EQ(last_two(queued(true, reads)), (Times{end + kWholeRead, kFree + kWholeRead}));
  const std::vector<HostRequest> writes{write(kBegin + 2'000, 0), write(kBegin + 3'000, 1)};
  EXPECT_EQ(last_two(queued(false, writes)), (Times{end + kWrite, end + 2 * kWrite}));
  EXPECT_EQ(last_two(queued(true, writes)), (Times{end + kWrite, kFree + kWrite}));
}

// Pages 4 and 5 are to be written together: a read of page 5 may not overtake that write, a read of page 3 may.
TEST(OracleAvoid, KeepsTheOrderOfRequestsForOnePage) {
  const HostRequest both{kBegin + 2'000, 16, 8, false};
  const Time end = kBegin + kCollection;
  EXPECT_EQ(last_two(queued(true, {both, read(kBegin + 3'000, 5)})), (Times{end + kWrite, end + kWrite + kWholeRead}));
  EXPECT_EQ(last_two(queued(true, {both, read(kBegin + 3'000, 3)})), (Times{end + kWrite, kFree + kWholeRead}));
}

// A flush touches no page and goes to no unit, so it is clear behind a write of page 0, which is admitted later.
TEST(OracleAvoid, AdmitsAFlushOfTheHost) {
  const HostRequest flush{.arrival = kBegin + 3'000, .sectors = 0, .is_flush = true};
  const Time end = kBegin + kCollection;
  EXPECT_EQ(last_two(queued(true, {write(kBegin + 2'000, 0), flush})), (Times{end + kWrite, kFree}));
  EXPECT_EQ(last_two(queued(false, {write(kBegin + 2'000, 0), flush})), (Times{end + kWrite, end + kWrite}));
}

}  // namespace
}  // namespace ssd::oracle
