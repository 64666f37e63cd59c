// The oracle's flushes of the host and forced writes where slots of any_idle absorb writes (host.flush, host.fua,
// copies.absorb), against timelines
// derived by hand from the collection of oracle_holding.h. Times are in ns.
#include <gtest/gtest.h>

#include "tests/unit/oracle_holding.h"

namespace ssd::oracle {
namespace {

// Page 3 has the slot of the DRAM buffer when a flush of the host asks for it, and a slot of any_idle absorbs it.
TEST(OracleHostFlushAbsorbed, AbsorbsWhatAFlushOfTheHostAsksFor) {
  Drive drive = holding_drive(2);
  drive.buffer_slots = 1;
  const Time begin = kBegin + kMillisecond;
  std::vector<HostRequest> requests;
  for (const std::int64_t lpn : {0, 10, 1, 11, 2, 12, 3, 13, 0, 14, 1, 20})
    requests.push_back(write(requests.size() * kMillisecond, lpn));
  requests.push_back(read(11 * kMillisecond + 100'000, 0));
  requests.push_back(write(begin + 100'000, 3));
  requests.push_back({.arrival = begin + 500'000, .sectors = 0, .is_flush = true});
  const Outcome outcome = simulate(drive, {requests});
  EXPECT_EQ(outcome.completion[13], begin + 100'000 + kWrite + 500);
  EXPECT_EQ(outcome.completion[14], begin + 500'000 + 500) << "the end of the absorption";
  EXPECT_EQ(outcome.split[14].buffer, 500);
  EXPECT_EQ(static_cast<Time>(outcome.volatile_sum), begin + 500'500) << "the slot is volatile until then";
  EXPECT_EQ(outcome.volatile_most, 1);
  EXPECT_EQ(outcome.absorbed_writes, 1);
  EXPECT_EQ(outcome.flushes, 1);
}

// A forced write of page 3 waits for the slot of the DRAM buffer until page 20, which is evicted for it, is programmed.
// Then it is asked for, and absorbed.
TEST(OracleHostFlushAbsorbed, AbsorbsAForcedWrite) {
  Drive drive = holding_drive(2);
  drive.buffer_slots = 1;
  const Time begin = kBegin + kMillisecond;
  std::vector<HostRequest> requests;
  for (const std::int64_t lpn : {0, 10, 1, 11, 2, 12, 3, 13, 0, 14, 1, 20})
    requests.push_back(write(requests.size() * kMillisecond, lpn));
  requests.push_back(read(11 * kMillisecond + 100'000, 0));
  requests.push_back(write(begin + 100'000, 3));
  requests.back().is_forced = true;
  const Outcome outcome = simulate(drive, {requests});
  EXPECT_EQ(outcome.completion[13], begin + 100'000 + kWrite + 500) << "the end of the absorption";
  EXPECT_EQ(outcome.split[13].buffer, kWrite + 500);
  EXPECT_EQ(outcome.split[13].controller, 0);
  EXPECT_EQ(static_cast<Time>(outcome.volatile_sum), outcome.completion[13]) << "the slot is volatile until then";
  EXPECT_EQ(outcome.absorbed_writes, 1);
  EXPECT_EQ(outcome.flushes, 1);
  EXPECT_EQ(outcome.forced.absorbed, 1);
}

// As any other write.
TEST(OracleHostFlushAbsorbed, AForcedWriteIsAbsorbedWithoutADramBuffer) {
  HostRequest forced = write(kBegin + 100'000, 2);
  forced.is_forced = true;
  const Outcome outcome = hold(2, {forced});
  EXPECT_EQ(outcome.absorbed_writes, 1);
  EXPECT_EQ(outcome.completion[12], kBegin + 100'500);
  EXPECT_EQ(outcome.split[12].controller, 500);
}

// Without a DRAM buffer a write is no longer pending when it is absorbed, before it is complete.
TEST(OracleHostFlushAbsorbed, AFlushOfTheHostDoesNotWaitForAnAbsorbedWrite) {
  const HostRequest flush{.arrival = kBegin + 100'000, .sectors = 0, .is_flush = true};
  const Outcome outcome = hold(2, {write(kBegin + 100'000, 2), flush});
  EXPECT_EQ(outcome.absorbed_writes, 1);
  EXPECT_EQ(outcome.completion[12], kBegin + 100'500);
  EXPECT_EQ(outcome.completion[13], kBegin + 100'000);
}

}  // namespace
}  // namespace ssd::oracle
