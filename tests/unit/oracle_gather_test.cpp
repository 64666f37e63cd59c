// The oracle's programs that wait for partners (buffer.gather) against timelines derived by hand. The drive is the
// example drive of docs/model.md with two planes: command 1, transfer of a page 50, read 20, program 200 us. So a
// program takes 251, and one command with programs of both planes 302.
#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "tests/unit/oracle_gather_drive.h"

namespace ssd::oracle {
namespace {

// The example of buffer.gather.
TEST(OracleGather, WaitsForPartners) {
  const std::vector<HostRequest> requests{write(0, 0), write(100, 1), write(600, 2)};
  const Outcome outcome = run(two_planes(4), requests);
  EXPECT_EQ(completions(outcome), (Times{1, 101, 601}));
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, kPlane1}, {2, 1}}));
  EXPECT_EQ(outcome.end, 1'151 * kUs);
  EXPECT_EQ(outcome.commands.at({Command::kProgram, 2, false}), 1);
  expect_gathered(outcome, 2, 1);
  // Without the key LPN 0 has the die until 251, LPN 1 until 502.
  Drive without = two_planes(4);
  without.gather_programs = 0;
  EXPECT_EQ(run(without, requests).end, 851 * kUs);
  EXPECT_FALSE(run(without, requests).commands.contains({Command::kProgram, 2, false}));
}

TEST(OracleGather, HasItsPartnerInTheInstantInWhichItsTimeIsOver) {
  const Outcome both = run(two_planes(4), {write(0, 0), write(300, 1)});
  EXPECT_EQ(both.end, 602 * kUs);
  expect_gathered(both, 1, 0);
  // The write is ready in step (a).
  Drive later = two_planes(4);
  later.host_command = 100 * kUs;
  EXPECT_EQ(run(later, {write(0, 0), write(300, 1)}).end, 702 * kUs);
  // LPN 1 comes too late, and waits from 301 to 601.
  const Outcome alone = run(two_planes(4), {write(0, 0), write(301, 1)});
  EXPECT_EQ(alone.end, 852 * kUs);
  expect_gathered(alone, 2, 2);
}

TEST(OracleGather, CountsThePlanesOfADieAChipOrTheDrive) {
  // Each channel programs one page at a time.
  Drive channels = buffered(4, Flush::kEager, 2);
  const std::vector<HostRequest> requests{write(0, 0), write(100, 1)};
  EXPECT_EQ(run(gathering(channels, 300, 2), requests).end, 351 * kUs);
  EXPECT_EQ(run(gathering(channels, 300, 1), requests).end, 351 * kUs);
  // Of four programs two have to wait until the other two have waited for 300.
  EXPECT_EQ(run(gathering(channels, 300, 4), requests).end, 551 * kUs);
  EXPECT_EQ(run(gathering(channels, 300, 1), {write(0, 0)}).end, 251 * kUs);
  EXPECT_EQ(run(gathering(channels, 300, 2), {write(0, 0)}).end, 551 * kUs);
}

TEST(OracleGather, IsOfDrivesThatArePlacedAtAdmission) {
  // LPN n lies in plane n mod 2. The page numbers agree.
  Drive drive = two_planes(4);
  drive.placement = Placement::kStatic;
  drive.place = [](std::int64_t lpn) { return Place{0, 0, 0, lpn % 2}; };
  const Outcome outcome = run(drive, {write(0, 0), write(100, 1), write(600, 2)});
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, kPlane1}, {2, 1}}));
  EXPECT_EQ(outcome.end, 1'151 * kUs);
  EXPECT_EQ(outcome.commands.at({Command::kProgram, 2, false}), 1);
}

TEST(OracleGather, LeavesWhatTheDesignDoesNotLetGo) {
  // Three of four slots are dirty at 20, so partial entries are candidates, and fill three programs. When the first is
  // flushed, only two slots are dirty. So less than one program is filled, and LPN 1 and 2 stay.
  const Outcome outcome = run(two_planes(4), {part(0, 0, 0, 1), part(10, 1, 0, 1), part(20, 2, 0, 1)});
  EXPECT_EQ(outcome.map, (Map{{0, 0}}));
  EXPECT_EQ(outcome.end, 271 * kUs);
  expect_gathered(outcome, 1, 0, 0, 1);
  EXPECT_EQ(outcome.gathered.waits, 0);
  // LPN 3 is whole. It waits alone until 330; the partial ones do not count until then, because two slots of eight are
  // dirty beside it.
  const Outcome whole = run(two_planes(8), {part(0, 0, 0, 1), part(10, 1, 0, 1), write(30, 3)});
  EXPECT_EQ(whole.map, (Map{{3, 0}}));
  EXPECT_EQ(whole.end, 581 * kUs);
}

