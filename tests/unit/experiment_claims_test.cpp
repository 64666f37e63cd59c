// The claims of an experiment: which are accepted, the typed trees that they become, and for each rule a claim that
// breaks only that rule.
#include <gtest/gtest.h>

#include "tests/unit/experiment_texts.h"

namespace ssd {
namespace {

// An experiment with the axes and measures that the claims below use.
std::string with_claim(const std::string& claim) {
  return "vary design: [A, B]  vary workload: [W, V]  vary ways: [1, 2, 4]  vary first: permutations(channel, chip, "
         "die, plane)\n"
         "measure response.mean, read.mean, erases, bandwidth, channel.utilisation, bus_bytes, waf\n"
         "normalize response.mean to design == A\n"
         "expect \"it\": " +
         claim;
}
std::string claim_codes(const std::string& claim) { return codes_of(with_claim(claim)); }

// The nodes of a claim as the listing shows them.
std::string nodes_of(const std::string& claim) {
  const auto texts = check_experiment(with_claim(claim));
  if (texts->checked.experiments.empty()) return texts->text();
  const std::string dump = design::dump(texts->checked.experiments.front());
  const std::size_t begin = dump.find("\n  %0") + 1;
  return begin == 0 ? dump : dump.substr(begin);
}

TEST(Experiment, RulesOfClaims) {
  const std::vector<ExperimentCase> cases{
      {"mean(response.mean) < limit", ""},
      {"mean(response.mean, A) < mean(response.mean, design == B)", ""},
      {"mean(response.mean, A, ways == 4) < geomean(response.mean, B, W)", ""},
      {"all(read.mean < response.mean)", ""},
      {"all(read.mean < response.mean, A)", ""},
      {"argmin(response.mean, design) == B and not argmax(response.mean, ways) == 1", ""},
      {"B == argmin(response.mean, design, W)", ""},
      {"argmin(response.mean, design) == argmin(read.mean, design)", ""},
      {"argmin(response.mean, ways) >= 2", ""},
      {"argmin(response.mean, first) == channel > chip > die > plane", ""},
      {"max(response.mean, design) / min(response.mean, design) < 1.5", ""},
      {"min(response.mean) > 0ns and max(waf) < 3", ""},
      {"min(mean(response.mean, A), mean(response.mean, B), 7us) > 1us", ""},
      {"abs(mean(waf, A) - mean(waf, B)) < 10%", ""},
      {"mean(normalized(response.mean), B) < 90%", ""},
      {"mean(read.mean / response.mean, B) < 2", ""},
      {"mean(bus_bytes) / mean(response.mean) < 1GB/s", ""},
      {"all(bandwidth > ways * 1KB/s)", ""},
      {"-mean(waf) < 0", ""},
      {"mean(erases, A) % 2 == 0", ""},
      {"mean(latency.mean) < 1ms", "E0321"},
      {"mean(respons) < 1ms", "E0321"},
      {"mean(response) < 1ms", "E0321"},
      {"mean(write.mean) < 1ms", "E0322"},
      {"mean(erases) < 1ms", "E0106"},
      {"mean(response.mean) < 1", "E0106"},
      {"mean(response.mean) + mean(erases) < 1ms", "E0106"},
      {"mean(response.mean) * mean(response.mean) < 1ms", "E0113"},
      {"mean(response.mean) / 0 < 1ms", "E0108"},
      {"mean(response.mean, A) < mean(response.mean, C)", "E0324"},
      {"argmin(response.mean, design) == C", "E0324"},
      {"argmin(response.mean, ways) == 3", "E0324"},
      {"argmin(response.mean, ways) == 3us", "E0105"},
      {"argmin(response.mean, slack) == 1", "E0325"},
      {"argmin(response.mean, A) == 1", "E0332"},
      {"argmin(response.mean) == A", "E0332"},
      {"argmin(response.mean, design) < 1", "E0106"},
      {"argmin(response.mean, design) == argmin(response.mean, ways)", "E0106"},
      {"mean(response.mean, design) < 1ms", "E0332"},
      {"mean(response.mean, A, B) < 1ms", "E0332"},
      {"mean(response.mean, 4) < 1ms", "E0332"},
      {"mean(response.mean, limit) < 1ms", "E0325"},
      {"mean(5ms, A) < 1ms", "E0332"},
      {"mean(mean(waf), A) < 1", "E0332"},
      {"all(mean(waf) < 2)", "E0332"},
      {"all(waf)", "E0105"},
      {"mean(waf < 2, A) > 1", "E0105"},
      {"mean() < 1", "E0332"},
      {"mean(normalized(waf), A) < 1", "E0300"},
      {"normalized(response.mean, A) < 1", "E0332"},
      {"response.mean < 1ms", "E0334"},
      {"mean(response.mean)", "E0334"},
      {"argmin(response.mean, design)", "E0334"},
      {"1 < 2", "E0333"},
      {"half(mean(waf)) < 1", "E0333"},
      {"median(waf) < 1", "E0333"},
      {"if mean(waf) < 1 then true else false", "E0333"},
      {"all({ let u = waf  u < 2 })", "E0333"},
      {"[waf] == 1", "E0333"},
      {"mean(waf) < smaal", "E0101"},
      {"mean(waf) < somewhat", "E0321"},
      {"mean(waf) and true", "E0105"},
      {"not mean(waf)", "E0105"},
      {"all(waf < first)", "E0333"},
  };
  for (const ExperimentCase& c : cases)
    EXPECT_EQ(claim_codes(c.statements), c.codes) << c.statements << "\n"
                                                  << check_experiment(with_claim(c.statements))->text();
}

// The trees that a runner evaluates. Times are in ns and rates in bytes a second, so their quotient needs a factor.
TEST(Experiment, ClaimsAreTyped) {
  EXPECT_EQ(nodes_of("mean(bus_bytes) / mean(response.mean) > 1GB/s"), R"(  %0: table of size = metric bus_bytes
  %1: size = mean %0
  %2: table of time = metric response.mean
  %3: time = mean %2
  %4: rate = div %1 %3
  %5: number = constant 1000000000
  %6: rate = mul %4 %5
  %7: rate = constant 1000000000
  %8: truth = less %7 %6
)");
  EXPECT_EQ(nodes_of("A == argmin(normalized(response.mean), design, V)"),
            R"(  %0: table of number = normalized response.mean
  %1: value of design = argmin %0 along design where workload == V
  %2: value of design = place design == A
  %3: truth = equal %1 %2
)");
  EXPECT_EQ(nodes_of("all(waf <= 2 * ways) or argmax(waf, ways) > 2"),
            R"(  %0: table of number = metric write_amplification
  %1: table of number = coordinate ways
  %2: number = constant 2
  %3: table of number = mul %2 %1
  %4: table of truth = less_equal %0 %3
  %5: truth = all %4
  %6: table of number = metric write_amplification
  %7: value of ways = argmax %6 along ways
  %8: number = number %7
  %9: number = constant 2
  %10: truth = less %9 %8
  %11: truth = or %5 %10
)");
  EXPECT_EQ(nodes_of("mean(response.mean) == 1.5us"), R"(  %0: table of time = metric response.mean
  %1: time = mean %0
  %2: time = constant 1500
  %3: truth = equal %1 %2
)");
}

// A name that is a value of two axes is reported, not guessed.
TEST(Experiment, AmbiguousValueIsTold) {
  const std::string file =
      "design X { }  design Y { }  workload X { }  experiment E { vary design: [X, Y]  vary workload: [X]  measure "
      "iops  expect \"it\": ";
  EXPECT_EQ(check_text(file + "mean(iops, X) > 1 }")->codes(), "E0335");
  EXPECT_EQ(check_text(file + "mean(iops, design == X) > 1 }")->codes(), "");
}

TEST(Experiment, ExpectationsHaveDifferentWords) {
  EXPECT_EQ(codes_of("vary design: [A]  vary workload: [W]  measure iops  expect \"it\": mean(iops) > 1  expect "
                     "\"it\": mean(iops) > 2"),
            "E0320");
}

}  // namespace
}  // namespace ssd
