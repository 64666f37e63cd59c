// Points by number, statistics and normalisation, with numbers worked out by hand or taken from published tables.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/experiment_tables.h"
#include "tools/study/table.h"

namespace ssd::study {
namespace {

using metrics::Metric;
using Values = std::vector<double>;

constexpr const char* kAxes = "vary design: [A, B]  vary workload: [W, V]  vary ways: [1, 2, 4]\n";

TEST(Places, LastAxisVariesFastest) {
  const HandMadeTable made(std::string(kAxes) + "measure waf");
  const design::Experiment& e = made.experiment();
  EXPECT_EQ(places_of(e, 0), (Places{0, 0, 0}));
  EXPECT_EQ(places_of(e, 1), (Places{0, 0, 1}));
  EXPECT_EQ(places_of(e, 3), (Places{0, 1, 0}));
  EXPECT_EQ(places_of(e, 11), (Places{1, 1, 2}));
  for (std::uint64_t point = 0; point < e.points(); ++point) {
    const Places places = places_of(e, point);
    EXPECT_EQ(point_at(e, places), point);
    for (std::uint32_t axis = 0; axis < places.size(); ++axis) EXPECT_EQ(place_on(e, point, axis), places[axis]);
  }
}

TEST(Places, AreCalledByWhatIsVaried) {
  const HandMadeTable three(std::string(kAxes) + "measure waf");
  EXPECT_EQ(text(three.experiment(), {1, 0, 2}), "B, W, ways 4");
  const HandMadeTable orders(
      "vary design: [A]  vary workload: [W, V]  vary first: permutations(channel, chip, die, plane)  measure waf");
  EXPECT_EQ(text(orders.experiment(), {0, 1, 0}), "A, V, first channel > chip > die > plane");
  const auto one = check_text("design D { }  experiment E { measure waf }");
  ASSERT_EQ(one->codes(), "");
  EXPECT_EQ(text(one->checked.experiments.front(), {0, 0}), "the only point");
}

// Published tables of the two-sided 95 % quantile give 12.706, 4.303, 3.182, 2.776, 2.262, 2.045 and 1.962; the further
// digits are Boost's.
TEST(Statistics, StudentsT) {
  const std::vector<std::pair<std::uint64_t, double>> cases{
      {1, 12.706204736174694}, {2, 4.3026527297494619},  {3, 3.1824463052842638},  {4, 2.7764451051977934},
      {9, 2.2621571627982049}, {29, 2.0452296421327039}, {999, 1.9623414611334495}};
  for (const auto& [degrees, expected] : cases)
    EXPECT_NEAR(student_t(0.95, degrees), expected, 1e-12 * expected) << degrees;
  EXPECT_NEAR(student_t(0.5, 1), 1, 1e-12);  // the quartile of the Cauchy distribution
  EXPECT_NEAR(student_t(0.99, 2), 0.99 * std::sqrt(2 / (1 - 0.99 * 0.99)),
              1e-11);  // for two degrees the share is t / sqrt(2 + t^2)
  EXPECT_NEAR(student_t(0.99, 9), 3.250, 5e-4);
}

// 2, 4, 4, 4, 5, 5, 7, 9: mean 5, squares 32, so the sample's deviation is sqrt(32 / 7).
TEST(Statistics, MeanAndInterval) {
  const Summary s = summarise(Values{2, 4, 4, 4, 5, 5, 7, 9});
  EXPECT_EQ(s.count, 8U);
  EXPECT_DOUBLE_EQ(s.mean, 5);
  EXPECT_NEAR(*s.stddev, 2.138089935299395, 1e-15);
  EXPECT_NEAR(*s.half_width, 2.3646242515927849 * 2.138089935299395 / 2.8284271247461903, 1e-12);
}

TEST(Statistics, OneValueHasNoInterval) {
  const Summary one = summarise(Values{7});
  EXPECT_EQ(one.mean, 7);
  EXPECT_FALSE(one.stddev || one.half_width);
  EXPECT_EQ(summarise({}).count, 0U);
}

// The plain sum of 0.1 three times is not 0.3, so a third of it is not 0.1.
TEST(Statistics, EqualValuesAreTheirMean) {
  const Summary s = summarise(Values{0.1, 0.1, 0.1});
  EXPECT_EQ(s.mean, 0.1);
  EXPECT_EQ(*s.stddev, 0);
  EXPECT_EQ(*s.half_width, 0);
}

TEST(Statistics, Quartiles) {
  const Quartiles four = quartiles({4, 1, 3, 2});  // places 0.75, 1.5, 2.25
  EXPECT_EQ((Values{four.least, four.first, four.median, four.third, four.most}), (Values{1, 1.75, 2.5, 3.25, 4}));
  const Quartiles one = quartiles({6});
  EXPECT_EQ((Values{one.least, one.first, one.median, one.third, one.most}), (Values{6, 6, 6, 6, 6}));
}

constexpr const char* kTwoSeeds =
    "vary design: [A, B]  vary workload: [W, V]  seeds: 2  measure waf, response.mean  normalize waf to design == A";

// Runs: A W, A V, B W, B V, two seeds each.
TEST(Table, NormalisesSeedBySeed) {
  HandMadeTable made(kTwoSeeds);
  made.set(Metric::write_amplification, {2, 4, 1, 1, 3, 2, 5, 7});
  EXPECT_EQ(made.table().normalized(2, 0, Metric::write_amplification), 1.5);
  EXPECT_EQ(made.table().normalized(2, 1, Metric::write_amplification), 0.5);
  EXPECT_EQ(made.table().normalized(0, 1, Metric::write_amplification), 1);
  EXPECT_EQ(made.table().normalized(2, 0, Metric::response_mean), std::nullopt);  // not normalised
  // (1.5 + 0.5) / 2, and not 2.5 / 3.
  EXPECT_EQ(made.table().summary(2, {Metric::write_amplification, true}).mean, 1);
  EXPECT_EQ(made.table().summary(2, {Metric::write_amplification, false}).mean, 2.5);
}

TEST(Table, WhatIsMissingHasNoValue) {
  HandMadeTable made(kTwoSeeds);
  made.set(Metric::write_amplification, {2, 0, 1, kNothing, 3, 0, 5, 7}).lose(0).fail(4, "E0513");
  const Table& table = made.table();
  const auto normal = [&](std::uint64_t point, std::uint64_t repeat) {
    return table.normalized(point, repeat, Metric::write_amplification);
  };
  EXPECT_EQ(table.value(0, 0, Metric::write_amplification), std::nullopt);  // was not run
  EXPECT_EQ(table.value(2, 0, Metric::write_amplification), std::nullopt);  // failed
  EXPECT_EQ(table.value(1, 1, Metric::write_amplification), std::nullopt);  // the metric has no value here
  EXPECT_EQ(table.value(2, 1, Metric::write_amplification), 0);
  EXPECT_EQ(normal(2, 0), std::nullopt);  // failed, and its divisor is missing
  EXPECT_EQ(normal(2, 1), std::nullopt);  // 0 / 0
  EXPECT_EQ(normal(3, 0), 5);
  EXPECT_EQ(normal(3, 1), std::nullopt);  // the divisor has no value
  EXPECT_EQ(table.summary(3, {Metric::write_amplification, true}).count, 1U);
  EXPECT_EQ(table.summary(2, {Metric::write_amplification, false}).count, 1U);
  EXPECT_EQ(table.count(RunState::kMissing), 1U);
  EXPECT_EQ(table.count(RunState::kFailed), 1U);
  EXPECT_EQ(table.count(RunState::kDone), 6U);
}

}  // namespace
}  // namespace ssd::study
