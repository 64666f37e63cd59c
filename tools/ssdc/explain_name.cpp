// Pages about names: see explain_name.h. Invariant: what is printed about the language comes from sema's tables, what is printed about the
// standard library from its files.
#include "tools/ssdc/explain_name.h"

#include <fmt/format.h>

#include <filesystem>

#include "compiler/sema/names.h"
#include "compiler/sema/records.h"
#include "compiler/sema/vocabulary.h"

namespace ssd::cli {
namespace {

namespace fs = std::filesystem;
using sema::Key;
using sema::KeyTable;

// `label:` and what it says, below a page's first line; nothing if it says nothing.
void row(std::string& page, std::string_view label, const std::string& text) {
  if (!text.empty()) page += fmt::format("  {:<10}{}\n", std::string(label) + ":", text);
}

std::string function_text(const Key& key) {
  if (key.record.empty()) return {};
  return fmt::format("`{}` with {}; it gives {}", sema::policy_text(key), sema::with_article(key.record), key.yields);
}

std::string key_page(const std::string& section, const Key& key) {
  std::string page = fmt::format("{}.{}: {}\n", section, key.name, key.doc);
  row(page, "takes", sema::taken_text(key));
  row(page, "range", sema::range_text(key));
  row(page, "default", sema::default_text(key));
  row(page, "function", function_text(key));
  row(page, "note", sema::limits_text(key));
  return page;
}

// One line a key: its name, what it takes, its default; then what it is.
std::string section_page(const KeyTable& table) {
  std::string page = fmt::format("{}: {}\n", table.path, table.row->doc);
  if (!table.row->takes.empty()) row(page, "takes", std::string(table.row->takes));
  if (!table.row->otherwise.empty()) row(page, "default", std::string(table.row->otherwise));
  std::size_t width = 0;
  for (const Key& key : table.keys) width = std::max(width, key.name.size());
  page += "\n";
  for (const Key& key : table.keys) page += fmt::format("  {:<{}}  {} (default: {})\n", key.name, width, key.doc, sema::default_text(key));
  page += fmt::format("\n`ssdc explain {}.{}` says more about a key\n", table.path, table.keys.front().name);
  return page;
}

std::string record_page(const sema::RecordDoc& record) {
  std::string page = fmt::format("record {}: {}\n", record.name, record.doc);
  for (const sema::FieldDoc& field : sema::record_fields()) {
    if (field.record == record.name) page += fmt::format("  {:<13}{:<11}{}\n", field.name, field.type, field.doc);
  }
  std::string keys;
  for (const KeyTable& table : sema::key_tables()) {
    for (const Key& key : table.keys) {
      if (key.record == record.name) keys += fmt::format("{}{}.{}", keys.empty() ? "" : ", ", table.path, key.name);
    }
  }
  row(page, "given to", keys);
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

std::string kind_name(const ast::Decl& decl) {
  if (std::holds_alternative<ast::ParamDecl>(decl.node)) return "param";
  if (std::holds_alternative<ast::ConstDecl>(decl.node)) return "const";
  return std::string(sema::name(sema::kind_of(decl)));
}

std::string declaration_page(const ast::Decl& decl, const SourceMap& sources) {
  const SourceFile& file = sources.file(decl.span.file);
  std::string page = fmt::format("{} {}, {}:{}\n", kind_name(decl), sema::declared_name(decl)->text, file.path(), file.position(decl.span.begin).line);
  if (!decl.doc.empty()) page += decl.doc + "\n";
  return page + "\n" + std::string(sources.text(decl.span)) + "\n";
}

// The pages of the language itself; each kind of name adds its own.
class Pages {
 public:
  explicit Pages(std::string name) : name_(std::move(name)) {
    if (name_ == "policies") list_.push_back(policies_page());
    for (const KeyTable& table : sema::key_tables()) add(table);
    for (const sema::RecordDoc& record : sema::records()) {
      if (record.name == name_) list_.push_back(record_page(record));
    }
    for (const sema::FunctionDoc& function : sema::functions()) {
      if (function.name == name_) list_.push_back(fmt::format("function {}: {}\n", function.usage, function.doc));
    }
    for (const sema::UnitDoc& unit : sema::units()) {
      if (unit.name == name_) list_.push_back(fmt::format("unit {} of type {}: {}\n", unit.name, unit.type, unit.meaning));
    }
  }
  std::vector<std::string> take() { return std::move(list_); }

 private:
  void add(const KeyTable& table) {
    const std::size_t dot = table.path.rfind('.');
    if (table.path == name_ || (dot != std::string::npos && table.path.substr(dot + 1) == name_)) list_.push_back(section_page(table));
    const bool sections = table.path == "design";  // they have pages of their own
    for (const Key& key : table.keys) {
      const bool named = key.name == name_ || fmt::format("{}.{}", table.path, key.name) == name_;
      const bool has_page = sections || (key.block != nullptr && key.variant.empty());
      if (named && !has_page) list_.push_back(key_page(table.path, key));
      const bool word = key.name != name_ && std::ranges::count(sema::split_words(key.words), name_) != 0;
      if (word) list_.push_back(fmt::format("word {} of {}.{}: {}\n", name_, table.path, key.name, key.doc));
    }
  }

  std::string name_;
  std::vector<std::string> list_;
};

}  // namespace

std::vector<ast::File> stdlib_files(Session& session) {
  std::vector<std::string> paths;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(stdlib_directory(), error)) {
    if (entry.path().extension() == ".ssd") paths.push_back(entry.path().generic_string());
  }
  std::ranges::sort(paths);
  std::vector<ast::File> files;
  for (const std::string& path : paths) {
    auto file = sema::load_alone(path, session.sema_options(), session.sources, session.sink);
    if (file) files.push_back(std::move(*file));
  }
  return files;
}

std::optional<std::string> explain_declaration(const ast::File& file, const std::string& name, const SourceMap& sources) {
  std::string pages;
  for (const ast::Decl& decl : file.decls) {
    const ast::Name* declared = sema::declared_name(decl);
    if (declared != nullptr && declared->text == name) pages += (pages.empty() ? "" : "\n") + declaration_page(decl, sources);
  }
  return pages.empty() ? std::nullopt : std::optional(pages);
}

std::optional<std::string> explain_name(const std::string& name, Session& session) {
  std::vector<std::string> pages = Pages(name).take();
  for (const ast::File& file : stdlib_files(session)) {
    if (auto page = explain_declaration(file, name, session.sources)) pages.push_back(std::move(*page));
  }
  if (pages.empty()) return std::nullopt;
  return fmt::format("{}", fmt::join(pages, "\n"));
}

std::vector<std::string> explainable_names(Session& session) {
  std::vector<std::string> names{"policies"};
  for (const KeyTable& table : sema::key_tables()) {
    names.push_back(table.path);
    for (const Key& key : table.keys) {
      if (table.path != "design") names.push_back(fmt::format("{}.{}", table.path, key.name));
    }
  }
  for (const sema::RecordDoc& record : sema::records()) names.emplace_back(record.name);
  for (const sema::FunctionDoc& function : sema::functions()) names.emplace_back(function.name);
  for (const sema::UnitDoc& unit : sema::units()) names.push_back(unit.name);
  for (const ast::File& file : stdlib_files(session)) {
    for (const ast::Decl& decl : file.decls) {
      if (const ast::Name* declared = sema::declared_name(decl)) names.push_back(declared->text);
    }
  }
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  return names;
}

}  // namespace ssd::cli
