// Reads the root file and its imports: see load.h. Invariant: a file that is being loaded is on `open_`. A cycle is
// therefore found at the import that closes it, and the recursion is at most kDeepestImport deep.
#include "compiler/check/load.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>

#include "compiler/syntax/parse/parse.h"
#include "runtime/base/input_file.h"
#include "runtime/base/shown_text.h"
#include "runtime/base/whole_path.h"

namespace ssd::check {
namespace {

using diag::Code;
namespace fs = std::filesystem;

constexpr std::size_t kLongestShown = 200;  // characters of a path in a message

// Why a path cannot be read as a file. Without a reason here, the message of the system is shown.
struct Unread {
  ReadResult::Status status;
  std::string_view reason, help;
};
constexpr std::array kUnread{
    Unread{ReadResult::Status::kNotAFile, "it is a device or pipe",
           "write its output to a file first, and name that file"},
    Unread{ReadResult::Status::kEndlessLink, "it is a circular link", "name the file itself"},
    Unread{ReadResult::Status::kLongName, "the name is too long", "write a shorter path"},
    Unread{ReadResult::Status::kUnreadable, "", "make the file readable"},
};

const Unread* find_unread(ReadResult::Status status) {
  const auto found = std::ranges::find(kUnread, status, &Unread::status);
  return found == kUnread.end() ? nullptr : &*found;
}

class Loader {
 public:
  Loader(const Options& options, SourceMap& sources, diag::Sink& sink)
      : options_(options), sources_(sources), sink_(sink) {}

  std::vector<LoadedFile> load_all(const std::string& path) {
    load(path, Span{});
    load_policies();
    return std::move(files_);
  }

  std::optional<ast::File> load_alone(const std::string& path) {
    const FileId id = read(path, Span{});
    return id == kNoFile ? std::nullopt : std::optional(parse::parse_file(id, sources_, sink_));
  }

 private:
  struct Open {
    std::string identity, path;
    Span imported_at;
  };

  // Returns the id of the file, or kNoFile after an error.
  FileId load(const std::string& path, Span at) {
    const std::string identity = whole_path(path);  // files of a test or an editor may not be on the disk
    if (const auto known = by_identity_.find(identity); known != by_identity_.end())
      return closes_cycle(identity, path, at) ? kNoFile : known->second;
    if (open_.size() >= kDeepestImport) {
      sink_.report(Code::E0305, at, kDeepestImport).help("import it from a file that is less deeply nested");
      return kNoFile;
    }
    if (files_.size() >= kMostFiles) {
      sink_.report(Code::E0152, at, kMostFiles).help("put the declarations into fewer files");
      return kNoFile;
    }
    const FileId id = read(path, at);
    by_identity_[identity] = id;
    if (id == kNoFile) return id;
    const std::size_t index = files_.size();
    const std::shared_ptr<const ast::File> tree = options_.parse(id, sources_, sink_);
    files_.push_back({.path = path, .held = tree, .tree = *tree, .imports = {}});
    open_.push_back({identity, path, at});
    load_imports(index);
    open_.pop_back();
    return id;
  }

  // Reports a file that cannot be read.
  FileId read(const std::string& path, Span at) {
    ReadResult result = options_.read(path);
    if (result.status == ReadResult::Status::kRead) return sources_.add(path, std::move(result.text));
    report_unread(path, result, at);
    return kNoFile;
  }

  // std/policies.ssd is imported into every file. Without it the words of the keys still work; only names that a file
  // may define itself are missing. A user who checks std/policies.ssd itself may have named it by another path; it must
  // not be loaded twice, because then its names would hide themselves.
  void load_policies() {
    const std::string path = resolve({}, "std/policies.ssd");
    const ReadResult policies = options_.read(path);
    if (files_.empty() || policies.status == ReadResult::Status::kMissing) return;
    const auto same = std::ranges::find_if(
        files_, [&](const LoadedFile& f) { return sources_.file(f.tree.file).text() == policies.text; });
    const FileId id = same != files_.end() ? same->tree.file : load(path, Span{});
    for (LoadedFile& file : files_) file.everywhere = file.tree.file == id;
  }

