// Imports, what is visible where, values given by `-D`, and the choice of a design and a workload.
#include <gtest/gtest.h>

#include "tests/unit/sema_texts.h"

namespace ssd {
namespace {

TEST(Imports, AreRelativeToTheImportingFile) {
  const auto result = check_texts({{"main.ssd", "import \"lib/a.ssd\"\ndesign D { nand: A }"},
                                   {"lib/a.ssd", "import \"b.ssd\"\nnand A from B { read: 30us }"},
                                   {"lib/b.ssd", "nand B { read: 10us  program: 300us }"}});
  ASSERT_EQ(result->text(), "");
  EXPECT_EQ(result->checked.designs.at(0).config.read, 30'000U);
  EXPECT_EQ(result->checked.designs.at(0).config.program, 300'000U);
  EXPECT_EQ(result->checked.designs.at(0).nand.name, "A");
}

TEST(Imports, BringOnlyWhatTheyDefineThemselves) {
  const auto result = check_texts(
      {{"main.ssd", "import \"a.ssd\"\ndesign D { nand: B }"}, {"a.ssd", "import \"b.ssd\""}, {"b.ssd", "nand B { }"}});
  EXPECT_EQ(result->codes(), "E0213");
}

TEST(Imports, DiamondsAreOneFile) {
  const auto result = check_texts(
      {{"main.ssd",
        "import \"a.ssd\"\nimport \"b.ssd\"\nimport \"./c.ssd\"\nimport \"x/../c.ssd\"\ndesign D { nand: C }"},
       {"a.ssd", "import \"c.ssd\""},
       {"b.ssd", "import \"c.ssd\""},
       {"c.ssd", "nand C { }"},
       {"./c.ssd", "nand C { }"}});
  EXPECT_EQ(result->text(), "");
}

TEST(Imports, ExpressionsMeanWhatTheyMeantWhereTheyStand) {
  const auto result =
      check_texts({{"main.ssd", "import \"a.ssd\"\nconst slow = 5us\ndesign D from Base { host { queue: 4 } }"},
                   {"a.ssd", "import \"b.ssd\"\ndesign Base { nand { read: hidden } }"},
                   {"b.ssd", "const hidden = 7us"}});
  ASSERT_EQ(result->codes(), "W0280") << "`slow` is never used";
  const design::Design* design = check::select_design(result->checked, "D", result->sink);
  ASSERT_NE(design, nullptr);
  EXPECT_EQ(design->config.read, 7'000U);
}

TEST(Imports, TwoOfOneNameShowBothPlaces) {
  const auto result = check_texts({{"main.ssd", "import \"a.ssd\"\nnand N { }"}, {"a.ssd", "nand N { }"}});
  EXPECT_EQ(result->codes(), "E0103");
  EXPECT_NE(result->text().find("a.ssd:1:6"), std::string::npos);
  EXPECT_NE(result->text().find("main.ssd:2:6"), std::string::npos);
}

TEST(Imports, CyclesAndDepthAreBounded) {
  const auto cycle =
      check_texts({{"main.ssd", "import \"a.ssd\""}, {"a.ssd", "import \"b.ssd\""}, {"b.ssd", "import \"a.ssd\""}});
  EXPECT_EQ(cycle->codes(), "E0304");
  EXPECT_NE(cycle->text().find("a.ssd -> b.ssd -> a.ssd"), std::string::npos);
  std::map<std::string, std::string> deep{{"main.ssd", "import \"f0.ssd\""}};
  for (int i = 0; i < 200; ++i)
    deep["f" + std::to_string(i) + ".ssd"] = "import \"f" + std::to_string(i + 1) + ".ssd\"";
  EXPECT_EQ(check_texts(deep)->codes(), "E0305");
}

TEST(Imports, ReadingCanFailInSeveralWays) {
  using Status = check::ReadResult::Status;
  const std::map<Status, std::string> expected{{Status::kMissing, "E0301"},     {Status::kDirectory, "E0302"},
                                               {Status::kUnreadable, "E0303"},  {Status::kNotAFile, "E0303"},
                                               {Status::kEndlessLink, "E0303"}, {Status::kLongName, "E0303"},
                                               {Status::kTooLarge, "E0306"}};
  for (const auto& [status, code] : expected) {
    SourceMap sources;
    diag::Sink sink;
    check::Options options;
    options.read = [status = status](const std::string&) { return check::ReadResult{status, {}, "permission denied"}; };
    const auto checked = check::check("x.ssd", options, sources, sink);
    ASSERT_EQ(sink.all().size(), 1U);
    EXPECT_EQ(diag::row(sink.all()[0].code).name, code);
    EXPECT_TRUE(checked.designs.empty());
  }
  EXPECT_EQ(check::read_from_disk("/").status, Status::kDirectory);
  EXPECT_EQ(check::read_from_disk("/nowhere/at/all.ssd").status, Status::kMissing);
  EXPECT_EQ(check::read_from_disk("/dev/null").status, Status::kNotAFile) << "a device may never end";
  EXPECT_EQ(check::read_from_disk(std::string(100'000, 'x')).status, Status::kLongName);
}

// The proposed correction depends on what the reader found, and a name of 100,000 bytes is not printed in full.
TEST(Imports, WhatCannotBeReadIsHelpedByItsKind) {
  const auto told = [](check::ReadResult::Status status, const std::string& path) {
    SourceMap sources;
    diag::Sink sink;
    check::Options options;
    options.read = [status](const std::string&) { return check::ReadResult{status, {}, "permission denied"}; };
    check::check(path, options, sources, sink);
    return diag::render_text(sink, sources, false);
  };
  using Status = check::ReadResult::Status;
  EXPECT_EQ(told(Status::kNotAFile, "x"),
            "error[E0303]: cannot read `x`: it is a device or pipe\n = help: write its output to a file first, and "
            "name that file\n");
  EXPECT_EQ(told(Status::kEndlessLink, "x"),
            "error[E0303]: cannot read `x`: it is a circular link\n = help: name the file itself\n");
  EXPECT_EQ(told(Status::kUnreadable, "x"),
            "error[E0303]: cannot read `x`: permission denied\n = help: make the file readable\n");
  for (const Status status : {Status::kLongName, Status::kMissing, Status::kDirectory})
    EXPECT_LT(told(status, std::string(100'000, 'x')).size(), 700U);
}

TEST(Overrides, ReplaceParamsAndAreChecked) {
  const std::map<std::string, std::string> files{{"main.ssd",
                                                  "param ways: int = 4\nparam latency: time = 20us\ndesign D { "
                                                  "geometry { chips: ways }  nand { read: latency } }"}};
  const auto result = check_texts(files, {{"ways", "2 * 4"}, {"latency", "35us"}, {"ways", "8 - 2"}});
  ASSERT_EQ(result->codes(), "W0315");
  EXPECT_EQ(result->checked.designs.at(0).geometry.chips, 6U) << "the last one counts";
  EXPECT_EQ(result->checked.designs.at(0).config.read, 35'000U);
  const design::Property& chips = result->checked.designs.at(0).properties.at(1);
  EXPECT_EQ(chips.key, "chips");
  EXPECT_EQ(chips.origin.kind, design::OriginKind::kParam);
  EXPECT_EQ(chips.origin.detail, "ways");
  EXPECT_EQ(check_texts(files, {{"way", "2"}})->codes(), "E0307");
  EXPECT_EQ(check_texts(files, {{"latency", "35"}})->codes(), "E0105");
  EXPECT_EQ(check_texts(files, {{"ways", "99"}})->codes(), "E0204");
  EXPECT_NE(check_texts(files, {{"ways", "2 +"}})->codes(), "");
}

TEST(Selection, NamesAreNeededWhereThereAreSeveral) {
  const auto result = check_texts({{"main.ssd", "import \"a.ssd\"\ndesign A { }\ndesign B { }\nworkload W { }"},
                                   {"a.ssd", "design Imported { }\nworkload V { }"}});
  ASSERT_EQ(result->text(), "");
  EXPECT_EQ(check::select_design(result->checked, "", result->sink), nullptr);
  EXPECT_EQ(result->codes(), "E0308");
  EXPECT_NE(result->text().find("`A`, `B`"), std::string::npos);
  EXPECT_EQ(check::select_design(result->checked, "Imported", result->sink)->name, "Imported");
  EXPECT_EQ(check::select_workload(result->checked, "", result->sink)->name, "W")
      << "imported ones are chosen by name only";
  EXPECT_EQ(check::select_design(result->checked, "C", result->sink), nullptr);
  EXPECT_EQ(result->codes(), "E0308 E0309");
  EXPECT_EQ(check::select_design(check_text("nand N { }")->checked, "", result->sink), nullptr);
  EXPECT_EQ(result->codes(), "E0308 E0309 E0310");
}

TEST(Selection, WhatFailedTheCheckIsNotReportedTwice) {
  const auto result = check_text("design A { geometry { pages: 0 } }");
  EXPECT_EQ(check::select_design(result->checked, "A", result->sink), nullptr);
  EXPECT_EQ(result->codes(), "E0204");
}

TEST(Limits, TooManyDesigns) {
  std::string text;
  for (int i = 0; i < 1030; ++i) text += "design D" + std::to_string(i) + " { geometry { blocks: 16 pages: 4 } }\n";
  const auto result = check_text(text);
  EXPECT_TRUE(result->codes().starts_with("E0312"));
  EXPECT_EQ(result->checked.designs.size(), 1024U);
}

TEST(Limits, LongChainsOfFrom) {
  std::string text = "design D0 { }\n";
  for (int i = 1; i < 70; ++i) text += "design D" + std::to_string(i) + " from D" + std::to_string(i - 1) + " { }\n";
  EXPECT_TRUE(check_text(text)->codes().starts_with("E0217"));
}

}  // namespace
}  // namespace ssd
