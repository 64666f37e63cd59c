// The page of an experiment and what its plots are made of: everything is there, and nothing of the user's becomes markup or script.
#include "runtime/report/page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "runtime/report/plotly.h"
#include "tests/unit/experiment_tables.h"
#include "tests/unit/report_figures.h"

namespace ssd {
namespace {

using nlohmann::json;

TEST(ReportPlotly, EachPanelHasItsTracesWithEveryMark) {
  for (const experiment::Figure& figure : figures_of_every_kind()) {
    const json panels = json::parse(report::plotly_json(figure));
    ASSERT_EQ(panels.size(), figure.panels.size()) << figure.stem;
    for (std::size_t i = 0; i < panels.size(); ++i) {
      const std::size_t expected = figure.kind == design::PlotKind::kHeat ? 1 : figure.panels[i].series.size();
      EXPECT_EQ(panels[i]["data"].size(), expected) << figure.stem;
      EXPECT_TRUE(panels[i]["layout"].contains("xaxis")) << figure.stem;
    }
  }
}

TEST(ReportPlotly, WhatNoRunHasIsNull) {
  const json panels = json::parse(report::plotly_json(grouped_bars()));
  EXPECT_EQ(panels[0]["data"][2]["y"][1], nullptr);  // SSD5, Fin2
  EXPECT_EQ(panels[0]["data"][0]["error_y"]["array"][0], 20);
}

TEST(ReportPlotly, NamesAreNoMarkup) {
  experiment::Figure figure = grouped_bars();
  figure.x_names[0] = "<b>a</b> & c";
  EXPECT_EQ(json::parse(report::plotly_json(figure))[0]["data"][0]["x"][0], "&lt;b&gt;a&lt;/b&gt; &amp; c");
}

report::Page page_of(const experiment::Table& table) {
  report::Page page{.table = &table, .outcomes = {}, .figures = {grouped_bars()}, .designs = {{"A", "design A <1>", "<svg></svg>"}},
                    .source_name = "x.ssd", .source = "// </pre><script>alert(1)</script>", .facts = {{"version", "1 & 2"}}};
  for (const design::Expectation& claim : table.experiment->expectations) page.outcomes.push_back(experiment::evaluate(table, claim));
  return page;
}

TEST(ReportPage, NothingOfTheUsersBecomesScript) {
  const HandMadeTable made("vary design: [A]  vary workload: [W]  vary ways: [1, 2]  measure iops  expect \"t\": mean(iops) < 1");
  design::Experiment e = made.experiment();
  e.name = "<script>x</script>";
  e.doc = "a < b & \"c\"";
  experiment::Table table = made.table;
  table.experiment = &e;
  const std::string text = report::html(page_of(table), "var Plotly = '</script><!--';");
  EXPECT_EQ(text.find("<script>x"), std::string::npos);
  EXPECT_EQ(text.find("<script>alert"), std::string::npos);
  EXPECT_NE(text.find("&lt;script&gt;x"), std::string::npos);
  EXPECT_NE(text.find("a &lt; b &amp; &quot;c&quot;"), std::string::npos);
  EXPECT_NE(text.find("'<\\/script><\\!--'"), std::string::npos);
}

TEST(ReportPage, WithoutTheLibraryThePicturesStay) {
  const HandMadeTable made("vary design: [A]  vary workload: [W]  vary ways: [1, 2]  measure iops");
  const std::string text = report::html(page_of(made.table), "");
  EXPECT_NE(text.find("<div class=\"still\"><svg"), std::string::npos);
  EXPECT_EQ(text.find("<script></script>"), std::string::npos);
}

}  // namespace
}  // namespace ssd
