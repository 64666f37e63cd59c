// Implements pages.h.
#include "compiler/explain/pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "compiler/check/expr/records.h"
#include "compiler/check/names.h"
#include "runtime/base/limits.h"

namespace ssd::explain {
namespace {

using check::Key;
using check::KeyTable;

// Lines of the form `label: text` below the first line of a page; an empty text adds no line. The texts are aligned
// behind the longest label.
class Rows {
 public:
  void add(std::string_view label, std::string_view text) {
    if (!text.empty()) rows_.emplace_back(std::string(label) + ":", text);
  }
  std::string text() const {
    std::size_t width = kLeastWidth;
    for (const auto& [label, said] : rows_) width = std::max(width, label.size() + 1);
    std::string lines;
    for (const auto& [label, said] : rows_) lines += fmt::format("  {:<{}}{}\n", label, width, said);
    return lines;
  }

 private:
  static constexpr std::size_t kLeastWidth = 10;
  std::vector<std::pair<std::string, std::string>> rows_;
};

// "word wise of commands.copyback: …"
std::string headline(std::string_view kind, std::string_view what, std::string_view text) {
  return fmt::format("{} {}: {}\n", kind, what, text);
}

std::string function_text(const Key& key) {
  if (key.record.empty()) return {};
  return fmt::format("`{}` with {}; it gives {}", check::policy_text(key), check::with_article(key.record), key.yields);
}

// The keys whose functions receive the record: "gc.victim(b), wear.allocate(b)".
std::string receivers(std::string_view record) {
  std::string text;
  for (const KeyTable& table : check::key_tables()) {
    for (const Key& key : table.keys) {
      if (key.record != record) continue;
      const std::string policy = check::policy_text(key);
      text += fmt::format("{}{}.{}", text.empty() ? "" : ", ", table.path, policy.substr(0, policy.find(':')));
    }
  }
  return text;
}

std::string units_of(std::string_view type) {
  std::string text;
  for (const check::UnitDoc& unit : check::units()) {
    if (unit.type == type) text += (text.empty() ? "" : " ") + unit.name;
  }
  return text;
}

struct TraceFormat {
  std::string_view name, columns;
};
constexpr std::array kTraceFormats{
#define SSD_TRACE_FORMAT(name, columns) TraceFormat{#name, columns},
#define SSD_TRACE_FORMAT_ALSO(other, name)
#include "runtime/abi/trace_formats.def"
#undef SSD_TRACE_FORMAT
#undef SSD_TRACE_FORMAT_ALSO
};

}  // namespace

// One line for each key: its name, its meaning, its default.
std::string section_page(const KeyTable& table) {
  std::string page = fmt::format("{}: {}\n", table.path, table.row->doc);
  Rows rows;
  rows.add("takes", table.row->takes);
  rows.add("default", table.row->otherwise);
  for (const std::string& word : check::split_words(table.row->words))
    rows.add(word, check::word_text(*table.row, word));
  std::size_t width = 0;
  for (const Key& key : table.keys) width = std::max(width, key.name.size());
  page += rows.text() + "\n";
  for (const Key& key : table.keys)
    page += fmt::format("  {:<{}}  {} (default: {})\n", key.name, width, key.doc, check::default_text(key));
  return page + fmt::format("\n`ssdc explain {}.{}` explains one key\n", table.path, table.keys.front().name);
}

std::string key_page(const std::string& section, const Key& key) {
  Rows rows;
  rows.add("takes", check::taken_text(key));
  rows.add("range", check::range_text(key));
  rows.add("default", check::default_text(key));
  rows.add("function", function_text(key));
  for (const std::string& word : check::split_words(key.words)) rows.add(word, check::word_text(key, word));
  if (section == check::kGeometry && check::is_geometry_name(key.name))
    rows.add("name", fmt::format("`{}` is its value in every expression of the design", key.name));
  rows.add("note", check::limits_text(key));
  return fmt::format("{}.{}: {}\n", section, key.name, key.doc) + rows.text();
}

std::string word_page(const std::string& section, const Key& key, const std::string& word) {
  const std::string path = section.empty() ? std::string(key.name) : fmt::format("{}.{}", section, key.name);
  Rows rows;
  rows.add("key", key.doc);
  rows.add("note", check::limits_text(key));
  return headline("word", fmt::format("{} of {}", word, path), check::word_text(key, word)) + rows.text();
}

std::string record_page(const check::RecordDoc& record) {
  std::string page = headline("record", record.name, record.doc);
  std::size_t name = 0, type = 0;
  for (const check::FieldDoc& field : check::record_fields()) {
    if (field.record != record.name) continue;
    name = std::max(name, field.name.size());
    type = std::max(type, field.type.size());
  }
  for (const check::FieldDoc& field : check::record_fields()) {
    if (field.record == record.name)
      page += fmt::format("  {:<{}}  {:<{}}  {}\n", field.name, name, field.type, type, field.doc);
  }
  Rows rows;
  rows.add("given to", receivers(record.name));
  return page + rows.text();
}

std::string field_page(const check::FieldDoc& field) {
  Rows rows;
  rows.add("type", field.type);
  rows.add("given to", field.only.empty() ? receivers(field.record) : std::string(field.only));
  return headline("field", fmt::format("{}.{}", field.record, field.name), field.doc) + rows.text();
}

std::string function_page(const check::FunctionDoc& function) {
  return headline("function", function.usage, function.doc);
}

std::string unit_page(const check::UnitDoc& unit) {
  return headline("unit", fmt::format("{} of type {}", unit.name, unit.type), unit.meaning);
}

std::string term_page(const check::TermDoc& term) {
  Rows rows;
  rows.add("written", term.usage);
  if (term.kind == check::TermKind::kType) rows.add("units", units_of(term.name));
  rows.add("example", term.example);
  return headline(check::name(term.kind), term.name, term.doc) + rows.text();
}

std::string policies_page() {
  std::string page = "policies: keys that take your own function\n";
  for (const KeyTable& table : check::key_tables()) {
    for (const Key& key : table.keys) {
      if (key.record.empty()) continue;
      const std::string limits = check::limits_text(key);
      page += fmt::format("  {:<26}{:<12}{}{}\n", fmt::format("{}.{}", table.path, check::policy_text(key)), key.record,
                          key.yields, limits.empty() ? "" : " (" + limits + ")");
    }
  }
  return page + "\n`ssdc explain RECORD` lists the fields that a function may read, for example `ssdc explain block`\n";
}

std::string records_page() {
  std::string page = "records: what the functions of a design receive\n";
  for (const check::RecordDoc& record : check::records()) page += fmt::format("  {:<12}{}\n", record.name, record.doc);
  return page + "\n`ssdc explain RECORD` lists the fields, `ssdc explain policies` the functions\n";
}

std::string functions_page() {
  std::string page = "functions: built in, for every expression\n";
  for (const check::FunctionDoc& function : check::functions())
    page += fmt::format("  {:<22}{}\n", function.usage, function.doc);
  return page;
}

std::string types_page() {
  std::string page = "types: of params, consts and values\n";
  for (const check::TermDoc& term : check::terms()) {
    if (term.kind == check::TermKind::kType) page += fmt::format("  {:<11}{}\n", term.name, term.doc);
  }
  return page + "\n`ssdc explain TYPE` lists its units\n";
}

std::string units_page() {
  std::string page = "units: written after their number without a space\n";
  for (const check::UnitDoc& unit : check::units())
    page += fmt::format("  {:<7}{:<11}{}\n", unit.name, unit.type, unit.meaning);
  return page;
}

std::string operators_page() {
  std::string page = "operators: the tightest binding first\n";
  for (const check::OperatorDoc& level : check::operators()) {
    const std::string line = fmt::format("  {:<32}{}", level.operators, level.doc);
    page += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return page;
}

std::string limits_page() {
  std::string page = "limits of a file and a design; `ssdc explain CODE` explains one\n";
  for (const Limit& limit : kLimits)
    page += fmt::format("  {:>9}  {:<6}  {}: {}\n", limit.most, limit.code, limit.what, limit.way_out);
  return page;
}

std::string formats_page() {
  std::string page = "formats of traces; `format: auto` recognises them by content\n";
  for (const TraceFormat& format : kTraceFormats) page += fmt::format("  {:<10}{}\n", format.name, format.columns);
  return page;
}

}  // namespace ssd::explain
