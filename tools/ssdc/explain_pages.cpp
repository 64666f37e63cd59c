// See explain_pages.h.
#include "tools/ssdc/explain_pages.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/sema/names.h"
#include "compiler/sema/records.h"
#include "compiler/source/limits.h"

namespace ssd::cli {
namespace {

using sema::Key;
using sema::KeyTable;

// `label:` and what it says, below a page's first line; nothing if it says nothing.
void row(std::string& page, std::string_view label, std::string_view text) {
  if (!text.empty()) page += fmt::format("  {:<10}{}\n", std::string(label) + ":", text);
}

// "word wise of commands.copyback: …"
std::string headline(std::string_view kind, std::string_view what, std::string_view text) { return fmt::format("{} {}: {}\n", kind, what, text); }

std::string function_text(const Key& key) {
  if (key.record.empty()) return {};
  return fmt::format("`{}` with {}; it gives {}", sema::policy_text(key), sema::with_article(key.record), key.yields);
}

// The keys whose functions get the record: "gc.victim(b), wear.allocate(b)".
std::string receivers(std::string_view record) {
  std::string text;
  for (const KeyTable& table : sema::key_tables()) {
    for (const Key& key : table.keys) {
      if (key.record != record) continue;
      const std::string policy = sema::policy_text(key);
      text += fmt::format("{}{}.{}", text.empty() ? "" : ", ", table.path, policy.substr(0, policy.find(':')));
    }
  }
  return text;
}

std::string units_of(std::string_view type) {
  std::string text;
  for (const sema::UnitDoc& unit : sema::units()) {
    if (unit.type == type) text += (text.empty() ? "" : " ") + unit.name;
  }
  return text;
}

}  // namespace

// One line a key: its name, what it is, its default.
std::string section_page(const KeyTable& table) {
  std::string page = fmt::format("{}: {}\n", table.path, table.row->doc);
  row(page, "takes", table.row->takes);
  row(page, "default", table.row->otherwise);
  for (const std::string& word : sema::split_words(table.row->words)) row(page, word, sema::word_text(*table.row, word));
  std::size_t width = 0;
  for (const Key& key : table.keys) width = std::max(width, key.name.size());
  page += "\n";
  for (const Key& key : table.keys) page += fmt::format("  {:<{}}  {} (default: {})\n", key.name, width, key.doc, sema::default_text(key));
  return page + fmt::format("\n`ssdc explain {}.{}` says more about a key\n", table.path, table.keys.front().name);
}

std::string key_page(const std::string& section, const Key& key) {
  std::string page = fmt::format("{}.{}: {}\n", section, key.name, key.doc);
  row(page, "takes", sema::taken_text(key));
  row(page, "range", sema::range_text(key));
  row(page, "default", sema::default_text(key));
  row(page, "function", function_text(key));
  for (const std::string& word : sema::split_words(key.words)) row(page, word, sema::word_text(key, word));
  if (section == sema::kGeometry && sema::is_geometry_name(key.name)) row(page, "name", fmt::format("`{}` is its value, in every expression of the design", key.name));
  row(page, "note", sema::limits_text(key));
  return page;
}

std::string word_page(const std::string& section, const Key& key, const std::string& word) {
  const std::string path = section.empty() ? std::string(key.name) : fmt::format("{}.{}", section, key.name);
  std::string page = headline("word", fmt::format("{} of {}", word, path), sema::word_text(key, word));
  row(page, "key", key.doc);
  row(page, "note", sema::limits_text(key));
  return page;
}

std::string record_page(const sema::RecordDoc& record) {
  std::string page = headline("record", record.name, record.doc);
  std::size_t name = 0, type = 0;
  for (const sema::FieldDoc& field : sema::record_fields()) {
    if (field.record != record.name) continue;
    name = std::max(name, field.name.size());
    type = std::max(type, field.type.size());
  }
  for (const sema::FieldDoc& field : sema::record_fields()) {
    if (field.record == record.name) page += fmt::format("  {:<{}}  {:<{}}  {}\n", field.name, name, field.type, type, field.doc);
  }
  row(page, "given to", receivers(record.name));
  return page;
}

std::string field_page(const sema::FieldDoc& field) {
  std::string page = headline("field", fmt::format("{}.{}", field.record, field.name), field.doc);
  row(page, "type", field.type);
  row(page, "given to", field.only.empty() ? receivers(field.record) : std::string(field.only));
  return page;
}

std::string function_page(const sema::FunctionDoc& function) { return headline("function", function.usage, function.doc); }

std::string unit_page(const sema::UnitDoc& unit) { return headline("unit", fmt::format("{} of type {}", unit.name, unit.type), unit.meaning); }

std::string term_page(const sema::TermDoc& term) {
  std::string page = headline(sema::name(term.kind), term.name, term.doc);
  row(page, "written", term.usage);
  if (term.kind == sema::TermKind::kType) row(page, "units", units_of(term.name));
  row(page, "example", term.example);
  return page;
}

std::string policies_page() {
  std::string page = "policies: keys at which a function of your own may stand\n";
  for (const KeyTable& table : sema::key_tables()) {
    for (const Key& key : table.keys) {
      if (key.record.empty()) continue;
      const std::string limits = sema::limits_text(key);
      page += fmt::format("  {:<26}{:<12}{}{}\n", fmt::format("{}.{}", table.path, sema::policy_text(key)), key.record, key.yields,
                          limits.empty() ? "" : " (" + limits + ")");
    }
  }
  return page + "\n`ssdc explain RECORD` lists what a function may read, for example `ssdc explain block`\n";
}

std::string records_page() {
  std::string page = "records: what the functions of a design receive\n";
  for (const sema::RecordDoc& record : sema::records()) page += fmt::format("  {:<12}{}\n", record.name, record.doc);
  return page + "\n`ssdc explain RECORD` lists the fields, `ssdc explain policies` the functions\n";
}

std::string functions_page() {
  std::string page = "functions: always there, in every expression\n";
  for (const sema::FunctionDoc& function : sema::functions()) page += fmt::format("  {:<22}{}\n", function.usage, function.doc);
  return page;
}

std::string types_page() {
  std::string page = "types: of params, consts and values\n";
  for (const sema::TermDoc& term : sema::terms()) {
    if (term.kind == sema::TermKind::kType) page += fmt::format("  {:<11}{}\n", term.name, term.doc);
  }
  return page + "\n`ssdc explain TYPE` lists its units\n";
}

std::string units_page() {
  std::string page = "units: they stand behind their number without a space\n";
  for (const sema::UnitDoc& unit : sema::units()) page += fmt::format("  {:<7}{:<11}{}\n", unit.name, unit.type, unit.meaning);
  return page;
}

std::string operators_page() {
  std::string page = "operators: those that bind tightest first\n";
  for (const sema::OperatorDoc& level : sema::operators()) {
    const std::string line = fmt::format("  {:<32}{}", level.operators, level.doc);
    page += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return page;
}

std::string limits_page() {
  std::string page = "limits: what a file may have at most; `ssdc explain CODE` says more\n";
  for (const Limit& limit : kLimits) page += fmt::format("  {:>9}  {:<6}  {}: {}\n", limit.most, limit.code, limit.what, limit.way_out);
  return page;
}

}  // namespace ssd::cli
