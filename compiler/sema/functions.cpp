// Names in functions: see functions.h.
#include "compiler/sema/functions.h"

#include <algorithm>

#include "compiler/parse/foreign_words.h"
#include "compiler/sema/evaluate.h"
#include "compiler/sema/foreign.h"
#include "compiler/sema/walk.h"
#include "compiler/source/suggest.h"

namespace ssd::sema {
namespace {

using diag::Code;

constexpr std::array<std::string_view, 9> kRecords{"block", "unit", "op", "request", "page", "command", "collection", "entry", "cell"};
constexpr std::array<std::string_view, 10> kWords{"SLC", "MLC", "TLC", "QLC", "lsb", "csb", "msb", "tsb", "now", "write_amplification"};
constexpr std::array<std::string_view, 10> kPrelude{"min", "max", "abs", "floor", "ceil", "log2", "clamp", "len", "real", "int"};

bool among(auto& list, std::string_view text) { return std::ranges::find(list, text) != list.end(); }

// Lets count as known in the whole function: a light check that never complains about what is right.
std::set<std::string, std::less<>> names_inside(const ast::FnDecl& function, diag::Sink& sink) {
  std::set<std::string, std::less<>> inside;
  for (const ast::Param& param : function.params) {
    if (!inside.insert(param.name.text).second)
      sink.report(Code::E0103, param.name.span, "parameter", param.name.text).help("give one of them another name");
    if (param.type && parse::names_list(param.type->text)) {
      sink.report(Code::E0056, param.type->span, "parameter").help(fmt::format("leave the type out: `{}`", param.name.text));
    } else if (param.type && !find_type(param.type->text) && !among(kRecords, param.type->text)) {
      std::vector<std::string> known = type_names();
      known.insert(known.end(), kRecords.begin(), kRecords.end());
      const std::string_view ours = parse::type_instead(param.type->text);
      const auto near = ours.empty() ? nearest(param.type->text, known) : std::optional<std::string>(ours);
      sink.report(Code::E0121, param.type->span, param.type->text)
          .help(near ? "did you mean `" + *near + "`?"
                     : "types are int, real, time, …, and the records block, unit, op, request, page, command, collection and entry");
    }
  }
  walk({function.body.get()}, [&](const ast::Expr& expr) {
    if (const auto* scope = std::get_if<ast::Scope>(&expr.node)) {
      for (const ast::Let& let : scope->lets) inside.insert(let.name.text);
    }
  });
  return inside;
}

}  // namespace

void check_function(const ast::FnDecl& function, FileId file, const Names& names, diag::Sink& sink) {
  if (function.body == nullptr) return;
  const auto inside = names_inside(function, sink);
  std::set<const ast::Expr*> callees;  // an unknown one is told as a function
  walk({function.body.get()}, [&](const ast::Expr& expr) {
    if (const auto* call = std::get_if<ast::Call>(&expr.node)) callees.insert(call->callee.get());
    const auto* reference = std::get_if<ast::NameRef>(&expr.node);
    if (reference == nullptr) return;
    const std::string& text = reference->text;
    const bool known = inside.contains(text) || names.find(Kind::kValue, text, file) != nullptr ||
                       names.find(Kind::kFunction, text, file) != nullptr || is_geometry_name(text) || is_level_name(text) ||
                       among(kWords, text) || among(kPrelude, text);
    if (known || names.incomplete(file)) return;
    if (callees.contains(&expr)) return report_unknown_function(text, expr.span, names, sink);
    const std::string_view foreign = value_instead(text);
    std::vector<std::string> candidates = names.candidates(Kind::kValue, file);
    for (const std::string& other : names.candidates(Kind::kFunction, file)) candidates.push_back(other);
    candidates.insert(candidates.end(), inside.begin(), inside.end());
    const auto near = nearest(text, candidates);
    sink.report(Code::E0101, expr.span, text)
        .help(!foreign.empty() ? std::string(foreign) : near ? "did you mean `" + *near + "`?" : "name a parameter, a `let`, a param or a const");
  });
}

}  // namespace ssd::sema
