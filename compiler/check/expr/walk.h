// Visits every expression of a tree, by a worklist: long sums are as deep as they are long.
#pragma once
#include <vector>

#include "compiler/syntax/ast/ast.h"

namespace ssd::check {

// The expressions directly inside one.
void children(const ast::Expr& expr, std::vector<const ast::Expr*>& out);
// The expressions of a declaration, outermost ones only.
void expressions(const ast::Decl& decl, std::vector<const ast::Expr*>& out);
// Of the value of a property.
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
