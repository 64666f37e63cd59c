// See invariants.h. Only the standard library is read from the disk, so the verdict on an input depends on its text
// alone.
#include "tests/fuzz/invariants.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "compiler/check/check.h"
#include "compiler/check/expr/walk.h"
#include "compiler/syntax/ast/ast.h"
#include "compiler/syntax/parse/parse.h"

namespace ssd::fuzz {
namespace {

using Status = check::ReadResult::Status;

// At most one error a statement is given, and a statement has at least one byte: more errors than this are a cascade.
constexpr std::size_t kMostErrors = parse::kMostErrors + 1;

std::string broken_round_trip(const ast::Expr& expr) {
  const std::string printed = ast::print(expr);
  SourceMap sources;
  diag::Sink sink;
  const ast::ExprPtr again = parse::parse_expression(sources.add("printed", printed), sources, sink);
  if (again == nullptr)
    return fmt::format("what was printed cannot be read: {}\n{}", printed, diag::render_text(sink, sources, false));
  const std::string twice = ast::print(*again);
  return twice == printed ? "" : fmt::format("printed, read and printed again differs:\n{}\n{}", printed, twice);
}

bool reaches_over(const ast::Expr& expr) {
  bool found = false;
  check::walk({&expr}, [&](const ast::Expr& part) {
    const auto* call = std::get_if<ast::Call>(&part.node);
    found |=
        call != nullptr && std::ranges::any_of(call->args, [](const ast::Arg& arg) { return arg.over != nullptr; });
  });
  return found;
}

// The file under test as main.ssd, beside the standard library.
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

std::string broken_by_losing(const check::Checked& checked) {
  if (checked.designs.size() < checked.declared_designs.size()) return "a design was refused without a word";
  return checked.workloads.size() < checked.declared_workloads.size() ? "a workload was refused without a word" : "";
}

}  // namespace

std::string broken_by_parsing(std::string_view text) {
  SourceMap sources;
  diag::Sink sink;
  const ast::File file = parse::parse_file(sources.add("main.ssd", std::string(text)), sources, sink);
  if (sink.error_count() > kMostErrors) return fmt::format("{} syntax errors were told", sink.error_count());
  ast::dump(file, sources);
  diag::render_text(sink, sources, true);
  if (sink.has_errors()) return "";
  std::vector<const ast::Expr*> outermost;
  for (const ast::Decl& decl : file.decls) check::expressions(decl, outermost);
  for (const ast::Expr* expr : outermost) {
    if (reaches_over(*expr)) continue;  // it may stand in a workload only, and an expression alone is not in one
    if (std::string broken = broken_round_trip(*expr); !broken.empty()) return broken;
  }
  return "";
}

std::string broken_by_checking(std::string_view text, const std::string& standard) {
  SourceMap sources;
  diag::Sink sink;
  check::Options options;
  options.stdlib_directory = standard;
  options.read = Reader(text, standard);
  options.parse = Parser(standard);
  const check::Checked checked = check::check("main.ssd", options, sources, sink);
  diag::render_text(sink, sources, true);
  diag::render_json(sink, sources);
  for (const design::Design& design : checked.designs) design::dump(design);
  return sink.has_errors() ? "" : broken_by_losing(checked);
}

}  // namespace ssd::fuzz
