// The reference page, from the tables by which files are checked: see reference.h.
#include "tools/ssdc/reference.h"

#include <fmt/format.h>

#include "compiler/sema/vocabulary.h"

namespace ssd::cli {
namespace {

using sema::Key;
using sema::KeyTable;

std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

std::string key_row(const Key& key) {
  std::string meaning(key.doc);
  if (!key.record.empty()) meaning += fmt::format("; function: `{}` with a [{}](#{}), it gives {}", sema::policy_text(key), key.record, key.record, key.yields);
  for (const std::string& word : sema::split_words(key.words)) meaning += fmt::format("; `{}`: {}", word, sema::word_text(key, word));
  if (const std::string limits = sema::limits_text(key); !limits.empty()) meaning += fmt::format(" ({})", limits);
  return fmt::format("| `{}` | {} | {} | {} | {} |\n", key.name, cell(sema::taken_text(key)), cell(sema::range_text(key)), cell(sema::default_text(key)),
                     cell(meaning));
}

std::string table_section(const KeyTable& table) {
  std::string text = fmt::format("\n## {}\n\n{}.", table.path, table.row->doc);
  if (!table.row->takes.empty()) text += fmt::format(" Written as {}.", table.row->takes);
  if (!table.row->otherwise.empty()) text += fmt::format(" By default {}.", table.row->otherwise);
  text += "\n\n| key | takes | range | default | meaning |\n|---|---|---|---|---|\n";
  for (const Key& key : table.keys) text += key_row(key);
  return text;
}

std::string record_section(const sema::RecordDoc& record) {
  std::string text = fmt::format("\n### {}\n\n{}.\n\n| field | type | meaning |\n|---|---|---|\n", record.name, record.doc);
  for (const sema::FieldDoc& field : sema::record_fields()) {
    if (field.record == record.name) text += fmt::format("| `{}` | {} | {} |\n", field.name, field.type, cell(std::string(field.doc)));
  }
  return text;
}

// Of words, types, levels and generators; in the order of their table.
std::string terms_section() {
  std::string text = "\n## Words, types, levels, generators\n\n| name | kind | written | meaning | example |\n|---|---|---|---|---|\n";
  for (const sema::TermDoc& term : sema::terms()) {
    if (term.kind == sema::TermKind::kLine) continue;
    const std::string written = term.usage.empty() ? "" : fmt::format("`{}`", term.usage);
    text += fmt::format("| `{}` | {} | {} | {} | `{}` |\n", term.name, sema::name(term.kind), cell(written), cell(std::string(term.doc)),
                        cell(std::string(term.example)));
  }
  text += "\n## Operators\n\nThose that bind tightest first.\n\n| operators | |\n|---|---|\n";
  for (const sema::OperatorDoc& level : sema::operators()) text += fmt::format("| `{}` | {} |\n", cell(std::string(level.operators)), cell(std::string(level.doc)));
  return text;
}

}  // namespace

std::string reference_markdown() {
  std::string text =
      "# The keys of the language\n\n"
      "Made by `ssdc reference`; do not edit. `ssdc explain NAME` prints the same about one name, and what the standard library declares.\n"
      "What the values mean for the simulated drive is on the page [model.md](../model.md).\n";
  for (const KeyTable& table : sema::key_tables()) text += table_section(table);
  text += "\n## Records\n\nWhat the functions of a design receive.\n";
  for (const sema::RecordDoc& record : sema::records()) text += record_section(record);
  text += terms_section();
  text += "\n## Functions\n\n| function | meaning |\n|---|---|\n";
  for (const sema::FunctionDoc& function : sema::functions()) text += fmt::format("| `{}` | {} |\n", function.usage, function.doc);
  text += "\n## Units\n\n| unit | type | value |\n|---|---|---|\n";
  for (const sema::UnitDoc& unit : sema::units()) text += fmt::format("| `{}` | {} | {} |\n", unit.name, unit.type, unit.meaning);
  return text;
}

}  // namespace ssd::cli
