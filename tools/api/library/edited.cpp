// File::text, and File::edited: the text with another value of a key of a design.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "compiler/check/vocabulary/vocabulary.h"
#include "compiler/syntax/parse/parse.h"
#include "tools/api/library/attempt.h"
#include "tools/api/library/data.h"

namespace ssd::api {
namespace {

using Path = std::vector<std::string>;

// `gc.victim(b)`: the names before the brackets, and the last one with them.
struct KeyPath {
  Path names;
  std::string written;  // how the file is to write the last one
  bool has_parameters = false;
};

KeyPath path_of(const std::string& key) {
  KeyPath path;
  const std::size_t bracket = std::min(key.find('('), key.size());
  std::size_t begin = 0;
  for (std::size_t dot = 0; dot != std::string::npos; begin = dot + 1) {
    dot = key.substr(0, bracket).find('.', begin);
    path.names.push_back(key.substr(begin, dot == std::string::npos ? bracket - begin : dot - begin));
    if (dot == std::string::npos) path.written = key.substr(begin);
  }
  path.has_parameters = bracket < key.size();
  return path;
}

bool mentions(std::string_view text, std::string_view word) {
  const auto is_of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || (!is_of_name(text[at - 1]) && text[at - 1] != '.');
    if (begins && (end == text.size() || !is_of_name(text[end]))) return true;
  }
  return false;
}

// How a function at this key is usually written, `victim(b)`; empty if it takes no function.
std::string function_at(const Path& names) {
  const std::string block = names.size() == 1 ? std::string(check::kSections)
                                              : fmt::format("{}", fmt::join(names.begin(), names.end() - 1, "."));
  for (const check::KeyTable& table : check::key_tables()) {
    if (table.path != block) continue;
    const auto key = std::ranges::find(table.keys, names.back(), &check::Key::name);
    if (key == table.keys.end()) return {};
    const std::string text = check::policy_text(*key);
    return text.substr(0, text.find(':'));
  }
  return {};
}

// `victim(b): b.invalid`: a value that mentions the usual parameter is a function of it.
std::string property_text(const KeyPath& path, const std::string& value) {
  std::string written = path.written;
  if (!path.has_parameters) {
    const std::string function = function_at(path.names);
    const std::size_t bracket = function.find('(');
    if (bracket != std::string::npos &&
        mentions(value, std::string_view(function).substr(bracket + 1, function.size() - bracket - 2)))
      written = function;
  }
  return written + ": " + value;
}

// The key or block of that name; null if there is none. A block has no two of the same name.
const ast::Item* item_of(const ast::Block& block, const std::string& name) {
  for (const ast::Item& item : block.items) {
    const auto* property = std::get_if<ast::Property>(&item);
    const auto* section = std::get_if<ast::Section>(&item);
    if ((property != nullptr && property->key.text == name) || (section != nullptr && section->key.text == name))
      return &item;
  }
  return nullptr;
}

ssd::Span span_of_item(const ast::Item& item) {
  return std::visit([](const auto& one) { return one.span; }, item);
}

// The text with the property in the block, in place of the one that it has; blocks that it lacks are added at its end.
std::string with_property(std::string text, const ast::Block& block, const Path& names, std::string property) {
  const ast::Block* inner = &block;
  for (std::size_t depth = 0; depth < names.size(); ++depth) {
    const ast::Item* item = item_of(*inner, names[depth]);
    const auto* section = item == nullptr ? nullptr : std::get_if<ast::Section>(item);
    const bool last = depth + 1 == names.size();
    if (!last && section != nullptr) {
      inner = section->body.get();
      continue;
    }
    for (std::size_t i = names.size() - 1; i > depth; --i) property = names[i - 1] + " { " + property + " }";
    if (last && item != nullptr) {
      const ssd::Span span = span_of_item(*item);
      return text.replace(span.begin, span.end - span.begin, property);
    }
    return text.insert(inner->span.end - 1, "  " + property + " ");
  }
  return text;
}

const ast::BlockDecl* design_in(const ast::File& file, const std::string& name) {
  for (const ast::Decl& decl : file.decls) {
    const auto* block = std::get_if<ast::BlockDecl>(&decl.node);
    if (block != nullptr && block->kind == ast::BlockKind::kDesign && block->name.text == name) return block;
  }
  return nullptr;
}

FileId root_of(const SourceMap& sources, const std::string& path) {
  for (FileId id = 1; id <= sources.count(); ++id) {
    if (sources.file(id).path() == path) return id;
  }
  return kNoFile;
}

}  // namespace

std::string File::text() const {
  const FileId root = root_of(data_->sources, data_->checked.path);
  return root == kNoFile ? std::string() : std::string(data_->sources.file(root).text());
}

Result<std::string> File::edited(const std::string& design, const std::string& key, const std::string& value) const {
  using Text = std::optional<std::string>;
  return attempt<std::string>("check", data_->sources, [&](Environment& environment) -> Text {
    const design::Design* chosen = check::select_design(data_->checked, design, environment.sink);
    const FileId root = root_of(environment.sources, data_->checked.path);
    if (chosen == nullptr || root == kNoFile) return std::nullopt;
    const ast::File tree = parse::parse_file(root, environment.sources, environment.sink);
    const ast::BlockDecl* declared = design_in(tree, chosen->name);
    if (declared == nullptr) {
      environment.sink.report(diag::Code::E0309, {}, data_->checked.path, "design of its own called", chosen->name)
          .help("it is imported: edit the file that declares it, or declare a design `from` it");
      return std::nullopt;
    }
    const KeyPath path = path_of(key);
    return with_property(std::string(environment.sources.file(root).text()), declared->body, path.names,
                         property_text(path, value));
  });
}

}  // namespace ssd::api
