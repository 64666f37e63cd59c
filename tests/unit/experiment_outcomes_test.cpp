// The outcomes of claims, on tables small enough to work out by hand.
#include <gtest/gtest.h>

#include "tests/unit/experiment_tables.h"
#include "tools/study/claims.h"

namespace ssd::study {
namespace {

using metrics::Metric;

std::string told(const Outcome& o) {
  std::string text = std::array{"holds", "fails", "undecided"}.at(static_cast<std::size_t>(o.verdict));
  if (!o.values.empty()) text += " | " + o.values;
  if (o.margin) text += fmt::format(" | {:+.4f}", *o.margin);
  if (!o.reason.empty()) text += " | because " + o.reason;
  for (const std::string& where : o.where) text += " | where " + where;
  return text;
}

// Points: A W, A V, B W, B V, each with ways 1 and 2.
HandMadeTable two_designs(const std::string& claim, const std::string& more = "") {
  return HandMadeTable(
      "vary design: [A, B]  vary workload: [W, V]  vary ways: [1, 2]  measure response.mean, read.mean, waf, erases, "
      "channel.utilisation, bus_bytes\n"
      "normalize response.mean to design == A\n" +
      more + "\nexpect \"it\"" + (claim.starts_with("each ") ? " " : ": ") + claim);
}
std::string outcome(const HandMadeTable& made) {
  return told(evaluate(made.table(), made.experiment().expectations.at(0)));
}

struct Case {
  std::string claim, outcome;  // the claim may begin with `each AXIS:`
};

// A has 1 to 4 us, B 2, 2, 6, 2 us; read.mean is 4 us everywhere.
HandMadeTable with_times(const std::string& claim) {
  HandMadeTable made = two_designs(claim);
  made.set(Metric::response_mean, {1000, 2000, 3000, 4000, 2000, 2000, 6000, 2000})
      .set(Metric::read_mean, std::vector<double>(8, 4000));
  made.set(Metric::write_amplification, {1, 2, 1, 2, 2, 4, 2, 4}).set(Metric::erases, {0, 1, 2, 3, 4, 5, 6, 7});
  made.set(Metric::channel_utilisation, std::vector<double>(8, 0.25))
      .set(Metric::bus_bytes, std::vector<double>(8, 3000));
  return made;
}

TEST(Outcomes, SeveralValues) {
  const std::vector<Case> cases{
      {"mean(response.mean, ways == [1, 2]) == mean(response.mean)", "holds | 2.750 us == 2.750 us | +0.0000"},
      {"mean(response.mean, ways == [2]) == mean(response.mean, ways == 2)", "holds | 2.500 us == 2.500 us | +0.0000"},
      {"mean(response.mean, ways == [2, 2]) == 2.5us", "holds | 2.500 us == 2.500 us | +0.0000"},
      {"max(response.mean, design == [B, A], workload == [W]) == 2us", "holds | 2.000 us == 2.000 us | +0.0000"},
      {"all(response.mean < 3us, workload == [V, W], A)",
       "fails | at 2 of 4 points | where A, V, ways 1: 3.000 us < 3.000 us | where A, V, ways 2: 4.000 us < 3.000 us"},
      {"argmax(response.mean, ways, workload == [V, W], design == [B]) == 1", "holds | ways 1 == ways 1"},
      {"each workload: mean(response.mean, ways == [1, 2]) < 4us",
       "holds | W: 1.750 us < 4.000 us; V: 3.750 us < 4.000 us | +0.0625"},
  };
  for (const Case& c : cases) EXPECT_EQ(outcome(with_times(c.claim)), c.outcome) << c.claim;
}

TEST(Outcomes, Each) {
  const std::vector<Case> cases{
      // By workload and ways: A 1, 2, 3, 4 us, B 2, 2, 6, 2 us.
      {"each workload: mean(response.mean, A) < mean(response.mean, B)",
       "holds | W: 1.500 us < 2.000 us; V: 3.500 us < 4.000 us | +0.1250"},
      {"each workload: mean(response.mean) < 3us", "fails | V: 3.750 us < 3.000 us; W: 1.750 us < 3.000 us | -0.2500"},
      {"each workload, ways: mean(response.mean, A) < 4us",
       "fails | V, ways 2: 4.000 us < 4.000 us; W, ways 1: 1.000 us < 4.000 us; W, ways 2: 2.000 us < 4.000 us; V, "
       "ways 1: 3.000 us < 4.000 us | +0.0000"},
      {"each design: argmin(response.mean, ways) == 1", "fails | B: ways 2 == ways 1; A: ways 1 == ways 1"},
      {"each ways: all(response.mean < 5us)",
       "fails | ways 1: at 3 of 4 points; ways 2: at 4 of 4 points | where B, V, ways 1: 6.000 us < 5.000 us"},
      {"each ways: min(response.mean) >= 1us and max(response.mean) < 7us",
       "holds | ways 1: 1.000 us >= 1.000 us; 6.000 us < 7.000 us; ways 2: 2.000 us >= 1.000 us; 4.000 us < 7.000 us"},
  };
  for (const Case& c : cases) EXPECT_EQ(outcome(with_times(c.claim)), c.outcome) << c.claim;
}

TEST(Outcomes, Numbers) {
  const std::vector<Case> cases{
      {"mean(response.mean, A) < mean(response.mean, B)", "holds | 2.500 us < 3.000 us | +0.1667"},
      {"mean(response.mean, A) > mean(response.mean, B)", "fails | 2.500 us > 3.000 us | -0.1667"},
      {"mean(response.mean, A, ways == 1) == 2us", "holds | 2.000 us == 2.000 us | +0.0000"},
      {"mean(response.mean, A, ways == 1) != 2us", "fails | 2.000 us != 2.000 us | +0.0000"},
      {"mean(response.mean) == 2us", "fails | 2.750 us == 2.000 us | -0.3750"},
      {"mean(response.mean) != 2us", "holds | 2.750 us != 2.000 us | +0.3750"},
      {"mean(response.mean, A) <= 2.5us", "holds | 2.500 us <= 2.500 us | +0.0000"},
      {"2.6us > mean(response.mean, A)", "holds | 2.500 us < 2.600 us | +0.0385"},
      {"geomean(waf, B) < 3", "holds | 2.828 < 3 | +0.0572"},
      {"geomean(erases) < 1", "holds | 0 < 1 | +1.0000"},
      {"min(response.mean, V) == 2us and max(response.mean) == 6us",
       "holds | 2.000 us == 2.000 us; 6.000 us == 6.000 us"},
      {"min(response.mean, workload) == 1.75us", "holds | 1.750 us == 1.750 us | +0.0000"},
      {"max(response.mean, workload, B) == 4us", "holds | 4.000 us == 4.000 us | +0.0000"},
      {"max(response.mean, design) / min(response.mean, design) < 1.1", "fails | 1.2 < 1.1 | -0.0909"},
      {"mean(response.mean / read.mean) > 50%", "holds | 0.6875 > 0.5 | +0.3750"},
      {"mean(channel.utilisation) > 20%", "holds | 25.00 % > 20.00 % | +0.2500"},
      {"mean(normalized(response.mean), B) == 1.375", "holds | 1.375 == 1.375 | +0.0000"},  // (2 + 1 + 2 + 0.5) / 4
      {"mean(bus_bytes) / mean(read.mean) < 1GB/s", "holds | 750.0 MB/s < 1.000 GB/s | +0.2500"},
      {"mean(max(response.mean, read.mean)) == 4.25us", "holds | 4.250 us == 4.250 us | +0.0000"},
      {"abs(mean(waf, A) - mean(waf, B)) == 1.5", "holds | 1.5 == 1.5 | +0.0000"},
      {"max(erases) % 4 == 3", "holds | 3 == 3 | +0.0000"},
      {"-mean(waf) < 0", "holds | -2.25 < 0"},  // a share of 0 does not exist
  };
  for (const Case& c : cases) EXPECT_EQ(outcome(with_times(c.claim)), c.outcome) << c.claim;
}

TEST(Outcomes, Places) {
  const std::vector<Case> cases{
      {"argmin(response.mean, design) == A", "holds | A == A"},
      {"argmax(response.mean, design) == A", "fails | B == A"},
      {"argmax(response.mean, ways) == 1", "holds | ways 1 == ways 1"},  // 3 against 2.5
      {"argmin(read.mean, design) == A", "holds | A == A"},              // the first of equal ones
      {"argmin(read.mean, workload) != W", "fails | W != W"},
      {"argmin(response.mean, ways, A) == argmin(response.mean, ways, B)", "fails | ways 1 == ways 2"},
      {"argmin(response.mean, ways) >= 2", "holds | 2 >= 2 | +0.0000"},
      {"not argmin(response.mean, design, V) == B", "holds | A == B"},  // 3.5 against 4
  };
  for (const Case& c : cases) EXPECT_EQ(outcome(with_times(c.claim)), c.outcome) << c.claim;
}

TEST(Outcomes, PointByPoint) {
  const std::vector<Case> cases{
      {"all(response.mean <= read.mean, A)", "holds | at 4 of 4 points"},
      {"all(waf <= 2 * ways)", "holds | at 8 of 8 points"},
      {"all(response.mean < read.mean)",
       "fails | at 6 of 8 points | where A, V, ways 2: 4.000 us < 4.000 us | where B, V, ways 1: 6.000 us < 4.000 us"},
      {"all(waf > 3 and read.mean == 4us)",
       "fails | at 2 of 8 points | where A, W, ways 1: 1 > 3; 4.000 us == 4.000 us | where A, W, ways 2: 2 > 3; 4.000 "
       "us == "
       "4.000 us | where A, V, ways 1: 1 > 3; 4.000 us == 4.000 us | where A, V, ways 2: 2 > 3; 4.000 us == 4.000 us | "
       "where B, "
       "W, ways 1: 2 > 3; 4.000 us == 4.000 us"},
      {"all(waf < 3) or mean(waf) < 3", "holds | at 6 of 8 points; 2.25 < 3"},
  };
  for (const Case& c : cases) EXPECT_EQ(outcome(with_times(c.claim)), c.outcome) << c.claim;
}

// Two sides that would look alike are printed with all their digits.
TEST(Outcomes, CloseValuesAreToldApart) {
  HandMadeTable made = two_designs("mean(response.mean, A) < mean(response.mean, B)");
  made.set(Metric::response_mean, {412300, 412300, 412300, 412300, 412301, 412301, 412301, 412301});
  EXPECT_EQ(outcome(made), "holds | 412300 ns < 412301 ns | +0.0000");
}

TEST(Outcomes, WhatIsNeededAndMissingLeavesItUndecided) {
  HandMadeTable made = with_times("mean(response.mean, A) < mean(response.mean, B)");
  EXPECT_EQ(outcome(made.lose(5)), "undecided | because B, W, ways 2 has not run");
  EXPECT_EQ(outcome(made.fail(1, "E0513 the drive is full")),
            "undecided | because A, W, ways 2 failed: E0513 the drive is full");
  HandMadeTable nan = with_times("argmin(response.mean, design) == A");
  nan.set(Metric::response_mean, {1, 2, kNothing});
  EXPECT_EQ(outcome(nan), "undecided | because A, V, ways 1 has no response.mean");
}

TEST(Outcomes, WhatIsNotNeededMayBeMissing) {
  EXPECT_EQ(outcome(with_times("mean(response.mean, A) < 3us").fail(5, "E0513")),
            "holds | 2.500 us < 3.000 us | +0.1667");
  // Decided by the other part, or by a point that refutes it.
  EXPECT_EQ(outcome(with_times("mean(waf) > 9 and mean(waf, A) > 9").fail(5, "E0513")), "fails | 1.5 > 9");
  EXPECT_EQ(outcome(with_times("mean(waf) > 9 or mean(waf, A) < 9").fail(5, "E0513")), "holds | 1.5 < 9");
  EXPECT_EQ(outcome(with_times("mean(waf) > 9 or mean(waf, A) > 9").fail(5, "E0513")),
            "undecided | 1.5 > 9 | because B, W, ways 2 failed: E0513");
  EXPECT_EQ(outcome(with_times("not mean(waf) > 9").fail(5, "E0513")),
            "undecided | because B, W, ways 2 failed: E0513");
  EXPECT_EQ(outcome(with_times("all(waf < 9)").fail(5, "E0513")),
            "undecided | at 7 of 8 points, 1 unknown | because B, W, ways 2 failed: E0513");
  EXPECT_EQ(outcome(with_times("all(waf < 4)").fail(5, "E0513")),
            "fails | at 6 of 8 points, 1 unknown | where B, V, ways 2: 4 < 4");
}

TEST(Outcomes, DivisorsThatAreMissingOr0) {
  const std::string claim = "mean(normalized(response.mean), B) < 9";
  EXPECT_EQ(outcome(with_times(claim).fail(1, "E0513")), "undecided | because A, W, ways 2 failed: E0513");
  EXPECT_EQ(outcome(with_times(claim).set(Metric::response_mean, {1, 0})),
            "undecided | because response.mean of A, W, ways 2 is 0.000 ns, and B, W, ways 2 cannot be divided by it");
  EXPECT_EQ(outcome(with_times("mean(waf) / min(erases) < 9")), "undecided | because it divides by 0");
  EXPECT_EQ(outcome(with_times("mean(waf % erases) < 9")), "undecided | because it divides by 0 at A, W, ways 1");
  EXPECT_EQ(outcome(with_times("geomean(0 - waf) < 9")), "undecided | because a geometric mean of negative values");
}

// A point is the mean over its seeds: 1 and 5 give 3, though one seed is above 4.
TEST(Outcomes, SeedsAreAveragedFirst) {
  HandMadeTable made(
      "vary design: [A, B]  vary workload: [W]  seeds: 2  measure waf  normalize waf to design == A  expect \"it\": "
      "all(waf < 4) and min(waf) == 2\n"
      "expect \"normal\": mean(normalized(waf), B) == 1.5");
  // B / A for each seed: 1/1 and 10/5 have the mean 1.5.
  made.set(Metric::write_amplification, {1, 5, 1, 3});
  EXPECT_EQ(outcome(made), "holds | at 2 of 2 points; 2 == 2");
  made.set(Metric::write_amplification, {1, 5, 1, 10});
  EXPECT_EQ(told(evaluate(made.table(), made.experiment().expectations[1])), "holds | 1.5 == 1.5 | +0.0000");
  EXPECT_EQ(outcome(made.lose(1)), "fails | at 0 of 2 points, 1 unknown | where B, W: 5.5 < 4");
  EXPECT_EQ(told(evaluate(made.table(), made.experiment().expectations[1])),
            "undecided | because A, W, seed 2 has not run");
}

TEST(Outcomes, KnownFailuresDoNotCount) {
  const design::Expectation known{
      .title = {}, .text = {}, .known = "the paper's trace is lost", .nodes = {}, .each = {}, .span = {}};
  const design::Expectation expected{.title = {}, .text = {}, .known = {}, .nodes = {}, .each = {}, .span = {}};
  EXPECT_FALSE(
      counts_as_failure(known, {.verdict = Verdict::kFails, .values = {}, .margin = {}, .reason = {}, .where = {}}));
  EXPECT_TRUE(
      counts_as_failure(expected, {.verdict = Verdict::kFails, .values = {}, .margin = {}, .reason = {}, .where = {}}));
  EXPECT_FALSE(
      counts_as_failure(expected, {.verdict = Verdict::kHolds, .values = {}, .margin = {}, .reason = {}, .where = {}}));
  EXPECT_FALSE(counts_as_failure(expected, Outcome{}));
}

// A chain as long as a file can hold is evaluated without recursion.
TEST(Outcomes, LongChains) {
  std::string claim = "mean(waf) > 1";
  for (int i = 0; i < 2000; ++i) claim += " and mean(waf) > 1";
  EXPECT_EQ(outcome(with_times(claim)), "holds | 2.25 > 1; 2.25 > 1; 2.25 > 1; 2.25 > 1; 2.25 > 1; 2.25 > 1; …");
}

TEST(Experiment, MarginsHaveNoPowersOfTen) {
  EXPECT_EQ(margin_text(-0.12345), "12.3 %");
  EXPECT_EQ(margin_text(67.3456), "6,735 %");
  EXPECT_EQ(margin_text(1e300), "1e+302 %");
}

}  // namespace
}  // namespace ssd::study
