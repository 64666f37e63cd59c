// Lists: `[a, b, c]`, `list[i]`, `len(list)`. A known index selects its item; an unknown one becomes a chain of
// selections.
#include <fmt/format.h>

#include "compiler/check/expr/evaluate.h"
#include "compiler/check/helps/wrong_type.h"
#include "runtime/base/limits.h"

namespace ssd::check {
namespace {

using diag::Code;

using limits::kMostItems;  // each item takes nodes if the index is not constant

// Counts the items of inner lists as well, so that lists of lists cannot grow without limit.
std::size_t items_in_all(const std::vector<Operand>& items) {
  std::size_t count = items.size();
  for (const Operand& item : items) count += item.items == nullptr ? 0 : items_in_all(*item.items);
  return count;
}

}  // namespace

// All items have one type, or all are numbers without a unit.
Operand Evaluator::list(const ast::Expr& expr, const ast::ListLit& node) {
  if (node.items.empty() || node.items.size() > kMostItems) {
    sink_.report(Code::E0132, expr.span, node.items.size(), kMostItems)
        .help("write its items between the brackets, such as `[1, 2, 4]`");
    return {};
  }
  std::vector<Operand> items;
  bool sound = true;
  for (const ast::ExprPtr& item : node.items) {
    items.push_back(evaluate(*item));
    sound &= items.back().known();
  }
  if (!sound) return {};
  if (const std::size_t count = items_in_all(items); count > kMostItems) {
    sink_.report(Code::E0132, expr.span, count, kMostItems)
        .help("items of nested lists count too: write fewer, or a formula");
    return {};
  }
  Operand result;
  result.value.type = Type::kList;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Type first = items[0].type(), type = items[i].type();
    if (type != first && !(is_number(type) && is_number(first))) {
      sink_.report(Code::E0134, node.items[i]->span, noun(first), noun(type)).help("the items of a list have one unit");
      return {};
    }
    result.value.items.push_back(items[i].value);
  }
  result.items = std::make_shared<const std::vector<Operand>>(std::move(items));
  return result;
}

Operand Evaluator::index(const ast::Expr& expr, const ast::Index& node) {
  const Operand list = evaluate(*node.list), at = evaluate(*node.index);
  if (!list.known() || !at.known()) return {};
  if (list.table != nullptr) return entry(expr, node, list, at);
  if (list.type() != Type::kList) {
    sink_.report(Code::E0105, node.list->span, "a list", noun(list.type()))
        .help("only a list has items: `[1, 2, 4][i]`");
    return {};
  }
  if (at.type() != Type::kInt) {
    report_type(sink_, *node.index, "an int", at.type(), "");
    return {};
  }
  const std::vector<Operand>& items = *list.items;
  const auto last = static_cast<i64>(items.size()) - 1;
  const Interval range =
      at.is_node() ? formula()->range(at.node) : Interval{at.value.number.floor(), at.value.number.floor()};
  if (range.high < 0 || range.low > last) {
    if (!live()) return items.front();
    const std::string text = range.single() ? to_text(range.low) : to_text(range.low) + ".." + to_text(range.high);
    sink_.report(Code::E0135, node.index->span, text, items.size())
        .help(fmt::format("its items are numbered 0..{}", last));
    return {};
  }
  return at.is_node() ? nodes_->item(expr, items, at.node) : items[static_cast<std::size_t>(range.low)];
}

// An entry of a table of the design, of which an index names a page, a block or a stream.
Operand Evaluator::entry(const ast::Expr& expr, const ast::Index& node, const Operand& table, const Operand& at) {
  const Type wanted = table.table->of == TableOf::kStream ? Type::kStream : Type::kInt;
  if (at.type() != wanted) {
    report_type(sink_, *node.index, noun(wanted), at.type(), "");
    return {};
  }
  return nodes_->cell(expr, *table.table, nodes_->to_node(at));
}

Operand Evaluator::length(const ast::Expr& expr, const ast::Call& call) {
  if (call.args.size() != 1 || call.args[0].key || call.args[0].over) {
    sink_.report(Code::E0117, expr.span, "len", 1, call.args.size()).help("write `len(list)`");
    return {};
  }
  const Operand list = evaluate(*call.args[0].value);
  if (!list.known()) return {};
  if (list.type() == Type::kList)
    return {.value = Value::of(Type::kInt, static_cast<std::int64_t>(list.items->size()))};
  sink_.report(Code::E0105, call.args[0].value->span, "a list", noun(list.type())).help("write `len([…])`");
  return {};
}

}  // namespace ssd::check
