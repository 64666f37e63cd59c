// Random small drives and workloads whose programs wait for partners (buffer.gather), flushes of the host and forced
// writes among them. Where the rule says that the key has no effect, runs are the same as without it, bit for bit, and
// policies are asked at the same times. The oracle itself requires that nothing waits longer than it may
// (tests/oracle/gather.cpp); here a few lines that follow one list find the same times.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <set>
#include <vector>

#include "tests/unit/oracle_example_drive.h"
#include "tests/unit/oracle_random_units.h"

namespace ssd::oracle {
namespace {

struct Case {
  Drive drive;
  Workload workload;
};

// Every third case has indirection units, or word lines of pages of one unit.
Case random_gathering(unsigned seed) {
  Case c;
  Dice dice(1'000 + seed), for_gather(7'000 + seed);
  if (seed % 3 == 0) {
    const std::int64_t program_unit = seed % 2 == 0 ? 3 : 1;
    c.drive = random_units::random_case(seed, seed % 4 == 0 && program_unit > 1 ? 1 : 0, program_unit).drive;
    c.workload = random_units::random_workload(seed, c.drive);
  } else {
    c.drive = drive_with_buffer(seed);
    c.drive.buffer_slots = 1 + for_gather.below(12), c.drive.write_back = true;
    c.workload = random_workload(dice, c.drive);
  }
  if (for_gather.below(3) > 0) c.drive.flush = Flush::kEager;
  c.drive.buffer_protected = for_gather.below(6) == 0;
  c.workload = with_forced(with_flushes(c.workload, seed, 40), seed, 20);
  const std::int64_t dies = c.drive.channels * c.drive.chips * c.drive.dies;
  c.drive.gather_programs = for_gather.one_of({c.drive.planes, c.drive.planes * dies, c.drive.planes * dies});
  c.drive.gather_time = for_gather.one_of({10 * kUs, 100 * kUs, 300 * kUs, 2'000 * kUs});
  return c;
}

void add(Gathered& sum, const Gathered& one) {
  sum.batches += one.batches, sum.by_time += one.by_time, sum.continued_later += one.continued_later;
  sum.cut_short += one.cut_short, sum.waits += one.waits;
}

// A batch that is not cut short has G programs, or fewer if it came by time. The last one may not have ended.
void expect_batches(const Drive& drive, const Outcome& outcome) {
  const Gathered& gathered = outcome.gathered;
  const std::int64_t programs = outcome.flushes - outcome.host_flushes.asked_programs;
  const std::int64_t by_number = gathered.batches - gathered.by_time, most = drive.gather_programs;
  EXPECT_LE(programs, most * by_number + std::max<std::int64_t>(most - 1, 0) * gathered.by_time);
  EXPECT_GE(programs, most * (by_number - gathered.cut_short - 1));
  EXPECT_GE(programs, gathered.batches - gathered.cut_short - 1);
}

TEST(OracleGatherRandom, GoesInBatches) {
  Gathered pages, units;
  std::int64_t full = 0, changed = 0;
  for (unsigned seed = 0; seed < 160; ++seed) {
    SCOPED_TRACE(seed);
    Case c = random_gathering(seed);
    const Outcome outcome = simulate(c.drive, c.workload);
    full += outcome.drive_full;
    if (outcome.drive_full) continue;
    if (c.drive.word_line() == 1) expect_batches(c.drive, outcome);
    add(c.drive.word_line() == 1 ? pages : units, outcome.gathered);
    for (const HostFlushes::End& end : outcome.host_flushes.ends) {
      for (const auto& [writer, taken] : end.not_on_flash) EXPECT_GE(taken, end.ready) << "of request " << writer;
    }
    for (const ForcedWrites::End& end : outcome.forced.ends) EXPECT_FALSE(end.not_on_flash.contains(end.request));
    c.drive.gather_programs = 0;
    changed += simulate(c.drive, c.workload).end != outcome.end;
  }
  for (const Gathered& sum : {pages, units}) {
    for (const std::int64_t count : {sum.batches, sum.by_time, sum.continued_later, sum.cut_short, sum.waits})
      EXPECT_GT(count, 0);
    EXPECT_GT(sum.batches, sum.by_time);
  }
  EXPECT_GT(changed, 60);
  EXPECT_LT(full, 60);
}

// A run, and the times at which its condition was asked.
struct Asked {
  Outcome outcome;
  std::set<Time> times;
};

// `flush` is a condition that depends on the clock, so another instant may be another decision.
Asked ask(Drive drive, const Workload& workload, bool is_full) {
  Asked asked;
  drive.flush = Flush::kCondition;
  drive.flush_condition = [&asked, is_full](const FlushView& f) {
    asked.times.insert(f.around.now);
    return !is_full && (f.whole > 1 || f.around.now / 50'000 % 3 == 0);
  };
  if (is_full) drive.flush = Flush::kFull;
  asked.outcome = simulate(drive, workload);
  return asked;
}

void expect_same(const Asked& one, const Asked& other) {
  EXPECT_EQ(one.times, other.times);
  const Outcome &a = one.outcome, &b = other.outcome;
  ASSERT_EQ(a.drive_full, b.drive_full);
  EXPECT_EQ(a.full_plane, b.full_plane);
  EXPECT_EQ(a.arrival, b.arrival);
  EXPECT_EQ(a.completion, b.completion);
  EXPECT_EQ(a.map, b.map);
  EXPECT_EQ(a.end, b.end);
  EXPECT_EQ(a.snapshot, b.snapshot);
  EXPECT_EQ(a.host_programs, b.host_programs);
  EXPECT_EQ(a.collections, b.collections);
  EXPECT_EQ(a.evictions, b.evictions);
  EXPECT_EQ(a.flushes, b.flushes);
  EXPECT_EQ(a.buffer_hits, b.buffer_hits);
  EXPECT_EQ(a.commands, b.commands);
  EXPECT_EQ(a.plane_array, b.plane_array);
  EXPECT_EQ(a.channel_bus, b.channel_bus);
  EXPECT_EQ(a.bus_bytes, b.bus_bytes);
  EXPECT_EQ(a.padding, b.padding);
  EXPECT_EQ(a.volatile_sum, b.volatile_sum);
  EXPECT_EQ(a.volatile_end, b.volatile_end);
  EXPECT_EQ(a.host_flushes.asked_programs, b.host_flushes.asked_programs);
}

TEST(OracleGatherRandom, ChangesNothingWithoutTimeOrPartnersOrFlushes) {
  std::int64_t flushes = 0, changed = 0;
  for (unsigned seed = 0; seed < 90; ++seed) {
    SCOPED_TRACE(seed);
    const Case c = random_gathering(seed);
    Drive without = c.drive, no_time = c.drive, no_partners = c.drive;
    without.gather_programs = 0, no_time.gather_time = 0, no_partners.gather_programs = 1;
    const Asked absent = ask(without, c.workload, false);
    expect_same(absent, ask(no_time, c.workload, false));
    expect_same(absent, ask(no_partners, c.workload, false));
    expect_same(ask(without, c.workload, true), ask(c.drive, c.workload, true));
    flushes += absent.outcome.flushes;
    changed += ask(c.drive, c.workload, false).times != absent.times;
  }
  EXPECT_GT(flushes, 1'000);
  EXPECT_GT(changed, 50) << "with time and partners it does";
}

// When the last of the entries is flushed that enter one list at these times, and that nothing else holds back.
Time last_flush(const std::vector<Time>& entered, std::size_t most, Time wait) {
  std::deque<Time> waiting;
  Time last = 0;
  const auto flush_at = [&](Time now, std::size_t count) {
    waiting.erase(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(count));
    last = now;
  };
  for (std::size_t i = 0; i < entered.size(); ++i) {
    if (!waiting.empty() && waiting.front() + wait < entered[i]) flush_at(waiting.front() + wait, waiting.size());
    waiting.push_back(entered[i]);
    if (i + 1 < entered.size() && entered[i + 1] == entered[i]) continue;
    while (waiting.size() >= most) flush_at(entered[i], most);
    if (!waiting.empty() && waiting.front() + wait == entered[i]) flush_at(entered[i], waiting.size());
  }
  if (!waiting.empty()) flush_at(waiting.front() + wait, waiting.size());
  return last;
}

TEST(OracleGatherRandom, FollowsOneList) {
  Gathered sum;
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed);
    // Each page has a channel of its own.
    constexpr std::int64_t kWrites = 30;
    Drive drive = example_drive(kWrites);
    drive.channels = kWrites, drive.buffer_slots = kWrites, drive.buffer_latency = kUs, drive.flush = Flush::kEager;
    drive.place = [](std::int64_t lpn) { return Place{lpn, 0, 0, 0}; };
    drive.gather_programs = 2 + dice.below(5), drive.gather_time = static_cast<Time>(1 + dice.below(8)) * 100 * kUs;
    std::vector<HostRequest> requests;
    std::vector<Time> entered;
    Time at = 0;
    for (std::int64_t lpn = 0; lpn < kWrites; ++lpn) {
      at += static_cast<Time>(dice.below(4)) * 50;
      requests.push_back(write(at, lpn));
      entered.push_back(at * kUs);
      const Outcome outcome = run(drive, requests);
      EXPECT_EQ(outcome.end,
                last_flush(entered, static_cast<std::size_t>(drive.gather_programs), drive.gather_time) + 251 * kUs)
          << lpn + 1 << " writes";
      EXPECT_EQ(outcome.flushes, lpn + 1);
      add(sum, outcome.gathered);
    }
  }
  EXPECT_GT(sum.by_time, 500);
  EXPECT_GT(sum.batches - sum.by_time, 500);
  EXPECT_EQ(sum.cut_short, 0);
}

}  // namespace
}  // namespace ssd::oracle
