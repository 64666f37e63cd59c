// Builds the index of names: see names.h.
#include "compiler/explain/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/check/expr/value.h"
#include "compiler/check/library.h"
#include "compiler/check/load.h"
#include "compiler/check/names.h"
#include "compiler/explain/declaration.h"
#include "compiler/explain/metrics.h"
#include "compiler/explain/pages.h"
#include "runtime/abi/metrics.h"
#include "runtime/base/suggest.h"

namespace ssd::explain {
namespace {

using check::Key;
using check::KeyTable;

// `nand.bus.cycle`, `bus.cycle` and `cycle`: the path and its ends.
std::vector<std::string> ends_of(const std::string& path) {
  std::vector<std::string> names{path};
  for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', dot + 1))
    names.push_back(path.substr(dot + 1));
  return names;
}

// A block can be named by its variant (`start.filled`) or by its key (`start.state`).
std::vector<std::string> names_of(const KeyTable& table) {
  std::vector<std::string> names = ends_of(table.path);
  const std::size_t dot = table.path.rfind('.');
  if (!table.row->variant.empty() && dot != std::string::npos) {
    for (std::string& name : ends_of(fmt::format("{}.{}", table.path.substr(0, dot), table.row->name)))
      names.push_back(std::move(name));
  }
  return names;
}

// A key can be named with each name of its block, and alone.
std::vector<std::string> names_of(const KeyTable& table, const Key& key) {
  std::vector<std::string> names{std::string(key.name)};
  for (const std::string& block : names_of(table)) names.push_back(fmt::format("{}.{}", block, key.name));
  return names;
}

std::vector<ast::File> library_files(const check::Options& options, SourceMap& sources, diag::Sink& sink) {
  std::vector<ast::File> files;
  std::error_code error;
  for (const std::string& path : check::library_paths(options.stdlib_directory, error)) {
    auto file = check::load_alone(path, options, sources, sink);
    if (file) files.push_back(std::move(*file));
  }
  if (error && error != std::errc::no_such_file_or_directory)
    sink.report(diag::Code::E0303, {}, options.stdlib_directory, error.message()).help("make the folder readable");
  return files;
}

}  // namespace

NameIndex::NameIndex(const check::Options& options, SourceMap& sources, diag::Sink& sink,
                     const std::vector<NamedPage>& of_caller)
    : library_(library_files(options, sources, sink)) {
  add_lists();
  add_keys();
  add_words();
  add_vocabulary();
  add_metrics();
  for (const NamedPage& one : of_caller) add({one.name}, [page = one.page] { return page; });
  add_library(sources);
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

// The sections of a design have pages of their own instead of key pages.
void NameIndex::add_keys() {
  for (const KeyTable& table : check::key_tables()) {
    add(ends_of(table.path), [table] { return section_page(table); });
    for (const Key& key : table.keys) {
      const bool has_page = table.path == check::kSections || (key.block != nullptr && key.variant.empty());
      if (!has_page) add(names_of(table, key), [table, &key] { return key_page(table.path, key); });
    }
  }
}

void NameIndex::add_words() {
  for (const KeyTable& table : check::key_tables()) {
    for (const Key& key : table.keys) {
      const std::string section = table.path == check::kSections ? "" : table.path;
      for (const std::string& word : check::split_words(key.words))
        add({word}, [section, &key, word] { return word_page(section, key, word); });
    }
  }
}

void NameIndex::add_vocabulary() {
  for (const check::RecordDoc& record : check::records())
    add({std::string(record.name)}, [&record] { return record_page(record); });
  for (const check::FieldDoc& field : check::record_fields())
    add(ends_of(fmt::format("{}.{}", field.record, field.name)), [&field] { return field_page(field); });
  for (const check::TermDoc& term : check::terms())
    add(ends_of(std::string(term.name)), [&term] { return term_page(term); });
  for (const check::FunctionDoc& function : check::functions())
    add({std::string(function.name)}, [&function] { return function_page(function); });
  for (const check::UnitDoc& unit : check::units()) add({unit.name}, [unit] { return unit_page(unit); });
}

// `response` means all metrics whose names begin with `response.`.
void NameIndex::add_metrics() {
  add({"metrics"}, metrics_page);
  std::vector<std::string> families;
  for (const metrics::MetricRow& row : metrics::metric_rows()) {
    std::vector<std::string> names{std::string(row.name)};
    if (!row.also.empty()) names.emplace_back(row.also);
    add(std::move(names), [&row] { return metric_page(row); });
    const std::string family(row.name.substr(0, row.name.find('.')));
    if (family != row.name && std::ranges::find(families, family) == families.end()) families.push_back(family);
  }
  for (const std::string& family : families) add({family}, [family] { return metric_family_page(family); });
}

void NameIndex::add_library(const SourceMap& sources) {
  for (const ast::File& file : library_) {
    for (const ast::Decl& decl : file.decls) {
      const ast::Name* name = check::declared_name(decl);
      if (name != nullptr) add({name->text}, [&decl, &sources] { return declaration_page(decl, sources); });
    }
  }
}

// A section may be written with `design` in front: `design.gc.trigger`.
std::optional<std::string> NameIndex::explain(std::string name) const {
  if (name.starts_with("design.")) name.erase(0, std::string_view("design.").size());
  std::string pages;
  for (const Entry& entry : entries_) {
    if (std::ranges::find(entry.names, name) != entry.names.end()) pages += (pages.empty() ? "" : "\n") + entry.page();
  }
  return pages.empty() ? std::nullopt : std::optional(pages);
}

void NameIndex::report_unknown(const std::string& name, diag::Sink& sink) const {
  constexpr std::size_t kMostShown = 3;
  const std::vector<std::string> near = nearest_names(name, names(), kMostShown);
  const std::string help = near.empty()
                               ? "`ssdc explain --help` lists what has a name; `ssdc explain design` lists the sections"
                               : fmt::format("did you mean `{}`?", fmt::join(near, "`, or `"));
  sink.report(diag::Code::E0530, {}, name).help(help);
}

std::vector<std::string> NameIndex::names() const {
  std::vector<std::string> all;
  for (const Entry& entry : entries_) all.insert(all.end(), entry.names.begin(), entry.names.end());
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  return all;
}

bool must_be_a_file(const std::string& text) {
  return text.find(".ssd") != std::string::npos ||
         (text.find('/') != std::string::npos && check::find_unit(text) == nullptr);
}

}  // namespace ssd::explain
