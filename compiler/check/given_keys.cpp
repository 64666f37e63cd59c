// See given_keys.h.
#include "compiler/check/given_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "compiler/check/sections/sections.h"
#include "compiler/syntax/parse/parse.h"
#include "runtime/base/suggest.h"

namespace ssd::check {
namespace {

using diag::Code;

bool is_block(const Key& key) { return key.block != nullptr && key.variant.empty(); }

void add_paths(std::vector<std::string>& paths, const std::string& outer, std::span<const Key> keys) {
  for (const Key& key : keys) {
    const std::string path = outer.empty() ? std::string(key.name) : fmt::format("{}.{}", outer, key.name);
    if (key.form != Form::kBlock) paths.push_back(path);
    if (is_block(key)) add_paths(paths, path, key.block());
  }
}

ast::Block& block_in(ast::Block& outer, const ast::Name& name, Span span) {
  for (ast::Item& item : outer.items) {
    auto* section = std::get_if<ast::Section>(&item);
    if (section != nullptr && section->key.text == name.text) return *section->body;
  }
  outer.items.emplace_back(ast::Section{name, std::make_unique<ast::Block>(ast::Block{span, {}}), span});
  return *std::get<ast::Section>(outer.items.back()).body;
}

}  // namespace

std::vector<std::string> design_key_paths() {
  std::vector<std::string> paths;
  add_paths(paths, "", design_keys());
  return paths;
}

bool is_design_key(std::string_view path) {
  const std::vector<std::string> paths = design_key_paths();
  return std::ranges::find(paths, path) != paths.end();
}

std::string nearest_key(std::string_view name) {
  const std::vector<std::string> paths = design_key_paths();
  const auto last = [](std::string_view path) { return path.substr(path.rfind('.') + 1); };
  for (const std::string& path : paths) {
    if (last(path) == name || path.starts_with(std::string(name) + '.')) return path;
  }
  const auto near = nearest(name, paths);
  return near ? std::string(*near) : "";
}

std::shared_ptr<const ast::Block> keys_as_block(std::vector<ast::KeyValue> keys) {
  auto result = std::make_shared<ast::Block>();
  for (ast::KeyValue& key : keys) {
    result->span = key.span;
    ast::Block* block = result.get();
    for (std::size_t i = 0; i + 1 < key.path.size(); ++i) block = &block_in(*block, key.path[i], key.span);
    block->items.emplace_back(ast::Property{
        .key = key.path.back(), .has_params = false, .params = {}, .value = std::move(key.value), .span = key.span});
  }
  return result;
}

std::shared_ptr<const ast::Block> keys_given(const std::vector<Override>& overrides, SourceMap& sources, Names& names,
                                             diag::Sink& sink) {
  std::map<std::string, std::size_t> last;
  for (std::size_t i = 0; i < overrides.size(); ++i) last[overrides[i].name] = i;
  std::vector<ast::KeyValue> keys;
  for (std::size_t i = 0; i < overrides.size(); ++i) {
    const Override& given = overrides[i];
    if (const Override& later = overrides[last[given.name]]; &later != &given) {
      sink.report(Code::W0315, Span{}, given.name, given.text, later.text).help("give the key once");
      continue;
    }
    const FileId text = sources.add("-D " + given.name, fmt::format("{}: {}", given.name, given.text));
    names.adopt(text);
    auto key = parse::parse_key_value(text, sources, sink);
    if (!key) return nullptr;
    keys.push_back(std::move(*key));
  }
  return keys.empty() ? nullptr : keys_as_block(std::move(keys));
}

}  // namespace ssd::check
