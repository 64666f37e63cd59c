// The oracle's slots of the DRAM buffer whose data only the buffer has (account.volatile), against timelines derived by
// hand. The drive is the example drive of docs/model.md, so a program takes 251.
#include <gtest/gtest.h>

#include "tests/unit/oracle_buffer_drive.h"

namespace ssd::oracle {
namespace {

struct Volatile {
  Time sum, end;  // slots x us, us
  std::int64_t most;
  friend bool operator==(const Volatile&, const Volatile&) = default;
  friend void PrintTo(const Volatile& v, std::ostream* out) { *out << v.sum << ' ' << v.end << ' ' << v.most; }
};

Volatile of(const Outcome& outcome) {
  return {static_cast<Time>(outcome.volatile_sum) / kUs, outcome.volatile_end / kUs, outcome.volatile_most};
}

// The example of account.volatile.
TEST(OracleVolatile, IsWhatOnlyTheBufferHas) {
  EXPECT_EQ(of(run(buffered(2, Flush::kEager), {write(0, 0), write(0, 1)})), (Volatile{251 + 502, 502, 2}));
}

TEST(OracleVolatile, LastsUntilTheRunEnds) {
  // LPN 0 is never programmed. The read takes 71.
  EXPECT_EQ(of(run(buffered(2), {write(0, 0), read(100, 1)})), (Volatile{171, 171, 1}));
  EXPECT_EQ(of(run(buffered(2), {write(0, 0)})), (Volatile{1, 1, 1})) << "the completion";
  Drive at_once = buffered(2);
  at_once.buffer_latency = 0;
  EXPECT_EQ(of(run(at_once, {write(0, 0)})), (Volatile{0, 0, 0})) << "no time";
  EXPECT_EQ(of(run(at_once, {write(5, 0)})), (Volatile{0, 5, 0}));
  EXPECT_EQ(of(run(at_once, {write(5, 0), write(7, 1)})), (Volatile{2, 7, 1}));
}

TEST(OracleVolatile, CountsAnEvictionUntilItsSlotIsFree) {
  // LPN 1 is evicted from 20 to 271 for LPN 2, which is complete at 272.
  EXPECT_EQ(of(run(buffered(2), {write(0, 0), write(0, 1), write(10, 0), write(20, 2)})), (Volatile{544, 272, 2}));
  // LPN 1 waits without a slot until 261.
  EXPECT_EQ(of(run(buffered(1), {write(0, 0), write(10, 1)})), (Volatile{262, 262, 1}));
}

TEST(OracleVolatile, CountsAgainWhatIsWrittenAgain) {
  EXPECT_EQ(of(run(buffered(2, Flush::kEager), {write(0, 0), write(600, 0)})), (Volatile{502, 851, 1}));
  // It is dirty again at 100, and flushed again from 251 to 502.
  EXPECT_EQ(of(run(buffered(2, Flush::kEager), {write(0, 0), write(100, 0)})), (Volatile{502, 502, 1}));
  // With `full` it stays dirty behind the flush that the host asked for, which ends at 251.
  EXPECT_EQ(of(run(buffered(2), {forced(write(0, 0)), write(100, 0), read(300, 1)})), (Volatile{371, 371, 1}));
}

TEST(OracleVolatile, EndsAtATrim) {
  // LPN 0 from 0 to 100, LPN 1 until 271.
  EXPECT_EQ(of(run(buffered(2), {write(0, 0), write(0, 1), trim(100, 0), read(200, 5)})), (Volatile{371, 271, 2}));
  // The flush goes on until 251.
  EXPECT_EQ(of(run(buffered(2, Flush::kEager), {write(0, 0), trim(50, 0)})), (Volatile{50, 251, 1}));
  // The slot of the eviction is free at 261, when LPN 1 takes it.
  EXPECT_EQ(of(run(buffered(1), {write(0, 0), write(10, 1), trim(20, 0)})), (Volatile{262, 262, 1}));
  // What waits for the slot is trimmed, and is clean in it from 261 on.
  EXPECT_EQ(of(run(buffered(1), {write(0, 0), write(10, 1), trim(20, 1)})), (Volatile{261, 262, 1}));
  // The slot of a trimmed page, whose flush lasts until 251, has LPN 1, which is flushed until 502.
  EXPECT_EQ(of(run(buffered(1, Flush::kEager), {write(0, 0), trim(50, 0), write(100, 1)})), (Volatile{452, 502, 1}));
}

TEST(OracleVolatile, DoesNotCountWhatLastsForNoTime) {
  // At 100 LPN 1 becomes dirty, and LPN 0 is trimmed.
  EXPECT_EQ(of(run(buffered(2), {write(0, 0), write(100, 1), trim(100, 0)})), (Volatile{101, 101, 1}));
  EXPECT_EQ(of(run(buffered(2), {write(0, 0), write(100, 1), trim(101, 0)})), (Volatile{102, 101, 2}));
}

TEST(OracleVolatile, IsNothingWhereNothingIsDirty) {
  EXPECT_EQ(of(run(plain(), {write(0, 0), read(10, 1)})), (Volatile{0, 322, 0}));
  Drive through = buffered(2);
  through.write_back = false;
  EXPECT_EQ(of(run(through, {write(0, 0)})), (Volatile{0, 251, 0}));
  Drive ahead = buffered(2, Flush::kEager);
  ahead.readahead_trigger = 1, ahead.readahead_pages = 1;
  // LPN 1 is read ahead from 71 to 142, LPN 0 is written at 200.
  EXPECT_EQ(of(run(ahead, {read(0, 0), read(1, 1), write(200, 0)})), (Volatile{251, 451, 1}));
}

TEST(OracleVolatile, EndsWithTheFlashThoughSomethingHappensLater) {
  // LPN 8 stays from 0 on. The read of LPN 0 takes 71 and its ECC 5. LPN 1 is read ahead until 242, and arrives at 247.
  Drive drive = buffered(3);
  drive.filled = true, drive.valid_parts = 500'000;
  drive.ecc = 5 * kUs, drive.readahead_trigger = 1, drive.readahead_pages = 1;
  const Outcome outcome = run(drive, {write(0, 8), read(100, 0)});
  EXPECT_EQ(completions(outcome), (Times{1, 176}));
  EXPECT_EQ(outcome.readaheads, 1);
  EXPECT_EQ(of(outcome), (Volatile{242, 242, 1}));
}

// The example of wear.end_of_life with a buffer, and writes so far apart that all is flushed before the next one comes.
TEST(OracleVolatile, EndsWithTheLastChangeBehindTheEndOfLife) {
  // Each of four flushes takes 251. That of the fifth write, which is ready at 12010 and complete at 12011, finds no
  // page. The last request is ready at 12015: LPN 1 is dirty again then, LPN 2 waits for a slot for ever.
  Drive drive = buffered(2, Flush::kEager);
  drive.blocks = 4, drive.pages = 2, drive.logical_pages = 3, drive.endurance = 1, drive.host_command = 10 * kUs;
  drive.trigger = [](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks < 3; };
  const Outcome outcome = run(
      drive, {write(0, 0), write(3'000, 1), write(6'000, 0), write(9'000, 1), write(12'000, 0), write(12'005, 1, 2)});
  ASSERT_TRUE(outcome.end_of_life);
  EXPECT_EQ(outcome.completion[4], 12'011 * kUs);
  EXPECT_EQ(outcome.completion[5], kNotComplete);
  EXPECT_EQ(of(outcome), (Volatile{4 * 251 + 5, 12'015, 1}));
}

TEST(OracleVolatile, CountsUnits) {
  // LPN 0 and 1 are programmed from 10 to 261, LPN 2 stays from 20 on.
  const Outcome outcome = run(with_units(4), {units_written(0, 0), units_written(10, 1), units_written(20, 2)});
  EXPECT_EQ(of(outcome), (Volatile{261 + 251 + 241, 261, 3}));
  // Both are evicted from 10 to 261, when LPN 2 takes one of their slots. It is complete at 262.
  const Outcome evicted =
      run(with_units(2, Flush::kFull), {units_written(0, 0), units_written(1, 1), units_written(10, 2)});
  EXPECT_EQ(of(evicted), (Volatile{261 + 260 + 1, 262, 2}));
}

TEST(OracleVolatile, CountsAReadModifyWriteOfAFlush) {
  // LPN 0 is preloaded, and read until 71. Its sector is flushed from 100 on: the read of the others takes until 158.5,
  // the program until 409.5.
  const Outcome outcome = run(buffered(1, Flush::kEager), {read(0, 0), part(100, 0, 0, 1)});
  EXPECT_EQ(outcome.volatile_sum, 309'500U);
  EXPECT_EQ(outcome.volatile_end, 409'500U);
}

TEST(OracleVolatile, IsTheSameIfTheBufferIsProtected) {
  EXPECT_EQ(of(run(protected_buffer(1), {write(0, 0), write(10, 1), flush_at(20)})), (Volatile{262, 262, 1}));
}

TEST(OracleVolatile, EndsWhenTheLastRequestIsSeen) {
  Drive drive = buffered(2);
  drive.coalesce_requests = 2, drive.coalesce_time = 100 * kUs;
  EXPECT_EQ(of(run(drive, {write(0, 0)})), (Volatile{101, 101, 1}));
}

Workload after_warm_up(std::vector<HostRequest> warm_up, std::vector<HostRequest> counted) {
  Workload workload{{}, 0};
  workload.flows = {{std::move(warm_up), 0, std::nullopt, Phase{.counted = false}},
                    {std::move(counted), 0, std::nullopt, Phase{}}};
  return workload;
}

TEST(OracleVolatile, CountsFromTheEndOfTheWarmUp) {
  // The warm-up ends at 1 with two dirty slots; the read takes until 72.
  const Workload workload = after_warm_up({write(0, 0), write(0, 1)}, {read(0, 5)});
  const Outcome outcome = simulate(buffered(2), workload);
  EXPECT_EQ(outcome.since, kUs);
  EXPECT_EQ(of(outcome), (Volatile{142, 72, 2}));
  // With `eager` the warm-up ends at 502, and all is clean.
  EXPECT_EQ(of(simulate(buffered(2, Flush::kEager), workload)), (Volatile{0, 573, 0}));
  // The most is that of the counted phases. LPN 1 is trimmed at 1 and is not there from then on.
  EXPECT_EQ(of(simulate(buffered(2), after_warm_up({write(0, 0), write(0, 1)}, {trim(0, 1), read(0, 5)}))),
            (Volatile{71, 72, 1}));
}

TEST(OracleVolatile, MayLastForNoTimeBehindTheWarmUp) {
  EXPECT_EQ(of(simulate(buffered(2), after_warm_up({write(0, 0)}, {trim(0, 1)}))), (Volatile{0, 1, 0}));
}

}  // namespace
}  // namespace ssd::oracle