TEST(OracleGather, CountsWholeAndPartialEntriesTogether) {
  // At 100 both slots are dirty. The whole entry goes first, though it is the younger one. Then one of two is dirty,
  // which is not more than half.
  const Outcome outcome = run(two_planes(2), {part(0, 0, 0, 1), write(100, 1)});
  EXPECT_EQ(outcome.gathered.waits, 0);
  EXPECT_EQ(outcome.map, (Map{{1, 0}}));
  EXPECT_EQ(outcome.end, 351 * kUs);
  expect_gathered(outcome, 1, 0, 0, 1);
  const Outcome above = run(two_planes(2, Flush::kAbove), {part(0, 0, 0, 1), write(100, 1)});
  EXPECT_EQ(above.map, (Map{{1, 0}, {0, kPlane1}}));
  EXPECT_EQ(above.end, 402 * kUs);
}

TEST(OracleGather, WaitsForPartnersAboveAShareOfTheSlots) {
  // More than two of eight slots are dirty at 20, and fill three programs of four. At 300 the first of them goes; then
  // two are dirty.
  Drive drive = two_planes(8, Flush::kAbove);
  drive.flush_share_numerator = 1, drive.flush_share_denominator = 4;
  drive.gather_programs = 4;
  const Outcome outcome = run(drive, {write(0, 0), write(10, 1), write(20, 2)});
  EXPECT_EQ(outcome.map, (Map{{0, 0}}));
  EXPECT_EQ(outcome.end, 551 * kUs);
  expect_gathered(outcome, 1, 1, 0, 1);
  // LPN 3 makes it four at 200: two go, then two are dirty, and at 502 the rest of the batch is not there.
  const Outcome four = run(drive, {write(0, 0), write(10, 1), write(20, 2), write(200, 3)});
  EXPECT_EQ(four.map, (Map{{0, 0}, {1, kPlane1}}));
  EXPECT_EQ(four.end, 502 * kUs);
  expect_gathered(four, 1, 0, 0, 1);
}

TEST(OracleGather, WaitsForPartnersWhenNoRequestIsLeft) {
  const Drive drive = two_planes(4, Flush::kIdle);
  EXPECT_EQ(run(drive, {write(0, 0), write(0, 1)}).end, 303 * kUs);
  EXPECT_EQ(run(drive, {write(400, 2)}).end, 951 * kUs);
  // LPN 9 is preloaded in page 0. Its read lasts from 690 to 761, so at 700 nothing is a candidate. At 761 LPN 2 has
  // waited for longer than 300.
  const Outcome outcome = run(drive, {write(400, 2), read(690, 9)});
  EXPECT_EQ(completions(outcome), (Times{401, 761}));
  EXPECT_EQ(outcome.end, 1'012 * kUs);
  expect_gathered(outcome, 1, 1);
}

TEST(OracleGather, AsksAConditionAgainForEachProgramOfABatch) {
  // LPN 0 and 1 are a batch at 100. LPN 0 is under way then, so less than one program is filled. At 351 LPN 1 is a
  // candidate again, which entered its list at 100 and goes at 400.
  Drive drive = two_planes(4, Flush::kCondition);
  drive.flush_condition = [](const FlushView& f) { return f.under_way == 0; };
  const Outcome outcome = run(drive, {write(0, 0), write(100, 1)});
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, kPlane1}}));
  EXPECT_EQ(outcome.end, 651 * kUs);
  expect_gathered(outcome, 2, 1, 0, 1);
}

TEST(OracleGather, BeginsToWaitAgainInAnotherList) {
  // With one slot, partial entries are candidates. LPN 0 is whole at 200, and waits until 500.
  EXPECT_EQ(run(two_planes(1), {part(0, 0, 0, 1), part(200, 0, 1, 3)}).end, 751 * kUs);
  // One sector more does not change its list, nor does one that was there.
  EXPECT_EQ(run(two_planes(1), {part(0, 0, 0, 1), part(200, 0, 1, 1)}).end, 551 * kUs);
  EXPECT_EQ(run(two_planes(1), {write(0, 0), part(200, 0, 0, 1)}).end, 551 * kUs);
}

