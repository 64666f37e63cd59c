// Random small drives and workloads with forced writes (host.fua), flushes of the host among them. When a forced write
// is complete, its data are on flash. Where they would be complete then anyway, or a protected buffer keeps them
// (buffer.protected), being forced changes nothing. And a flush of a protected buffer is complete when all that the
// drive had taken before it has a slot.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/oracle_random_units.h"

namespace ssd::oracle {
namespace {

Workload forced_and_flushes(const Workload& workload, unsigned seed) {
  return with_forced(with_flushes(workload, seed, 20), seed, 4);
}

// host.fua, 1 and 2.
void expect_on_flash(const Outcome& outcome) {
  std::int64_t complete = 0;
  for (std::size_t i = 0; i < outcome.requests.size(); ++i)
    complete += outcome.requests[i].is_forced && outcome.completion[i] != kNotComplete;
  EXPECT_EQ(std::ssize(outcome.forced.ends), complete);
  for (const ForcedWrites::End& end : outcome.forced.ends) {
    EXPECT_TRUE(outcome.requests[static_cast<std::size_t>(end.request)].is_forced);
    EXPECT_FALSE(end.not_on_flash.contains(end.request)) << "request " << end.request;
  }
}

// What all runs together reach.
struct Reached {
  ForcedWrites sum;
  std::int64_t others_not_on_flash = 0, full = 0;

