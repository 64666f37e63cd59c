// The texts of `explain` about files: pages, the verdict of a check, the difference of two designs, the names that they
// declare. Texts in, texts out: no file is read.
#include <gtest/gtest.h>

#include <map>

#include <nlohmann/json.hpp>

#include "compiler/explain/canonical.h"
#include "compiler/explain/declared_names.h"
#include "compiler/explain/difference.h"
#include "compiler/explain/file.h"
#include "compiler/explain/verdict.h"

namespace ssd::explain {
namespace {

using Texts = std::map<std::string, std::string>;
using Words = std::vector<std::string>;

struct Files {
  SourceMap sources;
  diag::Sink sink;
  check::Options options;

  explicit Files(Texts texts) {
    options.stdlib_directory = "no/such/library";
    options.read = [texts = std::move(texts)](const std::string& path) -> check::ReadResult {
      const auto found = texts.find(path);
      if (found == texts.end()) return {};
      return {check::ReadResult::Status::kRead, found->second, {}};
    };
  }
  // The page, or the codes of the diagnostics and the help of the first one.
  std::string page(const std::string& file, const std::string& name) {
    const auto text = file_page(file, name, options, sources, sink);
    if (text) return *text;
    std::string codes;
    for (const diag::Diagnostic& d : sink.all()) codes += std::string(diag::row(d.code).name) + " ";
    return codes + (sink.all().empty() ? "" : sink.all().front().fix);
  }
};

bool has_line(const std::string& page, const std::string& line) {
  return ("\n" + page).find("\n" + line + "\n") != std::string::npos;
}

const std::string kTwo = R"(workload Few { requests: 10  read: 100%  size: 4KiB  interval: 1us  address: uniform }
/// How many chips a channel has.
param ways: int = 4
/// The one.
design One { geometry { channels: half(4)  chips: ways } }
design Two from One { geometry { chips: 8 } }
experiment Both { vary design: [One, Two]  vary workload: [Few]  measure waf }
fn half(n: int) = n / 2
)";

TEST(ExplainFile, ADesignHasItsParamsAndEveryValueWithItsPlace) {
  Files files({{"a.ssd", kTwo}});
  const std::string page = files.page("a.ssd", "One");
  EXPECT_TRUE(page.starts_with("design One\nThe one.\n")) << page;
  EXPECT_TRUE(has_line(page, "params\n  ways:  4  // a.ssd:3")) << page;
  EXPECT_NE(page.find("// a.ssd:5, param (ways)"), std::string::npos) << page;
  EXPECT_TRUE(has_line(page, "where logical page lpn is placed")) << page;
  files.options.overrides = {{"ways", "16"}};
  EXPECT_TRUE(has_line(files.page("a.ssd", "One"), "params\n  ways:  16  // `-D ways`")) << files.page("a.ssd", "One");
}

TEST(ExplainFile, EachKindOfDeclarationHasAPage) {
  Files files({{"a.ssd", kTwo}});
  EXPECT_TRUE(has_line(files.page("a.ssd", "Few"), "  reads:    100.00 % of the requests, 4.000 KiB on average"));
  EXPECT_TRUE(has_line(files.page("a.ssd", "Both"), "  2 points, 1 seed: 2 runs"));
  EXPECT_EQ(files.page("a.ssd", "half"), "function half, a.ssd:8\n\nfn half(n: int) = n / 2\n");
  EXPECT_TRUE(files.page("a.ssd", "ways")
                  .starts_with("param ways, a.ssd:3\nHow many chips a channel has.\n\nparam ways: int = 4\n"));
}

TEST(ExplainFile, WithoutANameItsDesignOrWhatItHolds) {
  Files files({{"one.ssd", "design D { }"},
               {"parts.ssd", "// Parts.\nconst k = 1\n\n/// Twice. And more.\nfn twice(n: int) = 2 * n\n"}});
  EXPECT_TRUE(files.page("one.ssd", "").starts_with("design D\n"));
  EXPECT_EQ(
      files.page("parts.ssd", ""),
      "parts.ssd\n\n  const     k\n  function  twice  Twice\n\n`ssdc explain parts.ssd:k` explains one of them\n");
}

TEST(ExplainFile, AnUnknownNameIsReportedWithTheNearest) {
  EXPECT_EQ(Files(Texts{{"a.ssd", kTwo}}).page("a.ssd", "Thwo"), "E0440 did you mean `Two`?");
  EXPECT_EQ(Files(Texts{{"a.ssd", ""}}).page("a.ssd", "Drive"), "E0440 it declares nothing");
}

// A declaration is shown as it is written although the file is wrong elsewhere; values with other params are not shown.
TEST(ExplainFile, ABrokenFileShowsOnlyWhatIsSound) {
  const Texts broken{{"a.ssd", "param p: int = 4\ndesign D { geometry { chips: \"x\" } }\n"}};
  Files files(broken);
  EXPECT_TRUE(files.page("a.ssd", "p").starts_with("param p, a.ssd:1\n\nparam p: int = 4\n"));
  EXPECT_FALSE(files.sink.has_errors());
  EXPECT_TRUE(files.page("a.ssd", "D").starts_with("E0")) << files.page("a.ssd", "D");
  Files other(broken);
  other.options.overrides = {{"p", "5"}};
  EXPECT_TRUE(other.page("a.ssd", "p").starts_with("E0")) << other.page("a.ssd", "p");
}

TEST(ExplainDifference, SaysWhatChangesAndWhatFollows) {
  Files files({{"a.ssd", kTwo}});
  const auto found = compared({"a.ssd", "One"}, {"a.ssd", "Two"}, files.options, files.sources, files.sink);
  ASSERT_TRUE(found);
  const std::string text = difference_text(*found);
  EXPECT_TRUE(text.starts_with("from a.ssd:One\nto   a.ssd:Two\n\ngeometry\n  chips: 4 -> 8\n")) << text;
  EXPECT_TRUE(has_line(text, "  physical capacity: 8.000 GiB -> 16.00 GiB")) << text;
  const auto json = nlohmann::json::parse(difference_json(*found));
  EXPECT_EQ(json["changes"][0],
            (nlohmann::json{{"section", "geometry"}, {"key", "chips"}, {"before", "4"}, {"after", "8"}}));
  EXPECT_FALSE(json["same"].get<bool>());
}

TEST(ExplainDifference, DesignsThatMeanTheSameAreSaidToBe) {
  Files files({{"a.ssd", "design A { }\n"}, {"b.ssd", "// Another text.\ndesign B { }\n"}});
  const auto found = compared({"a.ssd", ""}, {"b.ssd", ""}, files.options, files.sources, files.sink);
  ASSERT_TRUE(found);
  EXPECT_EQ(difference_text(*found), "a.ssd:A and b.ssd:B mean the same\n");
  EXPECT_TRUE(nlohmann::json::parse(difference_json(*found))["consequences"].empty());
  EXPECT_FALSE(compared({"a.ssd", "Z"}, {"b.ssd", ""}, files.options, files.sources, files.sink));
  EXPECT_TRUE(files.sink.has_errors());
}

TEST(ExplainVerdict, EachFileIsJudgedByItself) {
  Files files({{"good.ssd", kTwo}, {"bad.ssd", "design D { chips: 4 }"}});
  const std::array verdicts{verdict("bad.ssd", "", files.options, files.sources),
                            verdict("good.ssd", "", files.options, files.sources),
                            verdict("good.ssd", "Both", files.options, files.sources),
                            verdict("good.ssd", "Three", files.options, files.sources)};
  EXPECT_FALSE(verdicts[0].passed());
  EXPECT_EQ(verdict_text(verdicts[1]), "good.ssd: no mistakes in 2 designs, 1 workload and 1 experiment\n");
  EXPECT_TRUE(verdicts[2].passed());
  EXPECT_FALSE(verdicts[3].passed());
  const auto json = nlohmann::json::parse(verdicts_json(files.sink, verdicts, files.sources));
  EXPECT_EQ(json["files"][0], (nlohmann::json{{"file", "bad.ssd"}, {"passed", false}}));
  EXPECT_EQ(json["files"][1], (nlohmann::json{{"file", "good.ssd"}, {"passed", true}}));
  EXPECT_EQ(json["diagnostics"].size(), verdicts[0].sink.all().size() + verdicts[3].sink.all().size());
}

// Imports need not exist: a file is formatted by itself.
TEST(ExplainCanonical, IsTheTextThatFmtWritesAndWhetherItDiffers) {
  Files files(
      {{"d/a.ssd", "import \"b.ssd\"\ndesign   D{ }\n"}, {"same.ssd", "design D {}\n"}, {"bad.ssd", "design {"}});
  const auto changed = canonical("d/a.ssd", files.options, files.sources, files.sink);
  ASSERT_TRUE(changed);
  EXPECT_EQ(changed->text, "import \"b.ssd\"\ndesign D {}\n");
  EXPECT_TRUE(changed->changed);
  EXPECT_EQ(changed->imports, Words{"d/b.ssd"});
  const auto same = canonical("same.ssd", files.options, files.sources, files.sink);
  ASSERT_TRUE(same);
  EXPECT_FALSE(same->changed);
  EXPECT_FALSE(files.sink.has_errors());
  EXPECT_FALSE(canonical("bad.ssd", files.options, files.sources, files.sink));
  EXPECT_TRUE(files.sink.has_errors());
}

// Imports are not transitive. A mistake elsewhere in the file does not prevent completion.
TEST(ExplainDeclaredNames, AreThoseOfTheFileAndItsImports) {
  Files files({{"a.ssd", "import \"b.ssd\"\nparam own: int = 1\nworkload Mine { read: 7 }\ndesign D { nonsense: 1 }\n"},
               {"b.ssd", "import \"c.ssd\"\nparam theirs: int = 2\nworkload Theirs { }\n"},
               {"c.ssd", "param hidden: int = 3\nworkload Hidden { }\n"}});
  EXPECT_EQ(param_names("a.ssd", files.options, files.sources), (Words{"own", "theirs"}));
  EXPECT_EQ(workload_names("a.ssd", files.options, files.sources), (Words{"Default", "Mine", "Theirs"}));
  EXPECT_EQ(param_names("missing.ssd", files.options, files.sources), Words{});
}

}  // namespace
}  // namespace ssd::explain