TEST(OracleGather, IsNoCandidateWhileItsFlushIsUnderWay) {
  // LPN 0 and 1 until 302. LPN 0 is dirty again at 100 but no partner of LPN 2 before 302. Both go then.
  const Outcome outcome = run(two_planes(4), {write(0, 0, 2), write(100, 0), write(110, 2)});
  EXPECT_EQ(outcome.map, (Map{{0, 1}, {1, kPlane1}, {2, kPlane1 + 1}}));
  EXPECT_EQ(outcome.end, 604 * kUs);
  // Alone it waits for 300 since 100.
  EXPECT_EQ(run(two_planes(4), {write(0, 0, 2), write(100, 0)}).end, 651 * kUs);
  // Since 10 with 100: it has waited for long enough when it is a candidate, at 302.
  const Outcome over = run(gathering(two_planes(4), 100), {write(0, 0, 2), write(10, 0)});
  EXPECT_EQ(over.end, 553 * kUs);
  expect_gathered(over, 2, 1);
}

TEST(OracleGather, LooksAtNothingWhileAsManyProgramsAsPlanesAreUnderWay) {
  // LPN 0 and 1 are a batch until 302. LPN 2 has waited for long enough at 300, but is looked at only at 302, with
  // LPN 3, which has come at 301.
  const Outcome outcome = run(two_planes(4), {write(0, 0, 3), write(301, 3)});
  EXPECT_EQ(completions(outcome), (Times{1, 302}));
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, kPlane1}, {2, 1}, {3, kPlane1 + 1}}));
  EXPECT_EQ(outcome.end, 604 * kUs);
  expect_gathered(outcome, 2, 0);
  // LPN 3 comes after LPN 2 has gone, and waits until 610.
  EXPECT_EQ(run(two_planes(4), {write(0, 0, 3), write(310, 3)}).end, 861 * kUs);
}

// LPN 0 goes at 300 and ends at 551. LPN 1 and 2 are a batch at 320, of which LPN 1 is the second program under way,
// and LPN 2 waits. LPN 1 has the die from 551 on, in plane 1; its page number is 0, that of plane 0 is 1, so no other
// program joins it.
Outcome stretched(std::int64_t slots, const std::vector<HostRequest>& more) {
  std::vector<HostRequest> requests{write(0, 0), write(310, 1), write(320, 2)};
  requests.insert(requests.end(), more.begin(), more.end());
  const Outcome outcome = run(two_planes(slots), requests);
  EXPECT_EQ(outcome.map.at(0), 0);
  EXPECT_EQ(outcome.map.at(1), kPlane1);
  return outcome;
}

TEST(OracleGather, StretchesABatchThatTheBoundHoldsBack) {
  // LPN 2 goes at 551, and has the die from 802 on.
  const Outcome outcome = stretched(4, {});
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, kPlane1}, {2, 1}}));
  EXPECT_EQ(outcome.end, 1'053 * kUs);
  expect_gathered(outcome, 2, 1, 1);
}

TEST(OracleGather, TakesNoMoreThanABatchHas) {
  // LPN 3 is not of the batch. It waits for 300 until 700, and for the bound until 802, when LPN 1 ends. LPN 2 and 3
  // are one command.
  const Outcome outcome = stretched(4, {write(400, 3)});
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, kPlane1}, {2, 1}, {3, kPlane1 + 1}}));
  EXPECT_EQ(outcome.end, 1'104 * kUs);
  expect_gathered(outcome, 3, 2, 1);
}

TEST(OracleGather, KeepsABatchWhileTheBoundHoldsItBack) {
  // LPN 2 is trimmed at 400, and LPN 3 takes its place in the batch at 420: it goes at 551, and is dirty again at 600.
  const std::vector<HostRequest> requests{trim(400, 2), write(420, 3), write(600, 3)};
  const Outcome outcome = stretched(4, requests);
  EXPECT_EQ(outcome.host_programs, 4);
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, kPlane1}, {3, kPlane1 + 1}}));
  EXPECT_EQ(outcome.end, 1'304 * kUs);
  EXPECT_EQ(outcome.gathered.cut_short, 0);
}

