// What the terminal shows of an experiment, letter by letter.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/experiment_tables.h"
#include "tools/study/summary.h"

namespace ssd::study {
namespace {

using metrics::Metric;

std::string shown(const HandMadeTable& made) {
  std::vector<Outcome> outcomes;
  for (const design::Expectation& claim : made.experiment().expectations)
    outcomes.push_back(evaluate(made.table(), claim));
  return summary_text(made.table(), outcomes);
}

TEST(ExperimentSummary, TableAndExpectations) {
  HandMadeTable made(
      R"(vary design: [A, B]  vary workload: [W]  vary first: [channel > die > plane > chip, plane > die > channel > chip]
measure response.mean, erases, waf, channel.utilisation
expect "A is faster": mean(response.mean, A) < mean(response.mean, B)
expect "B erases less": mean(erases, B) < mean(erases, A)
expect "never doubled": all(waf < 2)
expect "all is idle": max(channel.utilisation) < 10% known: "the paper's trace is lost"
expect "some is idle": min(channel.utilisation) < 10% known: "we were wrong")");
  made.set(Metric::response_mean, {412'300, 530'100, 1'030'250, 105'000}).set(Metric::erases, {1200, 0, 12'345, 7});
  made.set(Metric::write_amplification, {1, 1.5, 2.25, 1.125})
      .set(Metric::channel_utilisation, {0.5, 0.25, 0.125, 0.0625});
  EXPECT_EQ(shown(made), R"(E: 4 points, 4 of 4 runs done

  design  first                         response.mean [ms]  erases  write_amplification  channel.utilisation [%]
  A       channel > die > plane > chip               0.412   1,200                1.000                    50.00
  A       plane > die > channel > chip               0.530       0                1.500                    25.00
  B       channel > die > plane > chip               1.030  12,345                2.250                    12.50
  B       plane > die > channel > chip               0.105       7                1.125                     6.25

5 expectations: 1 holds, 2 FAIL, 1 fails as known, 1 holds now, although known to fail
  holds           A is faster
                  471.2 us < 567.6 us, by 17 %
  FAILS           B erases less
                  6,176 < 600, missed by 929 %
  FAILS           never doubled
                  at 3 of 4 points
                  not at B, W, first channel > die > plane > chip: 2.25 < 2
  fails as known  all is idle
                  50.00 % < 10.00 %, missed by 400 %
                  known: the paper's trace is lost
  holds now       some is idle
                  6.25 % < 10.00 %, by 37.5 %
                  known: we were wrong
)");
}

TEST(ExperimentSummary, SeedsAndRunsThatAreNotThere) {
  HandMadeTable made(
      "vary design: [A, B]  vary workload: [W, V]  seeds: 2  measure response.mean\n"
      "expect \"it\": mean(response.mean, A) < mean(response.mean, B)");
  made.set(Metric::response_mean, {1000, 1200, 900, 900, 1100, 1300}).lose(3).fail(5, "E0513").fail(6, "E0513").lose(7);
  EXPECT_EQ(shown(made),
            R"(E: 4 points x 2 seeds, 4 of 8 runs done, 2 failed, 2 missing; mean ± 95 % confidence interval over seeds

  design  workload  response.mean [us]
  A       W              1.100 ± 1.271
  A       V             0.900 (1 of 2)
  B       W             1.100 (1 of 2)
  B       V                     failed

1 expectation: 1 undecided
  undecided       it
                  because A, V, seed 2 has not run
)");
}

TEST(ExperimentSummary, OverloadedPointsAreMarked) {
  HandMadeTable made("vary design: [A, B]  vary workload: [W]  seeds: 2  measure response.mean");
  made.set(Metric::response_mean, {9000, 9100, 100, 100});
  made.runs[1].overload = 81'000;
  made.runs[0].overload = 2000;
  EXPECT_EQ(shown(made),
            R"(E: 2 points x 2 seeds, 4 of 4 runs done, 2 overloaded; mean ± 95 % confidence interval over seeds

  design  response.mean [us]
  A            9.050 ± 0.635  *
  B            0.100 ± 0.000
  * overload: requests arrive faster than the drive serves them, so response times grow with the length of the run; the last answer came up to 81.00 us after the last request
)");
}

// A column over many sizes has a unit for each row; one of few sizes keeps one for all.
TEST(ExperimentSummary, AColumnOfManySizesHasAUnitForEachRow) {
  HandMadeTable made("vary design: [A, B]  vary workload: [W]  seeds: 2  measure response.mean, write.mean, bandwidth");
  made.set(Metric::response_mean, {23'000, 23'400, 1'200'000'000, 1'300'000'000})
      .set(Metric::write_mean, {230'000, 234'000, 1'200'000, 1'200'000})
      .set(Metric::bandwidth, {0, 0, 4e9, 4e9});
  EXPECT_EQ(shown(made), R"(E: 2 points x 2 seeds, 4 of 4 runs done; mean ± 95 % confidence interval over seeds

  design    response.mean  write.mean [ms]  bandwidth [GB/s]
  A       23.20 ± 2.54 us    0.232 ± 0.025     0.000 ± 0.000
  B       1.250 ± 0.635 s    1.200 ± 0.000     4.000 ± 0.000
)");
}

// If there are too many points, their number is printed; if there are too many metrics, they continue in a second
// block.
TEST(ExperimentSummary, LongTables) {
  HandMadeTable made("vary design: [A]  vary workload: [W]  vary count: " + many(41) +
                     "  measure commands.program.interleaved, commands.program.multiplane, "
                     "commands.copyback.interleaved, commands.copyback.multiplane, erases");
  const std::string text = shown(made);
  EXPECT_NE(text.find("\n  20                                0                            0                            "
                      "  0\n\n  count  commands.copyback.multiplane"),
            std::string::npos)
      << text;
  EXPECT_TRUE(text.ends_with("\n  20                                0       0\n  and 21 more points in results.csv\n"))
      << text;
  EXPECT_EQ(std::ranges::count(text, '\n'), 2 + 21 + 1 + 21 + 1) << text;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) EXPECT_LE(text.find('\n', at) - at, 120U);
}

TEST(ExperimentSummary, OnePoint) {
  const auto texts = check_text("design D { }  experiment E { measure waf }");
  const Table table(texts->checked.experiments.front(), {});
  EXPECT_EQ(summary_text(table, {}),
            "E: 1 point, 0 of 1 run done, 1 missing\n\n  write_amplification\n                    -\n");
}

}  // namespace
}  // namespace ssd::study
