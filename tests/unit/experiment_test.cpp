// Experiments: what is accepted and what it means, and for each rule of axes and metrics an experiment that breaks only
// that rule.
#include <gtest/gtest.h>

#include "tests/unit/experiment_texts.h"

namespace ssd {
namespace {

TEST(Experiment, IsRead) {
  const auto texts = check_experiment(R"(
  vary design: [B, A]
  vary ways: [1, 2, 4]
  vary workload: [W]
  seeds: 3
  measure response.mean, waf
  measure channel.utilisation
  normalize response.mean to design == A
  normalize waf to ways == 2
  expect "more is better": mean(response.mean, ways == 4) <= mean(response.mean, ways == 1) known: "buses are full"
  plot bars(response.mean, normalized(waf)) over ways by workload group design
  plot cdf(waf))");
  EXPECT_EQ(texts->codes(), "") << texts->text();
  ASSERT_EQ(texts->checked.experiments.size(), 1);
  EXPECT_EQ(design::dump(texts->checked.experiments.front()), R"(vary design: B, A
vary workload: W
vary ways (int): 1, 2, 4
points: 6 seeds: 3 runs: 18
measure response.mean: time
measure write_amplification: number
measure channel.utilisation: share
normalize response.mean to design == A
normalize write_amplification to ways == 2
expect "more is better": mean(response.mean, ways == 4) <= mean(response.mean, ways == 1)
  known: buses are full
  %0: table of time = metric response.mean
  %1: time = mean %0 where ways == 4
  %2: table of time = metric response.mean
  %3: time = mean %2 where ways == 1
  %4: truth = less_equal %1 %3
plot bars(response.mean, normalized(write_amplification)) over ways by workload group design
plot cdf(write_amplification)
)");
}

// A param of each type.
TEST(Experiment, ValuesHaveTheTypeOfTheirParam) {
  const auto texts = check_experiment(
      "vary design: [A]  vary workload: [W]  vary latency: [20us, 0.5ms, limit]  vary read_share: [0%, 50%]  vary "
      "slack: [1, 0.5, 1.0 / 3]\n"
      "measure iops");
  EXPECT_EQ(texts->codes(), "W0326") << texts->text();
  const auto& axes = texts->checked.experiments.at(0).axes;
  ASSERT_EQ(axes.size(), 5);
  EXPECT_EQ(axes[2].values[1].text, "500us");
  EXPECT_EQ(axes[2].values[1].number, 500'000);
  EXPECT_EQ(axes[2].values[2].text, "5ms");
  EXPECT_EQ(axes[2].unit, metrics::Unit::kTime);
  EXPECT_EQ(axes[3].values[1].text, "50%");
  EXPECT_EQ(axes[3].values[1].number, 0.5);
  EXPECT_EQ(axes[4].values[1].text, "0.5");
  EXPECT_EQ(axes[4].values[2].text, "1.0 / 3.0");
  EXPECT_DOUBLE_EQ(axes[4].values[2].number, 1.0 / 3);
}

// The text of a value that an axis shows can be given to `-D`, and gives the same value.
TEST(Experiment, ValuesCanBeWrittenBack) {
  const auto texts = check_experiment(
      "vary design: [A]  vary workload: [W]  vary slack: [2.0 / 7]  vary first: permutations(plane, chip, die, "
      "channel)  measure iops");
  for (std::size_t axis = 2; axis < 4; ++axis) {
    const auto& varied = texts->checked.experiments.at(0).axes[axis];
    for (const auto& value : varied.values) {
      const auto again = check_texts(
          {{"main.ssd", std::string(kDeclarations) + "experiment E { vary design: [A]  vary workload: [W]  vary " +
                            varied.name + ": [" + varied.name + "]  measure iops }"}},
          {{varied.name, value.text}});
      EXPECT_EQ(again->checked.experiments.at(0).axes.at(2).values.at(0).text, value.text);
    }
  }
}

TEST(Experiment, PermutationsAreAllOrders) {
  const auto texts = check_experiment(
      "vary design: [A]  vary workload: [W]  vary first: permutations(plane, way, die, channel)  measure iops");
  EXPECT_EQ(texts->codes(), "");
  const auto& values = texts->checked.experiments.at(0).axes.at(2).values;
  ASSERT_EQ(values.size(), 24);
  EXPECT_EQ(values.front().text, "plane > chip > die > channel");
  EXPECT_EQ(values[1].text, "plane > chip > channel > die");
  EXPECT_EQ(values.back().text, "channel > die > chip > plane");
}

TEST(Experiment, OnlyOneDesignNeedsNoVary) {
  const auto one = check_text("design D { }  experiment E { measure iops }");
  EXPECT_EQ(one->codes(), "") << one->text();
  EXPECT_EQ(design::dump(one->checked.experiments.at(0)),
            "only design: D\nonly workload: Default\npoints: 1 seeds: 1 runs: 1\nmeasure iops: number\n");
  EXPECT_EQ(check_text("design D { }  workload W { }  experiment E { measure iops }")->codes(), "");
  EXPECT_EQ(check_text("design D { }  workload W { }  workload V { }  experiment E { measure iops }")->codes(),
            "E0337");
  EXPECT_EQ(check_text("design D { }  design C { }  experiment E { measure iops }")->codes(), "E0337");
  EXPECT_EQ(check_text("experiment E { measure iops }")->codes(), "E0337");
}

TEST(Experiment, MayStandBeforeWhatItNames) {
  EXPECT_EQ(check_text("experiment E { vary design: [D]  vary n: [1, 2]  measure iops }  param n: int = 4  design D { "
                       "geometry { chips: n } }")
                ->codes(),
            "");
}

// An imported experiment is checked too, with the designs of its own file.
TEST(Experiment, IsCheckedWhereItIsImported) {
  const auto texts = check_texts({{"main.ssd", "import \"other.ssd\"  design A { }  design B { }"},
                                  {"other.ssd", "design D { }  experiment E { measure iops }"}});
  EXPECT_EQ(texts->codes(), "") << texts->text();
  EXPECT_EQ(texts->checked.experiments.at(0).axes.at(0).values.at(0).text, "D");
}

TEST(Experiment, RulesOfAxes) {
  const std::vector<ExperimentCase> cases{
      {"vary design: [A]  vary workload: [W]  vary way: [1]  measure iops", "E0316"},
      {"vary design: [A]  vary workload: [W]  vary limit: [1ms]  measure iops", "E0316"},
      {"vary design: []  vary workload: [W]  measure iops", "E0317"},
      {"vary design: [A]  vary workload: [W]  vary ways: []  measure iops", "E0317"},
      {"vary design: [A, B, A]  vary workload: [W]  measure iops", "E0318"},
      {"vary design: [A]  vary workload: [W]  vary latency: [1ms, 1000us]  measure iops", "E0318"},
      {"vary design: A  vary workload: [W]  measure iops", "E0319"},
      {"vary design: [\"A\"]  vary workload: [W]  measure iops", "E0319"},
      {"vary design: [A]  vary workload: [W]  vary ways: 4  measure iops", "E0319"},
      {"vary design: [A]  vary design: [B]  vary workload: [W]  measure iops", "E0320"},
      {"vary design: [A, C]  vary workload: [W]  measure iops", "E0328"},
      {"vary design: [A]  vary workload: [W, X]  measure iops", "E0328"},
      {"vary design: [A]  vary workload: [W]  vary latency: [20]  measure iops", "E0105"},
      {"vary design: [A]  vary workload: [W]  vary ways: [1, 2.5]  measure iops", "E0105"},
      {"vary design: [A]  vary workload: [W]  vary ways: permutations(channel, chip, die, plane)  measure iops",
       "E0331"},
      {"vary design: [A]  vary workload: [W]  vary first: permutations(channel, chip)  measure iops", "E0331"},
      {"vary design: [A]  vary workload: [W]  vary first: permutations(channel, chip, way, plane)  measure iops",
       "E0331"},
      {"vary design: [A]  vary workload: [W]  vary first: permutations(channel, chip, die, page)  measure iops",
       "E0331"},
      {"vary design: [A]  vary workload: [W]  vary first: [channel > chip > die > plane, first]  measure iops", ""},
      {"vary workload: [W]  measure iops", "E0337"},
      {"vary design: [A]  measure iops", "E0337"},
      {"vary design: [A]  vary workload: [W]  vary slack: [1, 2]  measure iops", "W0326"},
      {"vary design: [A]  vary workload: [W]  vary count: [10, 20]  measure iops", ""},
      {"vary design: [A]  vary workload: [W]  seeds: 0  measure iops", "E0204"},
      {"vary design: [A]  vary workload: [W]  seeds: 1001  measure iops", "E0204"},
      {"vary design: [A]  vary workload: [W]  seeds: 1ms  measure iops", "E0105"},
      {"vary design: [A]  vary workload: [W]  seeds: 2  seeds: 3  measure iops", "E0320"},
      {"vary design: [A]  vary workload: [W]  seed: 2  measure iops", "E0201"},
  };
  for (const ExperimentCase& c : cases)
    EXPECT_EQ(codes_of(c.statements), c.codes) << c.statements << "\n" << check_experiment(c.statements)->text();
}

TEST(Experiment, RulesOfMetrics) {
  const std::string axes = "vary design: [A, B]  vary workload: [W]  ";
  const std::vector<ExperimentCase> cases{
      {"", "E0338"},
      {"measure latency.mean", "E0321"},
      {"measure response", "E0321"},
      {"measure response.mean + 1ms", "E0321"},
      {"measure iops, iops", "E0320"},
      {"measure waf  measure write_amplification", "E0320"},
      {"measure iops  normalize waf to design == A", "E0322"},
      {"measure iops  normalize wef to design == A", "E0321"},
      {"measure iops  normalize iops to A", "E0323"},
      {"measure iops  normalize iops to design != A", "E0323"},
      {"measure iops  normalize iops to design == C", "E0324"},
      {"measure iops  normalize iops to ways == 2", "E0325"},
      {"measure iops  normalize iops to design == A  normalize iops to design == B", "E0320"},
      {"measure iops  plot bars(waf)", "E0322"},
      {"measure iops  plot bars(normalized(iops))", "E0300"},
      {"measure iops  normalize iops to design == A  plot bars(normalized(iops, iops))", "E0332"},
      {"measure iops  plot bar(iops)", "E0336"},
      {"measure iops  plot bars(iops) by channel", "E0325"},
      {"measure iops  plot lines(iops) over ways", "E0325"},
      {"measure iops  plot lines(iops) over design over workload", "E0320"},
      {"measure iops  plot lines(iops) over design by design", "E0320"},
      {"measure iops  plot box(iops) group design", ""},
      {"measure iops  plot heat(iops) over design by workload", ""},
  };
  for (const ExperimentCase& c : cases)
    EXPECT_EQ(codes_of(axes + c.statements), c.codes) << c.statements << "\n"
                                                      << check_experiment(axes + c.statements)->text();
}

// One mistake gives one message, not further ones for everything that depends on it.
TEST(Experiment, NoCascades) {
  EXPECT_EQ(codes_of("vary design: [A]  vary workload: [W]  vary way: [1, 2]  measure iops  plot lines(iops) over way"),
            "E0316");
  EXPECT_EQ(codes_of("vary design: [A]  vary workload: [W]  measure respons.mean  plot bars(response.mean)"), "E0321");
  EXPECT_EQ(codes_of("vary design: [A]  vary workload: [W]  plot bars(response.mean)"), "E0338");
  EXPECT_EQ(
      codes_of(
          "vary design: [A]  vary workload: [W]  vary ways: 4  measure iops  expect \"it\": argmin(iops, ways) == 4"),
      "E0319");
  EXPECT_EQ(
      codes_of("vary design: [A]  vary workload: [W]  measure iops  normalize iops to A  plot bars(normalized(iops))"),
      "E0323");
  EXPECT_EQ(
      check_text("import \"gone.ssd\"  experiment E { vary design: [Gone]  vary lost: [1]  measure iops }")->codes(),
      "E0301");
}

TEST(Experiment, PointsHaveALimit) {
  const std::string axes = "vary design: [A]  vary workload: [W]  measure iops  ";
  EXPECT_EQ(codes_of(axes + "seeds: 1000  vary slack: " + many(100)), "W0326");
  EXPECT_EQ(codes_of(axes + "seeds: 1000  vary slack: " + many(101)), "E0330 W0326");
  EXPECT_EQ(codes_of(axes + "seeds: 1000  vary slack: " + many(60'000)), "E0330 W0326");
}

}  // namespace
}  // namespace ssd
