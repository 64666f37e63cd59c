// Copies of syntax trees, for the few places where a value that is written once is used as if it were written again.
#pragma once
#include "compiler/syntax/ast/ast.h"

namespace ssd::ast {

// The same expression with the same spans.
ExprPtr copy(const Expr& expr);

}  // namespace ssd::ast
