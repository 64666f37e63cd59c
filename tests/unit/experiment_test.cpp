// Experiments: what is accepted and what it means, and each rule by an experiment that breaks it alone.
#include "compiler/design/experiment.h"

#include <gtest/gtest.h>

#include "tests/unit/sema_texts.h"

namespace ssd {
namespace {

constexpr const char* kFile = R"(
param ways: int = 2
param queue: int = 32
param first: order = channel > die > plane > chip
param latency: time = 20us
param read_share: ratio = 50%
param count: int = 1000
param slack: real = 1
const limit = 5ms
const small = 1
fn half(x: real) = x / 2
design A { geometry { channels: 2  chips: ways  blocks: 64  pages: 16 }  nand { read: latency }  allocation: static first  host { queue: queue } }
design B from A { geometry { dies: 2 } }
design Loose from A { capacity { overprovision: 20% * slack }  schedule { priority(op): if op.waited > limit then half(small) else half(2) } }
workload W { requests: count  read: read_share }
workload V from W { size: 8KiB }
)";

std::unique_ptr<CheckedTexts> check_experiment(const std::string& statements) {
  return check_text(std::string(kFile) + "experiment E {\n" + statements + "\n}\n");
}
std::string codes_of(const std::string& statements) { return check_experiment(statements)->codes(); }

// The axes and measures on which the claims below stand.
std::string with_claim(const std::string& claim) {
  return "vary design: [A, B]  vary workload: [W, V]  vary ways: [1, 2, 4]  vary first: permutations(channel, chip, die, plane)\n"
         "measure response.mean, read.mean, erases, bandwidth, channel.utilisation, bus_bytes, waf\n"
         "normalize response.mean to design == A\n"
         "expect \"it\": " + claim;
}
std::string claim_codes(const std::string& claim) { return codes_of(with_claim(claim)); }

// The nodes of a claim as the listing has them.
std::string nodes_of(const std::string& claim) {
  const auto texts = check_experiment(with_claim(claim));
  if (texts->checked.experiments.empty()) return texts->text();
  const std::string dump = design::dump(texts->checked.experiments.front());
  const std::size_t begin = dump.find("\n  %0") + 1;
  return begin == 0 ? dump : dump.substr(begin);
}

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

// Of each type a param can have.
TEST(Experiment, ValuesHaveTheTypeOfTheirParam) {
  const auto texts = check_experiment(
      "vary design: [A]  vary workload: [W]  vary latency: [20us, 0.5ms, limit]  vary read_share: [0%, 50%]  vary slack: [1, 0.5, 1.0 / 3]\n"
      "measure iops");
  EXPECT_EQ(texts->codes(), "W0326") << texts->text();
  const auto& axes = texts->checked.experiments.at(0).axes;
  ASSERT_EQ(axes.size(), 5);
  EXPECT_EQ(axes[2].values[1].text, "500us");
  EXPECT_EQ(axes[2].values[1].number, 500'000);
  EXPECT_EQ(axes[2].values[2].text, "5ms");
  EXPECT_EQ(axes[2].unit, design::Unit::kTime);
  EXPECT_EQ(axes[3].values[1].text, "50%");
  EXPECT_EQ(axes[3].values[1].number, 0.5);
  EXPECT_EQ(axes[4].values[1].text, "0.5");
  EXPECT_EQ(axes[4].values[2].text, "1.0 / 3.0");
  EXPECT_DOUBLE_EQ(axes[4].values[2].number, 1.0 / 3);
}

// What an axis shows can be given to `-D`, and gives the same value.
TEST(Experiment, ValuesCanBeWrittenBack) {
  const auto texts = check_experiment("vary design: [A]  vary workload: [W]  vary slack: [2.0 / 7]  vary first: permutations(plane, chip, die, channel)  measure iops");
  for (std::size_t axis = 2; axis < 4; ++axis) {
    const auto& varied = texts->checked.experiments.at(0).axes[axis];
    for (const auto& value : varied.values) {
      const auto again = check_texts({{"main.ssd", std::string(kFile) + "experiment E { vary design: [A]  vary workload: [W]  vary " + varied.name + ": [" + varied.name + "]  measure iops }"}},
                                     {{varied.name, value.text}});
      EXPECT_EQ(again->checked.experiments.at(0).axes.at(2).values.at(0).text, value.text);
    }
  }
}

TEST(Experiment, PermutationsAreAllOrders) {
  const auto texts = check_experiment("vary design: [A]  vary workload: [W]  vary first: permutations(plane, way, die, channel)  measure iops");
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
  EXPECT_EQ(design::dump(one->checked.experiments.at(0)), "only design: D\nonly workload: Default\npoints: 1 seeds: 1 runs: 1\nmeasure iops: number\n");
  EXPECT_EQ(check_text("design D { }  workload W { }  experiment E { measure iops }")->codes(), "");
  EXPECT_EQ(check_text("design D { }  workload W { }  workload V { }  experiment E { measure iops }")->codes(), "E0337");
  EXPECT_EQ(check_text("design D { }  design C { }  experiment E { measure iops }")->codes(), "E0337");
  EXPECT_EQ(check_text("experiment E { measure iops }")->codes(), "E0337");
}

TEST(Experiment, MayStandBeforeWhatItNames) {
  EXPECT_EQ(check_text("experiment E { vary design: [D]  vary n: [1, 2]  measure iops }  param n: int = 4  design D { geometry { chips: n } }")->codes(), "");
}

// What is imported is an experiment too, and designs are found from its own file.
TEST(Experiment, IsCheckedWhereItIsImported) {
  const auto texts = check_texts({{"main.ssd", "import \"other.ssd\"  design A { }  design B { }"}, {"other.ssd", "design D { }  experiment E { measure iops }"}});
  EXPECT_EQ(texts->codes(), "") << texts->text();
  EXPECT_EQ(texts->checked.experiments.at(0).axes.at(0).values.at(0).text, "D");
}

struct Case {
  std::string statements, codes;
};

TEST(Experiment, RulesOfAxes) {
  const std::vector<Case> cases{
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
      {"vary design: [A]  vary workload: [W]  vary ways: permutations(channel, chip, die, plane)  measure iops", "E0331"},
      {"vary design: [A]  vary workload: [W]  vary first: permutations(channel, chip)  measure iops", "E0331"},
      {"vary design: [A]  vary workload: [W]  vary first: permutations(channel, chip, way, plane)  measure iops", "E0331"},
      {"vary design: [A]  vary workload: [W]  vary first: permutations(channel, chip, die, page)  measure iops", "E0331"},
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
  for (const Case& c : cases) EXPECT_EQ(codes_of(c.statements), c.codes) << c.statements << "\n" << check_experiment(c.statements)->text();
}

TEST(Experiment, RulesOfMetrics) {
  const std::string axes = "vary design: [A, B]  vary workload: [W]  ";
  const std::vector<Case> cases{
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
  for (const Case& c : cases) EXPECT_EQ(codes_of(axes + c.statements), c.codes) << c.statements << "\n" << check_experiment(axes + c.statements)->text();
}

TEST(Experiment, RulesOfClaims) {
  const std::vector<Case> cases{
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
  for (const Case& c : cases) EXPECT_EQ(claim_codes(c.statements), c.codes) << c.statements << "\n" << check_experiment(with_claim(c.statements))->text();
}

// The trees that a runner will evaluate. Times are in ns and rates in bytes a second, so their quotient needs a factor.
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
  EXPECT_EQ(nodes_of("A == argmin(normalized(response.mean), design, V)"), R"(  %0: table of number = normalized response.mean
  %1: value of design = argmin %0 along design where workload == V
  %2: value of design = place design == A
  %3: truth = equal %1 %2
)");
  EXPECT_EQ(nodes_of("all(waf <= 2 * ways) or argmax(waf, ways) > 2"), R"(  %0: table of number = metric write_amplification
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

// A name on two axes is told, not guessed.
TEST(Experiment, AmbiguousValueIsTold) {
  const std::string file = "design X { }  design Y { }  workload X { }  experiment E { vary design: [X, Y]  vary workload: [X]  measure iops  expect \"it\": ";
  EXPECT_EQ(check_text(file + "mean(iops, X) > 1 }")->codes(), "E0335");
  EXPECT_EQ(check_text(file + "mean(iops, design == X) > 1 }")->codes(), "");
}

// One mistake is told once, not at everything that follows from it.
TEST(Experiment, NoCascades) {
  EXPECT_EQ(codes_of("vary design: [A]  vary workload: [W]  vary way: [1, 2]  measure iops  plot lines(iops) over way"), "E0316");
  EXPECT_EQ(codes_of("vary design: [A]  vary workload: [W]  measure respons.mean  plot bars(response.mean)"), "E0321");
  EXPECT_EQ(codes_of("vary design: [A]  vary workload: [W]  plot bars(response.mean)"), "E0338");
  EXPECT_EQ(codes_of("vary design: [A]  vary workload: [W]  vary ways: 4  measure iops  expect \"it\": argmin(iops, ways) == 4"), "E0319");
  EXPECT_EQ(codes_of("vary design: [A]  vary workload: [W]  measure iops  normalize iops to A  plot bars(normalized(iops))"), "E0323");
  EXPECT_EQ(check_text("import \"gone.ssd\"  experiment E { vary design: [Gone]  vary lost: [1]  measure iops }")->codes(), "E0301");
}

TEST(Experiment, ExpectationsHaveDifferentWords) {
  EXPECT_EQ(codes_of("vary design: [A]  vary workload: [W]  measure iops  expect \"it\": mean(iops) > 1  expect \"it\": mean(iops) > 2"), "E0320");
}

std::string many(int count) {
  std::string list;
  for (int i = 0; i < count; ++i) list += (i == 0 ? "" : ", ") + std::to_string(i + 1);
  return "[" + list + "]";
}

TEST(Experiment, PointsHaveALimit) {
  const std::string axes = "vary design: [A]  vary workload: [W]  measure iops  ";
  EXPECT_EQ(codes_of(axes + "seeds: 1000  vary slack: " + many(100)), "W0326");
  EXPECT_EQ(codes_of(axes + "seeds: 1000  vary slack: " + many(101)), "E0330 W0326");
  EXPECT_EQ(codes_of(axes + "seeds: 1000  vary slack: " + many(60'000)), "E0330 W0326");
}

// ---- points ------------------------------------------------------------------------------------------------------------------

TEST(Experiment, EveryValueIsTriedBeforeAnyRun) {
  const auto texts = check_experiment("vary design: [A]  vary workload: [W]  vary ways: [1, 2, 4, 100000]  measure iops");
  EXPECT_EQ(texts->codes(), "E0204") << texts->text();
  EXPECT_TRUE(texts->checked.experiments.empty());
  const diag::Diagnostic& d = texts->sink.all().front();
  EXPECT_EQ(d.message, "`chips` is 100000, but must be 1..64") << texts->text();
  ASSERT_EQ(d.notes.size(), 1);
  EXPECT_EQ(d.notes[0].text, "in a point of `E`, where design is `A` and `ways` is 100000");
  EXPECT_EQ(texts->sources.text(d.notes[0].span), "100000");
}

// Told once for each place, though every point with the value has it.
TEST(Experiment, AMistakeOfManyPointsIsToldOnce) {
  EXPECT_EQ(codes_of("vary design: [A, B]  vary workload: [W]  vary ways: [1, 70000, 80000]  vary queue: [1, 2]  measure iops"), "E0204");
}

// Each of the two values is sound with the default of the other param.
TEST(Experiment, CombinationsAreTried) {
  const std::string file = "param blocks_of: int = 8  param pages_of: int = 8  design D { geometry { blocks: blocks_of  pages: pages_of }\n"
                           "  capacity { overprovision: if blocks_of * pages_of > 200 then 200% else 40% } }\n";
  EXPECT_EQ(check_text(file + "experiment E { vary blocks_of: [8, 16]  vary pages_of: [8, 16]  measure iops }")->codes(), "E0204");
  EXPECT_EQ(check_text(file + "experiment E { vary blocks_of: [8]  vary pages_of: [8]  measure iops }")->codes(), "");
}

TEST(Experiment, ParamsAreFoundThroughConstsFunctionsPartsAndOrders) {
  const std::string file = "param n: int = 1  param t: time = 10us  param o: order = channel > chip > die > plane  param w: int = 100\n"
                           "const twice = 2 * n  fn chips_of(x: int) = x * twice  nand P { read: t }\n"
                           "design D { geometry { chips: chips_of(1)  blocks: 64 }  nand: P  allocation: static o }  workload W { requests: w }\n";
  for (const char* varied : {"n: [2, 3]", "t: [20us, 30us]", "o: permutations(channel, chip, die, plane)", "w: [7, 8]"}) {
    EXPECT_EQ(check_text(file + "experiment E { measure iops  vary " + varied + " }")->codes(), "") << varied;
  }
  EXPECT_EQ(check_text(file + "experiment E { measure iops  vary n: [1, 2, 1000] }")->codes(), "E0204");
  EXPECT_EQ(check_text(file + "experiment E { measure iops  vary t: [10us, 7d] }")->codes(), "E0204");
  EXPECT_EQ(check_text(file + "experiment E { measure iops  vary w: [10, 0] }")->codes(), "E0204");
}

// A param whose default follows from a varied one follows it at every point.
TEST(Experiment, DefaultsFollowWhatIsVaried) {
  const std::string file = "param n: int = 1  param m: int = n * 2  design D { geometry { chips: m  blocks: 64 } }\n";
  EXPECT_EQ(check_text(file + "experiment E { measure iops  vary n: [1, 2] }")->codes(), "");
  EXPECT_EQ(check_text(file + "experiment E { measure iops  vary n: [1, 60000] }")->codes(), "E0204");
}

// `-D` gives the params that are not varied another value in every point.
TEST(Experiment, DefinitionsReachThePoints) {
  const std::string file = "param n: int = 1  param m: int = 1  design D { geometry { chips: n * m  blocks: 64 } }  experiment E { measure iops  vary n: [1, 8] }";
  EXPECT_EQ(check_texts({{"main.ssd", file}}, {})->codes(), "");
  EXPECT_EQ(check_texts({{"main.ssd", file}}, {{"m", "30"}})->codes(), "E0204");
}

TEST(Experiment, TooManyCombinationsAreTriedOneByOne) {
  const std::string axes = "vary design: [A]  vary workload: [W]  measure iops  vary queue: " + many(64);
  EXPECT_EQ(codes_of(axes + "  vary ways: [1, 2, 3]"), "");
  EXPECT_EQ(codes_of(axes + "  vary ways: [1, 2, 3, 4]"), "W0327");
  EXPECT_EQ(codes_of(axes + "  vary ways: [1, 2, 3, 99999]"), "E0204 W0327");
}

// What is wrong with a design is told where it is declared, and not again at the experiment.
TEST(Experiment, BrokenDesignsAreLeftAlone) {
  EXPECT_EQ(check_text("param n: int = 1  design D { geometry { chipz: n } }  experiment E { measure iops  vary n: [1, 2] }")->codes(), "E0201");
}

}  // namespace
}  // namespace ssd
