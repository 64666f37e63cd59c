// Random small drives and workloads: what is known of the volatile slots of the DRAM buffer (account.volatile) without
// following them.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/unit/oracle_random_units.h"

namespace ssd::oracle {
namespace {

Time last_completion(const Outcome& outcome) {
  Time last = 0;
  for (const Time completion : outcome.completion) {
    if (completion != kNotComplete) last = std::max(last, completion);
  }
  return last;
}

TEST(OracleVolatileRandom, IsWithinItsBounds) {
  std::int64_t with = 0, full = 0, warm = 0;
  for (unsigned seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE(seed);
    const Drive drive = seed % 3 == 0 ? random_units::random_case(seed).drive : drive_with_buffer(seed);
    Dice dice(1'000 + seed);
    Workload workload = seed % 3 == 0 ? random_units::random_workload(seed, drive) : random_workload(dice, drive);
    workload = with_forced(with_flushes(workload, seed, 30), seed, 6);
    if (seed % 2 == 0) {
      const Time first = workload.closed > 0 ? 0 : workload.requests.front().arrival;
      for (HostRequest& request : workload.requests) request.arrival -= first;
      const Flow flow{workload.requests, workload.closed, std::nullopt, Phase{.counted = false}};
      workload = {{}, 0, {flow, flow}};
      workload.flows.back().phase->counted = true;
    }
    const Outcome outcome = simulate(drive, workload);
    full += outcome.drive_full;
    if (outcome.drive_full) continue;
    const Time length = outcome.volatile_end - outcome.since;
    EXPECT_GE(outcome.volatile_end, outcome.since);
    EXPECT_GE(outcome.volatile_end, last_completion(outcome));
    EXPECT_GE(outcome.volatile_end, outcome.since + outcome.end);
    EXPECT_LE(outcome.volatile_most, drive.write_back ? drive.buffer_slots : 0);
    EXPECT_LE(outcome.volatile_sum, static_cast<SlotTime>(outcome.volatile_most) * length);
    EXPECT_EQ(outcome.volatile_sum > 0, outcome.volatile_most > 0);
    // The slot of an eviction is volatile while it is programmed.
    if (outcome.since == 0 && !outcome.end_of_life && outcome.absorbed_writes == 0)
      EXPECT_GE(outcome.volatile_sum, static_cast<SlotTime>(outcome.evictions) * drive.program);
    with += outcome.volatile_most > 0, warm += outcome.volatile_most > 0 && outcome.since > 0;
  }
  EXPECT_GT(with, 50);
  EXPECT_GT(warm, 10);
  EXPECT_LT(full, 40);
}

// Enough slots for all, `full`, no trims: what is written stays dirty from its first write to the end.
TEST(OracleVolatileRandom, LastsFromTheFirstWriteToTheEndIfNothingLeaves) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    Drive drive = drive_with_buffer(seed);
    drive.write_back = true, drive.flush = Flush::kFull, drive.buffer_slots = drive.logical_pages;
    drive.read_unwritten_as_written = false, drive.readahead_trigger = 0;
    drive.host_command = 0, drive.firmware.cores = 0, drive.link = false, drive.link_request = 0;
    Dice dice(1'000 + seed);
    Workload workload = random_workload(dice, drive);
    for (HostRequest& request : workload.requests) request.is_trim = false;
    const Outcome outcome = simulate(drive, workload);
    std::map<std::int64_t, Time> first;
    for (std::size_t i = 0; i < outcome.requests.size(); ++i) {
      const HostRequest& request = outcome.requests[i];
      if (request.is_read) continue;
      const Time ready = outcome.arrival[i] + outcome.split[i].queue;
      for (std::int64_t lpn = request.sector / 4; lpn <= (request.sector + request.sectors - 1) / 4; ++lpn) {
        const auto [at, is_new] = first.try_emplace(lpn, ready);
        if (!is_new) at->second = std::min(at->second, ready);
      }
    }
    SlotTime sum = 0;
    for (const auto& [lpn, begin] : first) sum += outcome.volatile_end - begin;
    EXPECT_TRUE(outcome.volatile_sum == sum);
    EXPECT_EQ(outcome.volatile_end, last_completion(outcome));
    EXPECT_EQ(outcome.volatile_most, std::ssize(first));
  }
}

// Whole writes so far apart that each one is on flash before the next one comes, each flushed at once, and too few for
// collections: a slot is volatile while a program is under way.
TEST(OracleVolatileRandom, LastsAsLongAsTheProgramsOfWritesThatAreFarApart) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed);
    Drive drive = random_drive(dice);
    drive.buffer_slots = 1 + dice.below(4), drive.write_back = true, drive.flush = Flush::kEager;
    const std::int64_t count = 2 * drive.pages;
    const Time apart = 20'000'000, program = drive.command + (4 * 512 + 64) * 25 + drive.program;
    Workload workload;
    for (std::int64_t i = 0; i < count; ++i)
      workload.requests.push_back({static_cast<Time>(i) * apart, dice.below(drive.logical_pages) * 4, 4, false});
    const Outcome outcome = simulate(drive, workload);
    EXPECT_TRUE(outcome.volatile_sum == static_cast<Time>(count) * program);
    EXPECT_EQ(outcome.volatile_most, 1);
    EXPECT_EQ(outcome.volatile_end, static_cast<Time>(count - 1) * apart + program);
  }
}

}  // namespace
}  // namespace ssd::oracle
