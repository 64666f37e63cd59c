// The index of the standard library: see library.h. Invariant: mistakes in the library itself are not reported here,
// but where the library file is imported.
#include "compiler/check/library.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "runtime/base/folder_names.h"

namespace ssd::check {

namespace fs = std::filesystem;

namespace {

// Adds the paths of the library files in the folder and below it. Stops at the first folder that cannot be read.
void add_paths(const std::string& folder, std::vector<std::string>& paths, std::error_code& error) {
  for (const std::string& name : names_in(folder, error)) {
    const std::string path = folder + "/" + name;
    std::error_code no_folder;
    if (name.ends_with(".ssd"))
      paths.push_back(path);
    else if (!error && fs::is_directory(path, no_folder))
      add_paths(path, paths, error);
  }
}

}  // namespace

std::vector<std::string> library_paths(const std::string& stdlib_directory, std::error_code& error) {
  std::vector<std::string> paths;
  add_paths(stdlib_directory, paths, error);
  std::ranges::sort(paths);
  return paths;
}

std::string Library::import_help(Kind kind, std::string_view name) {
  const std::string_view file = file_of(kind, name);
  return file.empty() ? std::string{}
                      : fmt::format("write `import \"{}\"` at the beginning of the file: it declares `{}`", file, name);
}

std::string_view Library::file_of(Kind kind, std::string_view name) {
  if (!read_) read();
  const auto& files = files_[static_cast<std::size_t>(kind)];
  const auto found = files.find(name);
  return found == files.end() ? std::string_view{} : found->second;
}

void Library::read() {
  read_ = true;
  std::error_code ignored;  // the helps then name fewer files
  for (const std::string& path : library_paths(options_.stdlib_directory, ignored)) {
    const ReadResult file = options_.read(path);
    if (file.status != ReadResult::Status::kRead) continue;
    SourceMap sources;
    diag::Sink sink;
    const std::shared_ptr<const ast::File> tree = options_.parse(sources.add(path, file.text), sources, sink);
    const std::string imported = "std/" + fs::path(path).lexically_relative(options_.stdlib_directory).generic_string();
    for (const ast::Decl& decl : tree->decls) {
      if (const ast::Name* name = declared_name(decl))
        files_[static_cast<std::size_t>(kind_of(decl))].try_emplace(name->text, imported);
    }
  }
}

}  // namespace ssd::check
