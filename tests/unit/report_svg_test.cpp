// SVG files: what is drawn for which number, that names of users remain text, and the bytes of small figures. To look
// at the figures, or to accept new bytes, run SSDC_REPORT_FOLDER=/tmp/figures ssd_unit_tests
// --gtest_filter='ReportSvg.*', and copy the files from there to tests/report.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>

#include "tests/paths.h"
#include "tests/unit/report_figures.h"
#include "tools/pictures/scale.h"
#include "tools/pictures/style.h"
#include "tools/pictures/svg.h"

namespace ssd {
namespace {

using study::Figure;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// The first tag that is not closed in the right order; "" if there is none.
std::string first_unbalanced(const std::string& text) {
  std::vector<std::string> open;
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    const std::size_t end = text.find('>', at);
    if (end == std::string::npos) return text.substr(at);
    const std::string tag = text.substr(at + 1, end - at - 1);
    const std::string name = tag.substr(tag[0] == '/' ? 1 : 0, tag.find_first_of(" /", 1) - (tag[0] == '/' ? 1 : 0));
    if (tag[0] == '/') {
      if (open.empty() || open.back() != name) return tag;
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(name);
    }
  }
  return open.empty() ? "" : open.back();
}

TEST(ReportSvg, EveryKindIsWellFormedAndHasNoNumberThatIsNone) {
  for (const Figure& figure : figures_of_every_kind()) {
    const std::string text = pictures::svg(figure);
    EXPECT_EQ(first_unbalanced(text), "") << figure.stem;
    EXPECT_FALSE(has(text, "nan") || has(text, "inf\"") || has(text, "\"-0.00\"")) << figure.stem;
    EXPECT_EQ(text, pictures::svg(figure));
    if (const char* folder = std::getenv("SSDC_REPORT_FOLDER"))
      std::ofstream(std::string(folder) + "/" + figure.stem + ".svg") << text;
  }
}

TEST(ReportSvg, SmallFiguresHaveTheBytesThatWereLookedAt) {
  for (const Figure& figure : {grouped_bars(), lines_over_numbers(), heat_map(), stacks()}) {
    std::stringstream golden;
    golden << std::ifstream(tests::source_dir() / "tests/report" / (figure.stem + ".svg")).rdbuf();
    EXPECT_EQ(pictures::svg(figure), golden.str()) << figure.stem;
  }
}

TEST(ReportSvg, ABarForEachNumberWithItsIntervalAndACrossWhereThereIsNone) {
  const std::string text = pictures::svg(grouped_bars());
  EXPECT_EQ(count(text, "stroke-width=\"0.7\"><title>"), 11u);  // bars; samples of the legend have no title
  EXPECT_TRUE(has(text, "SSD3, Fin1: 412.5 (95 %: 392.5 to 432.5)"));
  EXPECT_TRUE(has(text, "SSD5, Fin2: no run has this value"));
  EXPECT_EQ(count(text, "<pattern "), 4u);
  EXPECT_TRUE(has(text, "1 of 36 runs failed"));
}

// From the least to the greatest of 68 to 432.5: 10 to 1000. A mark of 0 or below is left out, and said to be.
TEST(ReportSvg, ALogarithmicAxisHasTicksAtDecades) {
  Figure figure = grouped_bars();
  figure.y_logarithmic = true;
  figure.panels[0].series[0].marks[2] = study::Mark{.left_out = true};
  const pictures::Range range = pictures::value_range(figure, figure.panels[0]);
  EXPECT_TRUE(range.logarithmic);
  EXPECT_DOUBLE_EQ(range.low, 10);
  EXPECT_DOUBLE_EQ(range.high, 1000);
  const pictures::Scale scale{range, 200, 0};
  EXPECT_DOUBLE_EQ(scale.at(100), 100);
  EXPECT_DOUBLE_EQ(scale.at(-5), 200);
  const std::string text = pictures::svg(figure);
  for (const char* tick : {">10</text>", ">100</text>", ">1000</text>"}) EXPECT_TRUE(has(text, tick)) << tick;
  EXPECT_TRUE(has(text, "SSD3, Syn1: 0 or below, left out"));
}

TEST(ReportSvg, ALineIsBrokenWhereANumberIsMissing) {
  Figure figure = lines_over_numbers();
  figure.panels.resize(1);
  figure.panels[0].series = {figure.panels[0].series[1]};
  const std::string text = pictures::svg(figure);
  const std::size_t end = text.find("\" fill=\"none\" stroke=\"#"), line = text.rfind("<path d=\"", end);
  const std::string data = text.substr(line, end - line);
  EXPECT_EQ(count(data, "M"), 2u) << data;
  EXPECT_EQ(count(data, "L"), 2u) << data;
}

TEST(ReportSvg, APanelBelowAnotherWhereTheyDoNotFitSideBySide) {
  Figure figure = lines_over_numbers();
  EXPECT_TRUE(has(pictures::svg(figure), "width=\"860.00\""));
  for (int i = 0; i < 40; ++i) figure.x_names.push_back("more");
  figure.x_numbers.clear();
  EXPECT_TRUE(has(pictures::svg(figure), "width=\"1100.00\""));
}

TEST(ReportSvg, LongNamesAreCutAndWholeInATitle) {
  const std::string text = pictures::svg(many_lines_over_names());
  EXPECT_TRUE(has(
      text, "<title>one_whose_name_is_much_longer_than_any_place_along_an_axis_could_be</title>one_whose_name_is_muc"));
  EXPECT_TRUE(has(text, "…</text>"));
  EXPECT_TRUE(has(text, "rotate(-40 "));
}

TEST(ReportSvg, TextOfUsersIsNoMarkup) {
  Figure figure = grouped_bars();
  const std::string evil = "</text><script>alert(\"1\")</script>&";
  figure.title = figure.x_label = figure.x_names[0] = figure.notes[0] = figure.panels[0].title =
      figure.panels[0].y_label = evil;
  figure.panels[0].series[0].name = figure.panels[0].series[1].name + evil;
  const std::string text = pictures::svg(figure);
  EXPECT_FALSE(has(text, "<script"));
  EXPECT_EQ(first_unbalanced(text), "");
}

TEST(ReportSvg, NothingToDrawIsSaid) {
  EXPECT_TRUE(has(pictures::svg(without_numbers()), "nothing to draw: no run has these numbers"));
  EXPECT_TRUE(has(pictures::svg(Figure{}), "nothing to draw: no run has these numbers"));
}

TEST(ReportSvg, NumbersThatAreNoneAndExtremesDoNoHarm) {
  for (const double value :
       {std::nan(""), std::numeric_limits<double>::infinity(), 0.0, -3.0, 1e300, 1e-300, -1e300, 5e-324}) {
    for (Figure figure : figures_of_every_kind()) {
      if (figure.panels.empty() || figure.panels[0].series.empty()) continue;
      study::Series& series = figure.panels[0].series[0];
      if (!series.marks.empty())
        series.marks[0] = {
            .value = value, .low = value, .high = value, .box = study::Quartiles{value, value, value, value, value}};
      if (!series.curve.empty()) series.curve[0].first = value;
      EXPECT_EQ(first_unbalanced(pictures::svg(figure)), "") << figure.stem << " " << value;
      figure.y_logarithmic = figure.kind != design::PlotKind::kCdf && figure.kind != design::PlotKind::kHeat &&
                             figure.kind != design::PlotKind::kStack;
      EXPECT_EQ(first_unbalanced(pictures::svg(figure)), "") << figure.stem << " " << value;
    }
  }
}

std::string texts_of(const pictures::Range& range) {
  std::string result;
  for (const pictures::Tick& tick : pictures::ticks(range)) result += (result.empty() ? "" : " ") + tick.text;
  return result;
}

TEST(ReportScale, TicksAreRound) {
  EXPECT_EQ(texts_of({0, 1}), "0.0 0.2 0.4 0.6 0.8 1.0");
  EXPECT_EQ(texts_of({0, 450}), "0 100 200 300 400");
  EXPECT_EQ(texts_of({-3, 3}), "-3 -2 -1 0 1 2 3");
  EXPECT_EQ(texts_of({1, 1000, true}), "1 2 5 10 20 50 100 200 500 1000");
  EXPECT_EQ(texts_of({0.01, 1e6, true}), "0.01 0.1 1 10 100 1000 10000 100000 1000000");
  EXPECT_EQ(texts_of({23, 41, true}), "25 30 35 40");
}

TEST(ReportScale, BarsAreFromZeroAndLinesToo) {
  pictures::Extent extent;
  extent.add(90);
  extent.add(97);
  EXPECT_EQ(pictures::rounded(extent, true).low, 0);
  EXPECT_EQ(pictures::rounded(extent, false).low, 90);
  extent.add(20);
  EXPECT_EQ(pictures::rounded(extent, false).low, 0);
  EXPECT_EQ(pictures::rounded(extent, false).high, 100);
}

TEST(ReportStyle, ViridisIsThePublishedTable) {
  EXPECT_EQ(pictures::viridis(0), "#440154");
  EXPECT_EQ(pictures::viridis(0.5), "#21918c");
  EXPECT_EQ(pictures::viridis(1), "#fde725");
}

TEST(ReportStyle, DozensOfSeriesLookDifferent) {
  std::set<std::string> lines, bars;
  for (std::size_t i = 0; i < 42; ++i)
    lines.insert(pictures::nth(pictures::kColours, i) + std::string(pictures::nth(pictures::kDashes, i).svg));
  for (std::size_t i = 0; i < 56; ++i)
    bars.insert(pictures::nth(pictures::kColours, i) + std::string(pictures::nth(pictures::kPatterns, i).plotly));
  EXPECT_EQ(lines.size(), 42u);
  EXPECT_EQ(bars.size(), 56u);
}

}  // namespace
}  // namespace ssd
