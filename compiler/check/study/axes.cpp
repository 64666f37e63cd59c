// The axes of an experiment. Invariant: `design` and `workload` come first, in this order, whether or not they are
// varied. The params follow in the order of their `vary` statements. A rejected axis remains in the list, without
// values, so that its name is not reported as unknown.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "compiler/check/given_keys.h"
#include "compiler/check/study/axis_values.h"
#include "runtime/base/suggest.h"

namespace ssd::check {
namespace {

using design::Axis;
using design::AxisKind;
using design::AxisValue;
using diag::Code;

constexpr std::size_t kDesignAxis = 0, kWorkloadAxis = 1;

Kind declared_as(AxisKind kind) { return kind == AxisKind::kDesign ? Kind::kDesign : Kind::kWorkload; }

const Symbol* find_param(const ExperimentReader& reader, std::string_view name) {
  const Symbol* symbol = reader.names().find(Kind::kValue, name, reader.file.file);
  return symbol != nullptr && std::holds_alternative<ast::ParamDecl>(symbol->decl->node) ? symbol : nullptr;
}

std::vector<std::string> axis_names(const ExperimentReader& reader) {
  std::vector<std::string> names{"design", "workload"};
  for (const std::string& known : reader.names().visible(Kind::kValue, reader.file.file)) {
    if (find_param(reader, known) != nullptr) names.push_back(known);
  }
  return names;
}

void refuse_axis(ExperimentReader& reader, const ast::Name& axis) {
  if (reader.names().incomplete(reader.file.file)) {
    reader.sound = false;
    return;
  }
  const bool constant = reader.names().find(Kind::kValue, axis.text, reader.file.file) != nullptr;
  const auto near = nearest(axis.text, axis_names(reader));
  const std::string meant = near ? std::string(*near) : nearest_key(axis.text);
  reader.fail(Code::E0316, axis.span, axis.text)
      .help(constant         ? fmt::format("`{0}` is a const: write `param {0}: …` instead of `const {0}`", axis.text)
            : !meant.empty() ? fmt::format("did you mean `{}`?", meant)
                             : fmt::format("declare it: `param {}: int = …`", axis.text));
}

// All orders of the four levels, if the call names each level once. They are in lexicographic order of the positions in
// which the levels are written.
std::optional<std::vector<Order>> permutations(ExperimentReader& reader, const ast::Expr& expr, const ast::Call& call,
                                               std::string_view type) {
  std::vector<ast::Name> levels;
  for (const ast::Arg& arg : call.args) {
    const auto* level =
        arg.key == nullptr && arg.over == nullptr ? std::get_if<ast::NameRef>(&arg.value->node) : nullptr;
    if (level != nullptr) levels.push_back({level->text, arg.value->span});
  }
  std::set<design::Level> distinct;
  for (const ast::Name& written : levels) {
    if (const auto level = find_level(written.text)) distinct.insert(*level);
  }
  const bool all_levels = call.args.size() == 4 && levels.size() == 4 && distinct.size() == 4;
  if (type != name(Type::kOrder) || !all_levels) {
    reader.fail(Code::E0331, expr.span)
        .help(all_levels ? fmt::format("the param is declared as {}; list its values", type)
                         : "write `permutations(channel, chip, die, plane)`");
    return std::nullopt;
  }
  std::array<std::size_t, 4> places{0, 1, 2, 3};
  const auto written = reader.evaluator.constants().order_of(levels);
  std::vector<Order> orders;
  do {
    Order order{};
    for (std::size_t i = 0; i < 4; ++i) order[i] = (*written)[places[i]];
    orders.push_back(order);
  } while (std::ranges::next_permutation(places).found);
  return orders;
}

// A number is shown as itself, because it has a position on the axis. For other types the name says more than the
// value.
void add_value(AxisValues& values, VariedParam& param, const Value& value, const ast::Expr& expr) {
  const auto* name = is_quantity(value.type) ? nullptr : std::get_if<ast::NameRef>(&expr.node);
  AxisValue added{.text = axis_text(value),
                  .alias = name != nullptr ? name->text : "",
                  .number = in_unit(value),
                  .span = expr.span,
                  .declared = {}};
  if (added.alias == added.text) added.alias.clear();
  if (values.add(std::move(added))) param.values.push_back(value);
}

void read_param_list(ExperimentReader& reader, const ast::ListLit& list, Type type, AxisValues& values,
                     VariedParam& param) {
  for (const ast::ExprPtr& item : list.items) {
    const Value found = reader.evaluator.evaluate(*item).value;
    const auto value = found.known() ? coerce(found, type) : std::nullopt;
    if (value) {
      add_value(values, param, *value, *item);
      continue;
    }
    if (found.known()) report_type(reader.sink(), *item, noun(type), found.type, usual_unit(type));
    reader.sound = false;
  }
}

const ast::Call* permutations_call(const ast::Expr& expr) {
  constexpr std::string_view kPermutations = "permutations";
  const ast::NameRef* called = ast::callee(expr);
  return called != nullptr && called->text == kPermutations ? &std::get<ast::Call>(expr.node) : nullptr;
}

void read_param(ExperimentReader& reader, const ast::Vary& vary, const Symbol& symbol, Axis& axis) {
  axis.type = std::get<ast::ParamDecl>(symbol.decl->node).type.text;
  const auto type = find_type(axis.type);
  if (!type) {  // reported at the param
    reader.sound = false;
    return;
  }
  axis.unit = unit_of(*type);
  VariedParam param{.param = symbol.decl,
                    .axis = static_cast<std::uint32_t>(reader.result.axes.size()),
                    .values = {},
                    .path = {},
                    .stated = {}};
  AxisValues values(reader, axis);
  if (const ast::Call* call = permutations_call(*vary.values)) {
    for (const Order& order : permutations(reader, *vary.values, *call, axis.type).value_or(std::vector<Order>{}))
      add_value(values, param, Value::of_order(order), *vary.values);
  } else if (const auto* list = std::get_if<ast::ListLit>(&vary.values->node)) {
    read_param_list(reader, *list, *type, values, param);
  } else {
    reader.fail(Code::E0319, vary.values->span, axis.name, fmt::format("a list of values, each {}", noun(*type)))
        .help(fmt::format("write `vary {}: [{}]`", axis.name, excerpt(reader.evaluator.sources(), vary.values->span)));
  }
  reader.params.push_back(std::move(param));
}

// A name that is declared but did not pass its check is accepted here, because its mistakes were already reported.
void read_names(ExperimentReader& reader, const ast::Vary& vary, Axis& axis) {
  const Kind kind = declared_as(axis.kind);
  const auto* list = std::get_if<ast::ListLit>(&vary.values->node);
  if (list == nullptr) {
    reader.fail(Code::E0319, vary.values->span, axis.name, fmt::format("a list of names of {}s", name(kind)))
        .help(fmt::format("write `vary {}: [{}]`", axis.name, excerpt(reader.evaluator.sources(), vary.values->span)));
    return;
  }
  AxisValues values(reader, axis);
  for (const ast::ExprPtr& item : list->items) {
    const auto* reference = std::get_if<ast::NameRef>(&item->node);
    if (reference == nullptr) {
      reader.fail(Code::E0319, item->span, axis.name, fmt::format("names of {}s", name(kind)))
          .help(std::holds_alternative<ast::StringLit>(item->node) ? "write the name without quotes"
                                                                   : "declare one and name it here");
      continue;
    }
    if (const Symbol* symbol = reader.names().find(kind, reference->text, reader.file.file)) {
      values.add({.text = reference->text,
                  .alias = {},
                  .number = 0,
                  .span = item->span,
                  .declared = declared_name(*symbol->decl)->span});
      continue;
    }
    reader.sound = false;
    if (reader.names().incomplete(reader.file.file)) continue;
    const auto near = nearest(reference->text, reader.names().visible(kind, reader.file.file));
    const std::string import = reader.names().import_help(kind, reference->text);
    reader.fail(Code::E0328, item->span, name(kind), reference->text)
        .help(!import.empty() ? import
              : near          ? "did you mean `" + *near + "`?"
                              : "declare or import it");
  }
}

// Fills the axis of `design` or `workload` if no statement varies it.
void imply_axis(ExperimentReader& reader, Axis& axis) {
  const Kind kind = declared_as(axis.kind);
  std::vector<const ast::Name*> own;
  for (const ast::Decl& decl : reader.file.decls) {
    if (declared_name(decl) != nullptr && kind_of(decl) == kind) own.push_back(declared_name(decl));
  }
  if (own.size() == 1) {
    axis.values.push_back(
        {.text = own.front()->text, .alias = {}, .number = 0, .span = {}, .declared = own.front()->span});
  } else if (own.empty() && kind == Kind::kWorkload) {
    axis.values.push_back(
        {.text = std::string(kDefaultWorkload), .alias = {}, .number = 0, .span = {}, .declared = {}});
  } else {
    const std::string& path = reader.evaluator.sources().file(reader.file.file).path();
    const std::string count = own.empty() ? "none" : std::to_string(own.size());
    const std::vector<std::string> imported = reader.names().visible(kind, reader.file.file);
    const std::string first = !own.empty()        ? std::string(own.front()->text)
                              : !imported.empty() ? imported.front()
                                                  : std::string();
    reader.fail(Code::E0337, reader.result.span, reader.result.name, name(kind), path, count)
        .help(first.empty() ? fmt::format("declare one: `{} Name {{ … }}`", name(kind))
                            : fmt::format("write `vary {}: [{}{}]`", axis.name, first,
                                          std::max(own.size(), imported.size()) > 1 ? ", …" : ""));
  }
}

Axis new_axis(const ast::Vary* vary, AxisKind kind, std::string_view name) {
  return {.kind = kind,
          .name = std::string(name),
          .is_key = false,
          .type = {},
          .unit = {},
          .values = {},
          .varied = vary != nullptr,
          .span = vary == nullptr ? Span{} : vary->axis.span};
}

void read_axis(ExperimentReader& reader, const ast::Vary* vary, AxisKind kind, std::string_view name) {
  Axis axis = new_axis(vary, kind, name);
  if (vary == nullptr) {
    imply_axis(reader, axis);
  } else if (kind == AxisKind::kParam) {
    const Symbol* symbol = find_param(reader, name);
    if (symbol != nullptr)
      read_param(reader, *vary, *symbol, axis);
    else if (is_design_key(name))
      read_key_axis(reader, *vary, axis);
    else
      refuse_axis(reader, vary->axis);
  } else {
    read_names(reader, *vary, axis);
  }
  const auto* list = vary == nullptr ? nullptr : std::get_if<ast::ListLit>(&vary->values->node);
  if (list != nullptr && list->items.empty())
    reader.fail(Code::E0317, vary->values->span, name).help("write its values, or leave the `vary` out");
  reader.result.axes.push_back(std::move(axis));
}

// Whether a value of the axis is named by its text, and not by an expression that is evaluated.
bool has_texts(const Axis& axis) { return axis.kind != AxisKind::kParam || axis.type.empty(); }

// Lists the known values only if there are few.
std::optional<std::uint32_t> report_no_value(ExperimentReader& reader, const Axis& axis, const ast::Expr& expr,
                                             const std::string& text) {
  std::vector<std::string> known;
  for (const AxisValue& v : axis.values) known.push_back(v.shown());
  const auto near = nearest(text, known);
  auto& diagnostic = reader.fail(Code::E0324, expr.span, fmt::format("the axis `{}`", axis.name), text);
  constexpr std::size_t kFew = 12;
  if (near && has_texts(axis)) {
    diagnostic.help(fmt::format("did you mean `{}`?", *near));
  } else if (known.size() <= kFew) {
    diagnostic.help(fmt::format("it has `{}`", fmt::join(known, "`, `")));
  } else {
    diagnostic.help(fmt::format("it has {} values, from `{}` to `{}`", known.size(), known.front(), known.back()));
  }
  return std::nullopt;
}

std::optional<std::uint32_t> index_of(const Axis& axis, std::string_view text) {
  const auto found = std::ranges::find(axis.values, text, &AxisValue::text);
  if (found == axis.values.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - axis.values.begin());
}

// The index of a value on the axis of a param; nothing after an error.
std::optional<std::uint32_t> place_of(ExperimentReader& reader, const Axis& axis, const ast::Expr& expr,
                                      const Value& value) {
  const Type type = *find_type(axis.type);
  const auto same_type = value.known() ? coerce(value, type) : std::nullopt;
  if (same_type) {
    const auto found = index_of(axis, axis_text(*same_type));
    return found ? found : report_no_value(reader, axis, expr, to_text(*same_type));
  }
  if (value.known()) report_type(reader.sink(), expr, noun(type), value.type, usual_unit(type));
  reader.sound = false;
  return std::nullopt;
}

}  // namespace

void read_axes(ExperimentReader& reader, const ast::ExperimentDecl& decl) {
  std::vector<const ast::Vary*> all;
  for (const ast::Statement& statement : decl.statements) {
    const auto* vary = std::get_if<ast::Vary>(&statement);
    if (vary == nullptr) continue;
    const auto first = std::ranges::find(all, vary->axis.text, [](const ast::Vary* v) { return v->axis.text; });
    if (first == all.end()) {
      all.push_back(vary);
      continue;
    }
    reader.fail(Code::E0320, vary->axis.span, fmt::format("`vary {}`", vary->axis.text))
        .note((*first)->axis.span, "it is first written here")
        .help("write all values in one list");
  }
  const auto statement_of = [&](std::string_view axis) -> const ast::Vary* {
    const auto found =
        std::ranges::find(all, axis, [](const ast::Vary* v) -> std::string_view { return v->axis.text; });
    return found == all.end() ? nullptr : *found;
  };
  const ast::Vary *design = statement_of("design"), *workload = statement_of("workload");
  read_axis(reader, design, AxisKind::kDesign, "design");
  read_axis(reader, workload, AxisKind::kWorkload, "workload");
  for (const ast::Vary* vary : all) {
    if (vary != design && vary != workload) read_axis(reader, vary, AxisKind::kParam, vary->axis.text);
  }
}

std::optional<std::uint32_t> find_axis(const ExperimentReader& reader, std::string_view name) {
  const auto found = std::ranges::find(reader.result.axes, name, &Axis::name);
  if (found == reader.result.axes.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - reader.result.axes.begin());
}

std::optional<std::uint32_t> varied_axis(ExperimentReader& reader, std::string_view name, Span span) {
  const auto axis = find_axis(reader, name);
  if (axis && reader.result.axes[*axis].varied) return axis;
  std::vector<std::string> varied;
  for (const Axis& a : reader.result.axes) {
    if (a.varied) varied.push_back(a.name);
  }
  const auto near = nearest(name, varied);
  const bool known = axis || find_param(reader, name) != nullptr;
  reader.fail(Code::E0325, span, name)
      .help(near && !known   ? fmt::format("did you mean `{}`?", *near)
            : known          ? fmt::format("write `vary {}: […]`, or leave it out here", name)
            : varied.empty() ? "the experiment varies nothing"
                             : fmt::format("the experiment varies `{}`", fmt::join(varied, "`, `")));
  return std::nullopt;
}

std::optional<std::uint32_t> axis_value(ExperimentReader& reader, std::uint32_t index, const ast::Expr& expr) {
  const Axis& axis = reader.result.axes[index];
  if (axis.values.empty()) return std::nullopt;  // already reported
  if (has_texts(axis)) {
    const auto* reference = std::get_if<ast::NameRef>(&expr.node);
    const std::string text = reference != nullptr ? reference->text : excerpt(reader.evaluator.sources(), expr.span);
    const bool may_be_named = reference != nullptr || axis.kind == AxisKind::kParam;
    const auto found = may_be_named ? index_of(axis, text) : std::nullopt;
    return found ? found : report_no_value(reader, axis, expr, text);
  }
  return place_of(reader, axis, expr, reader.evaluator.evaluate(expr).value);
}

std::optional<std::vector<std::uint32_t>> axis_values(ExperimentReader& reader, std::uint32_t index,
                                                      const ast::Expr& expr) {
  const Axis& axis = reader.result.axes[index];
  std::vector<std::optional<std::uint32_t>> found;
  if (const auto* list = std::get_if<ast::ListLit>(&expr.node)) {
    for (const ast::ExprPtr& item : list->items) found.push_back(axis_value(reader, index, *item));
  } else if (has_texts(axis) || axis.values.empty()) {
    found.push_back(axis_value(reader, index, expr));
  } else {
    const Value value = reader.evaluator.evaluate(expr).value;
    const bool several = value.type == Type::kList;
    for (const Value& item : several ? value.items : std::vector{value})
      found.push_back(place_of(reader, axis, expr, item));
  }
  if (found.empty())
    reader.fail(Code::E0317, expr.span, axis.name).help("write the values, or leave the selection out");
  std::vector<std::uint32_t> values;
  for (const auto& value : found) {
    if (value) values.push_back(*value);
  }
  return found.empty() || values.size() != found.size() ? std::nullopt : std::optional(values);
}

std::optional<metrics::Unit> unit_of(Type type) {
  switch (type) {
    case Type::kInt:
    case Type::kReal: return metrics::Unit::kNumber;
    case Type::kRatio: return metrics::Unit::kShare;
    case Type::kTime: return metrics::Unit::kTime;
    case Type::kSize: return metrics::Unit::kSize;
    case Type::kRate: return metrics::Unit::kRate;
    case Type::kFrequency: return metrics::Unit::kFrequency;
    case Type::kEnergy: return metrics::Unit::kEnergy;
    case Type::kPower: return metrics::Unit::kPower;
    default: return std::nullopt;
  }
}

double in_unit(const Value& value) {
  if (!is_quantity(value.type)) return 0;
  if (value.type != Type::kTime) return value.number.approximate();
  const auto nanoseconds = multiply(value.number, 1'000'000'000);
  return nanoseconds ? nanoseconds->approximate() : value.number.approximate() * 1e9;
}

}  // namespace ssd::check
