// The oracle's flushes of the host where the buffer is protected (buffer.protected), against timelines derived by hand.
// The drive is the example drive of docs/model.md, so a program takes 251.
#include <gtest/gtest.h>

#include "tests/unit/oracle_buffer_drive.h"

namespace ssd::oracle {
namespace {

// The example of buffer.protected.
TEST(OracleProtected, AFlushWaitsForSlotsOnly) {
  const Outcome outcome = run(protected_buffer(1), {write(0, 0), write(10, 1), flush_at(20)});
  EXPECT_EQ(completions(outcome), (Times{1, 262, 261}));
  EXPECT_EQ(outcome.split[2].buffer, 241 * kUs);
  EXPECT_EQ(outcome.host_flushes.slots_to_wait_for, 1);
  EXPECT_EQ(completions(run(protected_buffer(1), {write(0, 0), flush_at(5), write(10, 1)})), (Times{1, 5, 262}));
}

TEST(OracleProtected, AFlushAsksForNothing) {
  // Nothing is programmed; without protection LPN 0 and 1 would be.
  const Outcome outcome = run(protected_buffer(2), {write(0, 0), write(0, 1), flush_at(10)});
  EXPECT_EQ(completions(outcome), (Times{1, 1, 10}));
  EXPECT_EQ(outcome.host_programs, 0);
  EXPECT_EQ(outcome.end, 0);
}

TEST(OracleProtected, WhatHasNoSlotIsNotAskedForEither) {
  // LPN 0 is evicted from 10 to 261. LPN 1 stays in the slot then.
  const Outcome outcome = run(protected_buffer(1), {write(0, 0), write(10, 1), flush_at(20)});
  EXPECT_EQ(outcome.host_programs, 1);
  EXPECT_EQ(outcome.end, 261 * kUs);
}

TEST(OracleProtected, AFlushWaitsForAllThatWaitsForSlotsThen) {
  // LPN 0 is evicted from 10 to 261 for LPN 2, and LPN 1 from 20 to 512 for LPN 3. LPN 4 waits from 40 on, until LPN 2,
  // which is evicted at 261 for it, is on flash at 763.
  const Outcome outcome = run(protected_buffer(2), {write(0, 0), write(0, 1), write(10, 2), write(20, 3), flush_at(30),
                                                    write(40, 4), flush_at(50)});
  EXPECT_EQ(completions(outcome), (Times{1, 1, 262, 513, 512, 764, 763}));
  EXPECT_EQ(outcome.evictions, 3);
  EXPECT_EQ(outcome.host_flushes.slots_to_wait_for, 3);
}

TEST(OracleProtected, AnEntryThatGetsItsSlotAtOnceIsNeverPending) {
  // LPN 0 is clean at 251, so LPN 1 takes its slot when it comes.
  const Outcome outcome = run(protected_buffer(1, Flush::kEager), {write(0, 0), write(300, 1), flush_at(300)});
  EXPECT_EQ(completions(outcome), (Times{1, 301, 300}));
  EXPECT_EQ(outcome.host_flushes.slots_to_wait_for, 0);
  EXPECT_EQ(outcome.host_flushes.waited, 0);
}

TEST(OracleProtected, AFlushWaitsNoMoreForATrimmedPage) {
  const Outcome outcome = run(protected_buffer(1), {write(0, 0), write(10, 1), flush_at(20), trim(100, 1)});
  EXPECT_EQ(completions(outcome), (Times{1, 262, 100, 100}));
  EXPECT_EQ(outcome.host_flushes.ended_by_trim, 1);
  // What is written again waits for the slot again.
  const Outcome again = run(protected_buffer(1), {write(0, 0), write(10, 1), flush_at(20), trim(100, 1), flush_at(110),
                                                  write(120, 1), flush_at(130)});
  EXPECT_EQ(completions(again), (Times{1, 262, 100, 100, 110, 262, 261}));
}

TEST(OracleProtected, ALaterWriteOfAWaitingPageIsNothingMoreToWaitFor) {
  const Outcome outcome =
      run(protected_buffer(1), {write(0, 0), write(10, 1), flush_at(20), write(30, 1), flush_at(40)});
  EXPECT_EQ(completions(outcome), (Times{1, 262, 261, 262, 261}));
  EXPECT_EQ(outcome.host_flushes.slots_to_wait_for, 1);
  EXPECT_EQ(outcome.host_flushes.complete_together, 1);
}

TEST(OracleProtected, TheBufferWorksAsItDoesWithout) {
  // LPN 0 is flushed until 251, LPN 1 until 502, and LPN 2 takes the slot of LPN 0 at 600.
  const std::vector<HostRequest> requests{write(0, 0), write(0, 1), write(600, 2), read(610, 1)};
  const Outcome with = run(protected_buffer(2, Flush::kEager), requests);
  const Outcome without = run(buffered(2, Flush::kEager), requests);
  EXPECT_EQ(completions(with), (Times{1, 1, 601, 611}));
  EXPECT_EQ(with.completion, without.completion);
  EXPECT_EQ(with.end, without.end);
  EXPECT_EQ(with.map, without.map);
}

// `protected` is of a write-back buffer.
TEST(OracleProtected, MeansNothingWithoutAWriteBackBuffer) {
  Drive drive = plain();
  drive.buffer_protected = true;
  const std::vector<HostRequest> requests{write(0, 0), flush_at(10), forced(write(20, 1))};
  EXPECT_EQ(completions(run(drive, requests)), (Times{251, 251, 502}));
  drive.buffer_slots = 2, drive.write_back = false;
  EXPECT_EQ(completions(run(drive, requests)), (Times{251, 251, 502}));
}

TEST(OracleProtected, HoldsForUnits) {
  // Two slots of units: LPN 0 and 1 are evicted together from 10 to 261 for LPN 2.
  Drive drive = with_units(2, Flush::kFull);
  drive.buffer_protected = true;
  const Outcome outcome =
      run(drive, {units_written(0, 0), units_written(1, 1), flush_at(5), units_written(10, 2), flush_at(20)});
  EXPECT_EQ(completions(outcome), (Times{1, 2, 5, 262, 261}));
  EXPECT_EQ(outcome.padding, 0);
}

}  // namespace
}  // namespace ssd::oracle
