// The oracle's DRAM of the controller (host.dram) beside the slots of any_idle, against times derived by hand. An
// access of a page takes 10 us. The drive and the workload are those of oracle_holding.h.
#include <gtest/gtest.h>

#include "tests/unit/oracle_holding.h"

namespace ssd::oracle {
namespace {

Outcome hold_with_dram(const std::vector<HostRequest>& more) {
  Drive drive = holding_drive(2);
  drive.dram = {.limited = true, .numerator = 10'000, .denominator = 2'048, .entry = 0};
  return hold_in(drive, more);
}

// Pages 2 and 3 are in slots from kErasing on. The second read waits for the data of the first one.
TEST(OracleDramSlots, ReadsOfHeldPagesAsk) {
  const Outcome outcome = hold_with_dram({read(kErasing + 100'000, 2), read(kErasing + 104'000, 3)});
  EXPECT_EQ(outcome.buffered_reads, 2);
  EXPECT_EQ(outcome.completion[12], kErasing + 100'000 + 10'000 + 500);
  EXPECT_EQ(outcome.completion[13], kErasing + 100'000 + 20'000 + 500);
  EXPECT_EQ(outcome.split[13].controller, 16'000 + 500);
}

// Moves into slots, writes that slots absorb and write-backs access nothing, so a read behind them does not wait.
TEST(OracleDramSlots, NothingElseAsks) {
  const Outcome outcome = hold_with_dram({write(kErasing + 100'000, 3), read(kErasing + 100'001, 3)});
  EXPECT_EQ(outcome.absorbed_writes, 1);
  EXPECT_EQ(outcome.completion[12], kErasing + 100'500);
  EXPECT_EQ(outcome.completion[13], kErasing + 100'001 + 10'500);
}

}  // namespace
}  // namespace ssd::oracle
