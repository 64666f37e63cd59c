// See copy.h. Recursion is as deep as brackets nest: the parser bounds that, and the operators of one expression.
#include "compiler/syntax/ast/copy.h"

namespace ssd::ast {
namespace {

ExprPtr copy(const ExprPtr& expr) { return expr == nullptr ? nullptr : ast::copy(*expr); }

NumberLit copy(const NumberLit& node) { return node; }
StringLit copy(const StringLit& node) { return node; }
BoolLit copy(const BoolLit& node) { return node; }
NameRef copy(const NameRef& node) { return node; }
OrderLit copy(const OrderLit& node) { return node; }
Unary copy(const Unary& node) { return {node.op, copy(node.operand)}; }
Binary copy(const Binary& node) { return {node.op, node.op_span, copy(node.left), copy(node.right)}; }
If copy(const If& node) { return {copy(node.condition), copy(node.then), copy(node.otherwise)}; }
Field copy(const Field& node) { return {copy(node.object), node.field}; }
Index copy(const Index& node) { return {copy(node.list), copy(node.index)}; }
ListLit copy(const ListLit& node) {
  ListLit result;
  for (const ExprPtr& item : node.items) result.items.push_back(copy(item));
  return result;
}
Call copy(const Call& node) {
  Call result{copy(node.callee), {}};
  for (const Arg& arg : node.args) result.args.push_back({copy(arg.key), copy(arg.value), copy(arg.over)});
  return result;
}
Scope copy(const Scope& node) {
  Scope result{{}, copy(node.value)};
  for (const Let& let : node.lets) result.lets.push_back({let.name, copy(let.value), let.span});
  return result;
}

}  // namespace

ExprPtr copy(const Expr& expr) {
  return std::visit([&](const auto& node) { return std::make_unique<Expr>(Expr{expr.span, copy(node)}); }, expr.node);
}

}  // namespace ssd::ast
