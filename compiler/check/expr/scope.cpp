// Implements scope.h. Invariant: places_ lists the places of a name's bindings in bindings_, ascending.
#include "compiler/check/expr/scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "compiler/check/expr/records.h"
#include "compiler/check/helps/foreign.h"
#include "compiler/check/vocabulary/geometry_names.h"
#include "compiler/check/vocabulary/run_names.h"
#include "runtime/base/suggest.h"
#include "runtime/base/words.h"

namespace ssd::check {
namespace {

using diag::Code;

// Words that have the same meaning in every expression.
struct Meant {
  Type type;
  std::int64_t index;  // its position among the words of its type
};
constexpr std::array kWords{
    Word{"lsb", Meant{Type::kPageKind, 0}}, Word{"csb", Meant{Type::kPageKind, 1}},
    Word{"msb", Meant{Type::kPageKind, 2}}, Word{"tsb", Meant{Type::kPageKind, 3}},
    Word{"SLC", Meant{Type::kCell, 0}},     Word{"MLC", Meant{Type::kCell, 1}},
    Word{"TLC", Meant{Type::kCell, 2}},     Word{"QLC", Meant{Type::kCell, 3}},
};

}  // namespace

// A word of another language or a misspelling is more likely than a missing declaration, so these come first.
std::string Scope::unknown_name_help(const std::string& text, std::vector<std::string> known) const {
  if (geometry_ != nullptr) {
    for (const GeometryName& row : geometry_names()) known.emplace_back(row.name);
  }
  if (const std::string_view foreign = value_instead(text); !foreign.empty()) return std::string(foreign);
  if (const auto near = nearest(text, known)) return "did you mean `" + *near + "`?";
  if (is_level_name(text))
    return "`" + text + "` is a level: an order names all four, as in `channel > die > plane > chip`";
  if (!suggestion_.empty()) return suggestion_;
  return "declare it: `const " + text + " = …`, or `param " + text + ": TYPE = …`";
}

void Scope::push(Binding binding) {
  places_[binding.name].push_back(bindings_.size());
  bindings_.push_back(std::move(binding));
}

void Scope::release(std::size_t mark) {
  for (; bindings_.size() > mark; bindings_.pop_back()) places_.find(bindings_.back().name)->second.pop_back();
}

const Scope::Binding* Scope::find_binding(const std::string& name) const {
  const auto found = places_.find(name);
  if (found == places_.end()) return nullptr;
  const auto first = std::ranges::lower_bound(found->second, frame_);
  return first == found->second.end() ? nullptr : &bindings_[*first];
}

// A name that hides another one is bound all the same, so that the mistake is reported once and not at every use.
bool Scope::bind(const ast::Name& name, Operand operand) {
  const Binding* shadowed = find_binding(name.text);
  const Symbol* global = globals_.names().find(Kind::kValue, name.text, name.span.file);
  const bool is_protected = !protected_as(name.text).empty();
  const bool hides = shadowed != nullptr || global != nullptr;
  if (is_protected)
    report_protected(sink_, name);
  else if (hides)
    report_hidden(sink_, name, shadowed != nullptr ? shadowed->span : declared_name(*global->decl)->span);
  push({name.text, std::move(operand), name.span});
  return !is_protected && !hides;
}

// The innermost meaning counts: first lets and inputs, then the design's geometry, then params and consts. These are
// looked up in the file that contains the expression, not in the file of a design that inherits it.
Operand Scope::find(const ast::Expr& expr, const std::string& text) {
  if (const Binding* bound = find_binding(text)) return bound->operand;
  if (const GeometryName* number = find_geometry_name(text)) {
    if (geometry_ != nullptr) return {.value = number->of(*geometry_)};
    sink_.report(Code::E0112, expr.span, text).help("use it inside a design, or write the number");
    return {};
  }
  if (const Symbol* symbol = globals_.names().find(Kind::kValue, text, expr.span.file)) {
    if (std::holds_alternative<ast::ParamDecl>(symbol->decl->node)) {
      param_ = text;
      ++params_named_;
    }
    return Operand::of_constant(globals_.value(*symbol, expr.span));
  }
  if (const auto* word = find_word(kWords, text))
    return {.value = Value::of_word(word->value.type, word->value.index, text)};
  if (globals_.names().incomplete(expr.span.file)) return {};
  if (const auto row = std::ranges::find(kRunNames, text, &RunName::name); row != kRunNames.end())
    return name_of_the_run(expr, *row);
  report_unknown(expr, text);
  return {};
}

// A name that the run provides. It is an error if the hook does not provide it, or if the expression is not evaluated
// in a run.
Operand Scope::name_of_the_run(const ast::Expr& expr, const RunName& row) {
  if (run_.any) return {.value = any_value(row.type)};
  const Operand found = run_.hook == nullptr ? Operand{} : surrounding(*run_.hook, row.name, *run_.formula);
  if (!found.known())
    sink_.report(Code::E0136, expr.span, row.name).help("read it in a policy, such as `trigger` or `priority(op)`");
  return found;
}

void Scope::report_unknown(const ast::Expr& expr, const std::string& text) {
  std::vector<std::string> known = globals_.names().candidates(Kind::kValue, expr.span.file);
  for (std::size_t i = frame_; i < bindings_.size() && sink_.error_count() <= limits::kMostShown; ++i)
    known.push_back(bindings_[i].name);
  for (const auto& word : kWords) known.emplace_back(word.text);
  auto& diagnostic = sink_.report(Code::E0101, expr.span, text);
  if (globals_.names().find(Kind::kFunction, text, expr.span.file) != nullptr) {
    diagnostic.help("`" + text + "` is a function: call it, `" + text + "(…)`");
  } else if (const auto row = std::ranges::find(kConditionNames, text, &ConditionName::name);
             row != kConditionNames.end()) {
    diagnostic.help(fmt::format("it is available in {} of `gc`: read it there", row->where));
  } else if (tables_ != nullptr && std::ranges::count(*tables_, text, &design::Table::name) != 0) {
    diagnostic.help("it is a table: read it in `stream(r)`, `stream(m)`, `victim(b)`, `allocate(b)` or an event");
  } else if (const std::string import = import_help(text); !import.empty()) {
    diagnostic.help(import);
  } else {
    diagnostic.help(unknown_name_help(text, std::move(known)));
  }
}

// A function may be named if the key takes a policy.
std::string Scope::import_help(std::string_view text) const {
  const std::string help = globals_.names().import_help(Kind::kValue, text);
  return help.empty() ? globals_.names().import_help(Kind::kFunction, text) : help;
}

}  // namespace ssd::check
