// Reads policies as programs: see policy.h.
#include "compiler/check/expr/policy.h"

#include <fmt/format.h>

#include "compiler/check/helps/key_helps.h"
#include "compiler/check/vocabulary/vocabulary.h"
#include "runtime/base/suggest.h"

namespace ssd::check {
namespace {

using diag::Code;

bool parameter_is_sound(Reader& reader, std::string_view key, const ast::Property& property,
                        const std::string& record) {
  diag::Sink& sink = reader.context().sink();
  if (property.params.size() != 1) {
    sink.report(Code::E0229, property.key.span, key, property.params.size())
        .help(fmt::format("write `{}({}): …`", key, usual_parameter(record)));
    return false;
  }
  const ast::Param& param = property.params[0];
  if (param.type && param.type->text != record) {
    sink.report(Code::E0105, param.type->span, with_article(record), "`" + param.type->text + "`")
        .help(fmt::format("write `{}({}): …`", key, param.name.text));
    return false;
  }
  if (reader.context().evaluator.scope().is_bound(param.name.text)) {
    sink.report(Code::E0111, param.name.span, param.name.text)
        .help("it is a stream or a table: choose another name for the parameter");
    return false;
  }
  return reader.context().evaluator.globals().names().may_be_parameter(param.name);
}

// A function of another record, or of more than one parameter, cannot be used as a policy by its name alone.
bool takes_record(Reader& reader, std::string_view key, const ast::Expr& named, const Symbol& symbol,
                  const std::string& record) {
  const auto& function = std::get<ast::FnDecl>(symbol.decl->node);
  const std::string& name = function.name.text;
  const std::string parameter(usual_parameter(record));
  diag::Sink& sink = reader.context().sink();
  if (function.params.size() != 1) {
    const std::size_t n = function.params.size();
    sink.report(Code::E0122, named.span, name, n, n == 1 ? "argument" : "arguments", 1)
        .note(function.name.span, fmt::format("`{}` is declared here", name))
        .help(fmt::format("write the call: `{}({}): {}({})`", key, parameter, name, n == 0 ? "" : parameter + ", …"));
    return false;
  }
  const std::optional<ast::Name>& type = function.params[0].type;
  if (!type || type->text == record || (!is_record_name(type->text) && !find_type(type->text))) return true;
  const std::vector<std::string> fitting =
      functions_of(reader.context().evaluator.globals().names(), record, named.span.file);
  const std::string takes =
      is_record_name(type->text) ? with_article(type->text) : std::string(noun(*find_type(type->text)));
  sink.report(Code::E0431, named.span, key, with_article(record), name, takes)
      .note(function.name.span, fmt::format("`{}` is declared here", name))
      .help(fitting.empty() ? fmt::format("write `{}({}): …`", key, parameter)
                            : fmt::format("functions of {} are {}; or write `{}({}): …`", with_article(record),
                                          listed(fitting), key, parameter));
  return false;
}

bool is_score(Type type) { return is_number(type) || type == Type::kTime || type == Type::kSize; }

struct Wanted {
  std::string_view noun, help;
};
Wanted wanted(Yields yields) {
  switch (yields) {
    case Yields::kScore:
      return {"a number, a time or a size", "write a number for each case, such as `if … then 1 else 0`"};
    case Yields::kTruth: return {"a bool", "write a condition, such as `w.wasted <= 2`"};
    case Yields::kTime: return {"a time", "write a time, such as `40us`"};
    case Yields::kKind: return {"a page kind", "write `lsb`, `csb`, `msb` or `tsb`"};
    case Yields::kStream: return {"a stream", "write the name of one of the `streams`"};
    case Yields::kPlace:          // the place of a map, which is read as a whole
    case Yields::kEffect: break;  // tables.cpp reads it
  }
  return {};
}

bool fits(Yields yields, Type type) {
  switch (yields) {
    case Yields::kScore: return is_score(type);
    case Yields::kTruth: return type == Type::kBool;
    case Yields::kTime: return type == Type::kTime;
    case Yields::kKind: return type == Type::kPageKind;
    case Yields::kStream: return type == Type::kStream;
    case Yields::kPlace:
    case Yields::kEffect: break;
  }
  return false;
}

// Reports a time that is above 0 but becomes 0 ns whatever the policy receives.
bool time_is_lost(Reader& reader, std::string_view key, const ast::Expr& expr, const Operand& time,
                  const Formula& formula, NodeId nanoseconds) {
  diag::Sink& sink = reader.context().sink();
  if (!time.is_node()) return !count_of_steps(sink, expr.span, key, time.value, kNanosecond);
  if (formula.range(nanoseconds) != Interval{0, 0}) return false;
  const auto longest =
      time.real ? from_double(formula.real_range(time.node).high)
                : multiply(time.scale, Rational::make(formula.range(time.node).high, 1).value_or(Rational(0)));
  if (!longest || longest->sign() <= 0) return false;
  report_lost(sink, expr.span, key, "at most " + to_text(Value::of(Type::kTime, *longest)), Type::kTime, kNanosecond);
  return true;
}

NodeId node_of(Evaluator& evaluator, Formula& formula, const ast::Expr& expr, const Operand& result, Yields yields) {
  NodeBuilder nodes = evaluator.builder(formula);
  if (yields == Yields::kTime) return nodes.nanoseconds(expr, result, kLongestLatency);
  return yields == Yields::kScore ? nodes.score(result) : nodes.to_node(result);
}

void add_nodes(const Record& record, std::vector<NodeId>& nodes) {
  for (const auto& [name, field] : record.fields) {
    if (field.record) add_nodes(*field.record, nodes);
    if (field.is_node()) nodes.push_back(field.node);
  }
}

// A value depends on the record if it is computed from one of its fields.
bool depends_on(const Formula& formula, NodeId node, const Record& record) {
  std::vector<NodeId> fields;
  add_nodes(record, fields);
  return std::ranges::any_of(formula.reachable({{node}}),
                             [&](NodeId needed) { return std::ranges::count(fields, needed) != 0; });
}

}  // namespace

std::string_view usual_parameter(std::string_view record) {
  return std::ranges::find(records(), record, &RecordDoc::name)->parameter;
}

Operand evaluate_policy(Reader& reader, std::string_view key, const Operand& record, Formula& formula) {
  const Entry* entry = reader.entry(key);
  const ast::Expr* expr = reader.expression(key);
  if (expr == nullptr) return {};
  const ast::Property& property = *entry->property;
  Evaluator& evaluator = reader.context().evaluator;
  const std::string shown = property.has_params && !property.params.empty()
                                ? fmt::format("{}({})", key, property.params[0].name.text)
                                : std::string(key);
  Operand result;
  const Scope::LastParam param(evaluator.scope());
  const Evaluator::Within within(evaluator, formula, record.record->hook);
  if (property.has_params) {
    if (parameter_is_sound(reader, key, property, record.record->name)) {
      const auto bindings = evaluator.scope().bindings();
      evaluator.scope().bind_input(property.params[0].name.text, record);
      result = evaluator.evaluate(*expr);
    }
  } else if (reader.is_policy(key)) {
    const std::string& name = std::get<ast::NameRef>(expr->node).text;
    const Symbol& function = *evaluator.globals().names().find(Kind::kFunction, name, expr->span.file);
    if (takes_record(reader, key, *expr, function, record.record->name))
      result = evaluator.apply_function(expr->span, function, {record});
  } else {
    std::string suggestion;
    if (const auto* name = std::get_if<ast::NameRef>(&expr->node))
      suggestion = unknown_policy_help(reader.key(key), record.record->name, name->text, evaluator.globals().names(),
                                       expr->span.file);
    result = evaluator.evaluate(*expr, std::move(suggestion));
  }
  if (!result.known()) reader.fail();
  reader.explain(shown, ast::print(*expr), reader.origin(entry, param.name()));
  return result;
}

std::optional<Policy> read_policy(Reader& reader, std::string_view key, const Operand& record, Formula& formula,
                                  Yields yields) {
  const std::size_t before = formula.looked_at();
  const Operand result = evaluate_policy(reader, key, record, formula);
  if (!result.known()) return std::nullopt;
  const ast::Expr& expr = *reader.expression(key);
  Evaluator& evaluator = reader.context().evaluator;
  if (!fits(yields, result.type())) {
    const Wanted want = wanted(yields);
    const std::string found = result.record ? with_article(result.record->name) : std::string(noun(result.type()));
    const bool has_unit = yields == Yields::kScore && !result.record && is_quantity(result.type());
    reader.context()
        .sink()
        .report(Code::E0105, expr.span, want.noun, found)
        .help(std::string(has_unit ? "turn values with a unit into numbers, as in `b.invalid / (b.age / 1us)`"
                                   : want.help));
    reader.fail();
    return std::nullopt;
  }
  const NodeId value = node_of(evaluator, formula, expr, result, yields);
  const bool lost = yields == Yields::kTime && value != kNoNode && evaluator.live() &&
                    time_is_lost(reader, key, expr, result, formula, value);
  if (value == kNoNode || lost) {
    reader.fail();
    return std::nullopt;
  }
  const NodeId node = formula.with_checks(value, before);
  Policy policy{default_function(formula, node, ast::print(expr)), formula.range(value), node,
                depends_on(formula, value, *record.record)};
  policy.function.span = expr.span;
  if (policy.function.nodes.size() <= kMostNodes) return policy;
  reader.context().sink().report(Code::E0221, expr.span, kMostNodes).help("make the formula shorter");
  reader.fail();
  return std::nullopt;
}

std::optional<Policy> read_policy(Reader& reader, Hook hook, Formula& formula, const design::Design& design) {
  constexpr std::string_view kBlock = "block";
  const HookInfo& row = info(hook);
  const Operand record =
      row.record == kBlock ? block_record(hook, formula, design) : record_of(hook, row.record, formula, design);
  return read_policy(reader, row.key, record, formula, row.yields);
}

design::Function default_function(const Formula& formula, NodeId node, std::string text) {
  design::Function function = formula.extract(node);
  function.text = std::move(text);
  return function;
}

}  // namespace ssd::check
