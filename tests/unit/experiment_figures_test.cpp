// Plots of all kinds as numbers and words, from tables small enough to work out by hand.
#include <gtest/gtest.h>

#include "tests/unit/experiment_tables.h"
#include "tools/study/figure.h"

namespace ssd::study {
namespace {

using metrics::Metric;

std::string number(const std::optional<double>& value) { return value ? fmt::format("{:.6g}", *value) : "-"; }

std::string mark_text(const Mark& m) {
  std::string text = number(m.value);
  if (m.low || m.high) text += fmt::format("[{} {}]", number(m.low), number(m.high));
  if (m.box)
    text += fmt::format("({:.6g} {:.6g} {:.6g} {:.6g} {:.6g})", m.box->least, m.box->first, m.box->median, m.box->third,
                        m.box->most);
  return text;
}

std::string drawn(const Figure& f) {
  std::string text = fmt::format("{}: {}\nx {}: {}", f.stem, f.title, f.x_label, fmt::join(f.x_names, ", "));
  if (!f.x_numbers.empty()) text += fmt::format(" at {}", fmt::join(f.x_numbers, ", "));
  text += f.x_logarithmic ? " logarithmic\n" : "\n";
  if (!f.colour_label.empty()) text += fmt::format("colours {}\n", f.colour_label);
  for (const Panel& panel : f.panels) {
    text += fmt::format("panel '{}', y {}\n", panel.title, panel.y_label);
    for (const Series& series : panel.series) {
      text += fmt::format("  {}:", series.name);
      for (const Mark& mark : series.marks) text += " " + mark_text(mark);
      for (const auto& [x, share] : series.curve) text += fmt::format(" {:.6g}@{:.6g}", share, x);
      text += "\n";
    }
  }
  for (const std::string& note : f.notes) text += "* " + note + "\n";
  return text;
}
std::string drawn(const HandMadeTable& made) {
  std::string text;
  for (const Figure& figure : figures(made.table())) text += drawn(figure);
  return text;
}

// Points: A W, A V, B W, B V, each with ways 4, 1 and 2.
HandMadeTable twelve(const std::string& plot) {
  HandMadeTable made(
      "vary design: [A, B]  vary workload: [W, V]  vary ways: [4, 1, 2]  measure response.mean, waf, read.mean\n"
      "normalize response.mean to design == A  plot " +
      plot);
  made.set(Metric::response_mean, {1000, 2000, 3000, 4000, 5000, 6000, 3000, 2000, 3000, 4000, 10000, 6000});
  made.set(Metric::write_amplification, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  return made;
}

TEST(PlotFigures, BarsInGroups) {
  EXPECT_EQ(drawn(twelve("bars(response.mean) by workload group design")),
            R"(1-bars-response.mean: bars(response.mean) by workload group design
x workload: W, V
panel '', y response.mean, us
  A: 2 5
  B: 2.66667 6.66667
* means over ways
)");
}

// Normalised B / A: 3, 1, 1 and 1, 2, 1.
TEST(PlotFigures, NormalisedBars) {
  EXPECT_EQ(drawn(twelve("bars(normalized(response.mean)) by design")),
            R"(1-bars-normalized-response.mean: bars(normalized(response.mean)) by design
x design: A, B
panel '', y response.mean relative to A
  : 1 1.5
* means over workload and ways
)");
}

// The metrics are the parts of a bar; `group` makes panels. Without a number of one part there is no bar.
TEST(PlotFigures, Stacks) {
  HandMadeTable made(
      "vary design: [A, B]  vary workload: [W, V]  measure parts.read.unit, parts.read.array\n"
      "plot stack(parts.read.unit, parts.read.array) by design group workload");
  made.set(Metric::parts_read_unit, {1'000, 2'000, 3'000, 4'000});
  made.set(Metric::parts_read_array, {10'000, 20'000, 30'000, NAN});
  EXPECT_EQ(drawn(made),
            R"(1-stack-parts.read.unit: stack(parts.read.unit, parts.read.array) by design group workload
x design: A, B
panel 'W', y sum, us
  parts.read.unit: 1 3
  parts.read.array: 10 30
panel 'V', y sum, us
  parts.read.unit: 2 -
  parts.read.array: 20 -
* 1 of 4 runs has no parts.read.array
)");
}

// The parts are means over the same points: those at which all have a number.
TEST(PlotFigures, StacksAddUp) {
  HandMadeTable made(
      "vary design: [A, B]  vary workload: [W, V]  measure parts.read.unit, parts.read.array\n"
      "plot stack(parts.read.unit, parts.read.array) by design");
  made.set(Metric::parts_read_unit, {1'000, 2'000, 3'000, 4'000});
  made.set(Metric::parts_read_array, {10'000, NAN, 30'000, NAN});
  EXPECT_EQ(drawn(made),
            R"(1-stack-parts.read.unit: stack(parts.read.unit, parts.read.array) by design
x design: A, B
panel '', y sum, us
  parts.read.unit: 1 3
  parts.read.array: 10 30
* 2 of 4 runs have no parts.read.array
* means over workload
)");
}

TEST(PlotFigures, BarsWithoutAxes) {
  EXPECT_EQ(drawn(twelve("bars(waf)")),
            "1-bars-write_amplification: bars(write_amplification)\nx : \npanel '', y write_amplification\n  : 6.5\n"
            "* means over design, workload and ways\n");
}

// Numbers ascend whatever the order of the axis; each value of `by`, and each metric, has a panel.
TEST(PlotFigures, LinesOverNumbers) {
  EXPECT_EQ(drawn(twelve("lines(response.mean, waf) over ways by design group workload")),
            R"(1-lines-response.mean: lines(response.mean, write_amplification) over ways by design group workload
x ways: 1, 2, 4 at 1, 2, 4
panel 'response.mean: A', y response.mean, us
  W: 2 3 1
  V: 5 6 4
panel 'response.mean: B', y response.mean, us
  W: 2 3 3
  V: 10 6 4
panel 'write_amplification: A', y write_amplification
  W: 2 3 1
  V: 5 6 4
panel 'write_amplification: B', y write_amplification
  W: 8 9 7
  V: 11 12 10
)");
}

TEST(PlotFigures, GeometricNumbersAreLogarithmic) {
  const auto lines_over = [](const std::string& values) {
    return figures(HandMadeTable("vary design: [A]  vary workload: [W]  vary count: [" + values +
                                 "]  measure waf  plot lines(waf) over count")
                       .table())[0];
  };
  EXPECT_TRUE(lines_over("1, 2, 4, 8, 16").x_logarithmic);
  EXPECT_TRUE(lines_over("10, 100, 1000").x_logarithmic);
  EXPECT_FALSE(lines_over("1, 2, 3, 4, 5, 6, 7, 8, 9").x_logarithmic);
  EXPECT_FALSE(lines_over("1, 2, 4").x_logarithmic);
}

// Of a waf of 0 to 11 the 0 is left out, and of the numbers along x the 0, too.
TEST(PlotFigures, ALogarithmicAxisLeavesOutWhatIsNotAboveZero) {
  HandMadeTable made(
      "vary design: [A, B]  vary workload: [W]  vary latency: [0us, 10us, 20us]  measure waf\n"
      "plot lines(waf) over latency group design log x log y  plot box(waf) by design log y  plot cdf(waf) log x");
  made.set(Metric::write_amplification, {9, 1, 0, 3, 4, 100});
  EXPECT_EQ(drawn(made),
            R"(1-lines-write_amplification: lines(write_amplification) over latency group design log x log y
x latency: 10us, 20us at 10000, 20000 logarithmic
panel '', y write_amplification
  A: 1 -
  B: 4 100
* left out, as the y axis is logarithmic: 1 of 4 values that is 0 or below
* left out, as the x axis is logarithmic: 1 place of 0 or below
2-box-write_amplification: box(write_amplification) by design log y
x design: A, B
panel '', y write_amplification
  : 3.33333(0 0.5 1 5 9) 35.6667(3 3.5 4 52 100)
* boxes over latency
3-cdf-write_amplification: cdf(write_amplification) log x
x write_amplification:  logarithmic
panel '', y share of runs
  : 0.166667@0 0.333333@1 0.5@3 0.666667@4 0.833333@9 1@100
* curves over design and latency
* values of 0 are at the left edge
)");
  const Figure lines = figures(made.table())[0];
  EXPECT_TRUE(lines.y_logarithmic);
  EXPECT_EQ(lines.left_out, 1U);
  made.set(Metric::write_amplification, {0, 0, 0, 0, 0, 0});
  EXPECT_FALSE(figures(made.table())[0].y_logarithmic);
  EXPECT_FALSE(figures(made.table())[2].x_logarithmic);
}

// Marks say in which unit their values are.
TEST(PlotFigures, PanelsKnowWhatTheirValuesAreOf) {
  const Panel panel = figures(twelve("bars(response.mean) by workload").table())[0].panels[0];
  ASSERT_TRUE(panel.quantity);
  EXPECT_EQ(panel.quantity->unit, metrics::Unit::kTime);
  EXPECT_EQ(panel.quantity->factor, 1000);
}

TEST(PlotFigures, XHasAUnit) {
  const HandMadeTable made(
      "vary design: [A]  vary workload: [W]  vary latency: [50us, 1ms]  measure waf  plot lines(waf) over latency");
  const Figure figure = figures(made.table())[0];
  EXPECT_EQ(figure.x_label, "latency");  // the unit is at the marks of the axis
  EXPECT_EQ(figure.x_numbers, (std::vector<double>{0.05, 1}));
  EXPECT_EQ(figure.x_names, (std::vector<std::string>{"50us", "1ms"}));
}

TEST(PlotFigures, HeatMaps) {
  EXPECT_EQ(drawn(twelve("heat(response.mean) over ways by design group workload")),
            R"(1-heat-response.mean: heat(response.mean) over ways by design group workload
x ways: 4, 1, 2
colours response.mean, us
panel 'W', y design
  A: 1 2 3
  B: 3 2 3
panel 'V', y design
  A: 4 5 6
  B: 4 10 6
)");
}

TEST(PlotFigures, HeatMapsOfSeveralMetrics) {
  EXPECT_EQ(drawn(twelve("heat(response.mean, waf) over workload by design")),
            R"(1-heat-response.mean: heat(response.mean, write_amplification) over workload by design
x workload: W, V
panel 'response.mean, us', y design
  A: 2 5
  B: 2.66667 6.66667
panel 'write_amplification', y design
  A: 2 5
  B: 8 11
* means over ways
)");
}

// Over 1, 2, 3 the quartiles are 1.5 and 2.5.
TEST(PlotFigures, Boxes) {
  EXPECT_EQ(drawn(twelve("box(waf) over workload group design")),
            R"(1-box-write_amplification: box(write_amplification) over workload group design
x workload: W, V
panel '', y write_amplification
  A: 2(1 1.5 2 2.5 3) 5(4 4.5 5 5.5 6)
  B: 8(7 7.5 8 8.5 9) 11(10 10.5 11 11.5 12)
* boxes over ways
)");
}

// The interval of the mean of two seeds with deviation s is 12.7062 s / sqrt(2); s of 1 and 3 is sqrt(2). Over the
// workloads, the means of the seeds are 1.5 and 3.5.
TEST(PlotFigures, IntervalsOverSeeds) {
  HandMadeTable made(
      "vary design: [A, B]  vary workload: [W, V]  seeds: 2  measure waf  plot bars(waf) by design group workload  "
      "plot bars(waf) by design");
  made.set(Metric::write_amplification, {1, 3, 2, 4, 5, 5, 5, 5});
  EXPECT_EQ(drawn(made), R"(1-bars-write_amplification: bars(write_amplification) by design group workload
x design: A, B
panel '', y write_amplification
  W: 2[0 14.7062] 5[5 5]
  V: 3[0 15.7062] 5[5 5]
* error bars: 95 % confidence intervals of the mean over 2 seeds
2-bars-write_amplification: bars(write_amplification) by design
x design: A, B
panel '', y write_amplification
  : 2.5[0 15.2062] 5[5 5]
* means over workload
* error bars: 95 % confidence intervals of the mean over 2 seeds
)");
}

// A is a mean over W and V. Of B, W failed, and a mean over V alone would be drawn beside A as if the two were
// comparable.
TEST(PlotFigures, MeansOverOtherPointsAreNotDrawn) {
  HandMadeTable made(
      "vary design: [A, B]  vary workload: [W, V]  measure waf  plot bars(waf) by design  plot box(waf) by design  "
      "plot cdf(waf) group design");
  made.set(Metric::write_amplification, {8, 2, kNothing, 2}).fail(2, "E0513");
  const auto all = figures(made.table());
  for (std::size_t i = 0; i < 2; ++i) {
    const auto& marks = all[i].panels[0].series[0].marks;
    EXPECT_EQ(marks[0].value, 5);
    EXPECT_FALSE(marks[1].value || marks[1].box);
  }
  EXPECT_FALSE(all[2].panels[0].series[0].curve.empty());
  EXPECT_TRUE(all[2].panels[0].series[1].curve.empty());
  for (const Figure& figure : all)
    EXPECT_EQ(figure.notes.back(), "1 place left empty: some of the points that the others average are missing there")
        << figure.stem;
}

// A point that is missing for all series does not matter: with one workload chosen, all means are over that workload.
TEST(PlotFigures, MeansOverTheSamePointsAreDrawn) {
  HandMadeTable made("vary design: [A, B]  vary workload: [W, V]  measure waf  plot bars(waf) by design");
  made.set(Metric::write_amplification, {kNothing, 2, kNothing, 3}).lose(0).lose(2);
  const auto marks = figures(made.table())[0].panels[0].series[0].marks;
  EXPECT_EQ(marks[0].value, 2);
  EXPECT_EQ(marks[1].value, 3);
}

TEST(PlotFigures, MissingRunsAreNoted) {
  HandMadeTable made(
      "vary design: [A, B]  vary workload: [W, V]  seeds: 2  measure waf  plot bars(waf) by design group workload");
  made.set(Metric::write_amplification, {1, 3, 2, 4, kNothing, 5, 5, 5}).lose(0).lose(1).fail(3, "E0513");
  EXPECT_EQ(drawn(made), R"(1-bars-write_amplification: bars(write_amplification) by design group workload
x design: A, B
panel '', y write_amplification
  W: - 5
  V: 2 5[5 5]
* 2 of 8 runs are missing
* 1 of 8 runs failed
* 1 of 8 runs has no write_amplification
* error bars: 95 % confidence intervals of the mean over 2 seeds
)");
}

// Points with different seeds have no interval together.
TEST(PlotFigures, NoIntervalOverUnlikeSeeds) {
  HandMadeTable made("vary design: [A]  vary workload: [W, V]  seeds: 3  measure waf  plot bars(waf)");
  made.set(Metric::write_amplification, {1, 2, 3, 4, 5, 6}).lose(0);
  const Mark mark = figures(made.table())[0].panels[0].series[0].marks[0];
  EXPECT_EQ(mark.value, (2.5 + 5) / 2);
  EXPECT_FALSE(mark.low || mark.high);
}

// Writes, reads, trims. A has 1 us once, 2 us twice, 4 us once.
TEST(PlotFigures, DistributionsOfResponseTimes) {
  HandMadeTable made(
      "vary design: [A, B]  vary workload: [W]  seeds: 2  measure response.p99, write.mean  plot cdf(response.p99) "
      "group design  plot cdf(write.mean)");
  made.runs[0].responses = {Distribution{{2000, 1}}, Distribution{{1000, 1}}, Distribution{{9000, 5}}};
  made.runs[1].responses = {Distribution{{2000, 1}, {4000, 1}}, Distribution{}, Distribution{}};
  made.runs[2].responses = {Distribution{{1500, 3}}, Distribution{}, Distribution{}};
  EXPECT_EQ(drawn(made), R"(1-cdf-response.p99: cdf(response.p99) group design
x response time, us: 
panel '', y share of reads and writes
  A: 0.25@1 0.75@2 1@4
  B: 1@1.5
* curves over 2 seeds
2-cdf-write.mean: cdf(write.mean)
x response time, us: 
panel '', y share of writes
  : 0.5@1.5 0.833333@2 1@4
* curves over design and 2 seeds
)");
}

TEST(PlotFigures, DistributionsOverRuns) {
  EXPECT_EQ(drawn(twelve("cdf(waf) by design")), R"(1-cdf-write_amplification: cdf(write_amplification) by design
x write_amplification: 
panel 'A', y share of runs
  : 0.166667@1 0.333333@2 0.5@3 0.666667@4 0.833333@5 1@6
panel 'B', y share of runs
  : 0.166667@7 0.333333@8 0.5@9 0.666667@10 0.833333@11 1@12
* curves over workload and ways
)");
}

TEST(PlotFigures, UnlikeDistributions) {
  HandMadeTable made("vary design: [A]  vary workload: [W]  measure read.mean, waf  plot cdf(read.mean, waf)");
  made.set(Metric::write_amplification, {1.5}).runs[0].responses[1] = {{1000, 1}, {5'000'000, 1}};
  EXPECT_EQ(drawn(made), R"(1-cdf-read.mean: cdf(read.mean, write_amplification)
x : 
panel 'response time, us', y share of reads
  : 0.5@1 1@5000
panel 'write_amplification', y share of runs
  : 1@1.5
)");
}

// 100,000 steps are reduced to what a page can show: each point lies on the true curve, and the first and the last are
// kept.
TEST(PlotFigures, LongDistributionsAreThinned) {
  HandMadeTable made("vary design: [A]  vary workload: [W]  measure read.mean  plot cdf(read.mean)");
  for (std::uint64_t i = 1; i <= 100'000; ++i) made.runs[0].responses[1].push_back({i, 1});
  const Figure figure = figures(made.table())[0];
  const auto& curve = figure.panels[0].series[0].curve;
  EXPECT_TRUE(figure.x_logarithmic);
  EXPECT_LT(curve.size(), 1'200U);
  EXPECT_EQ(curve.front(), std::pair(0.001, 1e-5));
  EXPECT_EQ(curve.back(), std::pair(100.0, 1.0));
  for (std::size_t i = 1; i < curve.size(); ++i) {
    EXPECT_NEAR(curve[i].second, curve[i].first / 100, 1e-12);
    EXPECT_LT(curve[i].second - curve[i - 1].second, 0.0021);
  }
}

// Reads that need no flash take no time. They are part of the curve, but do not squeeze the other reads together.
TEST(PlotFigures, NoTimeStandsAtTheLeftEdgeOfALogarithmicAxis) {
  HandMadeTable made("vary design: [A]  vary workload: [W]  measure read.mean  plot cdf(read.mean)");
  made.runs[0].responses[1] = {{0, 2}, {1000, 1}, {99'000, 1}};
  EXPECT_FALSE(figures(made.table())[0].x_logarithmic);  // a factor of 99
  made.runs[0].responses[1].back().time = 100'000;
  const Figure figure = figures(made.table())[0];
  EXPECT_TRUE(figure.x_logarithmic);
  EXPECT_EQ(figure.panels[0].series[0].curve.front(), std::pair(0.0, 0.5));
  EXPECT_EQ(figure.notes, std::vector<std::string>{"values of 0 are at the left edge"});
  made.runs[0].responses[1] = {{0, 4}};
  EXPECT_FALSE(figures(made.table())[0].x_logarithmic);
}

TEST(PlotFigures, NothingRan) {
  HandMadeTable made(
      "vary design: [A]  vary workload: [W]  measure read.mean  plot cdf(read.mean)  plot box(read.mean)  plot "
      "lines(read.mean) over design");
  made.lose(0);
  EXPECT_EQ(drawn(made), R"(1-cdf-read.mean: cdf(read.mean)
x response time, ns: 
panel '', y share of reads
  :
* 1 of 1 run is missing
2-box-read.mean: box(read.mean)
x : 
panel '', y read.mean, ns
  : -
* 1 of 1 run is missing
3-lines-read.mean: lines(read.mean) over design
x design: A
panel '', y read.mean, ns
  : -
* 1 of 1 run is missing
)");
}

}  // namespace
}  // namespace ssd::study
