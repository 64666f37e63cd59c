// The texts of `explain` about names: every name that is offered has a page, and the pages, the reference and the
// grammar of editors contain what the tables contain.
#include <gtest/gtest.h>

#include <regex>

#include <nlohmann/json.hpp>

#include "compiler/check/vocabulary/vocabulary.h"
#include "compiler/explain/diagnostic.h"
#include "compiler/explain/metrics.h"
#include "compiler/explain/names.h"
#include "compiler/explain/pages.h"
#include "compiler/explain/reference.h"
#include "runtime/trace/formats/format.h"
#include "tests/paths.h"

namespace ssd::explain {
namespace {

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

struct Index {
  SourceMap sources;
  diag::Sink sink;
  NameIndex index;

  explicit Index(const std::vector<NamedPage>& of_caller = {}) : index(library(), sources, sink, of_caller) {}
  static check::Options library() {
    check::Options options;
    options.stdlib_directory = tests::source_dir() / "stdlib";
    return options;
  }
  std::string page(const std::string& name) const { return index.explain(name).value_or("(none)"); }
};

TEST(ExplainNames, EveryNameThatIsOfferedIsExplained) {
  const Index all;
  EXPECT_FALSE(all.sink.has_errors());
  const std::vector<std::string> names = all.index.names();
  EXPECT_GT(names.size(), 500U);
  EXPECT_TRUE(std::ranges::is_sorted(names));
  for (const std::string& name : names) EXPECT_GT(all.page(name).size(), name.size() + 4) << name;
}

TEST(ExplainNames, AKeyIsCalledByTheEndsOfItsPath) {
  const Index all;
  const std::string page = all.page("gc.trigger");
  EXPECT_TRUE(page.starts_with("gc.trigger: ")) << page;
  EXPECT_EQ(all.page("design.gc.trigger"), page);
  EXPECT_TRUE(holds(all.page("trigger"), page));
  EXPECT_TRUE(all.page("nand.bus.rate").starts_with("nand.bus.rate: "));
  EXPECT_EQ(all.page("bus.rate"), all.page("nand.bus.rate"));
  EXPECT_FALSE(all.index.explain("gc.triger"));
}

// All meanings of a name, declarations of the library last.
TEST(ExplainNames, PagesOfTheCallerStandAmongThoseOfTheLanguage) {
  const Index with(std::vector<NamedPage>{{"greedy", "a page of the caller's\n"}});
  const std::string page = with.page("greedy"), without = Index().page("greedy");
  const std::size_t at = page.find("a page of the caller's\n");
  ASSERT_NE(at, std::string::npos);
  EXPECT_TRUE(holds(without, "word greedy of gc.victim"));
  EXPECT_LT(page.find("word greedy of gc.victim"), at);
  EXPECT_GT(page.find("stdlib/policies.ssd"), at);
}

TEST(ExplainNames, AnUnknownNameIsReportedWithTheNearest) {
  const Index all;
  diag::Sink sink;
  all.index.report_unknown("gc.triger", sink);
  ASSERT_EQ(sink.error_count(), 1U);
  EXPECT_EQ(sink.all().front().code, diag::Code::E0530);
  EXPECT_TRUE(sink.all().front().fix.starts_with("did you mean `gc.trigger`")) << sink.all().front().fix;
}

TEST(ExplainNames, AUnitWithASlashIsNoFile) {
  EXPECT_TRUE(must_be_a_file("a/b"));
  EXPECT_TRUE(must_be_a_file("drive.ssd:D"));
  EXPECT_FALSE(must_be_a_file("MB/s"));
  EXPECT_FALSE(must_be_a_file("gc.trigger"));
}

TEST(ExplainDiagnostics, AllHavePagesAndTheGapsOfTheirSentencesAreOpen) {
  for (const std::string& code : diagnostic_codes()) {
    diag::Sink sink;
    ASSERT_TRUE(looks_like_a_code(code)) << code;
    const auto page = diagnostic_page(code, sink);
    ASSERT_TRUE(page) << code;
    EXPECT_TRUE(holds(page->substr(0, page->find('\n')), code + ": ")) << *page;
    EXPECT_FALSE(holds(page->substr(0, page->find('\n')), "{}")) << *page;
    EXPECT_TRUE(page->ends_with('\n')) << code;
  }
  diag::Sink sink;
  EXPECT_EQ(diagnostic_page("e0105", sink), diagnostic_page("E0105", sink));
  EXPECT_FALSE(sink.has_errors());
  EXPECT_FALSE(diagnostic_page("E9999", sink));
  EXPECT_EQ(sink.all().front().code, diag::Code::E0507);
  EXPECT_FALSE(looks_like_a_code("E010"));
  EXPECT_FALSE(looks_like_a_code("E01x5"));
}

TEST(ExplainTables, MetricsAndFormatsAreAllListed) {
  for (const metrics::MetricRow& row : metrics::metric_rows()) {
    EXPECT_TRUE(holds(metrics_page(), fmt::format("\n{}", row.name))) << row.name;
    EXPECT_TRUE(holds(metric_page(row), row.meaning)) << row.name;
  }
  EXPECT_TRUE(metric_family_page("response").starts_with("metrics response.…: response."));
  for (const trace::Format& format : trace::formats()) {
    EXPECT_TRUE(holds(formats_page(), fmt::format("\n  {:<10}{}\n", format.name, format.columns))) << format.name;
  }
}

TEST(ExplainTables, TheReferenceHasEveryKeyAndField) {
  const std::string page = reference_markdown();
  for (const check::KeyTable& table : check::key_tables()) {
    const std::size_t section = page.find(fmt::format("\n## {}\n", table.path));
    ASSERT_NE(section, std::string::npos) << table.path;
    const std::string text = page.substr(section, page.find("\n## ", section + 1) - section);
    for (const check::Key& key : table.keys)
      EXPECT_TRUE(holds(text, fmt::format("\n| `{}` |", key.name))) << table.path << "." << key.name;
  }
  for (const check::FieldDoc& field : check::record_fields())
    EXPECT_TRUE(holds(page, fmt::format("\n| `{}` | {} |", field.name, field.type)));
}

// The patterns are tried in order: of a number, the whole unit must match, `ms` and not `m`.
TEST(ExplainTables, TheGrammarOfEditorsTakesWholeUnitsAndKeys) {
  const auto grammar = nlohmann::json::parse(textmate_grammar());
  std::string numbers, keys;
  for (const auto& pattern : grammar["patterns"]) {
    const std::string name = pattern.value("name", "");
    if (name == "constant.numeric.ssd") numbers = pattern["match"];
    if (name == "variable.other.property.key.ssd") keys = pattern["match"];
  }
  constexpr std::string_view kLookBehind = R"((?<![\w.]))";  // std::regex does not support look-behind
  ASSERT_TRUE(numbers.starts_with(kLookBehind)) << numbers;
  const std::regex number(numbers.substr(kLookBehind.size())), key(keys);
  for (const check::UnitDoc& unit : check::units())
    EXPECT_TRUE(std::regex_match("1.5" + unit.name, number)) << unit.name;
  EXPECT_FALSE(std::regex_match("5parsecs", number));
  EXPECT_TRUE(std::regex_search("victim(b): b.valid", key));
  EXPECT_TRUE(std::regex_search("overprovision: 7%", key));
  EXPECT_FALSE(std::regex_search("overprovision 7%", key));
}

}  // namespace
}  // namespace ssd::explain
