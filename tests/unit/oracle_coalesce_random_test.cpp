// Random small drives and workloads whose completions the host sees several at a time (host.coalesce): no request is
// seen later than it may be, fewer than n of a queue wait to be seen, and each queue and the drive hold no more
// requests than they may. And where nothing waits for a completion, only the completions are later.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/unit/oracle_random_units.h"

namespace ssd::oracle {
namespace {

void choose_coalescing(Drive& drive, unsigned seed) {
  Dice dice(8'000 + seed);
  drive.coalesce_requests = dice.one_of({2, 2, 3, 4, 6});
  drive.coalesce_time = static_cast<Time>(dice.one_of({3'000, 80'000, 400'000, 2'000'000}));
  drive.outstanding = dice.below(3) * 3;
}

Workload of_all_kinds(const Workload& workload, unsigned seed) {
  return with_forced(with_flushes(workload, seed, 8), seed, 4);
}

// A request from its admission, or from when it is posted, until it leaves.
struct Stay {
  std::int64_t queue;
  Time begin, end;
};

std::int64_t count_at(const std::vector<Stay>& stays, Time at, std::optional<std::int64_t> queue) {
  return std::ranges::count_if(
      stays, [&](const Stay& stay) { return stay.begin <= at && at < stay.end && (!queue || stay.queue == *queue); });
}

std::int64_t queue_of(const Drive& drive, const Outcome& outcome, std::size_t flows, std::size_t request) {
  return static_cast<std::int64_t>(flows > 1 ? static_cast<std::size_t>(outcome.flow_of[request]) : request) %
         drive.queues;
}

// `flows`: 0 without flows.
void expect_seen(const Drive& drive, const Outcome& outcome, std::size_t flows) {
  std::vector<Stay> posted, admitted;
  for (std::size_t i = 0; i < outcome.requests.size(); ++i) {
    if (outcome.completion[i] == kNotComplete) continue;
    const Time at = outcome.seen.posted.at(static_cast<std::int64_t>(i)), seen = outcome.completion[i];
    EXPECT_GE(seen, at) << "request " << i;
    EXPECT_LE(seen, at + drive.coalesce_time) << "request " << i;
    EXPECT_GE(outcome.split[i].link, seen - at) << "request " << i;
    const std::int64_t queue = queue_of(drive, outcome, flows, i);
    posted.push_back({queue, at, seen});
    admitted.push_back({queue, outcome.arrival[i] + outcome.split[i].queue, seen});
  }
  for (const Stay& one : posted) EXPECT_LT(count_at(posted, one.begin, one.queue), drive.coalesce_requests);
  for (const Stay& one : admitted) {
    if (drive.queue > 0) EXPECT_LE(count_at(admitted, one.begin, one.queue), drive.queue);
    if (drive.outstanding > 0) EXPECT_LE(count_at(admitted, one.begin, std::nullopt), drive.outstanding);
  }
  const Seen& seen = outcome.seen;
  EXPECT_EQ(seen.by_count + seen.by_time, std::ssize(posted));
  EXPECT_EQ(seen.by_count % drive.coalesce_requests, 0);
  EXPECT_EQ(seen.interrupts + seen.together, std::ssize(posted));
}

struct Reached {
  std::int64_t by_count = 0, by_time = 0, at_admission = 0, together = 0, ends = 0, full = 0;

  void add(const Outcome& outcome) {
    by_count += outcome.seen.by_count, by_time += outcome.seen.by_time, together += outcome.seen.together;
    at_admission += outcome.seen.at_admission, ends += outcome.end_of_life;
  }
  void expect_all() const {
    for (const std::int64_t count : {by_count, by_time, together}) EXPECT_GT(count, 1'000);
    EXPECT_GT(at_admission, 20);
  }
};

void run_and_check(Reached& reached, const Drive& drive, const Workload& workload) {
  const Outcome outcome = simulate(drive, workload);
  reached.full += outcome.drive_full;
  if (outcome.drive_full) return;
  const bool are_phases = !workload.flows.empty() && workload.flows.front().phase;
  expect_seen(drive, outcome, are_phases ? 0 : workload.flows.size());
  reached.add(outcome);
}

TEST(OracleCoalesceRandom, SeesNoRequestLateAndNoQueueOverfull) {
  Reached reached;
  for (unsigned seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE(seed);
    Drive drive = drive_with_buffer(seed);
    choose_coalescing(drive, seed);
    Dice dice(1'000 + seed);
    run_and_check(reached, drive, of_all_kinds(random_workload(dice, drive), seed));
  }
  reached.expect_all();
  EXPECT_GT(reached.ends, 0);
  EXPECT_LT(reached.full, 40);
}

TEST(OracleCoalesceRandom, HoldsForUnits) {
  Reached reached;
  for (unsigned seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    Drive drive = random_units::random_case(seed).drive;
    choose_coalescing(drive, seed);
    run_and_check(reached, drive, of_all_kinds(random_units::random_workload(seed, drive), seed));
  }
  reached.expect_all();
}

TEST(OracleCoalesceRandom, HoldsForFlowsAndPhases) {
  Reached reached;
  for (unsigned seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    Drive drive = drive_with_buffer(seed);
    choose_coalescing(drive, seed);
    drive.queues = 2;
    Dice dice(6'000 + seed);
    Workload flows, phases;
    flows.until_first = dice.below(2);
    for (int i = 0; i < 3; ++i) {
      const Workload one = of_all_kinds(random_workload(dice, drive), 3 * seed + i);
      flows.flows.push_back({one.requests, one.closed});
      phases.flows.push_back({one.requests, one.closed, std::nullopt, Phase{.counted = i > 0}});
    }
    run_and_check(reached, drive, flows);
    run_and_check(reached, drive, phases);
  }
  reached.expect_all();
  EXPECT_LT(reached.full, 50);
}

TEST(OracleCoalesceRandom, IsNothingWithOneRequestOrWithoutTime) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    Drive drive = drive_with_buffer(seed);
    Dice dice(1'000 + seed);
    const Workload workload = of_all_kinds(random_workload(dice, drive), seed);
    const Outcome without = simulate(drive, workload);
    drive.coalesce_requests = seed % 2 ? 1 : 4, drive.coalesce_time = seed % 2 ? 90'000 : 0;
    const Outcome with = simulate(drive, workload);
    EXPECT_EQ(with.completion, without.completion);
    EXPECT_EQ(with.snapshot, without.snapshot);
    EXPECT_EQ(with.end, without.end);
  }
}

// An open loop without a limit of requests in the drive, in which nothing asks whether a request is complete.
TEST(OracleCoalesceRandom, PostsEachRequestWhenItWouldBeComplete) {
  std::int64_t later = 0, interrupts = 0, requests = 0;
  for (unsigned seed = 0; seed < 80; ++seed) {
    SCOPED_TRACE(seed);
    Drive drive = drive_with_buffer(seed);
    drive.queue = 0, drive.replicas = 0, drive.idle_on = false;
    drive.idle_trigger = drive.idle_stop = nullptr;
    if (drive.flush == Flush::kIdle || drive.flush == Flush::kCondition) drive.flush = Flush::kEager;
    Dice dice(1'000 + seed);
    Workload workload = of_all_kinds(random_workload(dice, drive), seed);
    if (workload.closed > 0) continue;
    const Outcome without = simulate(drive, workload);
    choose_coalescing(drive, seed);
    drive.outstanding = 0;
    const Outcome with = simulate(drive, workload);
    ASSERT_EQ(with.drive_full, without.drive_full);
    if (with.drive_full || with.end_of_life) continue;
    for (std::size_t i = 0; i < workload.requests.size(); ++i) {
      ASSERT_EQ(with.seen.posted.at(static_cast<std::int64_t>(i)), without.completion[i]) << "request " << i;
      later += with.completion[i] > without.completion[i];
    }
    EXPECT_EQ(with.end, without.end);
    EXPECT_EQ(with.map, without.map);
    EXPECT_EQ(with.commands, without.commands);
    interrupts += with.seen.interrupts, requests += std::ssize(workload.requests);
  }
  EXPECT_GT(later, 2'000);
  EXPECT_LT(interrupts, requests * 3 / 4);
}

}  // namespace
}  // namespace ssd::oracle
