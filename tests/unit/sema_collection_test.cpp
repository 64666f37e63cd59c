// The bounds of `trigger` and `stop` at which the check begins to object, one step on each side of each bound.
#include "tests/unit/sema_policies.h"

namespace ssd {
namespace {

// One channel, chip, die and plane of 64 blocks of 16 pages: 1024 pages, of which 40 % are spare.
bool says(const std::string& code, const std::string& gc, const std::string& more = "") {
  const auto result = checked(more +
                              "design D { geometry { channels: 1 chips: 1 dies: 1 planes: 1 blocks: 64 pages: 16 } "
                              "capacity { overprovision: 40% } gc { " +
                              gc + " } }");
  return (" " + result->codes() + " ").find(" " + code + " ") != std::string::npos;
}

// ---- W0293: a share or a fraction that is compared as a number

TEST(SharesAsNumbers, AreReportedBetweenZeroAndOne) {
  for (const char* below : {"0.001", "0.05", "0.5", "0.999"})
    EXPECT_TRUE(says("W0293", std::string("trigger: free_blocks < ") + below + " or free_blocks < 4")) << below;
  for (const char* number : {"0", "0.0", "1", "1.0", "1.001", "4", "-0.5"})
    EXPECT_FALSE(says("W0293", std::string("trigger: free_blocks < ") + number + " or free_blocks < 4")) << number;
}

TEST(SharesAsNumbers, AreReportedOnBothSidesAndForBothCounts) {
  for (const char* condition : {"0.5 > free_blocks", "0.5 >= free_pages", "free_pages <= 0.5", "free_pages < 0.5"})
    EXPECT_TRUE(says("W0293", std::string("trigger: free_blocks < 4 or ") + condition)) << condition;
  for (const char* condition : {"1 > free_blocks", "50% > free_pages", "free_pages <= 16", "write_amplification < 0.5"})
    EXPECT_FALSE(says("W0293", std::string("trigger: free_blocks < 4 or ") + condition)) << condition;
}

TEST(SharesAsNumbers, AreSharesThatAreComputedWith) {
  for (const char* bound : {"10%", "0%", "100%", "(10%)", "low"})
    EXPECT_FALSE(says("W0293", std::string("trigger: free_blocks < ") + bound + " or free_blocks < 4",
                      "param low: ratio = 10%\n"))
        << bound;
  for (const char* bound : {"10% + 2", "max(10%, 2)", "low"})
    EXPECT_TRUE(says("W0293", std::string("trigger: free_blocks < ") + bound + " or free_blocks < 4",
                     "param low: real = 0.1\n"))
        << bound;
}

// ---- W0295: a `trigger` that collection cannot end

TEST(EndlessTriggers, ReadNothingThatCollectionChanges) {
  for (const char* gc : {"trigger: now > 1s", "trigger: write_amplification < 2.0", "trigger: now > 1s  stop: now > 2s",
                         "trigger: idle and now > 1s", "trigger: now > 1s  stop: write_amplification > 3.0"})
    EXPECT_TRUE(says("W0295", gc)) << gc;
}

TEST(EndlessTriggers, EndIfOneConditionReadsACount) {
  for (const char* gc : {"trigger: now > 1s and free_pages < 10%", "trigger: now > 1s and free_blocks < 8",
                         "trigger: now > 1s  stop: free_pages >= 10%", "trigger: now > 1s  stop: free_blocks >= 8",
                         "trigger: write_amplification < 2.0  stop: free_pages > 100", "trigger: free_blocks < 8",
                         "trigger: idle", "trigger: free_blocks < 8  stop: now > 1s or free_blocks > 9"})
    EXPECT_FALSE(says("W0295", gc)) << gc;
}

// ---- E0262, E0263: a `stop` that holds when `trigger` begins

TEST(StopBelowTrigger, OfOneCountIsFoundAtItsBound) {
  for (const char* gc :
       {"trigger: free_pages < 100  stop: free_pages >= 99", "trigger: free_pages <= 99  stop: free_pages > 98",
        "trigger: 100 > free_pages  stop: 99 <= free_pages", "trigger: free_blocks < 8  stop: free_blocks >= 7",
        "stop: free_pages >= 51", "trigger: free_pages < 10%  stop: free_pages >= 102"})
    EXPECT_TRUE(says("E0262", gc)) << gc;
  for (const char* gc :
       {"trigger: free_pages < 100  stop: free_pages >= 100", "trigger: free_pages <= 99  stop: free_pages > 99",
        "trigger: 100 > free_pages  stop: 100 <= free_pages", "trigger: free_blocks < 8  stop: free_blocks >= 8",
        "stop: free_pages >= 52", "trigger: free_pages < 10%  stop: free_pages >= 103"})
    EXPECT_FALSE(says("E0262", gc)) << gc;
}

// Two open blocks, the host's and collection's, may have 32 pages in addition to those of the free blocks.
TEST(StopBelowTrigger, OfTwoCountsIsFoundWhereItIsProved) {
  EXPECT_TRUE(says("E0262", "trigger: free_pages < 97  stop: free_blocks >= 4")) << "4 * 16 + 32 = 96";
  EXPECT_FALSE(says("E0262", "trigger: free_pages < 96  stop: free_blocks >= 4"));
  EXPECT_TRUE(says("E0262", "trigger: free_pages < 81  active: shared  stop: free_blocks >= 4")) << "one open block";
  EXPECT_FALSE(says("E0262", "trigger: free_pages < 80  active: shared  stop: free_blocks >= 4"));
  EXPECT_TRUE(says("E0262", "trigger: free_blocks < 4  stop: free_pages >= 48")) << "3 * 16 = 48";
  EXPECT_FALSE(says("E0262", "trigger: free_blocks < 4  stop: free_pages >= 49"));
}

TEST(StopBelowTrigger, OfALongerConditionIsFoundByItsRange) {
  EXPECT_TRUE(says("E0263", "trigger: free_pages < 100 and free_blocks < 8  stop: free_pages < 100"));
  EXPECT_FALSE(says("E0263", "trigger: free_pages < 100 and free_blocks < 8  stop: free_pages < 99"));
  EXPECT_TRUE(says("E0263", "trigger: free_pages < 100 and free_blocks < 8  stop: free_blocks <= 7"));
  EXPECT_FALSE(says("E0263", "trigger: free_pages < 100 and free_blocks < 8  stop: free_blocks <= 6"));
}

// ---- W0230, W0235, W0294: bounds that the free pages of a plane cannot pass

TEST(Triggers, BelowTheLastFreeBlockNeverHold) {
  for (const char* gc : {"trigger: free_blocks < 1", "trigger: free_pages < 16"}) EXPECT_TRUE(says("W0230", gc)) << gc;
  for (const char* gc : {"trigger: free_blocks < 2", "trigger: free_pages < 17"}) EXPECT_FALSE(says("W0230", gc)) << gc;
}

// 40 % of 1024 pages are 409.6: the full plane has 410 free pages, in 25 whole blocks.
TEST(Triggers, AboveTheSpareSpaceAlwaysHold) {
  for (const char* gc : {"trigger: free_pages < 411", "trigger: free_blocks < 26"})
    EXPECT_TRUE(says("W0235", gc)) << gc;
  for (const char* gc : {"trigger: free_pages < 410", "trigger: free_blocks < 25"})
    EXPECT_FALSE(says("W0235", gc)) << gc;
}

TEST(Stops, AboveTheSpareSpaceAreNeverReached) {
  const std::string trigger = "trigger: free_blocks < 4  stop: ";
  for (const char* stop : {"free_pages > 410", "free_pages >= 411", "free_blocks > 25", "free_blocks >= 26"})
    EXPECT_TRUE(says("W0294", trigger + stop)) << stop;
  for (const char* stop : {"free_pages > 409", "free_pages >= 410", "free_blocks > 24", "free_blocks >= 25"})
    EXPECT_FALSE(says("W0294", trigger + stop)) << stop;
}

}  // namespace
}  // namespace ssd
