// The index of the standard library: see library.h. Invariant: what is wrong in the library itself is not told here, but where it is imported.
#include "compiler/sema/library.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace ssd::sema {

namespace fs = std::filesystem;

std::string Library::import_help(Kind kind, std::string_view name) {
  const std::string_view file = file_of(kind, name);
  return file.empty() ? std::string{} : fmt::format("write `import \"{}\"` at the beginning of the file: it declares `{}`", file, name);
}

std::string_view Library::file_of(Kind kind, std::string_view name) {
  if (!read_) read();
  const auto& files = files_[static_cast<std::size_t>(kind)];
  const auto found = files.find(name);
  return found == files.end() ? std::string_view{} : found->second;
}

void Library::read() {
  read_ = true;
  std::error_code error;
  std::vector<fs::path> paths;
  for (fs::recursive_directory_iterator it(options_.stdlib_directory, error), end; !error && it != end; it.increment(error)) {
    if (it->path().extension() == ".ssd") paths.push_back(it->path());
  }
  std::ranges::sort(paths);
  for (const fs::path& path : paths) {
    const ReadResult file = options_.read(path.generic_string());
    if (file.status != ReadResult::Status::kRead) continue;
    SourceMap sources;
    diag::Sink sink;
    const std::shared_ptr<const ast::File> tree = options_.parse(sources.add(path.generic_string(), file.text), sources, sink);
    const std::string imported = "std/" + path.lexically_relative(options_.stdlib_directory).generic_string();
    for (const ast::Decl& decl : tree->decls) {
      if (const ast::Name* name = declared_name(decl)) files_[static_cast<std::size_t>(kind_of(decl))].try_emplace(name->text, imported);
    }
  }
}

}  // namespace ssd::sema