  void add(const ForcedWrites& one) {
    sum.waited += one.waited, sum.merged += one.merged, sum.without_slot += one.without_slot;
    sum.dirty_again += one.dirty_again, sum.complete_together += one.complete_together;
    sum.trimmed += one.trimmed, sum.absorbed += one.absorbed;
    others_not_on_flash += std::ranges::any_of(one.ends, [](const auto& end) { return !end.not_on_flash.empty(); });
  }
};

void run_and_check(Reached& reached, const Drive& drive, const Workload& workload) {
  const Outcome outcome = simulate(drive, workload);
  reached.full += outcome.drive_full;
  if (outcome.drive_full) return;
  expect_on_flash(outcome);
  reached.add(outcome.forced);
}

TEST(OracleForcedRandom, IsOnFlashWhenItIsComplete) {
  Reached reached;
  for (unsigned seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(seed);
    const Drive drive = drive_with_buffer(seed);
    Dice dice(1'000 + seed);
    run_and_check(reached, drive, forced_and_flushes(random_workload(dice, drive), seed));
  }
  const ForcedWrites& sum = reached.sum;
  for (const std::int64_t count : {sum.waited, sum.merged, sum.without_slot, sum.dirty_again, sum.complete_together,
                                   sum.trimmed, sum.absorbed, reached.others_not_on_flash})
    EXPECT_GT(count, 0);
  EXPECT_LT(reached.full, 50);
}

TEST(OracleForcedRandom, PutsUnitsAndWordLinesOnFlash) {
  for (const std::int64_t program_unit : {1, 3}) {
    Reached reached;
    for (unsigned seed = 0; seed < 60; ++seed) {
      SCOPED_TRACE(seed);
      // With word lines a page of one unit as well.
      const std::int64_t subpages = program_unit > 1 && seed % 3 == 0 ? 1 : 0;
      const Drive drive = random_units::random_case(seed, subpages, program_unit).drive;
      run_and_check(reached, drive, forced_and_flushes(random_units::random_workload(seed, drive), seed));
    }
    const ForcedWrites& sum = reached.sum;
    for (const std::int64_t count : {sum.waited, sum.merged, sum.without_slot, sum.dirty_again, sum.complete_together,
                                     sum.trimmed, reached.others_not_on_flash})
      EXPECT_GT(count, 0);
    EXPECT_LT(reached.full, 5);
  }
}

// One flow writes and reads, another one forces what it writes.
TEST(OracleForcedRandom, IsOnFlashBesideOtherFlowsAndInPhases) {
  Reached reached;
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const Drive drive = drive_with_buffer(seed);
    Dice dice(6'000 + seed);
    const Workload one = random_workload(dice, drive), other = random_workload(dice, drive);
    const Workload forcing = with_forced(other, seed, 1);
    run_and_check(reached, drive,
                  {.requests = {}, .flows = {{one.requests, one.closed}, {forcing.requests, forcing.closed}}});
    Workload phases;
    for (const auto* of_phase : {&forcing, &one, &forcing}) {
      phases.flows.push_back(
          {of_phase->requests, of_phase->closed, std::nullopt, Phase{.counted = !phases.flows.empty()}});
    }
    run_and_check(reached, drive, phases);
  }
  EXPECT_GT(reached.sum.waited, 5'000);
  EXPECT_GT(reached.others_not_on_flash, 0);
  EXPECT_LT(reached.full, 50);
}

void expect_same(const Outcome& one, const Outcome& other) {
  ASSERT_EQ(one.drive_full, other.drive_full);
  EXPECT_EQ(one.completion, other.completion);
  EXPECT_EQ(one.map, other.map);
  EXPECT_EQ(one.end, other.end);
  EXPECT_EQ(one.snapshot, other.snapshot);
  EXPECT_EQ(one.evictions, other.evictions);
  EXPECT_EQ(one.flushes, other.flushes);
  EXPECT_EQ(one.commands, other.commands);
}

TEST(OracleForcedRandom, ChangesNothingWithoutAWriteBackBufferOrIfThatIsProtected) {
  std::int64_t protected_ones = 0, forced = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    Drive drive = drive_with_buffer(seed);
    const bool is_write_back = drive.buffer_slots > 0 && drive.write_back;
    drive.buffer_protected = is_write_back;
    protected_ones += is_write_back;
    Dice dice(1'000 + seed);
    const Workload workload = with_flushes(random_workload(dice, drive), seed, 20);
    const Outcome outcome = simulate(drive, with_forced(workload, seed, 2));
    expect_same(simulate(drive, workload), outcome);
    if (is_write_back) EXPECT_TRUE(outcome.forced.ends.empty());
    forced += std::ssize(outcome.forced.ends);
  }
  EXPECT_GT(protected_ones, 30);
  EXPECT_GT(forced, 1'000);
}

// Of a drive whose writes are complete when they are transferred, all that are forced are complete when they are
// programmed: no sooner than others would be.
TEST(OracleForcedRandom, IsNoSoonerThanProgrammed) {
  std::int64_t later = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Drive drive = drive_with_buffer(seed);
    drive.buffer_slots = 0, drive.queue = 0, drive.replicas = 0, drive.idle_on = false;
    drive.idle_trigger = drive.idle_stop = nullptr;
    Dice dice(1'000 + seed);
    Workload workload = random_workload(dice, drive);
    if (workload.closed > 0) continue;
    const Outcome programmed = simulate(drive, workload);
    drive.complete_when_transferred = true;
    workload = with_forced(workload, seed, 3);
    const Outcome transferred = simulate(drive, workload);
    ASSERT_EQ(programmed.drive_full, transferred.drive_full);
    if (programmed.drive_full) continue;
    for (std::size_t i = 0; i < workload.requests.size(); ++i) {
      const bool forced = workload.requests[i].is_forced;
      later += transferred.completion[i] < programmed.completion[i];
      if (forced) EXPECT_EQ(transferred.completion[i], programmed.completion[i]);
    }
  }
  EXPECT_GT(later, 1'000);
}

TEST(OracleProtectedRandom, AFlushIsCompleteWhenAllBeforeItHasASlot) {
  std::int64_t waited = 0, slots = 0, others = 0, trimmed = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(seed);
    Drive drive = seed % 3 == 0 ? random_units::random_case(seed).drive : drive_with_buffer(seed);
    if (drive.buffer_slots == 0 || !drive.write_back) continue;
    drive.buffer_protected = true;
    Dice dice(1'000 + seed);
    const Workload workload = seed % 3 == 0 ? random_units::random_workload(seed, drive) : random_workload(dice, drive);
    const Outcome outcome = simulate(drive, with_flushes(workload, seed, 8));
    if (outcome.drive_full) continue;
    for (const HostFlushes::End& end : outcome.host_flushes.ends) {
      others += !end.not_on_flash.empty();
      for (const auto& [writer, taken] : end.not_on_flash) EXPECT_GE(taken, end.ready) << "of request " << writer;
    }
    EXPECT_EQ(outcome.host_flushes.asked_programs, 0);
    waited += outcome.host_flushes.waited, slots += outcome.host_flushes.slots_to_wait_for;
    trimmed += outcome.host_flushes.ended_by_trim;
  }
  for (const std::int64_t count : {waited, slots, others, trimmed}) EXPECT_GT(count, 0);
}

}  // namespace
}  // namespace ssd::oracle
