// The page of an experiment and the data of its plots: all parts are there, and no text of the user becomes markup or
// script.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/unit/experiment_tables.h"
#include "tests/unit/report_figures.h"
#include "tools/pictures/page.h"
#include "tools/pictures/plotly.h"

namespace ssd {
namespace {

using nlohmann::json;

TEST(ReportPlotly, EachPanelHasItsTracesWithEveryMark) {
  for (const study::Figure& figure : figures_of_every_kind()) {
    const json panels = json::parse(pictures::plotly_json(figure));
    ASSERT_EQ(panels.size(), figure.panels.size()) << figure.stem;
    for (std::size_t i = 0; i < panels.size(); ++i) {
      const std::size_t expected = figure.kind == design::PlotKind::kHeat ? 1 : figure.panels[i].series.size();
      EXPECT_EQ(panels[i]["data"].size(), expected) << figure.stem;
      EXPECT_TRUE(panels[i]["layout"].contains("xaxis")) << figure.stem;
    }
  }
}

TEST(ReportPlotly, WhatNoRunHasIsNull) {
  const json panels = json::parse(pictures::plotly_json(grouped_bars()));
  EXPECT_EQ(panels[0]["data"][2]["y"][1], nullptr);  // SSD5, Fin2
  EXPECT_EQ(panels[0]["data"][0]["error_y"]["array"][0], 20);
}

// The second panel lacks the first series of the first panel, and its values are a thousandth of the first panel's.
study::Figure two_panels_of_a_quantity() {
  study::Figure figure = grouped_bars();
  figure.panels.push_back(figure.panels[0]);
  auto& series = figure.panels[1].series;
  series.erase(series.begin());
  for (study::Series& one : series) {
    for (study::Mark& mark : one.marks) {
      if (mark.value) mark = plain(*mark.value / 1000);
    }
  }
  return figure;
}

// 0 has no place on a logarithmic axis: it is drawn at the edge, and labelled 0.
TEST(ReportPlotly, NoTimeIsDrawnAtTheLeftEdge) {
  study::Figure figure = distributions();
  figure.panels[0].series[1].curve[0].first = 0;
  const json trace = json::parse(pictures::plotly_json(figure))[0]["data"][1];
  EXPECT_EQ(trace["x"][0], 20);  // the first value of the first series
  EXPECT_EQ(trace["x"][1], 20);
  EXPECT_EQ(trace["customdata"][1], 0);
  EXPECT_GT(trace["x"][2], 20);
  EXPECT_EQ(trace["x"][2], trace["customdata"][2]);
  EXPECT_EQ(trace["hovertemplate"], "%{customdata}, %{y:.4}");
}

TEST(ReportPlotly, ASeriesLooksTheSameInEveryPanel) {
  const json panels = json::parse(pictures::plotly_json(two_panels_of_a_quantity()));
  EXPECT_EQ(panels[1]["data"][0]["name"], "SSD4");
  EXPECT_EQ(panels[1]["data"][0]["marker"], panels[0]["data"][1]["marker"]);
  EXPECT_NE(panels[1]["data"][0]["marker"], panels[0]["data"][0]["marker"]);
}

TEST(ReportPlotly, PanelsOfAQuantityHaveOneRange) {
  study::Figure figure = two_panels_of_a_quantity();
  const json same = json::parse(pictures::plotly_json(figure));
  EXPECT_EQ(same[0]["layout"]["yaxis"]["range"], json({0.0, 500.0}));
  EXPECT_EQ(same[1]["layout"]["yaxis"]["range"], json({0.0, 500.0}));
  figure.panels[1].y_label = "erases";
  const json unlike = json::parse(pictures::plotly_json(figure));
  EXPECT_EQ(unlike[0]["layout"]["yaxis"]["range"], json({0.0, 500.0}));
  EXPECT_EQ(unlike[1]["layout"]["yaxis"]["range"][0], 0.0);
  EXPECT_LT(unlike[1]["layout"]["yaxis"]["range"][1], 1.0);
}

TEST(ReportPlotly, LogarithmicAxesHaveTicksAtDecades) {
  study::Figure figure = grouped_bars();  // 70 to 412.5, with an interval of 20
  figure.y_logarithmic = true;
  figure.panels[0].series[0].marks[0].low = -5;
  const json panel = json::parse(pictures::plotly_json(figure))[0];
  EXPECT_EQ(panel["layout"]["yaxis"]["type"], "log");
  EXPECT_EQ(panel["layout"]["yaxis"]["dtick"], 1);
  EXPECT_EQ(panel["layout"]["yaxis"]["range"], json({1.0, 3.0}));
  EXPECT_EQ(panel["data"][0]["error_y"]["arrayminus"][0], 402.5);  // down to the edge
}

TEST(ReportPlotly, ValuesThatAreSmallInTheUnitOfTheAxisHaveTheirOwn) {
  study::Figure figure = grouped_bars();
  figure.panels[0].quantity = study::Quantity{metrics::Unit::kTime, 1e9};
  EXPECT_FALSE(json::parse(pictures::plotly_json(figure))[0]["data"][0].contains("hovertext"));
  figure.panels[0].series[0].marks[0] = plain(0.000'023);
  const json trace = json::parse(pictures::plotly_json(figure))[0]["data"][0];
  EXPECT_EQ(trace["hovertext"][0], "23.00 us");
  EXPECT_EQ(trace["hovertext"][1], "95");
  EXPECT_EQ(trace["y"][0], 0.000'023);
}

// The library would cut off half of a line on the border of its plot.
TEST(ReportPlotly, LinesLieInsideTheirRange) {
  study::Figure figure = distributions();
  const json cdf = json::parse(pictures::plotly_json(figure))[0]["layout"]["yaxis"]["range"];
  EXPECT_LT(cdf[0], 0.0);
  EXPECT_GT(cdf[1], 1.0);
  figure = two_panels_of_a_quantity();
  figure.kind = design::PlotKind::kLines;
  for (auto& series : figure.panels[0].series) series.marks = {plain(1.0), plain(1.0)};
  figure.panels.resize(1);
  figure.panels[0].series[0].marks[0].value = 1.04;
  EXPECT_LT(json::parse(pictures::plotly_json(figure))[0]["layout"]["yaxis"]["range"][0], 1.0);
}

TEST(ReportPlotly, HeatMapsOfAQuantityShareTheirColours) {
  study::Figure figure = two_panels_of_a_quantity();
  figure.kind = design::PlotKind::kHeat;
  figure.colour_label = "response.mean, us";
  const json same = json::parse(pictures::plotly_json(figure));
  EXPECT_EQ(same[0]["data"][0]["zmax"], same[1]["data"][0]["zmax"]);
  figure.colour_label.clear();
  const json unlike = json::parse(pictures::plotly_json(figure));
  EXPECT_NE(unlike[0]["data"][0]["zmax"], unlike[1]["data"][0]["zmax"]);
}

TEST(ReportPlotly, NamesAreNoMarkup) {
  study::Figure figure = grouped_bars();
  figure.x_names[0] = "<b>a</b> & c";
  EXPECT_EQ(json::parse(pictures::plotly_json(figure))[0]["data"][0]["x"][0], "&lt;b&gt;a&lt;/b&gt; &amp; c");
}

pictures::Page page_of(const study::Table& table) {
  pictures::Page page{.table = &table,
                      .outcomes = {},
                      .figures = {grouped_bars()},
                      .designs = {{"A", "design A <1>", "<svg></svg>"}},
                      .source_name = "x.ssd",
                      .source = "// </pre><script>alert(1)</script>",
                      .facts = study::listed({{"version", "1 & 2"}})};
  for (const design::Expectation& claim : table.experiment->expectations)
    page.outcomes.push_back(study::evaluate(table, claim));
  return page;
}

TEST(ReportPage, NothingOfTheUsersBecomesScript) {
  const HandMadeTable made(
      "vary design: [A]  vary workload: [W]  vary ways: [1, 2]  measure iops  expect \"t\": mean(iops) < 1");
  design::Experiment e = made.experiment();
  e.name = "<script>x</script>";
  e.doc = "a < b & \"c\"";
  study::Table table = made.table();
  table.experiment = &e;
  const std::string text = pictures::html(page_of(table), "var Plotly = '</script><!--';");
  EXPECT_EQ(text.find("<script>x"), std::string::npos);
  EXPECT_EQ(text.find("<script>alert"), std::string::npos);
  EXPECT_NE(text.find("&lt;script&gt;x"), std::string::npos);
  EXPECT_NE(text.find("a &lt; b &amp; &quot;c&quot;"), std::string::npos);
  EXPECT_NE(text.find("'<\\/script><\\!--'"), std::string::npos);
}

TEST(ReportPage, LinesOfAFileStayLinesAndDesignsThatAreNotShownAreCounted) {
  const HandMadeTable made("vary design: [A]  vary workload: [W]  vary ways: [1]  measure iops");
  const study::Table table = made.table();
  pictures::Page page = page_of(table);
  page.source = "a <\n\n  b\x01\n";
  page.more_designs = 7;
  std::vector<std::pair<std::string, std::string>> facts;
  for (int i = 0; i < 100; ++i) facts.emplace_back("workload " + std::to_string(i), "W");
  page.facts = study::listed(facts);
  const std::string text = pictures::html(page, "");
  EXPECT_NE(text.find("<pre>a &lt;\n\n  b�\n"), std::string::npos);
  EXPECT_NE(text.find("And 7 designs"), std::string::npos);
  EXPECT_NE(text.find("And 40 facts in results.json"), std::string::npos);  // 60 are shown
  EXPECT_NE(text.find("workload 59<"), std::string::npos);
  EXPECT_EQ(text.find("workload 60<"), std::string::npos);
  EXPECT_NE(text.find("1 point, 1 seed each: "), std::string::npos);
}

TEST(ReportPage, WithoutTheLibraryThePicturesStay) {
  const HandMadeTable made("vary design: [A]  vary workload: [W]  vary ways: [1, 2]  measure iops");
  const std::string text = pictures::html(page_of(made.table()), "");
  EXPECT_NE(text.find("<div class=\"still\"><svg"), std::string::npos);
  EXPECT_EQ(text.find("<script></script>"), std::string::npos);
}

TEST(ReportPage, TheExpectedValueStandsBesideTheMeasuredOne) {
  HandMadeTable made(
      "vary design: [A, B]  vary workload: [W]  measure response.mean, waf\n"
      "expect \"fast\": mean(response.mean) < 1ms\n"
      "expect \"never doubled\": all(waf < 2)\n"
      "expect \"slow\": mean(response.mean) > 1ms known: \"it is fast\"");
  made.set(metrics::Metric::response_mean, {412'300, 412'300}).set(metrics::Metric::write_amplification, {1, 2.25});
  const std::string text = pictures::html(page_of(made.table()), "");
  const auto has = [&](const std::string& what) { EXPECT_NE(text.find(what), std::string::npos) << what; };
  has("<th>where</th><th>measured</th><th>expected</th><th>margin</th>");
  has("<td class=\"note\"></td><td class=\"holds\">412.3 us</td><td class=\"holds\">&lt; 1.000 ms</td>");
  has("<td class=\"fails\" rowspan=\"2\">✗ fails</td>");
  has("<td class=\"fails\">at 1 of 2 points</td><td class=\"fails\">at all points</td>");
  has("<tr><td class=\"note\">B, W</td><td class=\"fails\">2.25</td><td class=\"fails\">&lt; 2</td></tr>");
  has("<td class=\"known\">412.3 us</td><td class=\"known\">&gt; 1.000 ms</td>");
}

TEST(ReportPage, HashesAreFoldedAway) {
  const HandMadeTable made("vary design: [A]  vary workload: [W]  vary ways: [1, 2]  measure iops");
  const study::Table table = made.table();
  pictures::Page page = page_of(table);
  page.facts =
      study::listed({{"version", "1.2"}, {"-D gap", "50us"}, {"design of point 0", "A 0a0b"}, {"trace t.csv", "0c0d"}});
  const std::string text = pictures::html(page, "");
  const std::size_t open = text.find("<details class=\"hashes\">"), close = text.find("</details>", open);
  ASSERT_NE(open, std::string::npos);
  for (const char* folded : {"A 0a0b", "0c0d"}) {
    EXPECT_GT(text.find(folded), open) << folded;
    EXPECT_LT(text.find(folded), close) << folded;
  }
  EXPECT_GT(text.find(">50us<"), close);
  EXPECT_GT(text.find(">1.2<"), close);
}

TEST(ReportPage, OverloadedPointsAreMarked) {
  HandMadeTable made("vary design: [A]  vary workload: [W]  vary ways: [1, 2]  measure iops");
  EXPECT_EQ(pictures::html(page_of(made.table()), "").find("overload"), std::string::npos);
  made.runs[1].overload = 81'000;
  const std::string text = pictures::html(page_of(made.table()), "");
  EXPECT_NE(text.find("2 of 2 runs done, <span class=\"undecided\">1 overloaded</span>"), std::string::npos);
  EXPECT_NE(text.find("data-v=\"0\">0</td>"), std::string::npos);
  EXPECT_NE(text.find("data-v=\"1\">1 *</td>"), std::string::npos);
  EXPECT_NE(text.find("<p class=\"note\">* overload: requests arrive faster"), std::string::npos);
}

}  // namespace
}  // namespace ssd
