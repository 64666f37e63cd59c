// Calls of functions, the language's and the file's own, and the fields of records. A function of the file is evaluated where it is called,
// so a policy may be built from named parts and is one formula all the same. Invariant: the functions being evaluated are all different.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/sema/evaluate.h"
#include "compiler/sema/foreign.h"
#include "compiler/sema/records.h"
#include "compiler/source/limits.h"
#include "compiler/source/suggest.h"

namespace ssd::sema {
namespace {

using diag::Code;

using limits::kMostArguments;

struct Signature {
  std::string_view name, usage;
  std::size_t least, most;
};
constexpr std::array kFunctions{
    Signature{"min", "min(a, b, …)", 2, kMostArguments}, Signature{"max", "max(a, b, …)", 2, kMostArguments}, Signature{"abs", "abs(x)", 1, 1},
    Signature{"floor", "floor(x)", 1, 1},    Signature{"ceil", "ceil(x)", 1, 1},      Signature{"log2", "log2(x)", 1, 1},
    Signature{"int", "int(x)", 1, 1},        Signature{"real", "real(x)", 1, 1},      Signature{"clamp", "clamp(x, low, high)", 3, 3},
};

std::string arguments_text(const Signature& s) {
  if (s.least != s.most) return fmt::format("{} to {} arguments", s.least, s.most);
  return fmt::format("{} {}", s.most, s.most == 1 ? "argument" : "arguments");
}

}  // namespace

void report_unknown_function(const std::string& text, Span place, const Names& names, diag::Sink& sink) {
  std::vector<std::string> known = names.candidates(Kind::kFunction, place.file);
  for (const Signature& s : kFunctions) known.emplace_back(s.name);
  known.emplace_back("len");
  const std::string_view foreign = function_instead(text);
  const auto near = nearest(text, known);
  sink.report(Code::E0115, place, text)
      .help(!foreign.empty() ? std::string(foreign)
            : near           ? "did you mean `" + *near + "`?"
                             : "declare it, `fn " + text + "(x) = …`; always there are min max abs floor ceil log2 clamp int real len");
}

// Arguments are all evaluated, so that mistakes in each are told at once.
Operand Evaluator::call(const ast::Expr& expr, const ast::Call& node) {
  const auto* callee = std::get_if<ast::NameRef>(&node.callee->node);
  if (callee == nullptr) {
    sink_.report(Code::E0199, expr.span, "calling the result of an expression").help("call a function by its name");
    return {};
  }
  if (const Symbol* own = globals_.names().find(Kind::kFunction, callee->text, expr.span.file)) return call_own(expr, node, *own);
  if (callee->text == "len") return length(expr, node);
  const auto function = std::ranges::find(kFunctions, callee->text, &Signature::name);
  if (function == kFunctions.end()) {
    report_unknown_function(callee->text, node.callee->span, globals_.names(), sink_);
    return {};
  }
  std::vector<Operand> args;
  bool sound = node.args.size() >= function->least && node.args.size() <= function->most;
  if (!sound)
    sink_.report(Code::E0117, expr.span, callee->text, arguments_text(*function), node.args.size()).help(fmt::format("write `{}`", function->usage));
  for (const ast::Arg& arg : node.args) {
    if (arg.key || arg.over) {
      sink_.report(Code::E0117, expr.span, callee->text, "plain values", "a named one")
          .help(fmt::format("write `{}`", function->usage));
      return {};
    }
    args.push_back(evaluate(*arg.value));
    if (!args.back().known())
      sound = false;
    else if (!is_quantity(args.back().type())) {
      report_type(sink_, *arg.value, "a number", args.back().type(), "");
      sound = false;
    }
  }
  if (!sound) return {};
  if (function->name == "min" || function->name == "max") return extreme(expr, function->name == "min", args);
  if (function->name == "clamp") return clamp(expr, args);
  if (function->name == "abs") return absolute(expr, args[0]);
  if (function->name == "log2") return logarithm(expr, args[0]);
  return rounded(expr, function->name, args[0]);
}

// Arguments of any type, records among them.
Operand Evaluator::call_own(const ast::Expr& expr, const ast::Call& node, const Symbol& function) {
  std::vector<Operand> args;
  bool sound = true;
  for (const ast::Arg& arg : node.args) {
    if (arg.key || arg.over) {
      sink_.report(Code::E0199, arg.value->span, "a named argument").help("write the values in the order of the parameters");
      return {};
    }
    args.push_back(evaluate(*arg.value));
    sound &= args.back().known();
  }
  return sound ? apply_function(expr.span, function, args) : Operand{};
}

// The names of the caller are out of sight in the body; what holds where the call stands (constraints) goes on holding.
Operand Evaluator::apply_function(Span at, const Symbol& function, const std::vector<Operand>& args) {
  const auto& declared = std::get<ast::FnDecl>(function.decl->node);
  if (declared.params.size() != args.size()) {
    const std::size_t n = declared.params.size();
    sink_.report(Code::E0122, at, declared.name.text, n, n == 1 ? "argument" : "arguments", args.size())
        .note(declared.name.span, fmt::format("`{}` is declared here", declared.name.text))
        .help(n == 1 ? "give it one value" : fmt::format("give it {} values", n));
    return {};
  }
  if (const auto open = std::ranges::find(calls_, function.decl); open != calls_.end()) {
    std::string circle;
    for (auto step = open; step != calls_.end(); ++step) circle += declared_name(**step)->text + " -> ";
    sink_.report(Code::E0123, at, circle + declared.name.text).help("functions cannot repeat: let one of them call none of the others");
    return {};
  }
  if (declared.body == nullptr) return {};
  if (calls_.empty()) steps_ = 0;
  std::vector<Binding> bound;
  for (std::size_t i = 0; i < args.size(); ++i) {
    const ast::Param& param = declared.params[i];
    bound.push_back({param.name.text, converted(at, param, args[i]), {}});
  }
  if (!std::ranges::all_of(bound, [](const Binding& b) { return b.operand.known(); })) return {};
  const std::size_t before = mark(), frame_before = std::exchange(frame_, bindings_.size());
  for (Binding& binding : bound) push(std::move(binding));
  calls_.push_back(function.decl);
  const Operand result = evaluate(*declared.body);
  calls_.pop_back();
  release(before);
  frame_ = frame_before;
  return result;
}

// An argument as its parameter is declared; a parameter without a type takes anything.
Operand Evaluator::converted(Span at, const ast::Param& param, const Operand& arg) {
  if (!param.type) return arg;
  const std::string& wanted = param.type->text;
  const std::string found = arg.record ? with_article(arg.record->name) : std::string(noun(arg.type()));
  if (is_record_name(wanted)) {
    if (arg.record && arg.record->name == wanted) return arg;
    sink_.report(Code::E0105, at, with_article(wanted), found).help(fmt::format("`{}` takes {}", param.name.text, with_article(wanted)));
    return {};
  }
  const auto type = find_type(wanted);
  if (!type) return {};  // told where the function is declared
  if (arg.type() == *type) return arg;
  const auto value = coerce(Value::of(arg.type(), arg.value.number), *type);
  if (value && arg.real) return Operand::of_real(arg.node, *type);
  if (value && arg.is_node()) return Operand::of_node(arg.node, *type, arg.scale);
  if (value) return {.value = *value};
  sink_.report(Code::E0105, at, noun(*type), found).help(fmt::format("`{}` takes {}", param.name.text, noun(*type)));
  return {};
}

// A field that the language knows and this place does not is no slip, and is told apart.
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
  if (found != fields.end()) return found->second;
  std::vector<std::string> readable;
  for (const auto& [name, operand] : fields) readable.push_back(name);
  const std::string& name = object.record->name;
  if (is_field_of(name, node.field.text)) {
    sink_.report(Code::E0199, expr.span, fmt::format("`{}` of {} in this place", node.field.text, with_article(name)))
        .help(readable.empty() ? "leave it out" : fmt::format("here can be read: `{}`", fmt::join(readable, "`, `")));
  } else {
    const auto near = nearest(node.field.text, readable);
    sink_.report(Code::E0124, node.field.span, name, node.field.text)
        .help(near ? fmt::format("did you mean `{}`?", *near) : fmt::format("its fields are `{}`", fmt::join(fields_of(name), "`, `")));
  }
  return {};
}

}  // namespace ssd::sema
