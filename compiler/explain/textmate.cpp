// The TextMate grammar, made from the words of the lexer and the tables of keys, words, functions and units: see
// reference.h.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "compiler/check/vocabulary/vocabulary.h"
#include "compiler/design/design.h"
#include "compiler/explain/reference.h"
#include "compiler/syntax/parse/lexemes.h"

namespace ssd::explain {
namespace {

using Json = nlohmann::ordered_json;

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '/' ? std::string("\\/") : std::string(1, c);
  return result;
}

// The longest word comes first: `ms` before `m…`.
std::string any_of(const std::set<std::string>& words) {
  std::vector<std::string> list(words.begin(), words.end());
  std::ranges::stable_sort(list, std::greater{}, &std::string::size);
  for (std::string& word : list) word = escaped(word);
  return fmt::format("{}", fmt::join(list, "|"));
}

Json rule(const std::string& name, const std::string& match) { return {{"name", name + ".ssd"}, {"match", match}}; }
Json words_rule(const std::string& name, const std::set<std::string>& words) {
  return rule(name, fmt::format("\\b(?:{})\\b", any_of(words)));
}

std::set<std::string> unit_set() {
  std::set<std::string> list;
  for (const check::UnitDoc& unit : check::units()) list.insert(unit.name);
  return list;
}

struct KeyWords {
  std::set<std::string> keys, words;
};
KeyWords key_words() {
  KeyWords found;
  for (const check::KeyTable& table : check::key_tables()) {
    for (const check::Key& key : table.keys) {
      found.keys.emplace(key.name);
      for (const std::string& word : check::split_words(key.words)) found.words.insert(word);
    }
  }
  return found;
}

Json strings() {
  Json escape = rule("constant.character.escape", R"(\\(?:["\\nt]|u\{[0-9A-Fa-f]+\}))");
  return {{"name", "string.quoted.double.ssd"}, {"begin", "\""}, {"end", "\"|$"}, {"patterns", Json::array({escape})}};
}

Json block_comment() { return {{"name", "comment.block.ssd"}, {"begin", R"(/\*)"}, {"end", R"(\*/)"}}; }

// `design NAME from OTHER`: the words that begin declarations are words of the grammar, but may be names elsewhere.
Json declaration() {
  return {
      {"match",
       R"(^\s*(import|param|const|fn|nand|design|workload|experiment)\b(?:\s+([A-Za-z_]\w*))?(?:\s+(from)\s+([A-Za-z_]\w*))?)"},
      {"captures",
       {{"1", {{"name", "keyword.declaration.ssd"}}},
        {"2", {{"name", "entity.name.type.ssd"}}},
        {"3", {{"name", "keyword.declaration.ssd"}}},
        {"4", {{"name", "entity.other.inherited-class.ssd"}}}}}};
}

std::set<std::string> set_of(const std::vector<std::string>& list) { return {list.begin(), list.end()}; }

}  // namespace

std::string textmate_grammar() {
  const KeyWords known = key_words();
  std::set<std::string> functions, records, levels;
  for (const check::FunctionDoc& function : check::functions()) functions.emplace(function.name);
  for (const check::RecordDoc& record : check::records()) records.emplace(record.name);
  for (const design::Level level : design::kLevels) levels.emplace(design::name(level));
  levels.insert("way");
  Json patterns = Json::array();
  patterns.push_back(rule("comment.line.documentation", R"((?<!/)///(?!/).*$)"));
  patterns.push_back(rule("comment.line.double-slash", "//.*$"));
  patterns.push_back(block_comment());
  patterns.push_back(strings());
  patterns.push_back(declaration());
  const std::string digits = R"(\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)";
  patterns.push_back(rule("constant.numeric.hex", R"(\b0x[0-9A-Fa-f_]+\b)"));
  patterns.push_back(rule("constant.numeric", fmt::format(R"((?<![\w.]){}(?:{})?(?!\w))", digits, any_of(unit_set()))));
  patterns.push_back(
      rule("variable.other.property.key", fmt::format(R"(\b(?:{})\b(?=\s*[:{{]|\([^()]*\)\s*:))", any_of(known.keys))));
  patterns.push_back(words_rule("keyword.control", set_of(parse::reserved_words())));
  patterns.push_back(rule("support.function", fmt::format(R"(\b(?:{})(?=\())", any_of(functions))));
  patterns.push_back(words_rule("constant.language.level", levels));
  patterns.push_back(words_rule("constant.language", known.words));
  patterns.push_back(words_rule("keyword.other", set_of(parse::soft_words())));
  patterns.push_back(rule("support.type", fmt::format(R"((?<=:)\s*(?:{})\b(?=\s*[),]))", any_of(records))));
  patterns.push_back(rule("keyword.operator", R"([-+*/%<>=&|]|==|!=|<=|>=|<<|>>|\.\.)"));
  const Json grammar{{"$schema", "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json"},
                     {"name", "ssd"},
                     {"comment", "Made by `ssdc reference --format textmate`; do not edit."},
                     {"scopeName", "source.ssd"},
                     {"fileTypes", {"ssd"}},
                     {"patterns", patterns}};
  return grammar.dump(2) + "\n";
}

}  // namespace ssd::explain
