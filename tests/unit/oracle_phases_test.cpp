// The oracle's phases (host.phases, account.phases) against the examples of the page and timelines worked out by hand;
// the drive is in oracle_example_drive.h. Times are in us.
#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/unit/oracle_example_drive.h"

namespace ssd::oracle {
namespace {

using Seen = std::vector<double>;

Drive two_chips() {
  Drive drive = example_drive(20);
  drive.chips = 2, drive.blocks = 16;
  drive.place = [](std::int64_t lpn) { return Place{0, lpn % 2, 0, 0}; };
  return drive;
}

Drive two_channels() {
  Drive drive = two_chips();
  drive.channels = 2, drive.chips = 1;
  drive.place = [](std::int64_t lpn) { return Place{lpn % 2, 0, 0, 0}; };
  return drive;
}

// Four blocks of two pages. Writes of LPN 0, 1, 0 end at 251, 502 and 753, and leave LPN 1 in block 0. If they trigger
// a collection, it moves LPN 1 until 1075 and erases block 0 until 2076.
Drive one_plane(bool collects) {
  Drive drive = example_drive(2);
  drive.blocks = 4, drive.pages = 2;
  drive.place = [](std::int64_t) { return Place{0, 0, 0, 0}; };
  drive.trigger = [collects](std::int64_t, std::int64_t free_blocks, const Around&) {
    return collects && free_blocks < 3;
  };
  drive.stop = [](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks >= 3; };
  return drive;
}
const std::vector<HostRequest> kThreeWrites{write(0, 0), write(0, 1), write(0, 0)};

// `closed` 0: open.
Flow phase(std::int64_t closed, std::vector<HostRequest> requests, Time length = 0) {
  return {.requests = std::move(requests), .closed = closed, .phase = Phase{.length = length * kUs}};
}
Flow warm_up(std::int64_t closed, std::vector<HostRequest> requests, Time length = 0) {
  Flow flow = phase(closed, std::move(requests), length);
  flow.phase->counted = false;
  return flow;
}

Outcome run_phases(const Drive& drive, std::vector<Flow> phases) {
  return simulate(drive, {.requests = {}, .flows = std::move(phases)});
}
Times arrivals(const Outcome& outcome) {
  Times arrival = outcome.arrival;
  for (Time& time : arrival) time /= kUs;
  return arrival;
}

// The example of host.phases.
Flow a(Time length = 0) { return phase(1, {read(0, 0), read(0, 0)}, length); }
Flow b() { return phase(0, {read(0, 1), read(30, 1)}); }

TEST(OraclePhases, BeginWhenTheOneBeforeHasEnded) {
  const Outcome outcome = run_phases(two_chips(), {a(), b()});
  EXPECT_EQ(arrivals(outcome), (Times{0, 71, 142, 172}));
  EXPECT_EQ(completions(outcome), (Times{71, 142, 213, 284}));
  EXPECT_EQ(outcome.flow_of, (std::vector<std::int64_t>{0, 0, 1, 1}));
}

TEST(OraclePhases, LastAsLongAsTheySay) {
  EXPECT_EQ(arrivals(run_phases(two_chips(), {a(200), b()})), (Times{0, 71, 200, 230}));
  const Outcome cut = run_phases(two_chips(), {a(71), b()});
  EXPECT_EQ(arrivals(cut), (Times{0, 71, 101})) << "the arrival of `a` at 71 does not happen";
  EXPECT_EQ(cut.flow_of, (std::vector<std::int64_t>{0, 1, 1}));
  EXPECT_EQ(cut.completion.back(), kNotComplete);
}

// The second request of `a` is in the drive until 142, behind the end of its time.
TEST(OraclePhases, EndWhenTheirLastRequestLeavesBehindTheirTime) {
  const Flow three = phase(1, {read(0, 0), read(0, 0), read(0, 0)}, 100);
  EXPECT_EQ(arrivals(run_phases(two_chips(), {three, b()})), (Times{0, 71, 142, 172}));
  // The reads of an open phase, of one chip: 0 to 71 and 71 to 142.
  const Flow open = phase(0, {read(0, 1), read(30, 1)}, 50);
  EXPECT_EQ(arrivals(run_phases(two_chips(), {open, b()})), (Times{0, 30, 142, 172}));
}

// An open phase waits for the end of its time, too.
TEST(OraclePhases, ThatAreOpenLastTheirTime) {
  EXPECT_EQ(arrivals(run_phases(two_chips(), {phase(0, {read(0, 1)}, 500), b()})), (Times{0, 500, 530}));
}

TEST(OraclePhases, GiveUpAPlaceWhoseThinkTimeReachesBeyondTheirEnd) {
  const Flow alone = phase(1, {read(50, 0), read(0, 0)}, 100);
  EXPECT_EQ(arrivals(run_phases(two_chips(), {alone, b()})), (Times{0, 100, 130})) << "121 is too late";
  // Of two places one is given up at 71; the other one takes the request that this place did not take.
  const Flow two = phase(2, {read(50, 0), read(0, 1), read(0, 0), read(0, 1)}, 100);
  const Outcome outcome = run_phases(two_channels(), {two, b()});
  EXPECT_EQ(arrivals(outcome), (Times{0, 0, 71, 142, 172}));
  EXPECT_EQ(outcome.requests[2].sector, 0);
}

// The third request arrives at 71, when the second one leaves, so nothing waits for the think time of the first one.
TEST(OraclePhases, AreThroughWhenTheirRequestsAreUsedUp) {
  const std::vector<HostRequest> three{read(300, 0), read(0, 1), read(0, 0)};
  EXPECT_EQ(arrivals(run_phases(two_channels(), {phase(2, three), b()})), (Times{0, 0, 71, 142, 172}));
  EXPECT_EQ(arrivals(run_phases(two_channels(), {phase(2, three, 400), b()})), (Times{0, 0, 71, 400, 430}));
}

TEST(OraclePhases, TakeTheQueuesInTurn) {
  Drive drive = two_chips();
  drive.queues = 2, drive.queue = 1;
  const Flow both = phase(2, {read(0, 0), read(0, 1)});
  EXPECT_EQ(completions(run_phases(drive, {both, both})), (Times{71, 121, 192, 242}));
}

TEST(OraclePhases, PreloadWhatIsReadBeforeAnyPhaseWritesIt) {
  EXPECT_EQ(run_phases(two_chips(), {phase(1, {write(0, 1)}), phase(1, {read(0, 1)})}).preloaded, 0);
  EXPECT_EQ(run_phases(two_chips(), {phase(1, {write(0, 1)}), phase(1, {read(0, 0)})}).preloaded, 1);
  // Requests that never arrive are looked at, too.
  const Outcome outcome = run_phases(two_chips(), {phase(1, {read(0, 0), read(0, 5)}, 71), phase(1, {read(0, 3)})});
  EXPECT_EQ(outcome.requests.size(), 2U);
  EXPECT_EQ(outcome.preloaded, 3);
}

TEST(OraclePhases, WaitForACollectionOnlyBehindAWarmUp) {
  const Flow then = phase(1, {read(0, 1)});
  const Outcome whole = run_phases(one_plane(true), {phase(0, kThreeWrites), then});
  EXPECT_EQ(arrivals(whole), (Times{0, 0, 0, 753}));
  EXPECT_EQ(whole.completion[3], 2'147 * kUs);
  EXPECT_EQ(whole.since, 0U);
  EXPECT_EQ(whole.erases, 1);
  const Outcome warm = run_phases(one_plane(true), {warm_up(0, kThreeWrites), then});
  EXPECT_EQ(arrivals(warm), (Times{0, 0, 0, 2'076}));
  EXPECT_EQ(warm.completion[3], 2'147 * kUs);
  EXPECT_EQ(warm.since, 2'076 * kUs);
  EXPECT_EQ(warm.first_counted, 3);
  EXPECT_EQ(warm.end, 71 * kUs);
  EXPECT_EQ(warm.flash_reads, 1);
  EXPECT_EQ(warm.host_programs + warm.collection_programs + warm.collections + warm.erases + warm.array_erases, 0);
  EXPECT_EQ(warm.written_bytes, 0);
  EXPECT_EQ(warm.block_erases, whole.block_erases) << "the blocks keep theirs";
  EXPECT_EQ(warm.channel_bus[0][0], 51 * kUs);
  EXPECT_EQ(warm.unit_shares[0].array, 20 * kUs);
  EXPECT_EQ(warm.commands, (std::map<CommandKind, std::int64_t>{{{Command::kRead, 1, false}, 1}}));
}

// The second warm-up begins while the collection runs, and its read waits for it.
TEST(OraclePhases, OfWhichTwoAreNotCountedRestOnce) {
  const Flow then = phase(1, {read(0, 1)});
  const Outcome outcome = run_phases(one_plane(true), {warm_up(0, kThreeWrites), warm_up(1, {read(0, 1)}), then});
  EXPECT_EQ(arrivals(outcome), (Times{0, 0, 0, 753, 2'147}));
  EXPECT_EQ(outcome.since, 2'147 * kUs);
  EXPECT_EQ(outcome.first_counted, 4);
  EXPECT_EQ(outcome.flash_reads, 1);
}

// A warm-up lasts its time, and the counts begin behind it.
TEST(OraclePhases, CountFromTheEndOfTheTimeOfTheWarmUp) {
  const Outcome outcome = run_phases(one_plane(true), {warm_up(0, kThreeWrites, 3'000), phase(1, {read(0, 1)})});
  EXPECT_EQ(outcome.arrival[3], 3'000 * kUs);
  EXPECT_EQ(outcome.since, 3'000 * kUs);
  EXPECT_EQ(outcome.end, 71 * kUs);
  EXPECT_EQ(outcome.unit_shares[0].idle, 0U) << "the time between rest and begin is not counted";
}

TEST(OraclePhases, SetWhatPoliciesReadToTheBeginning) {
  const auto seen_by_writes = [](const Flow& first) {
    Seen seen;
    Drive drive = one_plane(true);
    drive.stream = [&seen](const RequestView& r) {
      seen.push_back(r.around.write_amplification);
      return std::int64_t{0};
    };
    run_phases(drive, {first, phase(1, {write(0, 1)})});
    return seen;
  };
  EXPECT_EQ(seen_by_writes(phase(0, kThreeWrites)), (Seen{1, 1, 1, 4.0 / 3}));
  EXPECT_EQ(seen_by_writes(warm_up(0, kThreeWrites)), (Seen{1, 1, 1, 1}));
}

// A buffer acknowledges at once: the request leaves within step (b), and the page is on the flash at 251.
TEST(OraclePhases, RestWhenTheBufferHasFlushed) {
  Drive drive = one_plane(false);
  drive.buffer_slots = 2, drive.flush = Flush::kEager;
  const Flow then = phase(1, {write(0, 1)});
  EXPECT_EQ(run_phases(drive, {phase(1, {write(0, 0)}), then}).arrival[1], 0U);
  const Outcome outcome = run_phases(drive, {warm_up(1, {write(0, 0)}), then});
  EXPECT_EQ(outcome.arrival[1], 251 * kUs);
  EXPECT_EQ(outcome.host_programs, 1);
}

// The example of collection.background: at 853 the unit has been at rest for 100. Behind a counted phase a request is
// still to come, so it collects; while the drive comes to rest, none is.
TEST(OraclePhases, CollectNothingInTheBackgroundWhileTheDriveComesToRest) {
  Drive drive = one_plane(false);
  drive.idle_on = true, drive.idle_after = 100 * kUs;
  const Flow then = phase(1, {read(0, 1)});
  const Outcome counted = run_phases(drive, {phase(0, kThreeWrites, 1'000), then});
  EXPECT_EQ(counted.background_collections, 1);
  EXPECT_EQ(counted.completion[3], 2'247 * kUs);
  const Outcome warm = run_phases(drive, {warm_up(0, kThreeWrites, 1'000), then});
  EXPECT_EQ(warm.block_erases, std::vector<std::int64_t>(4));
  EXPECT_EQ(warm.completion[3], 1'071 * kUs);
  EXPECT_EQ(run_phases(drive, {warm_up(0, kThreeWrites), then}).arrival[3], 753 * kUs);
}

// The example of wear.end_of_life: the fifth write finds no page.
TEST(OraclePhases, ThatStopInTheWarmUpHaveCountedNothing) {
  Drive drive = one_plane(true);
  drive.endurance = 1;
  std::vector<HostRequest> writes = kThreeWrites;
  writes.insert(writes.end(), {write(0, 1), write(0, 0)});
  const Outcome outcome = run_phases(drive, {warm_up(0, writes), phase(1, {read(0, 1)})});
  EXPECT_TRUE(outcome.end_of_life);
  EXPECT_EQ(outcome.completion[3], 2'327 * kUs);
  EXPECT_EQ(outcome.host_programs + outcome.erases + outcome.collections + outcome.written_bytes, 0);
  EXPECT_EQ(outcome.end, 0U);
  EXPECT_EQ(outcome.first_counted, 5);
}

TEST(OraclePhases, OfWhichOneIsThereAreTheWorkload) {
  const Outcome one = run_phases(one_plane(true), {phase(2, kThreeWrites)});
  const Outcome other = simulate(one_plane(true), {.requests = kThreeWrites, .closed = 2});
  EXPECT_EQ(one.arrival, other.arrival);
  EXPECT_EQ(one.completion, other.completion);
  EXPECT_EQ(one.end, other.end);
  EXPECT_EQ(one.erases, other.erases);
}

TEST(OraclePhases, AreRefusedIfTheyAreNotWarmUpsAndThenCountedOnes) {
  const Flow flow{.requests = {read(0, 0)}};
  EXPECT_THROW(run_phases(two_chips(), {a(), warm_up(1, {read(0, 0)}), b()}), std::invalid_argument);
  EXPECT_THROW(run_phases(two_chips(), {warm_up(1, {read(0, 0)})}), std::invalid_argument);
  EXPECT_THROW(run_phases(two_chips(), {flow, a()}), std::invalid_argument);
  EXPECT_THROW(run_phases(two_chips(), {phase(0, {read(10, 0)})}), std::invalid_argument);
}

}  // namespace
}  // namespace ssd::oracle
