// Implements declared_names.h.
#include "compiler/explain/declared_names.h"

#include <algorithm>

#include "compiler/check/load.h"
#include "compiler/check/names.h"

namespace ssd::explain {
namespace {

// Adds the names of the wanted declarations in the file and in the files that it imports directly.
template <class Wanted>
void add_names(std::vector<std::string>& names, const std::string& file, const check::Options& options,
               SourceMap& sources, const Wanted& wanted) {
  diag::Sink silent;
  const std::vector<check::LoadedFile> files = check::load(file, options, sources, silent);
  for (const check::LoadedFile& one : files) {
    const bool visible = &one == &files.front() || std::ranges::count(files.front().imports, one.tree.file) != 0;
    if (!visible) continue;
    for (const ast::Decl& decl : one.tree.decls) {
      if (wanted(decl)) names.push_back(check::declared_name(decl)->text);
    }
  }
}

}  // namespace

std::vector<std::string> workload_names(const std::string& file, const check::Options& options, SourceMap& sources) {
  std::vector<std::string> names{std::string(check::kDefaultWorkload)};
  add_names(names, file, options, sources, [](const ast::Decl& decl) {
    const auto* block = std::get_if<ast::BlockDecl>(&decl.node);
    return block != nullptr && block->kind == ast::BlockKind::kWorkload;
  });
  return names;
}

std::vector<std::string> param_names(const std::string& file, const check::Options& options, SourceMap& sources) {
  std::vector<std::string> names;
  add_names(names, file, options, sources,
            [](const ast::Decl& decl) { return std::holds_alternative<ast::ParamDecl>(decl.node); });
  return names;
}

}  // namespace ssd::explain
