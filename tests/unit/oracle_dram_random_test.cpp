// Random small drives whose controller has a DRAM (host.dram): the oracle's own checks (which throw) hold, among them
// that the parts of each response time add up, the runs end, and no request is faster than its accesses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "tests/unit/oracle_random_units.h"

namespace ssd::oracle {
namespace {

// One that is slower than the flash in some drives. `entry`: of the map, if it has any bytes.
void choose_dram(Dice& dice, Drive& d) {
  d.dram.limited = true;
  d.dram.numerator = 1 + dice.below(40), d.dram.denominator = dice.one_of({1, 3});
  d.dram.entry = dice.below(3) * 4;
}

Time access_time(const Drive& d, std::int64_t bytes) {
  return static_cast<Time>((bytes * d.dram.numerator + d.dram.denominator - 1) / d.dram.denominator);
}

std::int64_t pages_of(const Drive& d, const HostRequest& r) {
  return (r.sector + r.sectors - 1) / d.unit_sectors() - r.sector / d.unit_sectors() + 1;
}

// What has to cross the pipe by the time at which the last write is complete: the data of all writes, and the entries
// of their pages; a little less, since the access of each page is rounded up.
Time time_of_writes(const Drive& d, const Outcome& outcome) {
  Time time = 0;
  for (const HostRequest& r : outcome.requests) {
    if (!r.is_read && !r.is_trim && !r.is_flush)
      time += access_time(d, pages_of(d, r) * d.dram.entry + (d.buffer_slots > 0 ? r.sectors * d.sector_bytes : 0));
  }
  return time;
}

// Of a write the access of one page, which has one sector at least.
std::int64_t least_access(const Drive& d, const HostRequest& r) {
  if (r.is_read) return pages_of(d, r) * d.dram.entry;
  return d.dram.entry + (d.buffer_slots > 0 ? d.sector_bytes : 0);
}

void expect_accesses(const Drive& d, const Outcome& outcome) {
  Time last_write = 0;
  for (std::size_t i = 0; i < outcome.requests.size(); ++i) {
    const HostRequest& r = outcome.requests[i];
    if (outcome.completion[i] == kNotComplete || r.is_trim || r.is_flush) continue;
    EXPECT_GE(outcome.split[i].controller, d.host_command + access_time(d, least_access(d, r))) << i;
    if (!r.is_read) last_write = std::max(last_write, outcome.completion[i]);
  }
  if (outcome.end_of_life) return;
  EXPECT_GE(last_write, time_of_writes(d, outcome));
}

TEST(OracleDramRandom, NoRequestIsFasterThanItsAccesses) {
  std::int64_t full = 0, hits = 0, evictions = 0, flushes = 0, ahead = 0, old = 0, issue = 0, through = 0;
  for (unsigned seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE(seed);
    Drive drive = drive_with_buffer(seed);
    Dice for_dram(11'000 + seed);
    choose_dram(for_dram, drive);
    Dice dice(12'000 + seed);
    const Workload workload = with_forced(with_flushes(random_workload(dice, drive), seed, 20), seed, 10);
    const Outcome outcome = simulate(drive, workload);
    full += outcome.drive_full;
    if (outcome.drive_full) continue;
    expect_accesses(drive, outcome);
    hits += outcome.buffer_hits, evictions += outcome.evictions, flushes += outcome.flushes, old += outcome.rmw_reads;
    ahead += outcome.readaheads, issue += outcome.buffered_reads,
        through += drive.buffer_slots > 0 && !drive.write_back;
  }
  for (const std::int64_t count : {hits, evictions, flushes, ahead, old, issue, through}) EXPECT_GT(count, 0);
  EXPECT_LT(full, 40);
}

TEST(OracleDramRandom, NoRequestIsFasterThanItsAccessesWithUnits) {
  std::int64_t joined = 0, old = 0, together = 0;
  for (unsigned seed = 0; seed < 80; ++seed) {
    SCOPED_TRACE(seed);
    Drive drive = random_units::random_case(seed, 0, 1 + seed % 2).drive;
    Dice for_dram(11'000 + seed);
    choose_dram(for_dram, drive);
    const Outcome outcome = simulate(drive, random_units::random_workload(seed, drive));
    ASSERT_FALSE(outcome.drive_full);
    expect_accesses(drive, outcome);
    joined += outcome.units_reached.joined_reads, old += outcome.units_reached.two_old_units;
    together += outcome.units_reached.joined_readaheads;
  }
  for (const std::int64_t count : {joined, old, together}) EXPECT_GT(count, 0);
}

// Without entries and without a buffer, and if no read finds data that are not programmed: here there is none.
TEST(OracleDramRandom, IsNotThereWithoutEntriesAndBuffer) {
  std::int64_t old = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Drive drive = drive_with_buffer(seed);
    drive.buffer_slots = 0, drive.any_idle_slots = 0;
    Dice dice(12'000 + seed);
    Workload workload = random_workload(dice, drive);
    for (HostRequest& request : workload.requests) request.is_read = false;
    const Outcome without = simulate(drive, workload);
    Dice for_dram(11'000 + seed);
    choose_dram(for_dram, drive);
    drive.dram.entry = 0;
    const Outcome with = simulate(drive, workload);
    EXPECT_EQ(with.completion, without.completion);
    EXPECT_EQ(with.map, without.map);
    EXPECT_EQ(with.end, without.end);
    old += with.rmw_reads;
  }
  EXPECT_GT(old, 0);
}

}  // namespace
}  // namespace ssd::oracle
