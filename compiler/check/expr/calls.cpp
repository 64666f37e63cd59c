// Calls of functions, both built-in and declared in the file, and access to fields of records. The body of a declared
// function is evaluated at each call, so a policy may be built from named parts and is still one formula. Invariant:
// the functions under evaluation are all different.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/check/expr/evaluate.h"
#include "compiler/check/expr/records.h"
#include "compiler/check/helps/foreign.h"
#include "compiler/check/helps/wrong_type.h"
#include "compiler/check/vocabulary/vocabulary.h"
#include "runtime/base/suggest.h"

namespace ssd::check {
namespace {

using diag::Code;

std::string arguments_text(const FunctionDoc& s) {
  if (s.least != s.most) return fmt::format("{} to {} arguments", s.least, s.most);
  return fmt::format("{} {}", s.most, s.most == 1 ? "argument" : "arguments");
}

std::vector<std::string> function_names() {
  std::vector<std::string> names;
  for (const FunctionDoc& f : functions()) names.emplace_back(f.name);
  return names;
}

}  // namespace

// The help names first an import from the library, then the equivalent of a function of another language, then a
// similar name.
void report_unknown_function(const std::string& text, Span place, const Names& names, diag::Sink& sink) {
  const std::vector<std::string> always = function_names();
  std::vector<std::string> known = names.candidates(Kind::kFunction, place.file);
  known.insert(known.end(), always.begin(), always.end());
  const std::string import = names.import_help(Kind::kFunction, text);
  const std::string_view foreign = function_instead(text);
  const auto near = nearest(text, known);
  sink.report(Code::E0115, place, text)
      .help(!import.empty()    ? import
            : !foreign.empty() ? std::string(foreign)
            : near             ? "did you mean `" + *near + "`?"
                   : fmt::format("declare it, `fn {}(x) = …`; built in are {}", text, fmt::join(always, " ")));
}

Operand Evaluator::call(const ast::Expr& expr, const ast::Call& node) {
  const ast::NameRef* callee = ast::callee(node);
  if (callee == nullptr) {
    sink_.report(Code::E0199, expr.span, "calling the result of an expression").help("call a function by its name");
    return {};
  }
  if (const Symbol* own = globals_.names().find(Kind::kFunction, callee->text, expr.span.file))
    return call_own(expr, node, *own);
  const FunctionDoc* function = find_function(callee->text);
  if (function == nullptr) {
    report_unknown_function(callee->text, node.callee->span, globals_.names(), sink_);
    return {};
  }
  if (function->function == Prelude::kLen) return length(expr, node);
  const auto args = numbers(expr, node, *function);
  return args ? apply_prelude(expr, *function, *args) : Operand{};
}

// Evaluates the arguments of a built-in function, which are numbers; nothing after an error. All arguments are
// evaluated, so mistakes in several of them are reported at once.
std::optional<std::vector<Operand>> Evaluator::numbers(const ast::Expr& expr, const ast::Call& node,
                                                       const FunctionDoc& function) {
  std::vector<Operand> args;
  bool sound = node.args.size() >= function.least && node.args.size() <= function.most;
  if (!sound) {
    sink_.report(Code::E0117, expr.span, function.name, arguments_text(function), node.args.size())
        .help(fmt::format("write `{}`", function.usage));
  }
  for (const ast::Arg& arg : node.args) {
    if (arg.key || arg.over) {
      sink_.report(Code::E0117, expr.span, function.name, "plain values", "a named one")
          .help(fmt::format("write `{}`", function.usage));
      return std::nullopt;
    }
    args.push_back(evaluate(*arg.value));
    if (!args.back().known())
      sound = false;
    else if (!is_quantity(args.back().type())) {
      report_type(sink_, *arg.value, "a number", args.back().type(), "");
      sound = false;
    }
  }
  return sound ? std::optional(std::move(args)) : std::nullopt;
}

bool Evaluator::takes_so_many(Span at, const ast::FnDecl& function, std::size_t count) {
  const std::size_t n = function.params.size();
  if (n == count) return true;
  sink_.report(Code::E0122, at, function.name.text, n, n == 1 ? "argument" : "arguments", count)
      .note(function.name.span, fmt::format("`{}` is declared here", function.name.text))
      .help(n == 1 ? "give it one value" : fmt::format("give it {} values", n));
  return false;
}

// Arguments may have any type, records included. The number of arguments is checked even if one of them is unknown.
Operand Evaluator::call_own(const ast::Expr& expr, const ast::Call& node, const Symbol& function) {
  std::vector<Operand> args;
  bool sound = true;
  for (const ast::Arg& arg : node.args) {
    if (arg.key || arg.over) {
      sink_.report(Code::E0199, arg.value->span, "a named argument")
          .help("write the values in the order of the parameters");
      return {};
    }
    args.push_back(evaluate(*arg.value));
    sound &= args.back().known();
  }
  if (sound) return apply_function(expr.span, function, args);
  takes_so_many(expr.span, std::get<ast::FnDecl>(function.decl->node), args.size());
  return {};
}

// In the body the caller's names are not visible; the conditions (constraints) that hold at the call stay in effect.
Operand Evaluator::apply_function(Span at, const Symbol& function, const std::vector<Operand>& args) {
  const auto& declared = std::get<ast::FnDecl>(function.decl->node);
  if (!takes_so_many(at, declared, args.size()) || !globals_.trusts(function.decl)) return {};
  if (const auto open = std::ranges::find(calls_, function.decl); open != calls_.end()) {
    std::string circle;
    for (auto step = open; step != calls_.end(); ++step) circle += declared_name(**step)->text + " -> ";
    sink_.report(Code::E0123, at, circle + declared.name.text)
        .help("there is no recursion: let one of them call none of the others");
    return {};
  }
  if (declared.body == nullptr) return {};
  if (calls_.empty()) steps_ = 0;
  std::vector<Operand> given;
  for (std::size_t i = 0; i < args.size(); ++i) given.push_back(converted(at, declared.params[i], args[i]));
  return std::ranges::all_of(given, &Operand::known) ? body_of(function, given) : Operand{};
}

void Evaluator::check_body(const Symbol& function, const std::vector<Operand>& args) {
  if (std::get<ast::FnDecl>(function.decl->node).body == nullptr) return;
  const auto types_only = path_.types_only();
  const auto any_run = scope_.in_run({.any = true});
  body_of(function, args);
}

Operand Evaluator::body_of(const Symbol& function, const std::vector<Operand>& args) {
  const auto& declared = std::get<ast::FnDecl>(function.decl->node);
  const auto frame = scope_.function();
  const auto parameters = scope_.bindings();
  for (std::size_t i = 0; i < args.size(); ++i) scope_.bind_input(declared.params[i].name.text, args[i]);
  calls_.push_back(function.decl);
  Operand result = evaluate(*declared.body);
  calls_.pop_back();
  return result;
}

// Converts an argument to the declared type of its parameter. A parameter without a type accepts anything.
Operand Evaluator::converted(Span at, const ast::Param& param, const Operand& arg) {
  if (!param.type) return arg;
  const std::string& wanted = param.type->text;
  const std::string found = arg.record ? with_article(arg.record->name) : std::string(noun(arg.type()));
  if (is_record_name(wanted)) {
    if (arg.record && arg.record->name == wanted) return arg;
    sink_.report(Code::E0105, at, with_article(wanted), found)
        .help(fmt::format("`{}` takes {}", param.name.text, with_article(wanted)));
    return {};
  }
  const auto type = find_type(wanted);
  if (!type) return {};  // reported at the declaration of the function
  if (arg.type() == *type) return arg;
  const auto value = coerce(Value::of(arg.type(), arg.value.number), *type);
  if (value && arg.real) return Operand::of_real(arg.node, *type);
  if (value && arg.is_node()) return Operand::of_node(arg.node, *type, arg.scale);
  if (value) return {.value = *value};
  sink_.report(Code::E0105, at, noun(*type), found).help(fmt::format("`{}` takes {}", param.name.text, noun(*type)));
  return {};
}

Operand Evaluator::field(const ast::Expr& expr, const ast::Field& node) {
  const Operand object = evaluate(*node.object);
  if (!object.known()) return {};
  if (!object.record) {
    sink_.report(Code::E0105, node.object->span, "a record", noun(object.type()))
        .help("only what a policy receives has fields, such as `op.waited`");
    return {};
  }
  const auto& fields = object.record->fields;
  const auto found = std::ranges::find(fields, node.field.text, &std::pair<std::string, Operand>::first);
  if (found == fields.end()) {
    report_no_field(expr, node, *object.record);
    return {};
  }
  if (live()) {
    // The kind of a page is a formula itself, with checks of its own.
    if (found->second.is_node()) nodes_->formula().look_at_checks_of(found->second.node);
    for (Observer* observer : observers_) observer->on_field(object.record->name, node.field.text);
  }
  return found->second;
}

// A field that exists but is not available in this policy gets its own error.
void Evaluator::report_no_field(const ast::Expr& expr, const ast::Field& field, const Record& record) {
  std::vector<std::string> readable;
  for (const auto& [name, operand] : record.fields) readable.push_back(name);
  if (is_field_of(record.name, field.field.text)) {
    sink_.report(Code::E0525, expr.span, field.field.text, with_article(record.name))
        .help(fmt::format("readable here are `{}`", fmt::join(readable, "`, `")));
    return;
  }
  const auto level = find_level(field.field.text);  // "way" is another word for "chip"
  const bool same = level && std::ranges::find(readable, design::name(*level)) != readable.end();
  const auto near = same ? std::optional(std::string(design::name(*level))) : nearest(field.field.text, readable);
  sink_.report(Code::E0124, field.field.span, record.name, field.field.text)
      .help(near ? fmt::format("did you mean `{}`?", *near)
                 : fmt::format("its fields are `{}`", fmt::join(fields_of(record.name), "`, `")));
}

}  // namespace ssd::check