  void load_imports(std::size_t index) {
    std::vector<ast::Import> imports;  // copied: files_ grows below
    for (const ast::Decl& decl : files_[index].tree.decls) {
      if (const auto* import = std::get_if<ast::Import>(&decl.node)) imports.push_back(*import);
    }
    for (const ast::Import& import : imports) {
      const FileId id = load(resolve(files_[index].path, import.path), import.path_span);
      if (id != kNoFile)
        files_[index].imports.push_back(id);
      else
        files_[index].incomplete = true;
    }
  }

  // An absolute path replaces the directory, as operator/ does.
  std::string resolve(const std::string& importing, const std::string& written) const {
    if (written.starts_with("std/")) return (fs::path(options_.stdlib_directory) / written.substr(4)).generic_string();
    return (fs::path(importing).parent_path() / written).generic_string();
  }

  bool closes_cycle(const std::string& identity, const std::string& path, Span at) {
    const auto shown = [](const std::string& name) { return fs::path(name).lexically_normal().generic_string(); };
    std::string cycle;
    for (const Open& open : open_) {
      if (!cycle.empty() || open.identity == identity) cycle += shown(open.path) + " -> ";
    }
    if (cycle.empty()) return false;
    sink_.report(Code::E0304, at, cycle + shown(path))
        .label("imported again here")
        .help("move the common declarations into a file that imports neither");
    return true;
  }

  void report_unread(const std::string& path, const ReadResult& read, Span at) {
    using enum ReadResult::Status;
    const std::string shown = shorten(path, kLongestShown);
    if (read.status == kDirectory) {
      sink_.report(Code::E0302, at, shown).help("name a file in it, such as `" + shown + "/drive.ssd`");
    } else if (read.status == kTooLarge) {
      sink_.report(Code::E0306, at, shown, parse::kLargestFile >> 20).help("split it and import the parts");
    } else if (const Unread* why = find_unread(read.status)) {
      sink_.report(Code::E0303, at, shown, why->reason.empty() ? read.reason : std::string(why->reason))
          .help(std::string(why->help));
    } else {
      sink_.report(Code::E0301, at, shown)
          .help(at.known() ? "a path is relative to the importing file; `std/…` is the standard library"
                           : "check the path and the working directory");
    }
  }

  const Options& options_;
  SourceMap& sources_;
  diag::Sink& sink_;
  std::vector<LoadedFile> files_;
  std::vector<Open> open_;
  std::map<std::string, FileId> by_identity_;
};

}  // namespace

std::optional<ast::File> load_alone(const std::string& path, const Options& options, SourceMap& sources,
                                    diag::Sink& sink) {
  return Loader(options, sources, sink).load_alone(path);
}

std::vector<LoadedFile> load(const std::string& path, const Options& options, SourceMap& sources, diag::Sink& sink) {
  return Loader(options, sources, sink).load_all(path);
}

std::shared_ptr<const ast::File> parse_anew(FileId file, const SourceMap& sources, diag::Sink& sink) {
  return std::make_shared<const ast::File>(parse::parse_file(file, sources, sink));
}

// Devices and pipes are rejected before they are opened, because reading them may never end.
ReadResult read_from_disk(const std::string& path) {
  using enum ReadResult::Status;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) return {kMissing, {}, {}};
  if (error == std::errc::too_many_symbolic_link_levels) return {kEndlessLink, {}, {}};
  if (error == std::errc::filename_too_long) return {kLongName, {}, {}};
  if (error) return {kUnreadable, {}, error.message()};
  if (fs::is_directory(status)) return {kDirectory, {}, {}};
  if (!fs::is_regular_file(status)) return {kNotAFile, {}, {}};
  if (fs::file_size(path, error) > parse::kLargestFile) return {kTooLarge, {}, {}};
  FileRead read = read_file(path);
  if (read.error != 0) return {kUnreadable, {}, std::strerror(read.error)};
  return {kRead, std::move(read.bytes), {}};
}

}  // namespace ssd::check
