// The description of the language: complete, and the same as what the checker does.
#include <gtest/gtest.h>

#include <set>

#include "compiler/parse/lexemes.h"
#include "compiler/sema/records.h"
#include "compiler/sema/vocabulary.h"
#include "tests/compile_text.h"

namespace ssd::sema {
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
      EXPECT_TRUE(key.form != Form::kOwn || !key.takes.empty()) << table.path << "." << key.name << ": say what it takes";
      EXPECT_TRUE(key.form != Form::kWord || !key.words.empty()) << table.path << "." << key.name;
    }
  }
  for (const char* path : {"design", "nand", "nand.bus", "geometry", "gc", "start.filled", "buffer.readahead", "host.transfer", "workload", "experiment"})
    EXPECT_TRUE(paths.contains(path)) << path;
}

// The default that the page names is the one that a design without the key gets.
TEST(Vocabulary, DefaultsAreThoseOfTheChecker) {
  const design::Design design = compile_text("design D { buffer { size: 0B  readahead { } }  start { state: filled { } }  capacity { overprovision: 60% } }");
  std::size_t compared = 0;
  for (const design::Property& p : design.properties) {
    if (p.origin.kind != design::OriginKind::kDefault || !p.origin.detail.empty()) continue;
    if (p.section == "allocation") continue;  // by default an order, in a block none
    const std::string key = p.key.substr(0, p.key.find('('));
    const Key* known = find_key(p.section + "." + key);
    if (known == nullptr) known = find_key(p.section + ".filled." + key);
    ASSERT_NE(known, nullptr) << p.section << "." << p.key;
    if (known->name == "page_kind") continue;  // in words only: the cell decides
    EXPECT_TRUE(default_text(*known).starts_with("`" + p.value + "`")) << p.section << "." << p.key << ": " << default_text(*known) << ", and not " << p.value;
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
    const std::string arguments = function.function == Prelude::kLen ? "[4]" : function.least == 1 ? "4" : function.least == 2 ? "4, 8" : "4, 2, 8";
    compile_text("const x = " + std::string(function.name) + "(" + arguments + ")\ndesign D { }");
    EXPECT_TRUE(function.usage.starts_with(function.name));
  }
  for (const UnitDoc& unit : units()) compile_text("const x = 1" + unit.name + "\ndesign D { }");
  EXPECT_EQ(units().size(), unit_names().size());
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
}  // namespace ssd::sema
