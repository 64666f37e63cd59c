// The index of names: see explain_name.h.
#include "tools/ssdc/explain_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "compiler/design/metrics.h"
#include "compiler/sema/load.h"
#include "compiler/sema/names.h"
#include "runtime/workload/formats/format.h"
#include "tools/ssdc/explain_declaration.h"
#include "tools/ssdc/explain_metrics.h"
#include "tools/ssdc/explain_pages.h"
#include "tools/ssdc/options.h"

namespace ssd::cli {
namespace {

namespace fs = std::filesystem;
using sema::Key;
using sema::KeyTable;

// `nand.bus.cycle`, `bus.cycle` and `cycle`: the path and its ends.
std::vector<std::string> ends_of(std::string path) {
  std::vector<std::string> names{path};
  for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', dot + 1)) names.push_back(path.substr(dot + 1));
  return names;
}

// A block is called by its variant (`start.filled`) or by its key (`start.state`).
std::vector<std::string> names_of(const KeyTable& table) {
  std::vector<std::string> names = ends_of(table.path);
  const std::size_t dot = table.path.rfind('.');
  if (!table.row->variant.empty() && dot != std::string::npos) {
    for (std::string& name : ends_of(fmt::format("{}.{}", table.path.substr(0, dot), table.row->name))) names.push_back(std::move(name));
  }
  return names;
}

// Of a key by each name of its block, and by itself.
std::vector<std::string> names_of(const KeyTable& table, const Key& key) {
  std::vector<std::string> names{std::string(key.name)};
  for (const std::string& block : names_of(table)) names.push_back(fmt::format("{}.{}", block, key.name));
  return names;
}

std::string formats_page() {
  std::string page = "formats: of traces; `format: auto` recognises them by content\n";
  for (const workload::Format& format : workload::formats()) page += fmt::format("  {:<10}{}\n", format.name, format.columns);
  return page;
}

// The standard library's files, those in its folders too.
std::vector<ast::File> library_files(Session& session) {
  std::vector<std::string> paths;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(stdlib_directory(), error)) {
    if (entry.path().extension() == ".ssd") paths.push_back(entry.path().generic_string());
  }
  std::ranges::sort(paths);
  std::vector<ast::File> files;
  sema::Options options;
  options.stdlib_directory = stdlib_directory();
  for (const std::string& path : paths) {
    auto file = sema::load_alone(path, options, session.sources, session.sink);
    if (file) files.push_back(std::move(*file));
  }
  return files;
}

}  // namespace

NameIndex::NameIndex(Session& session, const CLI::App& app) : session_(session), library_(library_files(session)) {
  add_lists();
  add_keys();
  add_words();
  add_vocabulary();
  add_metrics();
  add_commands(app, "");
  add_library();
}

void NameIndex::add_lists() {
  add({"policies"}, policies_page);
  add({"records"}, records_page);
  add({"functions"}, functions_page);
  add({"types"}, types_page);
  add({"units"}, units_page);
  add({"operators"}, operators_page);
  add({"limits"}, limits_page);
  add({"formats"}, formats_page);
}

// The sections of a design have pages of their own instead of lines of its page.
void NameIndex::add_keys() {
  for (const KeyTable& table : sema::key_tables()) {
    add(ends_of(table.path), [table] { return section_page(table); });
    for (const Key& key : table.keys) {
      const bool has_page = table.path == sema::kSections || (key.block != nullptr && key.variant.empty());
      if (!has_page) add(names_of(table, key), [table, &key] { return key_page(table.path, key); });
    }
  }
}

void NameIndex::add_words() {
  for (const KeyTable& table : sema::key_tables()) {
    for (const Key& key : table.keys) {
      const std::string section = table.path == sema::kSections ? "" : table.path;
      for (const std::string& word : sema::split_words(key.words)) add({word}, [section, &key, word] { return word_page(section, key, word); });
    }
  }
}

void NameIndex::add_vocabulary() {
  for (const sema::RecordDoc& record : sema::records()) add({std::string(record.name)}, [&record] { return record_page(record); });
  for (const sema::FieldDoc& field : sema::record_fields())
    add(ends_of(fmt::format("{}.{}", field.record, field.name)), [&field] { return field_page(field); });
  for (const sema::TermDoc& term : sema::terms()) add(ends_of(std::string(term.name)), [&term] { return term_page(term); });
  for (const sema::FunctionDoc& function : sema::functions()) add({std::string(function.name)}, [&function] { return function_page(function); });
  for (const sema::UnitDoc& unit : sema::units()) add({unit.name}, [unit] { return unit_page(unit); });
}

// `response` stands for all that begin with `response.`.
void NameIndex::add_metrics() {
  add({"metrics"}, metrics_page);
  std::vector<std::string> families;
  for (const design::MetricRow& row : design::metric_rows()) {
    std::vector<std::string> names{std::string(row.name)};
    if (!row.also.empty()) names.emplace_back(row.also);
    add(std::move(names), [&row] { return metric_page(row); });
    const std::string family(row.name.substr(0, row.name.find('.')));
    if (family != row.name && std::ranges::find(families, family) == families.end()) families.push_back(family);
  }
  for (const std::string& family : families) add({family}, [family] { return metric_family_page(family); });
}

void NameIndex::add_commands(const CLI::App& app, const std::string& before) {
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    const std::string path = before + command->get_name();
    add({path}, [path, command] {
      return fmt::format("command {}: {}\n  `ssdc {} --help` lists what it takes\n", path, command->get_description(), path);
    });
    add_commands(*command, path + " ");
  }
}

void NameIndex::add_library() {
  for (const ast::File& file : library_) {
    for (const ast::Decl& decl : file.decls) {
      if (const ast::Name* name = sema::declared_name(decl)) add({name->text}, [this, &decl] { return declaration_page(decl, session_.sources); });
    }
  }
}

// The sections of a design may be called with their design: `design.gc.trigger`.
std::optional<std::string> NameIndex::explain(std::string name) const {
  if (name.starts_with("design.")) name.erase(0, std::string_view("design.").size());
  std::string pages;
  for (const Entry& entry : entries_) {
    if (std::ranges::find(entry.names, name) != entry.names.end()) pages += (pages.empty() ? "" : "\n") + entry.page();
  }
  return pages.empty() ? std::nullopt : std::optional(pages);
}

std::vector<std::string> NameIndex::names() const {
  std::vector<std::string> all;
  for (const Entry& entry : entries_) all.insert(all.end(), entry.names.begin(), entry.names.end());
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  return all;
}

}  // namespace ssd::cli
