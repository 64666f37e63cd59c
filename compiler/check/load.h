// The files of one compilation: the root and all it imports, each read and parsed once, however many import it.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/check/check.h"
#include "compiler/syntax/ast/ast.h"
#include "runtime/base/limits.h"

namespace ssd::check {

struct LoadedFile {
  std::string path;
  std::shared_ptr<const ast::File> held;
  const ast::File& tree;        // that is held
  std::vector<FileId> imports;  // direct ones, in their order
  bool everywhere = false;      // std/policies.ssd: its names are known in every file
  bool incomplete = false;      // an import is missing, so that names may be unknown through no fault of their own
};

using limits::kDeepestImport;
using limits::kMostFiles;

// The file alone, whatever it imports. Nothing if it cannot be read; syntax errors are reported.
std::optional<ast::File> load_alone(const std::string& path, const Options& options, SourceMap& sources,
                                    diag::Sink& sink);
// The root comes first; std/policies.ssd is always among them, if there is a standard library. A file that cannot be
// read is reported at its import and left out.
std::vector<LoadedFile> load(const std::string& path, const Options& options, SourceMap& sources, diag::Sink& sink);

}  // namespace ssd::check
