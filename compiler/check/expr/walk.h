// Visits every expression of a tree. It uses a worklist, because the tree of a long sum is as deep as the sum is long.
#pragma once
#include <vector>

#include "compiler/syntax/ast/ast.h"

namespace ssd::check {

// Adds the expressions directly inside `expr`.
void children(const ast::Expr& expr, std::vector<const ast::Expr*>& out);
// Adds the outermost expressions of a declaration.
void expressions(const ast::Decl& decl, std::vector<const ast::Expr*>& out);
// Adds the expressions of a property's value.
void expressions(const ast::Value& value, std::vector<const ast::Expr*>& out);

template <class Visit>
void walk(std::vector<const ast::Expr*> pending, Visit visit) {
  while (!pending.empty()) {
    const ast::Expr* expr = pending.back();
    pending.pop_back();
    visit(*expr);
    children(*expr, pending);
  }
}

}  // namespace ssd::check