TEST(OracleGather, EndsABatchThatATrimLeavesNothing) {
  // At 551 nothing is left of the batch. LPN 3 begins another one: it waits from 560 to 860.
  const Outcome outcome = stretched(4, {trim(400, 2), write(560, 3)});
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, kPlane1}, {3, 1}}));
  EXPECT_EQ(outcome.end, 1'111 * kUs);
  expect_gathered(outcome, 3, 2, 0, 1);
}

TEST(OracleGather, WaitsForNobodyWhoWasTrimmed) {
  const Outcome outcome = run(two_planes(4), {write(0, 0), trim(100, 0), write(200, 1)});
  EXPECT_EQ(outcome.map, (Map{{1, 0}}));
  EXPECT_EQ(outcome.end, 751 * kUs);
  expect_gathered(outcome, 1, 1);
}

TEST(OracleGather, LetsEvictionsGo) {
  // With one slot LPN 0 is evicted for LPN 1, from 50 to 301. LPN 1 enters its list at 301 and goes at 601.
  const Outcome outcome = run(two_planes(1), {write(0, 0), write(50, 1)});
  EXPECT_EQ(completions(outcome), (Times{1, 302}));
  EXPECT_EQ(outcome.end, 852 * kUs);
  EXPECT_EQ(outcome.evictions, 1);
  EXPECT_EQ(outcome.flushes, 1);
  expect_gathered(outcome, 1, 1);
}

TEST(OracleGather, LosesItsPartnersToAnEviction) {
  // Three slots, and LPN 3, 4 and 5 of one request at 330: LPN 0 and 1 are being flushed and clean, so for LPN 5 LPN 2
  // is evicted. At 551 LPN 3 has the slot of LPN 0, but an eviction and a flush are under way. At 802 LPN 1 ends and
  // leaves its slot to LPN 4. LPN 3 is the rest of the batch, and one command with LPN 2 until 1104. Then LPN 5 has a
  // slot, and goes with LPN 4, until 1406.
  const Outcome outcome = stretched(3, {write(330, 3, 3)});
  EXPECT_EQ(completions(outcome), (Times{1, 311, 321, 1'105}));
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, kPlane1}, {2, 1}, {3, kPlane1 + 1}, {4, 2}, {5, kPlane1 + 2}}));
  EXPECT_EQ(outcome.end, 1'406 * kUs);
  EXPECT_EQ(outcome.evictions, 1);
  expect_gathered(outcome, 3, 1, 1);
}

TEST(OracleGather, LetsGoWhatAFlushOfTheHostAsksFor) {
  // LPN 1 waits from 20 to 320.
  const Outcome outcome = run(two_planes(4), {write(0, 0), flush_at(10), write(20, 1)});
  EXPECT_EQ(completions(outcome), (Times{1, 261, 21}));
  EXPECT_EQ(outcome.end, 571 * kUs);
  EXPECT_EQ(outcome.host_flushes.asked_programs, 1);
  expect_gathered(outcome, 1, 1);
}

TEST(OracleGather, LetsForcedWritesGoAlone) {
  // LPN 0 is no partner of what is asked for.
  const Outcome outcome = run(two_planes(4), {write(0, 0), forced(write(10, 1))});
  EXPECT_EQ(completions(outcome), (Times{1, 261}));
  EXPECT_EQ(outcome.map, (Map{{1, 0}, {0, kPlane1}}));
  EXPECT_EQ(outcome.end, 551 * kUs);
  expect_gathered(outcome, 1, 1);
}

TEST(OracleGather, TakesNothingFromABatchForWhatIsAskedFor) {
  // LPN 3 is asked for at 400, and is the one that goes at 551. LPN 2 goes at 802; both are one command.
  const Outcome outcome = stretched(4, {forced(write(400, 3))});
  EXPECT_EQ(completions(outcome), (Times{1, 311, 321, 1'104}));
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, kPlane1}, {3, 1}, {2, kPlane1 + 1}}));
  EXPECT_EQ(outcome.end, 1'104 * kUs);
  expect_gathered(outcome, 2, 1, 1);
}

TEST(OracleGather, HasNoEffectIfNothingIsFlushed) {
  const std::vector<HostRequest> requests{write(0, 0), write(10, 1), flush_at(20), write(30, 2)};
  const Outcome outcome = run(two_planes(4, Flush::kFull), requests);
  EXPECT_EQ(completions(outcome), (Times{1, 11, 322, 31}));
  EXPECT_EQ(outcome.end, 322 * kUs);
  expect_gathered(outcome, 0, 0);
}

