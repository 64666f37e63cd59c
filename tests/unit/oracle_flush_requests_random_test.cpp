// Random small drives and workloads with flushes of the host (host.flush, buffer.asked). When a flush is complete, all
// that the drive had taken of writes before it was ready is on flash; flushes are complete in the order in which they
// became ready; and where they take nothing, they change nothing of other requests.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/oracle_random_units.h"

namespace ssd::oracle {
namespace {

constexpr std::int64_t kOneIn = 8;  // requests that become flushes

HostRequest flush_at(Time arrival) { return {.arrival = arrival, .sectors = 0, .is_flush = true}; }

// host.flush, 1 to 3.
void expect_kept_promises(const Outcome& outcome) {
  const std::vector<HostRequest>& requests = outcome.requests;
  const auto at = [](const std::vector<Time>& times, std::int64_t request) {
    return times[static_cast<std::size_t>(request)];
  };
  Time ready = 0, completion = 0;
  for (const HostFlushes::End& end : outcome.host_flushes.ends) {
    SCOPED_TRACE(end.request);
    EXPECT_TRUE(requests[static_cast<std::size_t>(end.request)].is_flush);
    EXPECT_GE(end.ready, ready);
    EXPECT_GE(at(outcome.completion, end.request), completion);
    EXPECT_GE(at(outcome.completion, end.request), end.ready);
    EXPECT_GE(end.ready, at(outcome.arrival, end.request));
    for (const auto& [writer, taken] : end.not_on_flash) {
      EXPECT_GE(taken, end.ready) << "of request " << writer;
      EXPECT_GE(at(outcome.completion, writer), at(outcome.arrival, end.request)) << "of request " << writer;
    }
    ready = end.ready, completion = at(outcome.completion, end.request);
  }
  std::int64_t complete = 0;
  for (std::size_t i = 0; i < requests.size(); ++i)
    complete += requests[i].is_flush && outcome.completion[i] != kNotComplete;
  EXPECT_EQ(std::ssize(outcome.host_flushes.ends), complete);
}

// What all runs together reach; each count must be above 0.
struct Reached {
  HostFlushes sum;
  std::int64_t others_not_on_flash = 0, full = 0;

