// Implements canonical.h.
#include "compiler/explain/canonical.h"

#include <filesystem>

#include "compiler/check/load.h"
#include "compiler/syntax/format/format.h"

namespace ssd::explain {

std::optional<Canonical> canonical(const std::string& file, const check::Options& options, SourceMap& sources,
                                   diag::Sink& sink) {
  const std::size_t errors = sink.error_count();
  const auto tree = check::load_alone(file, options, sources, sink);
  if (!tree || sink.error_count() != errors) return std::nullopt;
  Canonical result{.text = format::format(*tree, sources), .changed = false, .imports = {}};
  result.changed = result.text != sources.file(tree->file).text();
  for (const ast::Decl& decl : tree->decls) {
    const auto* import = std::get_if<ast::Import>(&decl.node);
    if (import != nullptr)
      result.imports.push_back((std::filesystem::path(file).parent_path() / import->path).string());
  }
  return result;
}

}  // namespace ssd::explain