TEST(OracleGather, WorksInAProtectedBuffer) {
  Drive drive = two_planes(4);
  drive.buffer_protected = true;
  const Outcome outcome = run(drive, {write(0, 0), forced(write(100, 1)), flush_at(110), write(600, 2)});
  EXPECT_EQ(completions(outcome), (Times{1, 101, 110, 601}));
  EXPECT_EQ(outcome.end, 1'151 * kUs);
}

// The times at which a condition that never holds is asked.
std::set<Time> times_asked(Drive drive, const std::vector<HostRequest>& requests) {
  std::set<Time> times;
  drive.flush = Flush::kCondition;
  drive.flush_condition = [&times](const FlushView& f) {
    times.insert(f.around.now / kUs);
    return false;
  };
  run(drive, requests);
  return times;
}

TEST(OracleGather, HasAnInstantWhenATimeIsOver) {
  const std::vector<HostRequest> requests{write(0, 0), part(50, 1, 0, 2), part(100, 1, 2, 2)};
  EXPECT_EQ(times_asked(two_planes(4), requests), (std::set<Time>{0, 1, 50, 51, 100, 101, 300, 350, 400}));
  const std::set<Time> without{0, 1, 50, 51, 100, 101};
  EXPECT_EQ(times_asked(gathering(two_planes(4), 0), requests), without);
  EXPECT_EQ(times_asked(gathering(two_planes(4), 300, 1), requests), without);
  EXPECT_EQ(times_asked(gathering(two_planes(4), 300, 0), requests), without);
  // Also of what is in no list any more.
  EXPECT_EQ(times_asked(two_planes(4), {write(0, 0), write(5, 2), trim(10, 2)}),
            (std::set<Time>{0, 1, 5, 6, 10, 300, 305}));
  // Also of what is asked for: LPN 1 at 20. Its data are in at 71, its program ends at 271.
  EXPECT_EQ(times_asked(two_planes(4), {write(0, 0), forced(write(20, 1))}),
            (std::set<Time>{0, 1, 20, 71, 271, 300, 320}));
  // LPN 0 passes to the third list at 10; it is programmed until 261, its data are in at 61.
  const std::set<Time> asked{0, 1, 20, 21, 61, 261, 300, 310, 320};
  EXPECT_EQ(times_asked(two_planes(4), {write(0, 0), flush_at(10), write(20, 2)}), asked);
  EXPECT_EQ(times_asked(two_planes(4), {write(0, 0), forced(part(10, 0, 0, 1)), write(20, 2)}), asked);
}

TEST(OracleGather, HasNoInstantIfNothingIsFlushed) {
  // While request 1 is to come, the die is at rest, and `stop` is asked at each instant.
  const auto times_at_rest = [](Drive drive) {
    std::set<Time> times;
    drive.flush_condition = [](const FlushView&) { return false; };
    drive.idle_on = true;
    drive.stop = [&times](std::int64_t, std::int64_t, const Around& around) {
      times.insert(around.now / kUs);
      return true;
    };
    run(drive, {write(0, 0), read(1'000, 0)});
    return times;
  };
  EXPECT_EQ(times_at_rest(two_planes(4, Flush::kCondition)), (std::set<Time>{0, 1, 300, 1'000}));
  EXPECT_EQ(times_at_rest(two_planes(4, Flush::kFull)), (std::set<Time>{0, 1, 1'000}));
}

TEST(OracleGather, KeepsTheNextPhaseWaiting) {
  // LPN 0 goes at 300 and ends at 551. Then the drive is at rest.
  const Workload phases{
      .requests = {},
      .flows = {{{write(0, 0)}, 0, std::nullopt, Phase{.counted = false}}, {{write(0, 1)}, 0, std::nullopt, Phase{}}}};
  const Outcome outcome = simulate(two_planes(4), phases);
  EXPECT_EQ(outcome.arrival, (Times{0, 551 * kUs}));
  EXPECT_EQ(outcome.since, 551 * kUs);
  EXPECT_EQ(outcome.end, 551 * kUs) << "from 551 to 851 LPN 1 waits, then its program takes 251";
}

TEST(OracleGather, IsForNoNegativeNumberOfPrograms) {
  EXPECT_THROW(run(gathering(two_planes(4), 300, -1), {write(0, 0)}), std::invalid_argument);
}

}  // namespace
}  // namespace ssd::oracle
