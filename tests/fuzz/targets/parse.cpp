// Fuzz target: any bytes as the text of a file. If the parser rejects the text, it gives a message, and not a cascade
// of them. What it accepts has a listing, and each of its expressions is printed in such a way that reading what was
// printed, and printing that, gives the same text.
#include "compiler/syntax/parse/parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "compiler/check/expr/walk.h"
#include "compiler/syntax/ast/ast.h"
#include "tests/fuzz/targets.h"

namespace ssd::fuzz {
namespace {

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

}  // namespace

std::string broken_by_parse(std::string_view text) {
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

}  // namespace ssd::fuzz
