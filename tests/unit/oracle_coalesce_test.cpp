// The oracle's completions that the host sees several at a time (host.coalesce), against timelines derived by hand. The
// drive is the example drive of docs/model.md; most requests are trims, which are complete when they are processed.
#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/unit/oracle_buffer_drive.h"

namespace ssd::oracle {
namespace {

Drive coalesced(Drive drive, std::int64_t requests, Time time) {
  drive.coalesce_requests = requests, drive.coalesce_time = time * kUs;
  return drive;
}

// A trim is complete 10 after its admission.
Drive slow(std::int64_t requests, Time time) {
  Drive drive = coalesced(plain(), requests, time);
  drive.host_command = 10 * kUs;
  return drive;
}

std::vector<HostRequest> trims_at(const Times& arrivals) {
  std::vector<HostRequest> requests;
  for (const Time arrival : arrivals) requests.push_back(trim(arrival, 0));
  return requests;
}

Drive two_chips() {
  Drive drive = example_drive(24);
  drive.chips = 2;
  drive.place = [](std::int64_t lpn) { return Place{0, lpn % 2, 0, 0}; };
  return drive;
}

// The example of host.coalesce.
TEST(OracleCoalesce, ShowsRequestsTogetherOrAfterATime) {
  const Outcome outcome = run(coalesced(two_chips(), 2, 100), {read(0, 0), read(0, 1), read(300, 0)});
  EXPECT_EQ(completions(outcome), (Times{121, 121, 471}));
  EXPECT_EQ(outcome.split[0].link, 50 * kUs);
  EXPECT_EQ(outcome.split[1].link, 0);
  EXPECT_EQ(outcome.split[2].link, 100 * kUs);
  EXPECT_EQ(outcome.end, 371 * kUs) << "the clock ends with the flash";
  EXPECT_EQ(outcome.seen.posted, (std::map<std::int64_t, Time>{{0, 71 * kUs}, {1, 121 * kUs}, {2, 371 * kUs}}));
  EXPECT_EQ(outcome.seen.by_count, 2);
  EXPECT_EQ(outcome.seen.by_time, 1);
  EXPECT_EQ(outcome.seen.together, 1);
  EXPECT_EQ(outcome.seen.interrupts, 2);
}

TEST(OracleCoalesce, CountsBeforeItLooksAtTheTime) {
  // Posted at 10 and due at 110, when two more are posted: the second one makes two, and the third one is alone.
  const Outcome outcome = run(slow(2, 100), trims_at({0, 100, 100}));
  EXPECT_EQ(completions(outcome), (Times{110, 110, 210}));
  EXPECT_EQ(outcome.seen.by_count, 2);
  // Of three they are two, and the time is over for both.
  const Outcome due = run(slow(3, 100), trims_at({0, 100}));
  EXPECT_EQ(completions(due), (Times{110, 110}));
  EXPECT_EQ(due.seen.by_time, 2);
  EXPECT_EQ(due.split[0].link, 100 * kUs);
  EXPECT_EQ(due.split[1].link, 0);
}

TEST(OracleCoalesce, CountsFromTheFirstThatIsNotSeen) {
  // Those at 0 and 20 are seen at 30. That at 30 is posted at 40 and due at 140.
  EXPECT_EQ(completions(run(slow(2, 100), trims_at({0, 20, 30}))), (Times{30, 30, 140}));
  EXPECT_EQ(completions(run(slow(3, 100), trims_at({0, 20, 115}))), (Times{110, 110, 225}));
}

TEST(OracleCoalesce, ShowsAsManyAtATimeAsItSays) {
  // Five are posted at 10: three are seen at once.
  const Outcome outcome = run(slow(3, 100), trims_at({0, 0, 0, 0, 0}));
  EXPECT_EQ(completions(outcome), (Times{10, 10, 10, 110, 110}));
  EXPECT_EQ(outcome.seen.interrupts, 2);
  EXPECT_EQ(completions(run(slow(2, 100), trims_at({0, 0, 0, 0, 0}))), (Times{10, 10, 10, 10, 110}));
}

TEST(OracleCoalesce, LooksAtEachQueueByItself) {
  Drive drive = slow(2, 1'000);
  drive.queues = 2;
  const Outcome outcome = run(drive, trims_at({0, 10, 20, 30, 40}));
  EXPECT_EQ(completions(outcome), (Times{30, 40, 30, 40, 1'050}));
  EXPECT_EQ(outcome.seen.interrupts, 3);
}

TEST(OracleCoalesce, KeepsThePlaceInTheQueueUntilItIsSeen) {
  // A queue of one never has two that are posted.
  Drive drive = slow(2, 100);
  drive.queue = 1;
  const Outcome outcome = run(drive, trims_at({0, 0}));
  EXPECT_EQ(completions(outcome), (Times{110, 220}));
  EXPECT_EQ(outcome.split[1].queue, 110 * kUs);
  EXPECT_EQ(outcome.split[1].controller, 10 * kUs);
  EXPECT_EQ(outcome.split[1].link, 100 * kUs);
}

TEST(OracleCoalesce, KeepsThePlaceAmongOutstandingRequests) {
  // Request 1 of the other queue is admitted when request 0 is seen.
  Drive drive = slow(2, 100);
  drive.queues = 2, drive.outstanding = 1;
  EXPECT_EQ(completions(run(drive, trims_at({0, 0, 0}))), (Times{110, 220, 330}));
  drive.outstanding = 2;
  EXPECT_EQ(completions(run(drive, trims_at({0, 0, 0}))), (Times{110, 110, 220}));
}

TEST(OracleCoalesce, AScoreSeesRequestsThatAreNotSeenInFlight) {
  // Requests 0 and 1 are posted at 10. At 50 queue 0 has request 2 to admit, beside request 0.
  Drive drive = slow(4, 100);
  drive.queues = 2;
  std::vector<std::pair<std::int64_t, std::int64_t>> seen;
  drive.arbitration = [&seen](const QueueView& q) {
    seen.emplace_back(q.index, q.in_flight);
    return q.index;
  };
  EXPECT_EQ(completions(run(drive, trims_at({0, 0, 50}))), (Times{110, 110, 110}));
  EXPECT_EQ(seen.back(), (std::pair<std::int64_t, std::int64_t>{0, 1}));
}

TEST(OracleCoalesce, MakesTheNextRequestOfAClosedLoopArriveWhenItIsSeen) {
  // Of depth 2 both are seen at 10. The third one arrives 5 later, and its successor when it is seen alone.
  const std::vector<HostRequest> requests = trims_at({5, 7, 0, 0});
  const Outcome two = simulate(slow(2, 100), {{requests[0], requests[1], requests[2]}, 2});
  EXPECT_EQ(two.arrival, (Times{0, 0, 15 * kUs}));
  EXPECT_EQ(completions(two), (Times{10, 10, 125}));
  const Outcome one = simulate(slow(2, 100), {requests, 1});
  EXPECT_EQ(one.arrival, (Times{0, 115 * kUs, 232 * kUs, 342 * kUs}));
  EXPECT_EQ(completions(one), (Times{110, 225, 342, 452}));
}

TEST(OracleCoalesce, PostsAtItsAdmissionWhatIsCompleteThen) {
  // The second one is complete, and both are seen, before the third one is admitted.
  Drive drive = coalesced(plain(), 2, 100);
  const Outcome outcome = run(drive, trims_at({0, 0, 0}));
  EXPECT_EQ(completions(outcome), (Times{0, 0, 100}));
  EXPECT_EQ(outcome.seen.at_admission, 2);
  EXPECT_EQ(outcome.seen.by_time, 1);
  drive.queue = 2;
  EXPECT_EQ(completions(run(drive, trims_at({0, 0, 0}))), (Times{0, 0, 100}));
  drive.queue = 1;
  EXPECT_EQ(completions(run(drive, trims_at({0, 0, 0}))), (Times{100, 200, 300}));
}

TEST(OracleCoalesce, IsNothingWithOneRequestOrWithoutTime) {
  for (const auto& [requests, time] : std::vector<std::pair<std::int64_t, Time>>{{1, 100}, {3, 0}, {1, 0}}) {
    Drive drive = coalesced(plain(), requests, time);
    drive.queue = 1;
    const Outcome outcome = run(drive, {trim(0, 0), trim(0, 0), read(0, 1), write(50, 1)});
    EXPECT_EQ(completions(outcome), (Times{0, 0, 71, 322}));
    EXPECT_EQ(outcome.seen.interrupts, 0);
  }
}

TEST(OracleCoalesce, PostsBehindATrimWhatItCompletes) {
  // LPN 0 is programmed until 251. The trim at 100 completes the forced write of LPN 1: two are posted.
  const std::vector<HostRequest> requests{forced(write(0, 0)), forced(write(10, 1)), trim(100, 1)};
  const Outcome two = run(coalesced(buffered(2), 2, 60), requests);
  EXPECT_EQ(completions(two), (Times{311, 100, 100}));
  EXPECT_EQ(two.seen.at_admission, 2);
  EXPECT_EQ(completions(run(coalesced(buffered(2), 3, 100), requests)), (Times{351, 200, 200}));
  EXPECT_EQ(completions(run(coalesced(buffered(2), 3, 200), requests)), (Times{251, 251, 251}));
}

// As in OracleHostFlush.IsCompleteWhenATrimEndsTheLastWrite, but with two flushes. Requests 0, 1 and 4 are posted at 1,
// 1 and 21, requests 5 and 6 at 23 and 26. The trim at 300 completes the flushes: one is the third that is posted, the
// other one waits with the trim for request 7, which has its slot at 300 and is posted at 301.
TEST(OracleCoalesce, PostsInAscendingNumberWhatATrimCompletes) {
  const Outcome outcome =
      run(coalesced(buffered(3), 3, 400), {write(0, 0), write(0, 1), flush_at(5), flush_at(6), write(20, 2),
                                           write(22, 0), read(25, 1), write(30, 3), trim(300, 1)});
  EXPECT_EQ(completions(outcome), (Times{21, 21, 300, 301, 21, 300, 300, 301, 301}));
  EXPECT_EQ(outcome.seen.at_admission, 3);
}

TEST(OracleCoalesce, SeesFlushesAndWritesAlike) {
  // The write of LPN 0 is posted at 1, and its program ends at 261. Both flushes are posted then.
  const Outcome outcome = run(coalesced(buffered(2), 2, 50), {write(0, 0), flush_at(10), flush_at(20), write(270, 0)});
  EXPECT_EQ(completions(outcome), (Times{51, 261, 261, 321}));
  EXPECT_EQ(outcome.split[0].link, 50 * kUs);
  EXPECT_EQ(outcome.split[1].buffer, 251 * kUs);
}

TEST(OracleCoalesce, ARequestThatIsNotSeenKeepsTheDriveFromBeingIdle) {
  // The write is posted at 1 and seen at 101, and LPN 0 is programmed from then on.
  const Outcome outcome = run(coalesced(buffered(4, Flush::kIdle), 2, 100), {write(0, 0)});
  EXPECT_EQ(completions(outcome), (Times{101}));
  EXPECT_EQ(outcome.end, 352 * kUs);
  Drive condition = coalesced(buffered(4, Flush::kCondition), 2, 100);
  condition.flush_condition = [](const FlushView& f) { return f.idle; };
  EXPECT_EQ(run(condition, {write(0, 0)}).end, 352 * kUs);
}

TEST(OracleCoalesce, ARequestThatIsNotSeenMayKeepOthersFromBeginning) {
  // Whole requests in order: the second read begins when the first one has left.
  Drive drive = coalesced(two_chips(), 2, 100);
  drive.whole_requests = true;
  EXPECT_EQ(completions(run(drive, {read(0, 0), read(0, 1)})), (Times{171, 342}));
}

// Flow `a` is a closed loop of one trim, flow `b` is open.
Workload two_flows(bool until_first = false) {
  Workload workload{{}, 0};
  workload.flows = {{trims_at({0, 0}), 1}, {trims_at({0, 30})}};
  workload.until_first = until_first;
  return workload;
}

TEST(OracleCoalesce, SeesTheQueuesOfFlows) {
  // Alone in its queue `a` is seen at 110, and again 110 later; `b` has two at 40.
  Drive drive = slow(2, 100);
  drive.queues = 2;
  const Outcome own = simulate(drive, two_flows());
  EXPECT_EQ(own.flow_of, (std::vector<std::int64_t>{0, 1, 1, 0}));
  EXPECT_EQ(completions(own), (Times{110, 40, 40, 220}));
  // In one queue the first ones of both are seen at 10, which makes `a` send its second one.
  const Outcome one = simulate(slow(2, 100), two_flows());
  EXPECT_EQ(one.flow_of, (std::vector<std::int64_t>{0, 1, 0, 1}));
  EXPECT_EQ(one.arrival, (Times{0, 0, 10 * kUs, 30 * kUs}));
  EXPECT_EQ(completions(one), (Times{10, 10, 40, 40}));
}

TEST(OracleCoalesce, TheFirstFlowIsThroughWhenItsLastRequestIsSeen) {
  // `b` is through at 40, so the second request of `a` does not arrive at 110.
  Drive drive = slow(2, 100);
  drive.queues = 2;
  EXPECT_EQ(simulate(drive, two_flows(true)).flow_of, (std::vector<std::int64_t>{0, 1, 1}));
  // Of three requests at a time `b` is through at 110, as the request of `a` leaves: its next one has no number then.
  drive.coalesce_requests = 3;
  const Outcome later = simulate(drive, two_flows(true));
  EXPECT_EQ(later.flow_of, (std::vector<std::int64_t>{0, 1, 1}));
  EXPECT_EQ(later.completion[2], 110 * kUs);
}

TEST(OracleCoalesce, APhaseIsThroughWhenItsLastRequestIsSeen) {
  // The closed phase has its second request at 110, and is through at 220. So the other one begins then, counted alone
  // or with it.
  for (const bool is_counted : {false, true}) {
    Workload workload{{}, 0};
    workload.flows = {{trims_at({0, 0}), 1, std::nullopt, Phase{.counted = is_counted}},
                      {trims_at({0, 5}), 0, std::nullopt, Phase{}}};
    const Outcome outcome = simulate(slow(2, 100), workload);
    EXPECT_EQ(outcome.arrival, (Times{0, 110 * kUs, 220 * kUs, 225 * kUs}));
    EXPECT_EQ(completions(outcome), (Times{110, 220, 235, 235}));
    EXPECT_EQ(outcome.since, is_counted ? 0 : 220 * kUs);
  }
}

TEST(OracleCoalesce, AClosedPhaseHasALengthByWhatIsSeen) {
  // The second request would arrive at 110: within 111, not within 110.
  for (const auto& [length, count] : std::vector<std::pair<Time, std::size_t>>{{110, 1}, {111, 2}}) {
    Workload workload{{}, 0};
    workload.flows = {{trims_at({0, 0}), 1, std::nullopt, Phase{.length = length * kUs}},
                      {trims_at({0}), 0, std::nullopt, Phase{}}};
    EXPECT_EQ(simulate(slow(2, 100), workload).requests.size(), count + 1);
  }
}

TEST(OracleCoalesce, SeesAtLeastOneRequestAtATime) {
  EXPECT_THROW(run(coalesced(plain(), 0, 100), {read(0, 0)}), std::invalid_argument);
}

}  // namespace
}  // namespace ssd::oracle
