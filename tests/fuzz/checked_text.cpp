// See checked_text.h.
#include "tests/fuzz/checked_text.h"

#include <map>

#include "compiler/syntax/ast/ast.h"
#include "tests/paths.h"

namespace ssd::fuzz {
namespace {

using Status = check::ReadResult::Status;

// The text as main.ssd, beside the standard library.
class Reader {
 public:
  Reader(std::string_view text, const std::string& standard) : text_(text), standard_(standard) {}

  check::ReadResult operator()(const std::string& path) const {
    static std::map<std::string, check::ReadResult> known;
    if (path == "main.ssd") return {Status::kRead, std::string(text_), {}};
    if (!path.starts_with(standard_ + "/") || path.find("..") != std::string::npos) return {Status::kMissing, {}, {}};
    const auto found = known.find(path);
    return found != known.end() ? found->second : known[path] = check::read_from_disk(path);
  }

 private:
  std::string_view text_;
  std::string standard_;
};

// A file of the standard library is parsed once for each number that it gets, which depends on the order in which a
// text imports it. Parsing takes most of the time of a check.
class Parser {
 public:
  explicit Parser(const std::string& standard) : standard_(standard) {}

  std::shared_ptr<const ast::File> operator()(FileId id, const SourceMap& sources, diag::Sink& sink) const {
    static std::map<std::pair<std::string, FileId>, std::shared_ptr<const ast::File>> known;
    const std::string& path = sources.file(id).path();
    if (!path.starts_with(standard_ + "/")) return check::parse_anew(id, sources, sink);
    auto& tree = known[{path, id}];
    return tree != nullptr ? tree : tree = check::parse_anew(id, sources, sink);
  }

 private:
  std::string standard_;
};

}  // namespace

CheckedText check_text(std::string_view text) {
  static const std::string standard = (tests::source_dir() / "stdlib").string();
  CheckedText made;
  check::Options options;
  options.stdlib_directory = standard;
  options.read = Reader(text, standard);
  options.parse = Parser(standard);
  made.checked = check::check("main.ssd", options, made.sources, made.sink);
  return made;
}

}  // namespace ssd::fuzz
