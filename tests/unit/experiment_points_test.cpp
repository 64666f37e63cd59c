// The points of an experiment: every design and workload is checked with the values that its params will have.
#include <gtest/gtest.h>

#include "tests/unit/experiment_texts.h"

namespace ssd {
namespace {

TEST(Experiment, EveryValueIsTriedBeforeAnyRun) {
  const auto texts =
      check_experiment("vary design: [A]  vary workload: [W]  vary ways: [1, 2, 4, 100000]  measure iops");
  EXPECT_EQ(texts->codes(), "E0204") << texts->text();
  EXPECT_TRUE(texts->checked.experiments.empty());
  const diag::Diagnostic& d = texts->sink.all().front();
  EXPECT_EQ(d.message, "`chips` is 100000, but must be 1..64") << texts->text();
  ASSERT_EQ(d.notes.size(), 1);
  EXPECT_EQ(d.notes[0].text, "in a point of `E`, where design is `A` and `ways` is 100000");
  EXPECT_EQ(texts->sources.text(d.notes[0].span), "100000");
}

// One message for a place, though every point with the value has the mistake.
TEST(Experiment, AMistakeOfManyPointsIsToldOnce) {
  EXPECT_EQ(
      codes_of(
          "vary design: [A, B]  vary workload: [W]  vary ways: [1, 70000, 80000]  vary queue: [1, 2]  measure iops"),
      "E0204");
}

// Each of the two values is accepted with the default of the other param.
TEST(Experiment, CombinationsAreTried) {
  const std::string file =
      "param blocks_of: int = 8  param pages_of: int = 8  design D { geometry { blocks: blocks_of  pages: pages_of }\n"
      "  capacity { overprovision: if blocks_of * pages_of > 200 then 200% else 40% } }\n";
  EXPECT_EQ(
      check_text(file + "experiment E { vary blocks_of: [8, 16]  vary pages_of: [8, 16]  measure iops }")->codes(),
      "E0204");
  EXPECT_EQ(check_text(file + "experiment E { vary blocks_of: [8]  vary pages_of: [8]  measure iops }")->codes(), "");
}

TEST(Experiment, ParamsAreFoundThroughConstsFunctionsPartsAndOrders) {
  const std::string file =
      "param n: int = 1  param t: time = 10us  param o: order = channel > chip > die > plane  param w: int = 100\n"
      "const twice = 2 * n  fn chips_of(x: int) = x * twice  nand P { read: t }\n"
      "design D { geometry { chips: chips_of(1)  blocks: 64 }  nand: P  allocation: static o }  workload W { requests: "
      "w }\n";
  for (const char* varied :
       {"n: [2, 3]", "t: [20us, 30us]", "o: permutations(channel, chip, die, plane)", "w: [7, 8]"}) {
    EXPECT_EQ(check_text(file + "experiment E { measure iops  vary " + varied + " }")->codes(), "") << varied;
  }
  EXPECT_EQ(check_text(file + "experiment E { measure iops  vary n: [1, 2, 1000] }")->codes(), "E0204");
  EXPECT_EQ(check_text(file + "experiment E { measure iops  vary t: [10us, 7d] }")->codes(), "E0204");
  EXPECT_EQ(check_text(file + "experiment E { measure iops  vary w: [10, 0] }")->codes(), "E0204");
}

// A param whose default depends on a varied param changes with it at every point.
TEST(Experiment, DefaultsFollowWhatIsVaried) {
  const std::string file = "param n: int = 1  param m: int = n * 2  design D { geometry { chips: m  blocks: 64 } }\n";
  EXPECT_EQ(check_text(file + "experiment E { measure iops  vary n: [1, 2] }")->codes(), "");
  EXPECT_EQ(check_text(file + "experiment E { measure iops  vary n: [1, 60000] }")->codes(), "E0204");
}

// `-D` gives params that are not varied another value at every point.
TEST(Experiment, DefinitionsReachThePoints) {
  const std::string file =
      "param n: int = 1  param m: int = 1  design D { geometry { chips: n * m  blocks: 64 } }  experiment E { measure "
      "iops  vary n: [1, 8] }";
  EXPECT_EQ(check_texts({{"main.ssd", file}}, {})->codes(), "");
  EXPECT_EQ(check_texts({{"main.ssd", file}}, {{"m", "30"}})->codes(), "E0204");
}

TEST(Experiment, TooManyCombinationsAreTriedOneByOne) {
  const std::string axes = "vary design: [A]  vary workload: [W]  measure iops  vary queue: " + many(64);
  EXPECT_EQ(codes_of(axes + "  vary ways: [1, 2, 3]"), "");
  EXPECT_EQ(codes_of(axes + "  vary ways: [1, 2, 3, 4]"), "W0327");
  EXPECT_EQ(codes_of(axes + "  vary ways: [1, 2, 3, 99999]"), "E0204 W0327");
}

// A mistake in a design is reported at its declaration, and not again at the experiment.
TEST(Experiment, BrokenDesignsAreLeftAlone) {
  EXPECT_EQ(
      check_text("param n: int = 1  design D { geometry { chipz: n } }  experiment E { measure iops  vary n: [1, 2] }")
          ->codes(),
      "E0201");
}

}  // namespace
}  // namespace ssd