  void add(const HostFlushes& one) {
    sum.waited += one.waited, sum.complete_together += one.complete_together;
    sum.asked_programs += one.asked_programs, sum.evicted += one.evicted, sum.without_slot += one.without_slot;
    sum.dirty_again += one.dirty_again, sum.ended_by_trim += one.ended_by_trim, sum.absorbed += one.absorbed;
    sum.asked_with_others += one.asked_with_others, sum.asked_with_padding += one.asked_with_padding;
    sum.changed_lists += one.changed_lists;
    others_not_on_flash += std::ranges::any_of(one.ends, [](const auto& end) { return !end.not_on_flash.empty(); });
  }
};

void run_and_check(Reached& reached, const Drive& drive, const Workload& workload) {
  const Outcome outcome = simulate(drive, workload);
  reached.full += outcome.drive_full;
  if (outcome.drive_full) return;
  expect_kept_promises(outcome);
  reached.add(outcome.host_flushes);
}

TEST(OracleHostFlushRandom, PutsOnFlashWhatWasTakenBefore) {
  Reached reached;
  for (unsigned seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(seed);
    const Drive drive = drive_with_buffer(seed);
    Dice dice(1'000 + seed);
    run_and_check(reached, drive, with_flushes(random_workload(dice, drive), seed, kOneIn));
  }
  const HostFlushes& sum = reached.sum;
  for (const std::int64_t count : {sum.waited, sum.complete_together, sum.asked_programs, sum.evicted, sum.without_slot,
                                   sum.dirty_again, sum.ended_by_trim, sum.absorbed, reached.others_not_on_flash})
    EXPECT_GT(count, 0);
  EXPECT_LT(reached.full, 50);
}

TEST(OracleHostFlushRandom, PutsUnitsAndWordLinesOnFlash) {
  for (const std::int64_t program_unit : {1, 3}) {
    Reached reached;
    for (unsigned seed = 0; seed < 60; ++seed) {
      SCOPED_TRACE(seed);
      // With word lines a page of one unit as well.
      const std::int64_t subpages = program_unit > 1 && seed % 3 == 0 ? 1 : 0;
      const Drive drive = random_units::random_case(seed, subpages, program_unit).drive;
      run_and_check(reached, drive, with_flushes(random_units::random_workload(seed, drive), seed, kOneIn));
    }
    const HostFlushes& sum = reached.sum;
    for (const std::int64_t count : {sum.waited, sum.complete_together, sum.asked_programs, sum.evicted,
                                     sum.without_slot, sum.dirty_again, sum.ended_by_trim, sum.asked_with_others,
                                     sum.asked_with_padding, sum.changed_lists, reached.others_not_on_flash})
      EXPECT_GT(count, 0);
    EXPECT_LT(reached.full, 5);
  }
}

TEST(OracleHostFlushRandom, PutsSuperblocksOnFlash) {
  Reached reached;
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(5'000 + seed);
    Drive drive;
    drive.channels = 2, drive.planes = 1 + dice.below(2), drive.blocks = 8, drive.pages = 1 + dice.below(4);
    drive.read = 20'000, drive.program = 200'000, drive.erase = 1'500'000, drive.command = 175;
    drive.place = [p = drive.planes](std::int64_t i) { return Place{i % 2, 0, 0, i / 2 % p}; };
    drive.placement = Placement::kWriteOrder;
    drive.superblock = dice.one_of({Scope::kDie, Scope::kDevice});
    drive.logical_pages = 2 * drive.planes * drive.pages * 4;
    drive.buffer_slots = dice.below(6), drive.buffer_latency = 500;
    drive.flush = dice.one_of({Flush::kEager, Flush::kIdle, Flush::kFull});
    drive.trigger = [](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks <= 4; };
    drive.cost_zero = dice.below(4) == 0;
    run_and_check(reached, drive, with_flushes(random_workload(dice, drive), seed, kOneIn));
  }
  EXPECT_GT(reached.sum.waited, 0);
  EXPECT_GT(reached.sum.asked_programs, 0);
  EXPECT_LT(reached.full, 20);
}

// One flow writes and reads; another one flushes, waits for the flush, and thinks before the next one.
TEST(OracleHostFlushRandom, PutsOnFlashWhatOtherFlowsWrote) {
  Reached reached;
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const Drive drive = drive_with_buffer(seed);
    Dice dice(6'000 + seed);
    const Workload others = random_workload(dice, drive);
    const Flow flushing{std::vector<HostRequest>(60, flush_at(dice.below(3) * 150'000)), 1 + dice.below(2)};
    run_and_check(reached, drive, {.requests = {}, .flows = {{others.requests, others.closed}, flushing}});
  }
  EXPECT_GT(reached.sum.waited, 500);
  EXPECT_GT(reached.sum.complete_together, 0);
  EXPECT_GT(reached.others_not_on_flash, 0);
  EXPECT_LT(reached.full, 25);
}

// Phases: a warm-up, and what is counted. Flushes of the first one are complete before the second one begins.
TEST(OracleHostFlushRandom, PutsOnFlashWhatPhasesWrote) {
  Reached reached;
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const Drive drive = drive_with_buffer(seed);
    Workload phases;
    for (const bool is_counted : {false, true}) {
      Dice dice(7'000 + 2 * seed + is_counted);
      const Workload one = with_flushes(random_workload(dice, drive), 2 * seed + is_counted, kOneIn);
      phases.flows.push_back({one.requests, one.closed, std::nullopt, Phase{.counted = is_counted}});
    }
    run_and_check(reached, drive, phases);
  }
  EXPECT_GT(reached.sum.waited, 500);
  EXPECT_LT(reached.full, 25);
}

// Without a write-back buffer, a core and a limit of requests in the drive a flush takes nothing that others need. It
// arrives together with the request before it, so it makes no instant.
TEST(OracleHostFlushRandom, ChangesNothingOfOthersWhereItTakesNothing) {
  std::int64_t waited = 0;
  for (unsigned seed = 0; seed < 80; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed);
    Drive drive = random_drive(dice);
    choose_collection(dice, drive);
    drive.queue = 0, drive.queues = 1, drive.replicas = 0, drive.idle_on = false;
    drive.write_back = false;
    Workload plain{random_workload(dice, drive).requests, 0};
    Workload with = {{}, 0};
    std::vector<std::size_t> others;
    for (std::size_t i = 0; i < plain.requests.size(); ++i) {
      others.push_back(with.requests.size());
      with.requests.push_back(plain.requests[i]);
      with.requests.back().arrival = plain.requests[i].arrival = i * 90'000;
      if (dice.below(kOneIn) == 0) with.requests.push_back(flush_at(i * 90'000));
    }
    const Outcome without_any = simulate(drive, plain), outcome = simulate(drive, with);
    ASSERT_EQ(outcome.drive_full, without_any.drive_full);
    if (outcome.drive_full) continue;
    for (std::size_t i = 0; i < others.size(); ++i)
      ASSERT_EQ(outcome.completion[others[i]], without_any.completion[i]) << "request " << i;
    EXPECT_EQ(outcome.map, without_any.map);
    EXPECT_EQ(outcome.end, without_any.end);
    EXPECT_EQ(outcome.snapshot, without_any.snapshot);
    EXPECT_EQ(outcome.written_bytes, without_any.written_bytes);
    waited += outcome.host_flushes.waited;
  }
  EXPECT_GT(waited, 500);
}

}  // namespace
}  // namespace ssd::oracle
