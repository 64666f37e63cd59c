// Finds the expressions inside each kind of node: see walk.h.
#include "compiler/check/expr/walk.h"

namespace ssd::check {
namespace {

void put_expr(const ast::ExprPtr& expr, std::vector<const ast::Expr*>& out) {
  if (expr != nullptr) out.push_back(expr.get());
}

// Recursion is safe here, because the parser limits the nesting of blocks.
void in_block(const ast::Block& block, std::vector<const ast::Expr*>& out);

void in_value(const ast::Value& value, std::vector<const ast::Expr*>& out) {
  if (const auto* expr = std::get_if<ast::ExprValue>(&value.node)) {
    put_expr(expr->value, out);
    put_expr(expr->over, out);
  } else if (const auto* map = std::get_if<ast::MapValue>(&value.node)) {
    in_block(*map->body, out);
  } else if (const auto* variant = std::get_if<ast::VariantValue>(&value.node)) {
    in_block(*variant->body, out);
  } else if (const auto* above = std::get_if<ast::AboveValue>(&value.node)) {
    put_expr(above->share, out);
  } else if (const auto* writes = std::get_if<ast::DriveWritesValue>(&value.node)) {
    put_expr(writes->count, out);
  } else if (const auto* range = std::get_if<ast::RangeValue>(&value.node)) {
    put_expr(range->from, out);
    put_expr(range->to, out);
  }
}

void in_block(const ast::Block& block, std::vector<const ast::Expr*>& out) {
  for (const ast::Item& item : block.items) {
    if (const auto* let = std::get_if<ast::Let>(&item))
      put_expr(let->value, out);
    else if (const auto* property = std::get_if<ast::Property>(&item))
      in_value(property->value, out);
    else
      in_block(*std::get<ast::Section>(item).body, out);
  }
}

void in_statement(const ast::Statement& statement, std::vector<const ast::Expr*>& out) {
  const auto put_all = [&](const std::vector<ast::ExprPtr>& exprs) {
    for (const ast::ExprPtr& expr : exprs) put_expr(expr, out);
  };
  if (const auto* vary = std::get_if<ast::Vary>(&statement))
    put_expr(vary->values, out);
  else if (const auto* measure = std::get_if<ast::Measure>(&statement))
    put_all(measure->metrics);
  else if (const auto* normalize = std::get_if<ast::Normalize>(&statement)) {
    put_all(normalize->metrics);
    put_expr(normalize->to, out);
  } else if (const auto* expect = std::get_if<ast::Expect>(&statement))
    put_expr(expect->claim, out);
  else if (const auto* plot = std::get_if<ast::Plot>(&statement))
    put_all(plot->metrics);
  else
    put_expr(std::get<ast::Setting>(statement).value, out);
}

}  // namespace

void children(const ast::Expr& expr, std::vector<const ast::Expr*>& out) {
  std::visit(
      [&]<class Node>(const Node& node) {
        if constexpr (std::is_same_v<Node, ast::ListLit>) {
          for (const ast::ExprPtr& item : node.items) put_expr(item, out);
        } else if constexpr (std::is_same_v<Node, ast::Unary>) {
          put_expr(node.operand, out);
        } else if constexpr (std::is_same_v<Node, ast::Binary>) {
          put_expr(node.left, out);
          put_expr(node.right, out);
        } else if constexpr (std::is_same_v<Node, ast::If>) {
          put_expr(node.condition, out);
          put_expr(node.then, out);
          put_expr(node.otherwise, out);
        } else if constexpr (std::is_same_v<Node, ast::Field>) {
          put_expr(node.object, out);
        } else if constexpr (std::is_same_v<Node, ast::Index>) {
          put_expr(node.list, out);
          put_expr(node.index, out);
        } else if constexpr (std::is_same_v<Node, ast::Call>) {
          put_expr(node.callee, out);
          for (const ast::Arg& arg : node.args) {
            put_expr(arg.key, out);
            put_expr(arg.value, out);
            put_expr(arg.over, out);
          }
        } else if constexpr (std::is_same_v<Node, ast::Scope>) {
          for (const ast::Let& let : node.lets) put_expr(let.value, out);
          put_expr(node.value, out);
        }
      },
      expr.node);
}

void expressions(const ast::Value& value, std::vector<const ast::Expr*>& out) { in_value(value, out); }

void expressions(const ast::Decl& decl, std::vector<const ast::Expr*>& out) {
  if (const auto* param = std::get_if<ast::ParamDecl>(&decl.node))
    put_expr(param->value, out);
  else if (const auto* constant = std::get_if<ast::ConstDecl>(&decl.node))
    put_expr(constant->value, out);
  else if (const auto* function = std::get_if<ast::FnDecl>(&decl.node))
    put_expr(function->body, out);
  else if (const auto* block = std::get_if<ast::BlockDecl>(&decl.node))
    in_block(block->body, out);
  else if (const auto* experiment = std::get_if<ast::ExperimentDecl>(&decl.node)) {
    for (const ast::Statement& statement : experiment->statements) in_statement(statement, out);
  }
}

}  // namespace ssd::check
