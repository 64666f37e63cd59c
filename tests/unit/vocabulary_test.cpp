// The description of the language: it is complete, and agrees with the checker.
#include "compiler/check/vocabulary/vocabulary.h"

#include <gtest/gtest.h>

#include <set>

#include "compiler/check/check.h"
#include "compiler/check/expr/records.h"
#include "compiler/design/experiment.h"
#include "compiler/syntax/parse/lexemes.h"
#include "tests/compile_text.h"
#include "tests/paths.h"

namespace ssd::check {
namespace {

const Key* find_key(std::string_view path) {
  for (const KeyTable& table : key_tables()) {
    for (const Key& key : table.keys) {
      if (table.path + "." + std::string(key.name) == path) return &key;
    }
  }
  return nullptr;
}

TEST(Vocabulary, EveryKeyIsDescribed) {
  std::set<std::string> paths;
  for (const KeyTable& table : key_tables()) {
    EXPECT_TRUE(paths.insert(table.path).second) << table.path;
    EXPECT_FALSE(table.row->doc.empty()) << table.path;
    std::set<std::string_view> names;
    for (const Key& key : table.keys) {
      EXPECT_TRUE(names.insert(key.name).second) << table.path << "." << key.name;
      EXPECT_FALSE(key.doc.empty()) << table.path << "." << key.name;
      EXPECT_EQ(key.record.empty(), policy_text(key).empty());
      EXPECT_TRUE(key.record.empty() || is_record_name(key.record)) << key.record;
      EXPECT_TRUE(key.record.empty() || !key.yields.empty()) << table.path << "." << key.name;
      EXPECT_TRUE(key.form != Form::kBlock || key.block != nullptr) << table.path << "." << key.name;
      EXPECT_TRUE(key.form != Form::kOwn || !key.takes.empty())
          << table.path << "." << key.name << ": `takes` is empty";
      EXPECT_TRUE(key.form != Form::kWord || !key.words.empty()) << table.path << "." << key.name;
    }
  }
  for (const char* path : {"design", "nand", "nand.bus", "geometry", "gc", "start.filled", "buffer.readahead",
                           "host.transfer", "workload", "experiment"})
    EXPECT_TRUE(paths.contains(path)) << path;
}

// The default that the page names is the one that a design without the key gets.
TEST(Vocabulary, DefaultsAreThoseOfTheChecker) {
  const design::Design design = compile_text(
      "design D { buffer { size: 0B  readahead { } }  start { state: filled { } }  capacity { overprovision: 60% } }");
  std::size_t compared = 0;
  for (const design::Property& p : design.properties) {
    if (p.origin.kind != design::OriginKind::kDefault || !p.origin.detail.empty()) continue;
    if (p.section == "allocation") continue;  // the default is an order, but a block has no default order
    const std::string key = p.key.substr(0, p.key.find('('));
    const Key* known = find_key(p.section + "." + key);
    if (known == nullptr) known = find_key(p.section + ".filled." + key);
    ASSERT_NE(known, nullptr) << p.section << "." << p.key;
    if (known->name == "page_kind") continue;  // in words only, because the cell decides
    const std::string told = default_text(*known);
    EXPECT_TRUE(told.starts_with("`" + p.value + "`") || (!known->otherwise.empty() && told == p.value))
        << p.section << "." << p.key << ": " << told << ", expected " << p.value;
    ++compared;
  }
  EXPECT_GT(compared, 40U);
}

TEST(Vocabulary, EveryFieldOfEveryRecord) {
  std::set<std::pair<std::string, std::string>> described;
  for (const FieldDoc& field : record_fields()) {
    EXPECT_TRUE(is_record_name(field.record)) << field.record;
    EXPECT_TRUE(described.emplace(field.record, field.name).second) << field.record << "." << field.name;
    EXPECT_FALSE(field.doc.empty());
  }
  for (const RecordDoc& record : records()) EXPECT_FALSE(fields_of(record.name).empty()) << record.name;
}

TEST(Vocabulary, FunctionsAndUnitsExist) {
  for (const FunctionDoc& function : functions()) {
    const std::string arguments = function.function == Prelude::kLen ? "[4]"
                                  : function.least == 1              ? "4"
                                  : function.least == 2              ? "4, 8"
                                                                     : "4, 2, 8";
    compile_text("const x = " + std::string(function.name) + "(" + arguments + ")\ndesign D { }");
    EXPECT_TRUE(function.usage.starts_with(function.name));
  }
  for (const UnitDoc& unit : units()) compile_text("const x = 1" + unit.name + "\ndesign D { }");
  EXPECT_EQ(units().size(), unit_names().size());
}

// Every word that a key takes has a meaning, and no other text has one.
TEST(Vocabulary, EveryWordHasAMeaning) {
  std::size_t words = 0;
  for (const KeyTable& table : key_tables()) {
    for (const Key& key : table.keys) {
      const std::string path = table.path + "." + std::string(key.name);
      const auto bars = static_cast<std::size_t>(std::ranges::count(key.meanings, '|'));
      const std::vector<std::string> list = split_words(key.words);
      EXPECT_EQ(key.meanings.empty() ? 0 : bars + 1, list.size()) << path;
      for (const std::string& word : list) EXPECT_FALSE(word_text(key, word).empty()) << path << ": " << word;
      words += list.size();
    }
  }
  EXPECT_GT(words, 60U);
  EXPECT_EQ(word_text(*find_key("wear.level"), "dynamic"), "the free block with the fewest erases is opened");
  EXPECT_EQ(word_text(*find_key("wear.level"), "fifo"), "");
}

// A file that contains the example of a term, so that it can be checked.
std::string file_with(const TermDoc& term) {
  const std::string example(term.example);
  switch (term.kind) {
    case TermKind::kDeclaration:
    case TermKind::kExpression:
    case TermKind::kType: return "design A { }\n" + example;
    case TermKind::kName:
    case TermKind::kLevel:
    case TermKind::kPageKind:
    case TermKind::kPlacement: return "design A { " + example + " }";
    case TermKind::kGenerator: return "design A { }\nworkload W { " + example + " }";
    case TermKind::kExperiment:
    case TermKind::kLine: break;
  }
  return "param ways: int = 2\nparam first: order = channel > die > plane > chip\ndesign A { geometry { chips: ways } "
         "allocation: static first }\n"
         "design B from A { }\nworkload W { }\nworkload V { }\nexperiment E { vary design: [A, B] vary workload: [W, "
         "V] vary ways: [1, 2] measure response.mean, waf, parts.read.unit, parts.read.array " +
         example + " }";
}

TEST(Vocabulary, ExamplesOfTermsPassTheCheck) {
  std::set<std::pair<TermKind, std::string_view>> seen;
  for (const TermDoc& term : terms()) {
    EXPECT_TRUE(seen.emplace(term.kind, term.name).second) << term.name;
    EXPECT_FALSE(term.doc.empty()) << term.name;
    if (term.kind == TermKind::kLine) continue;
    EXPECT_NE(term.example.find(term.name), std::string_view::npos) << term.name;
    Options options;
    const std::string library = (tests::source_dir() / "stdlib").string(), text = file_with(term);
    options.stdlib_directory = library;
    options.read = [&](const std::string& path) -> ReadResult {
      return path == "user.ssd" ? ReadResult{ReadResult::Status::kRead, text, {}} : read_from_disk(path);
    };
    SourceMap sources;
    diag::Sink sink;
    check("user.ssd", options, sources, sink);
    EXPECT_FALSE(sink.has_errors()) << text << "\n" << diag::render_text(sink, sources, false);
  }
}

bool has_term(std::string_view name) { return std::ranges::find(terms(), name, &TermDoc::name) != terms().end(); }
bool is_key_or_block(std::string_view name) {
  return std::ranges::any_of(key_tables(), [&](const KeyTable& table) {
    return table.path == name || std::ranges::any_of(table.keys, [&](const Key& key) {
             return key.name == name || std::ranges::count(split_words(key.words), name) != 0;
           });
  });
}

TEST(Vocabulary, TermsAreComplete) {
  for (const auto& list : {parse::reserved_words(), parse::soft_words(), type_names(), design::plot_names()}) {
    for (const std::string& word : list) EXPECT_TRUE(has_term(word) || is_key_or_block(word)) << word;
  }
  for (const design::Level level : design::kLevels) EXPECT_TRUE(has_term(design::name(level)));
  for (const char* name :
       {"way",        "lsb",         "csb",     "msb",     "tsb",         "uniform", "sequential",
        "stride",     "zipf",        "hotspot", "mix",     "exponential", "now",     "write_amplification",
        "free_pages", "free_blocks", "mean",    "geomean", "all",         "argmin",  "argmax",
        "normalized", "permutations"})
    EXPECT_TRUE(has_term(name)) << name;
}

TEST(Vocabulary, Texts) {
  EXPECT_EQ(taken_text(*find_key("buffer.policy")), "`lru` or `fifo`, or a function");
  EXPECT_EQ(policy_text(*find_key("schedule.priority")), "priority(op): …");
  EXPECT_EQ(range_text(*find_key("geometry.channels")), "1 to 64");
  EXPECT_EQ(default_text(*find_key("geometry.spare")), "1/32 of the page");
}

TEST(Vocabulary, WordsOfTheGrammar) {
  const std::vector<std::string> reserved = parse::reserved_words(), soft = parse::soft_words();
  EXPECT_EQ(reserved.front(), "import");
  EXPECT_EQ(reserved.back(), "false");
  EXPECT_NE(std::ranges::find(soft, "experiment"), soft.end());
  EXPECT_EQ(std::ranges::find(soft, "let"), soft.end());
}

}  // namespace
}  // namespace ssd::check
