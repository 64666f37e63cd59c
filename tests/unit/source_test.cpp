// Places in text, nearest names, and the printed form of a diagnostic.
#include "runtime/base/source.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "runtime/base/diag/diag.h"
#include "runtime/base/suggest.h"

namespace ssd {
namespace {

using diag::Code;

TEST(Source, PositionsCountLinesAndCodePoints) {
  const SourceFile file("a.ssd", "ab\n\u03bc\u03bcx\r\n\nlast");
  EXPECT_EQ(file.line_count(), 4U);
  EXPECT_EQ(file.position(0).column, 1U);
  EXPECT_EQ(file.position(7).line, 2U);
  EXPECT_EQ(file.position(7).column, 3U);  // `x` behind two characters of two bytes
  EXPECT_EQ(file.line(2), "\u03bc\u03bcx");
  EXPECT_EQ(file.line(3), "");
  EXPECT_EQ(file.line(4), "last");
  EXPECT_EQ(file.position(10'000).line, 4U);
  EXPECT_EQ(file.position(10'000).column, 5U);
}

TEST(Source, FilesStayAndSpansFindTheirText) {
  SourceMap sources;
  const FileId first = sources.add("a", "alpha");
  const std::string_view text = sources.file(first).text();
  for (int i = 0; i < 100; ++i) sources.add("b", "beta");
  EXPECT_EQ(text, "alpha");
  EXPECT_EQ(sources.text({first, 1, 3}), "lp");
  EXPECT_EQ(sources.text({}), "");
  EXPECT_EQ(join({first, 0, 1}, {first, 3, 5}), (Span{first, 0, 5}));
}

TEST(Suggest, NearestWithinAThirdOfTheLetters) {
  const std::vector<std::string> known = {"geometry", "capacity", "gc", "channels"};
  EXPECT_EQ(nearest("geometri", known), "geometry");
  EXPECT_EQ(nearest("chanels", known), "channels");
  EXPECT_EQ(nearest("Channels", known), "channels");
  EXPECT_EQ(nearest("cg", known), "gc");  // an exchange of two letters counts as one mistake
  EXPECT_EQ(nearest("temperature", known), std::nullopt);
}

TEST(Suggest, SeveralNearNamesTheNearestFirst) {
  const std::vector<std::string> known = {"pages", "page", "stage", "gage", "plane"};
  EXPECT_EQ(nearest_names("page", known, 3), (std::vector<std::string>{"page", "pages", "gage"}));
  EXPECT_EQ(nearest_names("page", known, 1), std::vector<std::string>{"page"});
  EXPECT_TRUE(nearest_names("temperature", known, 3).empty());
}

TEST(Diagnostics, TextShowsPlaceCaretsNotesAndHelp) {
  SourceMap sources;
  const FileId file = sources.add("a.ssd", "design D {\n\tx: \u03bc = 3\n}\n");
  diag::Sink sink;
  sink.report(Code::E0029, {file, 18, 19}).label("here").help("write `==`").note({file, 9, 10}, "in this block");
  EXPECT_EQ(diag::render_text(sink, sources, false),
            "error[E0029]: `=` does not compare\n"
            " --> a.ssd:2:7\n"
            "  |\n"
            "2 |  x: \u03bc = 3\n"
            "  |       ^ here\n"
            "  = note: in this block\n"
            " --> a.ssd:1:10\n"
            "  |\n"
            "1 | design D {\n"
            "  |          ^\n"
            "  = help: write `==`\n");
  EXPECT_NE(diag::render_text(sink, sources, true).find("\x1b[1;31m"), std::string::npos);
}

TEST(Diagnostics, AreOrderedByPlaceAndToldOnce) {
  SourceMap sources;
  const FileId file = sources.add("a.ssd", "one\ntwo\n");
  diag::Sink sink;
  sink.report(Code::E0029, {file, 4, 7});
  sink.report(Code::E0041, {file, 0, 3});
  sink.report(Code::E0029, {file, 4, 7});
  const std::string text = diag::render_text(sink, sources, false);
  EXPECT_LT(text.find("E0041"), text.find("E0029"));
  EXPECT_EQ(text.find("E0029"), text.rfind("E0029"));
  EXPECT_EQ(sink.error_count(), 2U);
}

TEST(Diagnostics, LongLinesAreCutAroundTheCaret) {
  SourceMap sources;
  const FileId file = sources.add("a.ssd", std::string(100'000, 'x') + "!" + std::string(100'000, 'y'));
  diag::Sink sink;
  sink.report(Code::E0004, {file, 100'000, 100'001}, "`!`");
  const std::string text = diag::render_text(sink, sources, false);
  EXPECT_LT(text.size(), 1'000U);
  EXPECT_NE(text.find("x!y"), std::string::npos);
}

TEST(Diagnostics, JsonHasPlacesAndNotes) {
  SourceMap sources;
  const FileId file = sources.add("a.ssd", "one\ntwo\n");
  diag::Sink sink;
  sink.report(Code::E0029, {file, 4, 7}).note({}, "no place");
  const auto json = nlohmann::json::parse(diag::render_json(sink, sources));
  EXPECT_EQ(json["schema"], "ssdc.diagnostics");
  const auto& d = json["diagnostics"].at(0);
  EXPECT_EQ(d["code"], "E0029");
  EXPECT_EQ(d["place"]["line"], 2);
  EXPECT_EQ(d["place"]["end_column"], 4);
  EXPECT_TRUE(d["notes"].at(0)["place"].is_null());
}

TEST(Diagnostics, EveryRowHasItsOwnCodeASentenceAndAPage) {
  for (std::size_t i = 0; i < diag::row_count(); ++i) {
    const diag::Row& row = diag::row_at(i);
    EXPECT_EQ(diag::find_row(row.name), &row);
    EXPECT_FALSE(row.sentence.empty()) << row.name;
    EXPECT_GT(row.page.size(), 40U) << row.name;
    EXPECT_EQ(row.sentence.find("nvalid "), std::string_view::npos) << row.name;
  }
  EXPECT_NE(diag::find_row("e0029"), nullptr);
  EXPECT_EQ(diag::find_row("E9999"), nullptr);
}

}  // namespace
}  // namespace ssd
