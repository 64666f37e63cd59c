// Implements axis_values.h.
#include "compiler/check/study/axis_values.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/check/expr/walk.h"

namespace ssd::check {
namespace {

using diag::Code;

// Whether every name in the expression is a param or a const. If not, the expression is a word of the key, the name of
// a function or of a part, or a policy, which have no value by themselves.
bool has_value(const ExperimentReader& reader, const ast::Expr& expr) {
  bool value = true;
  walk({&expr}, [&](const ast::Expr& inner) {
    const auto* name = std::get_if<ast::NameRef>(&inner.node);
    value &= name == nullptr || reader.names().find(Kind::kValue, name->text, reader.file.file) != nullptr;
  });
  return value;
}

// The first type among the values into which all of them convert, if they are quantities.
std::optional<Type> common_type(const std::vector<Value>& values) {
  for (const Value& of : values) {
    const bool fits = is_quantity(of.type) && std::ranges::all_of(values, [&](const Value& value) {
                        return value.known() && coerce(value, of.type).has_value();
                      });
    if (fits) return of.type;
  }
  return std::nullopt;
}

// The values of the expressions that have one; unknown values for the others.
std::vector<Value> values_of(ExperimentReader& reader, const ast::ListLit& list) {
  std::vector<Value> values;
  for (const ast::ExprPtr& item : list.items) {
    const bool value = has_value(reader, *item);
    values.push_back(value ? reader.evaluator.evaluate(*item).value : Value{});
    if (value && !values.back().known()) reader.sound = false;
  }
  return values;
}

}  // namespace

bool AxisValues::add(design::AxisValue value) {
  if (!seen_.insert(value.text).second) {
    reader_.fail(Code::E0318, value.span, value.text, axis_.name)
        .help("keep one of the two; `seeds: 2` repeats every point");
    return false;
  }
  axis_.values.push_back(std::move(value));
  return true;
}

std::string axis_text(const Value& value) {
  const bool endless = value.type == Type::kReal && to_text(value.number).find('/') != std::string::npos;
  if (!endless) return to_text(value);
  return fmt::format("{}.0 / {}.0", to_text(value.number.numerator()), to_text(value.number.denominator()));
}

void read_key_axis(ExperimentReader& reader, const ast::Vary& vary, design::Axis& axis) {
  axis.is_key = true;
  VariedParam& key = reader.params.emplace_back();
  key.axis = static_cast<std::uint32_t>(reader.result.axes.size());
  key.path = vary.path;
  const SourceMap& sources = reader.evaluator.sources();
  const auto* list = std::get_if<ast::ListLit>(&vary.values->node);
  if (list == nullptr) {
    reader.fail(Code::E0319, vary.values->span, axis.name, "a list of values")
        .help(fmt::format("write `vary {}: [{}]`", axis.name, excerpt(sources, vary.values->span)));
    return;
  }
  const std::vector<Value> found = values_of(reader, *list);
  const std::optional<Type> type = common_type(found);
  if (type) {
    axis.type = name(*type);
    axis.unit = unit_of(*type);
  }
  AxisValues values(reader, axis);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const ast::Expr& item = *list->items[i];
    const std::optional<Value> number = type ? coerce(found[i], *type) : std::nullopt;
    const bool added = values.add({.text = number ? axis_text(*number) : excerpt(sources, item.span),
                                   .alias = {},
                                   .number = number ? in_unit(*number) : 0,
                                   .span = item.span,
                                   .declared = {}});
    if (added) key.stated.push_back(&item);
  }
}

}  // namespace ssd::check
