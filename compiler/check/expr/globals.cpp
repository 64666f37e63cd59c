// Params and consts, evaluated on demand: see globals.h. Invariant: a declaration is on `open_` while its value is
// being evaluated.
#include "compiler/check/expr/globals.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/check/expr/evaluate.h"
#include "compiler/check/given_keys.h"
#include "compiler/check/helps/wrong_type.h"
#include "compiler/syntax/parse/foreign_words.h"
#include "compiler/syntax/parse/parse.h"
#include "runtime/base/limits.h"
#include "runtime/base/suggest.h"

namespace ssd::check {
namespace {

using diag::Code;
using limits::kDeepestReference;  // each level costs stack

}  // namespace

void Globals::override_params(const std::vector<Override>& overrides) {
  std::vector<std::string> params;
  for (const std::string& known : names_.visible(Kind::kValue, names_.root())) {
    if (std::holds_alternative<ast::ParamDecl>(names_.find(Kind::kValue, known, names_.root())->decl->node))
      params.push_back(known);
  }
  std::vector<Override> keys;
  for (const Override& given : overrides) {
    if (std::ranges::find(params, given.name) != params.end()) {
      override_param(overrides, given);
    } else if (is_design_key(given.name)) {
      keys.push_back(given);
    } else {
      const auto near = nearest(given.name, params);
      const std::string meant = near ? std::string(*near) : nearest_key(given.name);
      sink_.report(Code::E0307, Span{}, given.name)
          .help(!meant.empty()   ? fmt::format("did you mean `-D {}={}`?", meant, given.text)
                : params.empty() ? "declare one: `param " + given.name + ": int = 4`"
                                 : "its params are " + listed(params));
    }
  }
  given_keys_ = keys_given(keys, sources_, names_, sink_);
}

// The text is parsed as an expression of the root file, so `-D ways=2*lanes` has the same meaning as in that file. If a
// param is given more than once, the last one counts.
void Globals::override_param(const std::vector<Override>& overrides, const Override& given) {
  const FileId text = sources_.add("-D " + given.name, given.text);
  names_.adopt(text);
  const auto later = std::ranges::find(&given + 1, overrides.data() + overrides.size(), given.name, &Override::name);
  if (later != overrides.data() + overrides.size()) {
    sink_.report(Code::W0315, Span{}, given.name, given.text, later->text).help("give the param once");
  }
  diag::Sink found;
  if (auto expr = parse::parse_expression(text, sources_, found)) overrides_[given.name] = std::move(expr);
  for (const diag::Diagnostic& told : found.all()) {
    diag::Diagnostic& repeated = sink_.repeat(told);
    if (repeated.fix.empty()) repeated.help(own_value_help(given.name, given.text));
  }
}

bool Globals::check_overrides() {
  bool sound = true;
  for (const auto& [name, expr] : overrides_)
    sound &= value(*names_.find(Kind::kValue, name, names_.root()), {}).known();
  return sound;
}

std::optional<Span> Globals::given(const ast::Decl* param) const {
  const std::string& name = declared_name(*param)->text;
  const Symbol* known = names_.find(Kind::kValue, name, names_.root());
  const auto found = known != nullptr && known->decl == param ? overrides_.find(name) : overrides_.end();
  return found == overrides_.end() ? std::nullopt : std::optional(found->second->span);
}

// The help for a wrong `-D` value. If the param is a string, the shell may have removed the quotes, so the help shows
// the same text with quotes. Otherwise it shows the value that the file gives.
std::string Globals::own_value_help(const std::string& param, std::string_view text) const {
  const auto& declared = std::get<ast::ParamDecl>(names_.find(Kind::kValue, param, names_.root())->decl->node);
  const bool bare = find_type(declared.type.text) == Type::kString && !text.empty() &&
                    text.find_first_of("\"'\\") == std::string_view::npos;
  if (bare) return fmt::format("`{0}` is a `string`, so its value is in quotes: `-D '{0}=\"{1}\"'`", param, text);
  return fmt::format("`{0}` is declared as `{1}`: write such a value, for example `-D '{0}={2}'`", param,
                     declared.type.text, sources_.text(declared.value->span));
}

void Globals::check_all(const std::vector<LoadedFile>& files) {
  for (const LoadedFile& file : files) {
    for (const ast::Decl& decl : file.tree.decls) {
      if (const ast::Name* own = declared_name(decl); own != nullptr && kind_of(decl) == Kind::kValue)
        value({&decl, file.tree.file}, own->span);
    }
  }
}

Globals Globals::varied(std::map<const ast::Decl*, Value> values, diag::Sink& sink) const {
  Globals result(names_, sources_, sink, effort_, observer_);
  result.overrides_ = overrides_;
  result.given_keys_ = given_keys_;
  result.distrusted_ = distrusted_;
  result.known_ = std::move(values);
  return result;
}

// An error value is remembered as well, so each mistake is reported once, however often the name is used.
Value Globals::value(const Symbol& symbol, Span use) {
  if (const auto known = known_.find(symbol.decl); known != known_.end()) return known->second;
  if (std::ranges::find(open_, symbol.decl) != open_.end()) {
    report_cycle(symbol.decl, use);
    return {};
  }
  if (open_.size() >= kDeepestReference) {
    sink_.report(Code::E0116, use, kDeepestReference).help("write some of the values as numbers");
    return {};
  }
  open_.push_back(symbol.decl);
  Value result = work_out(symbol);
  open_.pop_back();
  return known_[symbol.decl] = std::move(result);
}

// Uses a new evaluator, because the lets and the geometry of the place that uses the name are not visible in a
// declaration.
Value Globals::work_out(const Symbol& symbol) {
  if (const auto* param = std::get_if<ast::ParamDecl>(&symbol.decl->node)) return param_value(*param);
  Evaluator evaluator(*this, sources_, sink_);
  return evaluator.evaluate(*std::get<ast::ConstDecl>(symbol.decl->node).value).value;
}

// A param is converted to its declared type here, so every use sees that type.
Value Globals::param_value(const ast::ParamDecl& param) {
  const auto type = find_type(param.type.text);
  if (!type) {
    if (parse::names_list(param.type.text)) {
      sink_.report(Code::E0056, param.type.span, "param")
          .help(fmt::format("declare the list as `const {} = …`", param.name.text));
      return {};
    }
    const std::string_view ours = parse::type_instead(param.type.text);
    const auto near = ours.empty() ? nearest(param.type.text, type_names()) : std::optional<std::string>(ours);
    sink_.report(Code::E0121, param.type.span, param.type.text)
        .help(near ? "did you mean `" + *near + "`?" : "types are " + listed(type_names()));
    return {};
  }
  const auto checked = [&](const ast::Expr& expr) -> Value {
    Evaluator evaluator(*this, sources_, sink_);
    const std::string instead =
        &expr == param.value.get() ? "" : own_value_help(param.name.text, sources_.text(expr.span));
    const auto* word = std::get_if<ast::NameRef>(&expr.node);
    if (*type == Type::kString && !instead.empty() && word != nullptr &&
        names_.find(Kind::kValue, word->text, names_.root()) == nullptr) {
      sink_.report(Code::E0101, expr.span, word->text).help(instead);  // even if some other thing has that name
      return {};
    }
    const Value found = evaluator.evaluate(expr, instead).value;
    if (!found.known()) return {};
    const auto value = coerce(found, *type);
    if (value) return *value;
    if (*type == Type::kString && !instead.empty())
      sink_.report(Code::E0105, expr.span, noun(*type), noun(found.type))
          .label(std::string(noun(found.type)))
          .help(instead);
    else
      report_type(sink_, expr, noun(*type), found.type, usual_unit(*type));
    return {};
  };
  // The default is checked even if `-D` overrides it: a file must be correct by itself.
  const Value own = checked(*param.value);
  const auto given = overrides_.find(param.name.text);
  return given == overrides_.end() ? own : checked(*given->second);
}

// Lists the circle in the order in which the values use each other.
void Globals::report_cycle(const ast::Decl* decl, Span use) {
  std::string cycle;
  for (const ast::Decl* open : open_) {
    if (!cycle.empty() || open == decl) cycle += declared_name(*open)->text + " -> ";
  }
  sink_.report(Code::E0110, use, cycle + declared_name(*decl)->text)
      .help("give one of them a value that names none of the others");
}

}  // namespace ssd::check
