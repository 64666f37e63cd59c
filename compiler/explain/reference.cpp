// Makes the reference page from the tables that the checker uses: see reference.h.
#include "compiler/explain/reference.h"

#include <fmt/format.h>

#include "compiler/check/vocabulary/vocabulary.h"

namespace ssd::explain {
namespace {

using check::Key;
using check::KeyTable;

std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

std::string key_row(const Key& key) {
  std::string meaning(key.doc);
  if (!key.record.empty())
    meaning += fmt::format("; function: `{}` with a [{}](#{}), it gives {}", check::policy_text(key), key.record,
                           key.record, key.yields);
  for (const std::string& word : check::split_words(key.words))
    meaning += fmt::format("; `{}`: {}", word, check::word_text(key, word));
  if (const std::string limits = check::limits_text(key); !limits.empty()) meaning += fmt::format(" ({})", limits);
  return fmt::format("| `{}` | {} | {} | {} | {} |\n", key.name, cell(check::taken_text(key)),
                     cell(check::range_text(key)), cell(check::default_text(key)), cell(meaning));
}

std::string table_section(const KeyTable& table) {
  std::string text = fmt::format("\n## {}\n\n{}.", table.path, table.row->doc);
  if (!table.row->takes.empty()) text += fmt::format(" Written as {}.", table.row->takes);
  if (!table.row->otherwise.empty()) text += fmt::format(" By default {}.", table.row->otherwise);
  text += "\n\n| key | takes | range | default | meaning |\n|---|---|---|---|---|\n";
  for (const Key& key : table.keys) text += key_row(key);
  return text;
}

std::string record_section(const check::RecordDoc& record) {
  std::string text =
      fmt::format("\n### {}\n\n{}.\n\n| field | type | meaning |\n|---|---|---|\n", record.name, record.doc);
  for (const check::FieldDoc& field : check::record_fields()) {
    if (field.record == record.name)
      text += fmt::format("| `{}` | {} | {} |\n", field.name, field.type, cell(std::string(field.doc)));
  }
  return text;
}

// The words, types, levels and generators, in the order of their table.
std::string terms_section() {
  std::string text =
      "\n## Words, types, levels, generators\n\n| name | kind | written | meaning | example |\n|---|---|---|---|---|\n";
  for (const check::TermDoc& term : check::terms()) {
    if (term.kind == check::TermKind::kLine) continue;
    const std::string written = term.usage.empty() ? "" : fmt::format("`{}`", term.usage);
    text += fmt::format("| `{}` | {} | {} | {} | `{}` |\n", term.name, check::name(term.kind), cell(written),
                        cell(std::string(term.doc)), cell(std::string(term.example)));
  }
  text += "\n## Operators\n\nThe tightest binding first.\n\n| operators | |\n|---|---|\n";
  for (const check::OperatorDoc& level : check::operators())
    text += fmt::format("| `{}` | {} |\n", cell(std::string(level.operators)), cell(std::string(level.doc)));
  return text;
}

}  // namespace

std::string reference_markdown() {
  std::string text =
      "# The keys of the language\n\n"
      "Made by `ssdc reference`; do not edit. `ssdc explain NAME` prints the entry of one name, and the declarations "
      "of "
      "the standard library.\n"
      "The page [model.md](../model.md) defines what the values mean for the simulated drive.\n";
  for (const KeyTable& table : check::key_tables()) text += table_section(table);
  text += "\n## Records\n\nThe records that the functions of a design receive.\n";
  for (const check::RecordDoc& record : check::records()) text += record_section(record);
  text += terms_section();
  text += "\n## Functions\n\n| function | meaning |\n|---|---|\n";
  for (const check::FunctionDoc& function : check::functions())
    text += fmt::format("| `{}` | {} |\n", function.usage, function.doc);
  text += "\n## Units\n\n| unit | type | value |\n|---|---|---|\n";
  for (const check::UnitDoc& unit : check::units())
    text += fmt::format("| `{}` | {} | {} |\n", unit.name, unit.type, unit.meaning);
  return text;
}

}  // namespace ssd::explain
