// The files of one compilation: the root file and everything it imports. Each file is read and parsed once, however
// many files import it.
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
  const ast::File& tree;        // refers to `held`
  std::vector<FileId> imports;  // direct imports, in the order of the file
  bool everywhere = false;      // std/policies.ssd only: its names are known in every file
  bool incomplete = false;      // an import could not be read, so an unknown name may not be a mistake
};

using limits::kDeepestImport;
using limits::kMostFiles;

// Loads one file without its imports. Nothing if the file cannot be read; syntax errors are reported.
std::optional<ast::File> load_alone(const std::string& path, const Options& options, SourceMap& sources,
                                    diag::Sink& sink);
// Loads the root file, which comes first, and all its imports. std/policies.ssd is always among them if there is a
// standard library. A file that cannot be read is reported at its import and left out.
std::vector<LoadedFile> load(const std::string& path, const Options& options, SourceMap& sources, diag::Sink& sink);

}  // namespace ssd::check
