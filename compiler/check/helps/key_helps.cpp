// Implements key_helps.h.
#include "compiler/check/helps/key_helps.h"

#include <fmt/format.h>

#include <array>

#include "compiler/check/expr/policy.h"
#include "compiler/check/expr/records.h"
#include "compiler/check/helps/foreign.h"
#include "compiler/check/sections/sections.h"
#include "compiler/check/workload/workload.h"
#include "compiler/syntax/parse/word_rows.h"
#include "runtime/base/suggest.h"

namespace ssd::check {
namespace {

constexpr std::string_view kWorkload = "workload";
// A drive's size written alone is taken for this key.
constexpr KnownAs kWholeSize{"capacity", "logical"};

// How to write a key that belongs to another section, for sections that are not simply a block of a design.
struct Surroundings {
  std::string_view section, here;  // `here` empty: from any section
  std::string_view before, after;
};
constexpr std::array kSurroundings{
    Surroundings{"design", "", "", "` in the design"},
    Surroundings{"nand.bus", "nand", "bus { ", " }`"},
    Surroundings{"nand.bus", "", "nand { bus { ", " } }`"},
    Surroundings{kWorkload, "", "", "` in a workload"},
};

std::string in_section(std::string_view section, std::string_view here, std::string_view key) {
  if (section == here) return fmt::format("write `{}: …`", key);
  const auto found = std::ranges::find_if(
      kSurroundings, [&](const Surroundings& s) { return s.section == section && (s.here.empty() || s.here == here); });
  if (found != kSurroundings.end()) return fmt::format("write `{}{}: …{}", found->before, key, found->after);
  return fmt::format("write `{} {{ {}: … }}`", section, key);
}

constexpr std::string_view kWordsForFrom = "inherits inherit extends base parent copy based_on template";

bool has_key(std::span<const Key> keys, std::string_view name) {
  return std::ranges::find(keys, name, &Key::name) != keys.end();
}

// The section of a design, or the workload, that has a key of that name; empty if none or several have it.
std::string_view section_of(std::string_view key) {
  std::string_view found;
  int count = has_key(workload_keys(), key) ? 1 : 0;
  if (count == 1) found = kWorkload;
  for (const Key& section : design_keys()) {
    if (section.block == nullptr || !has_key(section.block(), key)) continue;
    found = section.name;
    ++count;
  }
  return count == 1 ? found : std::string_view{};
}

// The functions whose first parameter is the record; they may have more parameters.
std::vector<const ast::FnDecl*> functions_upon(const Names& names, std::string_view record, FileId file) {
  std::vector<const ast::FnDecl*> result;
  for (const std::string& name : names.candidates(Kind::kFunction, file)) {
    const auto& function = std::get<ast::FnDecl>(names.find(Kind::kFunction, name, file)->decl->node);
    if (!function.params.empty() && function.params[0].type && function.params[0].type->text == record)
      result.push_back(&function);
  }
  return result;
}

}  // namespace

std::string unknown_key_help(std::string_view section, const std::string& key, std::span<const Key> keys) {
  if (parse::is_among(kWordsForFrom, key))
    return fmt::format("write what to copy in the head: `{} NAME from OTHER {{ … }}`", section);
  if (const std::string_view said = key_otherwise(section, key); !said.empty()) return std::string(said);
  if (const auto ours = key_instead(section, key)) return in_section(ours->section, section, ours->key);
  if (has_key(design_keys(), key)) return fmt::format("`{}` is a separate section: close this block before it", key);
  std::vector<std::string> names;
  for (const Key& k : keys) names.emplace_back(k.name);
  if (const auto near = nearest(key, names)) return "did you mean `" + *near + "`?";
  if (const std::string_view home = section_of(key); !home.empty()) return in_section(home, section, key);
  return fmt::format("`{}` takes {}", section, or_list(names));
}

std::string block_help(const Entry& entry) {
  const std::string& name = entry.key->text;
  const ast::Expr* expr = entry.property == nullptr || entry.property->has_params ? nullptr : plain_expression(entry);
  const auto* number = expr == nullptr ? nullptr : std::get_if<ast::NumberLit>(&expr->node);
  const Unit* unit = number == nullptr ? nullptr : find_unit(number->unit);
  const bool size_of_capacity = name == kWholeSize.section && unit != nullptr && unit->type == Type::kSize;
  const std::string_view key = size_of_capacity ? kWholeSize.key : key_of_value(name);
  if (key.empty() || expr == nullptr) return fmt::format("write `{} {{ … }}`", name);
  return fmt::format("write `{} {{ {}: {} }}`", name, key, ast::print(*expr));
}

std::vector<std::string> functions_of(const Names& names, std::string_view record, FileId file) {
  std::vector<std::string> result;
  for (const ast::FnDecl* function : functions_upon(names, record, file)) {
    if (function->params.size() == 1) result.push_back(function->name.text);
  }
  return result;
}

std::string near_function(const Key& key, std::string_view record, const std::string& written, const Names& names,
                          FileId file) {
  auto words = split_words(key.words);
  const auto functions = functions_upon(names, record, file);
  for (const ast::FnDecl* function : functions) words.push_back(function->name.text);
  const auto near = nearest(written, words);
  if (!near) return {};
  const auto meant =
      std::ranges::find(functions, *near, [](const ast::FnDecl* f) -> const std::string& { return f->name.text; });
  if (meant == functions.end() || (*meant)->params.size() == 1) return fmt::format("did you mean `{}`?", *near);
  return fmt::format("did you mean `{0}({1}): {2}({1}, …)`?", key.name, usual_parameter(record), *near);
}

std::string unknown_policy_help(const Key& key, std::string_view record, const std::string& written, const Names& names,
                                FileId file) {
  if (std::string near = near_function(key, record, written, names, file); !near.empty()) return near;
  const std::vector<std::string> fitting = functions_of(names, record, file);
  const std::string formula = fmt::format("write `{}({}): …`", key.name, usual_parameter(record));
  return fitting.empty() ? formula
                         : fmt::format("functions of {} are {}; or {}", with_article(record), listed(fitting), formula);
}

std::string unknown_word_help(const Key& key, const std::string& written, const Names& names, FileId file) {
  const auto words = split_words(key.words);
  const std::string known = or_list(words);
  const bool formula = written.find('.') != std::string::npos;  // it reads fields of a record
  const bool quoted = written.size() > 2 && written.front() == '"' && written.back() == '"';
  const auto near =
      formula || key.policy ? std::nullopt : nearest(quoted ? written.substr(1, written.size() - 2) : written, words);
  if (near) return fmt::format("did you mean `{}`?", *near);
  if (key.policy && !formula) {
    if (std::string function = near_function(key, key.record, written, names, file); !function.empty()) return function;
  }
  if (!key.policy) return fmt::format("`{}` takes {}", key.name, known);
  return fmt::format("write `{}({}): {}`, or {}", key.name, usual_parameter(key.record), formula ? written : "…",
                     known);
}

std::string value_form_help(const Key& key) {
  if (!key.policy || key.record.empty()) return fmt::format("write `{}: …`", key.name);
  return fmt::format("write `{0}: …`, or `{0}({1}): if … then … else …`", key.name, usual_parameter(key.record));
}

// A user who leaves out the unit of a size means bytes, or KiB if the key does not allow so few bytes.
std::string unit_that_fits(const Key& key, const ast::NumberLit& number, Type found) {
  if (key.form != Form::kSize || found != Type::kInt || key.fallback.ends_with("bit")) return {};
  const auto digits = parse_digits(number.digits);
  if (!digits) return {};
  for (const std::string_view unit : std::to_array<std::string_view>({"B", "KiB", "MiB"})) {
    const auto bytes = multiply(*digits, literal(fmt::format("1{}", unit)).number);
    const bool fits = bytes && (key.least.empty() || compare(*bytes, literal(key.least).number) >= 0) &&
                      (key.most.empty() || compare(*bytes, literal(key.most).number) <= 0);
    if (fits) return std::string(unit);
  }
  return {};
}

}  // namespace ssd::check
